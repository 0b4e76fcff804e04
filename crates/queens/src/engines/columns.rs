//! One thread for each place of the first queen: the split that does not scale.
//!
//! Each thread runs the iterative arrays with its own first queen, in half of the first line; its count is doubled, except for
//! the middle place of an odd board, which is its own mirror image. (The project it is from fills rows and
//! has one thread per column of the first row, hence the name; the board is the same seen from its side.)
//! The places are not equally hard, and there are only ceil(N/2) of them: however many cores there are, the gain is at most
//! all placements by those of the hardest place, 5.67 at N=12 and 7.14 at N=16. `queens compare` prints this cap.
//!
//! Work: as `arrays` over half of the board; on an odd board the middle place is searched whole.
//! Memory: O(N) per thread.  Range: N <= 32.
//! Checked against `arrays-iterative`.
//! Reference: the thread-a-column project described in docs/methods.md#threads

use super::arrays_iterative::fill;
use super::search::{Cut, SearchMethod, build};
use super::{EngineInfo, Method, Order, Statistic, ThreadUse};
use crate::observe::Record;
use crate::{Board, Observer, Stopped};

/// The method `columns`.
pub(crate) struct Columns;

impl Method {
    /// One thread per row of the first queen: a split that does not scale.
    pub const COLUMNS: Self = Self::new(&Columns::INFO);
}

impl SearchMethod for Columns {
    const INFO: EngineInfo = EngineInfo {
        name: "columns",
        idea: "one thread per row of the first queen (does not scale)",
        max_n: crate::MAX_SIZE,
        threads: ThreadUse::OnePerFirstQueen,
        order: Some(Order::Mirrored),
        statistics: &[Statistic::PLACEMENTS, Statistic::REJECTS],
        build: build::<Self>,
        ..EngineInfo::NEW
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
