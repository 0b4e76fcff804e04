//! A solution by a formula: the row of any column in constant time.
//!
//! From column A on, the queens take the even rows and then the odd rows, a knight's move apart. If N mod 6 is 2 or 3, this
//! fails, and a few queens change rows.
//!
//! ```text
//!   N mod 6 = 2:  2 4 6 ... N,  3 1 7 9 ... N-1 5      (odd rows: 1 and 3 are exchanged, 5 goes to the end)
//!   N mod 6 = 3:  4 6 ... N-1 2,  5 7 ... N 1 3        (2 goes to the end of the even rows, 1 and 3 to the end of the odd rows)
//!   otherwise:    2 4 6 ...,  1 3 5 ...
//! ```
//!
//! Work: O(1) per queen.  Memory: O(1); 5 bits per queen to check it.  Range: N < 2^32.
//! Checked for all N up to 3000 and from 10^6 to 10^6 + 11 by a linear check that shares no code with it.
//! Reference: Hoffman, Loessi, Moore, "Constructions for the solution of the m queens problem", Mathematics Magazine 42 (1969).

use super::{STOP_CHECK_INTERVAL, checked};
use crate::board::check::Lines;
use crate::{Control, Error, Solution};

/// A solution of any size in constant memory, by a formula.
///
/// ```
/// use queens::find::Construction;
/// let rows: Vec<u32> = Construction::new(8).unwrap().rows().collect();
/// assert_eq!(rows, [1, 3, 5, 7, 2, 0, 6, 4]);
/// assert!(Construction::new(3).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Construction {
    size: u32,
}

impl Construction {
    /// The solution of this size, or `None` for the sizes 2 and 3, which have none.
    pub fn new(size: u32) -> Option<Self> {
        (!(2..=3).contains(&size)).then_some(Self { size })
    }

    /// The size of the board.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The row of the queen in a column, both counted from 0.
    ///
    /// # Panics
    ///
    /// If the board has no such column.
    pub fn row(&self, col: u32) -> u32 {
        let size = self.size;
        assert!(col < size, "there is no column {col}");
        let evens = size / 2;
        let (odd, odds) = (col.wrapping_sub(evens), size - evens);
        match (size % 6, col < evens) {
            (3, true) => 2 * ((col + 1) % evens) + 1,
            (3, false) => 2 * ((odd + 2) % odds),
            (_, true) => 2 * col + 1,
            (2, false) => match odd {
                0 => 2,
                1 => 0,
                _ if odd == odds - 1 => 4,
                _ => 2 * odd + 2,
            },
            (_, false) => 2 * odd,
        }
    }

    /// The row of the queen in each column.
    pub fn rows(self) -> impl ExactSizeIterator<Item = u32> {
        // `Range<u32>` does not implement `ExactSizeIterator`, because its length may not fit into a `usize`.
        (0..self.size as usize).map(move |col| self.row(col as u32))
    }

    /// All rows at once, checked.
    pub fn solution(self, control: &dyn Control) -> Result<Solution, Error> {
        checked(self.rows().collect(), control)
    }

    /// Checks that no queen attacks another, with one bit of memory per line.
    pub fn check(self, control: &dyn Control) -> Result<bool, Error> {
        let mut lines = Lines::new(self.size as usize);
        for (col, row) in self.rows().enumerate() {
            if col % STOP_CHECK_INTERVAL == 0 && control.stopped() {
                return Err(Error::Stopped);
            }
            if !lines.queen(col, row as usize) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Never;

    #[test]
    fn every_size_except_2_and_3_has_a_solution() {
        for size in (0..3000).filter(|size| !(2..=3).contains(size)) {
            let construction = Construction::new(size).unwrap();
            let rows: Vec<u32> = construction.rows().collect();
            let solution = Solution::new(rows).unwrap();
            assert_eq!(construction.solution(&Never), Ok(solution), "N = {size}");
            assert_eq!(construction.check(&Never), Ok(true), "N = {size}");
        }
    }

    #[test]
    fn large_sizes_of_every_residue_modulo_12_have_a_solution() {
        for size in 1_000_000..1_000_012 {
            assert_eq!(Construction::new(size).unwrap().check(&Never), Ok(true), "N = {size}");
        }
    }
}
