//! Solutions by symmetry, from three counts.

use crate::{Error, Turn};

/// The number of solutions of an empty board, and how many of them a turn leaves as they are.
///
/// No reflection leaves a solution as it is for N >= 2. So by Burnside's lemma the solutions that differ by more than
/// a symmetry are (Q + R180 + 2 R90) / 8.
///
/// ```
/// use queens::Classes;
/// let eight = Classes { size: 8, all: 92, half: 4, quarter: 0 };
/// assert_eq!((eight.fundamental(), eight.check()), (12, Ok(())));
/// assert!(Classes { all: 93, ..eight }.check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The size of the board.
    pub size: usize,
    /// All solutions, Q.
    pub all: u128,
    /// Those that the half turn leaves as they are, R180.
    pub half: u128,
    /// Those that the quarter turn leaves as they are, R90: part of R180.
    pub quarter: u128,
}

impl Classes {
    /// The solutions that differ by more than a rotation or reflection.
    pub fn fundamental(&self) -> u128 {
        match self.size {
            // The one solution is its own image under all symmetries.
            0 | 1 => self.all,
            _ => (self.all + self.half + 2 * self.quarter) / 8,
        }
    }

    /// Whether the counts can be right: solutions come in eights, those that only the half turn leaves as they are in fours,
    /// those that the quarter turn does in twos.
    pub fn check(&self) -> Result<(), Error> {
        let parts = self.all.checked_sub(self.half).zip(self.half.checked_sub(self.quarter));
        let fits = parts.is_some_and(|(none, half)| {
            none.is_multiple_of(8) && half.is_multiple_of(4) && self.quarter.is_multiple_of(2)
        });
        if fits || self.size < 2 {
            return Ok(());
        }
        let Self { size, all, half, quarter } = *self;
        Err(Error::NotSymmetric {
            size,
            all,
            turned: [(Turn::Half, half), (Turn::Quarter, quarter)],
        })
    }
}
