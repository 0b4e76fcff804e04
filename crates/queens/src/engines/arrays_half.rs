//! Recursion on three boolean arrays over half of the board.
//!
//! As `arrays`, but the first queen is restricted to the lower half of its column, and every solution counts twice: itself and
//! its mirror image. If the first queen is in the middle row of an odd board, the second is restricted to the lower half. The
//! solution of size 1 is its own mirror image and counts once.
//!
//! Work: half the placements of `arrays`, rounded up.  Memory: O(N).  Range: N <= 32.
//! Checked against `arrays`, and its placements against ceil(plain / 2).
//! Reference: James Walker's N-queens counter in C; docs/methods.md#half-of-the-board

use super::lines::Lines;
use super::search::{SearchMethod, info};
use super::{EngineInfo, Method, Order, Statistic};
use crate::observe::{Flow, Record, first_rows, second_rows};
use crate::{Board, Observer, Stopped};
use std::ops::Range;

/// The method `arrays-half`.
pub(crate) struct ArraysHalf;

impl Method {
    /// Recursion on three boolean arrays over half of the first column; each solution counts twice.
    pub const ARRAYS_HALF: Self = Self::new(&ArraysHalf::INFO);
}

impl SearchMethod for ArraysHalf {
    const INFO: EngineInfo = EngineInfo {
        name: "arrays-half",
        title: "Three arrays, half-board search",
        idea: "arrays over half of the board, each solution counted twice",
        order: Some(Order::Mirrored),
        statistics: &[Statistic::PLACEMENTS, Statistic::REJECTS],
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        let mut search =
            Search { size, lines: Lines::new(size), record: Record::new(size, observer) };
        let flow = search.fill_from(0, first_rows(size));
        search.record.end(flow)
    }

    fn progress_rows(size: usize) -> Option<Range<usize>> {
        Some(0..first_rows(size))
    }
}

struct Search<'a, O> {
    size: usize,
    lines: Lines,
    record: Record<'a, O>,
}

impl<O: Observer> Search<'_, O> {
    /// Fills the board from column `col` on, trying the first `rows` rows there.
    fn fill_from(&mut self, col: usize, rows: usize) -> Flow {
        if col == self.size {
            return match self.size {
                0 | 1 => self.record.solution(),
                _ => self.record.solution_and_mirror(),
            };
        }
        for row in 0..rows {
            if self.lines.free(col, row) {
                let next_rows = if col == 0 { second_rows(self.size, row) } else { self.size };
                self.lines.place(col, row);
                self.record.place(col, row)?;
                self.fill_from(col + 1, next_rows)?;
                self.record.remove(col, row);
                self.lines.clear(col, row);
            } else {
                self.record.reject(col, row);
            }
        }
        Flow::Continue(())
    }
}
