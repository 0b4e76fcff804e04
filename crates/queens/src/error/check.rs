//! Counts that fail a check.

use crate::Rotation;

/// A count that cannot be right. Its text is one line for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// Numbers of solutions that no board can have.
    #[error(
        "N = {size}: {all} solutions, of which {} and {} are symmetric under rotations by 180 and 90 degrees, \
         is impossible: the others come in eights, fours and twos",
        symmetric[0].1, symmetric[1].1
    )]
    NotSymmetric {
        /// The size of the board.
        size: usize,
        /// All solutions counted.
        all: u128,
        /// Those that each rotation maps to themselves.
        symmetric: [(Rotation, u128); 2],
    },
    /// A job that is counted otherwise the second time.
    #[error("N = {size}, job {job}: '{name}' counts {counted} solutions, {by} {again}")]
    WrongJob {
        /// The size of the board.
        size: usize,
        /// The number of the job.
        job: u64,
        /// What counted it first.
        name: &'static str,
        /// The first count.
        counted: u64,
        /// What counted it the second time.
        by: &'static str,
        /// The second count.
        again: u64,
    },
    /// A count whose remainders are not those of the sum.
    #[error(
        "job {job}: the count does not fit its remainders; the sum overflowed unseen, or this machine makes mistakes"
    )]
    Inconsistent {
        /// The number of the job.
        job: u64,
    },
    /// A sum that does not fit its type.
    #[error("the sum overflows at job {job}")]
    Overflow {
        /// The number of the job.
        job: u64,
    },
    /// Two methods that should agree do not: one of them is wrong.
    #[error("N = {size}: method '{}' counts {} solutions, '{}' counts {}", first.0, first.1, second.0, second.1)]
    Disagree {
        /// The size of the board.
        size: usize,
        /// An engine and its count.
        first: (&'static str, u128),
        /// Another engine and its count.
        second: (&'static str, u128),
    },
}
