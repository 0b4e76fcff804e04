//! The memory of the join: what it needs, and what happens if that cannot be allocated.
//!
//! An allocation of a few megabytes or more is checked, so that a count ends with an error. Smaller ones end the process if they fail.

use crate::{BackendError, Error};

/// Memory that could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoMemory {
    bytes: usize,
}

impl NoMemory {
    /// A list that could not grow by this number of items.
    #[cold]
    pub(super) fn of<T>(list: &[T], more: usize) -> Self {
        Self { bytes: list.len().saturating_add(more).saturating_mul(size_of::<T>()) }
    }
}

impl From<NoMemory> for Error {
    fn from(NoMemory { bytes }: NoMemory) -> Self {
        Error::Backend(BackendError::NoMemory { bytes: bytes as u64 })
    }
}

/// Makes room for more items in a list.
#[inline(always)]
pub(super) fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), NoMemory> {
    list.try_reserve(more).map_err(|_| NoMemory::of(list, more))
}

/// The bytes that a count of this size may need on this number of threads, rounded up from measured ones (docs/engines.md#jobs-and-limits).
pub(crate) fn memory(size: usize, threads: usize) -> u64 {
    let [shared, per_thread] = megabytes(size);
    1_000_000 * (shared + per_thread * threads as u64)
}

/// What all threads share, and what each of them holds.
pub(super) fn megabytes(size: usize) -> [u64; 2] {
    match size {
        0..=16 => [4, 4],
        17 => [25, 4],
        18 => [20, 4],
        19 => [190, 10],
        20 => [150, 30],
        21 => [340, 35],
        22 | 23 => [5, 60],
        24 => [5, 250],
        25 => [5, 270],
        // The numbers of the jobs, of which there are millions.
        26 | 27 => [100, 750],
        _ => [900, 1300],
    }
}
