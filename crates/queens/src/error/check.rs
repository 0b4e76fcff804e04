//! Errors of counts that fail a check.

// The names of fields say what they are.
#![allow(missing_docs)]

use crate::Rotation;
use std::fmt;

/// A count that failed a check. At least one of the counts it names is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// Counts that contradict the symmetry of the board. See [`Classes::check`](crate::Classes::check).
    #[error(
        "N = {size}: impossible counts: {all} solutions, {} of them unchanged by a rotation of 180 degrees \
         and {} by 90 degrees; solutions come in symmetry classes of 8, 4 or 2",
        symmetric[0].1, symmetric[1].1
    )]
    NotSymmetric {
        size: usize,
        all: u128,
        /// For each rotation, the number of solutions that it leaves unchanged.
        symmetric: [(Rotation, u128); 2],
    },
    /// A count that differs from the published number.
    #[error("N = {size}: method '{name}' counted {counted} {of}, published: {published}")]
    NotPublished {
        size: usize,
        name: &'static str,
        counted: u128,
        /// What was counted.
        of: CountOf,
        /// The published number.
        published: u128,
    },
    /// A second count of a job gave another number.
    #[error("N = {size}, job {job}: '{name}' counted {counted} solutions, {by} counted {again}")]
    WrongJob {
        size: usize,
        job: u64,
        /// The engine of the first count.
        name: &'static str,
        /// The first count.
        counted: u64,
        /// The engine or backend of the second count.
        by: &'static str,
        /// The second count.
        again: u64,
    },
    /// At least three counts of a job, and no two are equal.
    #[error("all counts of job {job} differ: {counts}")]
    Undecided {
        job: u64,
        /// Who counted how many solutions.
        counts: String,
    },
    /// A count does not have the residues that were accumulated with it.
    #[error("job {job}: count and checksum residues disagree; overflow or hardware error")]
    Inconsistent { job: u64 },
    /// The placements by level of a job do not add up to its placements, or those of the last level are not its solutions.
    #[error(
        "job {job}: placements by level contradict the placements or the solutions; hardware error"
    )]
    WrongLevels { job: u64 },
    /// A sum does not fit into its type.
    #[error("job {job}: the sum of the counts overflows")]
    Overflow { job: u64 },
    /// Two methods gave different numbers.
    #[error("N = {size}: method '{}' counted {} solutions, '{}' counted {}", first.0, first.1, second.0, second.1)]
    Disagree {
        size: usize,
        /// An engine and its count.
        first: (&'static str, u128),
        /// Another engine and its count.
        second: (&'static str, u128),
    },
}

/// What a count that differs from the published number is a count of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountOf {
    /// All solutions.
    Solutions,
    /// The solutions symmetric under a rotation.
    Symmetric(Rotation),
    /// The solutions that differ by more than a rotation or reflection.
    Classes,
}

impl fmt::Display for CountOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solutions => f.write_str("solutions"),
            Self::Symmetric(rotation) => write!(f, "solutions symmetric under {rotation} degrees"),
            Self::Classes => f.write_str("solutions up to symmetry"),
        }
    }
}
