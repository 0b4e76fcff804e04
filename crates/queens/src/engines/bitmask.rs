//! Recursion on three sets of rows, taking the lowest free row first.
//!
//! In each column, `taken`, `up` and `down` are the rows that earlier queens attack along their row, their rising and their
//! falling diagonal. All other rows are free, without testing each square. One shift moves the diagonals to the next column.
//!
//! ```text
//!    4    · · · u      A queen on B2 of a board of size 4. In column C:
//!    3    · · u ·      taken = {2}, up = {3}, down = {1}, so row 4 is free.
//!    2    · ♛ t t      In column D its rising diagonal is in row 4, and
//!    1    · · d ·      its falling diagonal has left the board.
//! ```
//!
//! Each row of the first queen is a job, so that threads can share the search.
//!
//! Work: one step per placed queen.  Memory: O(N).  Range: N <= 32, also with given queens and closed squares.
//! Checked against `arrays`, on empty and on random given boards.
//! Reference: docs/methods.md#bit-masks

use super::search::{Cut, SearchMethod, info};
use super::{EngineInfo, Method, ThreadUse};
use crate::observe::{Flow, Record};
use crate::{Board, MAX_SIZE, Observer, Rows, Stopped};

/// The method `bitmask`.
pub(crate) struct Bitmask;

impl Method {
    /// Recursion on three sets of rows, lowest free row first: plain backtracking. It also recounts jobs of other engines.
    pub const BITMASK: Self = Self::new(&Bitmask::INFO);
}

impl SearchMethod for Bitmask {
    const INFO: EngineInfo = EngineInfo {
        name: "bitmask",
        title: "Bit masks",
        idea: "recursion on masks of free rows, lowest bit first",
        takes_given_queens: true,
        by_level: true,
        threads: ThreadUse::Any,
        ..info::<Self>()
    };
    const CUT: Cut = Cut::FirstQueen;

    fn search<O: Observer>(board: &Board, job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let first = job as usize;
        let record = Record::new(board.size(), observer);
        let mut open = *board.open_array();
        open[0] = open[0] & Rows::only(first);
        let mut search = Search { size: board.size(), open: &open, record };
        let flow = search.fill_from(0, Rows::EMPTY, Rows::EMPTY, Rows::EMPTY);
        search.record.end(flow)
    }
}

struct Search<'a, O> {
    size: usize,
    open: &'a [Rows; MAX_SIZE],
    record: Record<'a, O>,
}

impl<O: Observer> Search<'_, O> {
    fn fill_from(&mut self, col: usize, taken: Rows, up: Rows, down: Rows) -> Flow {
        if col == self.size {
            return self.record.solution();
        }
        let mut free = self.open[col % MAX_SIZE] - (taken | up | down);
        while !free.is_empty() {
            let queen = free.take_lowest();
            self.record.place(col, queen.smallest())?;
            self.fill_from(col + 1, taken | queen, (up | queen).up(), (down | queen).down())?;
            self.record.remove(col, queen.smallest());
        }
        Flow::Continue(())
    }
}
