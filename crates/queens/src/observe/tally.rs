//! Tallies: solutions sorted by symmetry and by their first queen.

use super::{Flow, Observer};
use crate::{MAX_SIZE, Square, Symmetry};

/// The observer that sorts solutions by symmetry and by the row of the first queen.
///
/// ```
/// use queens::{engines, Board, Method, Tally};
/// let mut tally = Tally::new(8);
/// engines::search(Method::BITMASK, &Board::new(8)?, &mut tally)?;
/// assert_eq!(tally.fundamental, 12);
/// assert_eq!((tally.by_none, tally.by_180, tally.by_90), (88, 4, 0));
/// assert_eq!(tally.by_first, [4, 8, 16, 18, 18, 16, 8, 4]);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of solutions that differ by more than a rotation or reflection.
    pub fundamental: u64,
    /// The number of solutions symmetric under the rotation by 90 degrees.
    pub by_90: u64,
    /// The number of solutions symmetric under the rotation by 180 degrees, but not by 90.
    pub by_180: u64,
    /// The number of solutions symmetric under no rotation.
    pub by_none: u64,
    /// For each row, the number of solutions whose first queen is in it. By symmetry the numbers are the same for each edge of
    /// the board.
    pub by_first: Vec<u64>,
}

impl Tally {
    /// The empty tally for a board of the given size.
    pub fn new(size: usize) -> Self {
        Self { fundamental: 0, by_90: 0, by_180: 0, by_none: 0, by_first: vec![0; size] }
    }

    /// Adds the solutions of another part of the same search.
    pub fn add(&mut self, other: &Self) {
        self.fundamental += other.fundamental;
        self.by_90 += other.by_90;
        self.by_180 += other.by_180;
        self.by_none += other.by_none;
        for (sum, more) in self.by_first.iter_mut().zip(&other.by_first) {
            *sum += more;
        }
    }
}

impl Observer for Tally {
    fn solution(&mut self, rows: &[u8]) -> Flow {
        let fixed_by = |symmetry| image(rows, symmetry)[..rows.len()] == *rows;
        if fixed_by(Symmetry::Rotate90) {
            self.by_90 += 1;
        } else if fixed_by(Symmetry::Rotate180) {
            self.by_180 += 1;
        } else {
            self.by_none += 1;
        }
        let canonical = Symmetry::ALL.iter().all(|&s| image(rows, s)[..rows.len()] >= *rows);
        self.fundamental += u64::from(canonical);
        if let Some(&first) = rows.first() {
            self.by_first[usize::from(first)] += 1;
        }
        Flow::Continue(())
    }
}

/// As `Solution::image`, but without an allocation, because it is called for every solution.
fn image(rows: &[u8], symmetry: Symmetry) -> [u8; MAX_SIZE] {
    let mut images = [0; MAX_SIZE];
    for (col, &row) in rows.iter().enumerate() {
        let square = Square::new(col as u32, u32::from(row));
        let image = symmetry.apply(square, rows.len() as u32);
        images[image.col as usize] = image.row as u8;
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Solution, SymmetryClass, solutions};

    #[test]
    fn a_tally_agrees_with_the_class_of_each_solution() {
        for size in 0..=9 {
            let mut tally = Tally::new(size);
            let all: Vec<Solution> = solutions(size).unwrap().collect();
            for solution in &all {
                let rows: Vec<u8> = solution.rows().iter().map(|&row| row as u8).collect();
                assert_eq!(tally.solution(&rows), Flow::Continue(()));
            }
            let of = |class| all.iter().filter(|s| s.symmetry_class() == class).count() as u64;
            assert_eq!(tally.by_90, of(SymmetryClass::Rotate90));
            assert_eq!(tally.by_180, of(SymmetryClass::Rotate180));
            assert_eq!(tally.by_none, of(SymmetryClass::None));
            let canonical = all.iter().filter(|s| s.canonical() == **s).count();
            assert_eq!(tally.fundamental, canonical as u64);
        }
    }
}
