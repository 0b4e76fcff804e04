//! The immutable board of `bitset` over half of the first row.
//!
//! The boards with the first queen in the first half count twice. On an odd board those with the first queen in the
//! middle are searched whole and count once.
//!
//! Work: as `bitset` over half of the first row.  Range: N <= 32.
//! Checked against `bitset`.
//! Reference: the algorithm notes of John Hurst's comparison; docs/algorithms.md#half-of-the-board

use super::bitset::{BitBoard, solve};
use crate::search::{Flow, Record};
use crate::{Observer, Stopped};

/// Counts the solutions of the empty board.
pub(crate) fn search<O: Observer>(size: usize, observer: &mut O) -> Result<u64, Stopped> {
    let mut record = Record::new(size, observer);
    let flow = halves(size, &mut record);
    record.end(flow)
}

fn halves<O: Observer>(size: usize, record: &mut Record<'_, O>) -> Flow {
    let empty = BitBoard::new(size);
    if size == 0 {
        return record.solution();
    }
    for first in 0..size / 2 {
        record.place(0, first)?;
        solve(&empty.place(first), record, &Record::solution_and_mirror)?;
        record.remove(0, first);
    }
    if size % 2 == 1 {
        let middle = size / 2;
        record.place(0, middle)?;
        solve(&empty.place(middle), record, &Record::solution_of_a_pair)?;
        record.remove(0, middle);
    }
    Flow::Continue(())
}
