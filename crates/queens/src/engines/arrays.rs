//! Recursion on three boolean arrays: the simplest search.
//!
//! Columns are filled from left to right. In each column every row is tried from the bottom. If the row and both diagonals are
//! free, a queen is placed, the next column is filled, and the queen is taken back.
//!
//! Work: one step per tried square, N squares per placed queen.  Memory: O(N).  Range: N <= 32, also with given queens and
//! closed squares.
//! Checked against the definition (all permutations) for N <= 7 and the published totals.
//! Reference: E. W. Dijkstra, "A Short Introduction to the Art of Programming", EWD 316, 1971, in the form of James
//! Walker's counter; docs/methods.md#arrays

use super::lines::Lines;
use super::search::{SearchMethod, info};
use super::{EngineInfo, Method, Statistic};
use crate::observe::{Flow, Record};
use crate::{Board, Observer, Stopped};

/// The method `arrays`.
pub(crate) struct Arrays;

impl Method {
    /// Recursion on three boolean arrays, as Dijkstra published it: the simplest search.
    pub const ARRAYS: Self = Self::new(&Arrays::INFO);
}

impl SearchMethod for Arrays {
    const INFO: EngineInfo = EngineInfo {
        name: "arrays",
        title: "Three arrays",
        idea: "recursion on three boolean arrays (Dijkstra)",
        takes_given_queens: true,
        statistics: &[Statistic::PLACEMENTS, Statistic::REJECTS],
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let (size, record) = (board.size(), Record::new(board.size(), observer));
        let mut search = Search { board, lines: Lines::new(size), record };
        let flow = if board.is_empty() {
            search.fill_from::<false>(0)
        } else {
            search.fill_from::<true>(0)
        };
        search.record.end(flow)
    }
}

struct Search<'a, O> {
    board: &'a Board,
    lines: Lines,
    record: Record<'a, O>,
}

impl<O: Observer> Search<'_, O> {
    /// Fills the board from column `col` on; `GIVEN` says whether some squares are not open.
    fn fill_from<const GIVEN: bool>(&mut self, col: usize) -> Flow {
        let size = self.board.size();
        if col == size {
            return self.record.solution();
        }
        for row in 0..size {
            let open = !GIVEN || self.board.open()[col].contains(row);
            if open && self.lines.free(col, row) {
                self.lines.place(col, row);
                self.record.place(col, row)?;
                self.fill_from::<GIVEN>(col + 1)?;
                self.record.remove(col, row);
                self.lines.clear(col, row);
            } else {
                self.record.reject(col, row);
            }
        }
        Flow::Continue(())
    }
}
