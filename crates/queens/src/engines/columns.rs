//! One thread per row of the first queen: a division that does not scale.
//!
//! Each thread runs `arrays-iterative` with its own first queen in the lower half of the first column. Its count is doubled,
//! except for the middle row of an odd board, which is its own mirror image. The original project fills rows and has one thread
//! per column of the first row, hence the name; the two are the same up to a reflection.
//!
//! There are only ceil(N/2) rows, and they take different times. With any number of cores the speedup is at most the number of
//! all placements divided by that of the largest job: 5.67 at N=12 and 7.14 at N=16. `queens compare` prints this limit.
//!
//! Work: as `arrays-half`; on an odd board the middle row is searched completely.
//! Memory: O(N) per thread.  Range: N <= 32.
//! Checked against `arrays-iterative`.
//! Reference: the project with one thread per column in docs/methods.md#threads

use super::arrays_iterative::fill;
use super::search::{Cut, SearchMethod, info};
use super::{EngineInfo, Method, Order, Statistic, ThreadUse};
use crate::observe::Record;
use crate::{Board, Observer, Stopped};

/// The method `columns`.
pub(crate) struct Columns;

impl Method {
    /// One thread per row of the first queen: a division that does not scale.
    pub const COLUMNS: Self = Self::new(&Columns::INFO);
}

impl SearchMethod for Columns {
    const INFO: EngineInfo = EngineInfo {
        name: "columns",
        title: "One thread per first queen",
        idea: "one thread per row of the first queen (does not scale)",
        threads: ThreadUse::OnePerFirstQueen,
        order: Some(Order::Mirrored),
        statistics: &[Statistic::PLACEMENTS, Statistic::REJECTS],
        ..info::<Self>()
    };
    const CUT: Cut = Cut::HalfOfFirstQueens;

    fn search<O: Observer>(board: &Board, job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        let first = job as usize;
        let mut record = Record::new(size, observer);
        let middle = size % 2 == 1 && first == size / 2;
        let flow = match size {
            0 => record.solution(),
            _ if middle => fill(size, first..first + 1, &mut record, Record::solution_of_a_pair),
            _ => fill(size, first..first + 1, &mut record, Record::solution_and_mirror),
        };
        record.end(flow)
    }
}
