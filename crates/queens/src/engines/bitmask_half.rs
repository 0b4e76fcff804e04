//! Recursion on three sets of rows over half of the board.
//!
//! As `bitmask`, but the first queen is restricted to the lower half of its column. If it is in the middle row of an odd board,
//! the second queen is restricted to the lower half. Every solution counts twice: itself and its mirror image.
//!
//! Work: one step per placed queen, half of plain backtracking's placements, rounded up.  Memory: O(N).  Range: N <= 32.
//! Checked against `bitmask`, and its placements against `arrays-half`.
//! Reference: docs/methods.md#half-of-the-board

use super::search::{SearchMethod, info};
use super::{EngineInfo, Method, Order};
use crate::observe::{Flow, Record, first_rows, second_rows};
use crate::{Board, Observer, Rows, Stopped};
use std::ops::Range;

/// The method `bitmask-half`.
pub(crate) struct BitmaskHalf;

impl Method {
    /// Recursion on three sets of rows over half of the first column.
    pub const BITMASK_HALF: Self = Self::new(&BitmaskHalf::INFO);
}

impl SearchMethod for BitmaskHalf {
    const INFO: EngineInfo = EngineInfo {
        name: "bitmask-half",
        title: "Bit masks, half-board search",
        idea: "bitmask over half of the board",
        order: Some(Order::Mirrored),
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        let all = Rows::first(size);
        let mut search = Search { size, all, record: Record::new(size, observer) };
        let flow = search.halves();
        search.record.end(flow)
    }

    fn progress_rows(size: usize) -> Option<Range<usize>> {
        Some(0..first_rows(size))
    }
}

struct Search<'a, O> {
    size: usize,
    all: Rows,
    record: Record<'a, O>,
}

impl<O: Observer> Search<'_, O> {
    fn halves(&mut self) -> Flow {
        if self.size < 2 {
            if self.size == 1 {
                self.record.place(0, 0)?;
            }
            self.record.solution()?;
            if self.size == 1 {
                self.record.remove(0, 0);
            }
            return Flow::Continue(());
        }
        for first in 0..first_rows(self.size) {
            let queen = Rows::only(first);
            let (up, down) = (queen.up(), queen.down());
            let second = Rows::first(second_rows(self.size, first)) - (queen | up | down);
            self.record.place(0, first)?;
            self.fill_from(1, second, queen, up, down)?;
            self.record.remove(0, first);
        }
        Flow::Continue(())
    }

    /// Fills the board from column `col` on, in which the rows `free` are free.
    fn fill_from(&mut self, col: usize, mut free: Rows, taken: Rows, up: Rows, down: Rows) -> Flow {
        if self.record.quiet(col) {
            self.record.add(2 * count_from(self.all, free, taken, up, down));
            return Flow::Continue(());
        }
        while !free.is_empty() {
            let queen = free.take_lowest();
            self.record.place(col, queen.smallest())?;
            let (taken, up, down) = (taken | queen, (up | queen).up(), (down | queen).down());
            if taken == self.all {
                self.record.solution_and_mirror()?;
            } else {
                self.fill_from(col + 1, self.all - (taken | up | down), taken, up, down)?;
            }
            self.record.remove(col, queen.smallest());
        }
        Flow::Continue(())
    }
}

/// The number of ways to fill the rest of the board, without an observer. The last free row needs no recursive call, because
/// the search does not return to this column.
fn count_from(all: Rows, mut free: Rows, mut taken: Rows, mut up: Rows, mut down: Rows) -> u64 {
    let mut solutions = 0;
    while !free.is_empty() {
        let queen = free.take_lowest();
        let next_taken = taken | queen;
        let (next_up, next_down) = ((up | queen).up(), (down | queen).down());
        let next_free = all - (next_taken | next_up | next_down);
        if next_free.is_empty() {
            solutions += u64::from(next_taken == all);
        } else if free.is_empty() {
            (free, taken, up, down) = (next_free, next_taken, next_up, next_down);
        } else {
            solutions += count_from(all, next_free, next_taken, next_up, next_down);
        }
    }
    solutions
}
