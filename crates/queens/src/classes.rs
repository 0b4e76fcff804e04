//! Solutions by symmetry, from three counts.

use crate::{CheckError, Error, Rotation};

/// The number of solutions of an empty board, and how many of them are symmetric under rotations.
///
/// No reflection maps a solution to itself for N >= 2. So by Burnside's lemma the solutions that differ by more than
/// a symmetry are (Q + R180 + 2 R90) / 8.
///
/// ```
/// use queens::Classes;
/// let eight = Classes { size: 8, all: 92, by_180: 4, by_90: 0 };
/// assert_eq!((eight.fundamental(), eight.check()), (12, Ok(())));
/// assert!(Classes { all: 93, ..eight }.check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The size of the board.
    pub size: usize,
    /// All solutions, Q.
    pub all: u128,
    /// Those that a rotation by 180 degrees maps to themselves, R180.
    pub by_180: u128,
    /// Those that a rotation by 90 degrees maps to themselves, R90: part of R180.
    pub by_90: u128,
}

impl Classes {
    /// The solutions that differ by more than a rotation or reflection.
    pub fn fundamental(&self) -> u128 {
        match self.size {
            // The one solution is its own image under all symmetries.
            0 | 1 => self.all,
            _ => (self.all + self.by_180 + 2 * self.by_90) / 8,
        }
    }

    /// Whether the counts can be right: solutions come in eights, those symmetric under 180 degrees only in fours,
    /// those symmetric under 90 degrees in twos.
    pub fn check(&self) -> Result<(), Error> {
        let parts = self.all.checked_sub(self.by_180).zip(self.by_180.checked_sub(self.by_90));
        let fits = parts.is_some_and(|(none, by_180_only)| {
            none.is_multiple_of(8) && by_180_only.is_multiple_of(4) && self.by_90.is_multiple_of(2)
        });
        if fits || self.size < 2 {
            return Ok(());
        }
        let Self { size, all, by_180, by_90 } = *self;
        Err(Error::Check(CheckError::NotSymmetric {
            size,
            all,
            symmetric: [(Rotation::By180, by_180), (Rotation::By90, by_90)],
        }))
    }
}
