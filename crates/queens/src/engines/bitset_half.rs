//! The immutable board of `bitset` over half of the first row.
//!
//! Solutions whose first queen is in the first half count twice. On an odd board those with the first queen in the middle are
//! all searched and count once.
//!
//! Work: as `bitset` over half of the first row.  Range: N <= 32.
//! Checked against `bitset`.
//! Reference: the algorithm notes of John Hurst's comparison; docs/methods.md#half-of-the-board

use super::bitset::{BitBoard, solve};
use super::search::{SearchMethod, info};
use super::{EngineInfo, Method, Order, Statistic};
use crate::observe::{Flow, Record, first_rows};
use crate::{Board, Observer, Stopped};
use std::ops::Range;

/// The method `bitset-half`.
pub(crate) struct BitsetHalf;

impl Method {
    /// The immutable board of `bitset` over half of the first row.
    pub const BITSET_HALF: Self = Self::new(&BitsetHalf::INFO);
}

impl SearchMethod for BitsetHalf {
    const INFO: EngineInfo = EngineInfo {
        name: "bitset-half",
        title: "Bit sets, half-board search",
        idea: "bitset over half of the first row",
        order: Some(Order::Mirrored),
        statistics: &[Statistic::PLACEMENTS, Statistic::REJECTS],
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        let mut record = Record::new(size, observer);
        let flow = halves(size, &mut record);
        record.end(flow)
    }

    fn progress_rows(size: usize) -> Option<Range<usize>> {
        Some(0..first_rows(size))
    }
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
