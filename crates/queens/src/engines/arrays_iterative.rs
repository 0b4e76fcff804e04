//! Three boolean arrays and an explicit stack instead of recursion.
//!
//! The stack is the row of the queen in each filled column. In the current column the search looks for the next free row. If
//! there is one, it continues in the next column. Otherwise it returns to the previous column and continues there.
//!
//! Work: as `arrays`, without calls.  Memory: O(N).  Range: N <= 32.
//! Checked against `arrays`: the same steps in the same order.
//! Reference: Sylvain Bugat's iterative counter in Java; docs/methods.md#arrays

use super::lines::Lines;
use super::search::{SearchMethod, info};
use super::{EngineInfo, Method, Statistic};
use crate::observe::{Flow, Record};
use crate::{Board, MAX_SIZE, Observer, Stopped};
use std::ops::Range;

/// The method `arrays-iterative`.
pub(crate) struct ArraysIterative;

impl Method {
    /// Three boolean arrays and an explicit stack instead of recursion.
    pub const ARRAYS_ITERATIVE: Self = Self::new(&ArraysIterative::INFO);
}

impl SearchMethod for ArraysIterative {
    const INFO: EngineInfo = EngineInfo {
        name: "arrays-iterative",
        title: "Three arrays without recursion",
        idea: "three boolean arrays and an explicit stack",
        statistics: &[Statistic::PLACEMENTS, Statistic::REJECTS],
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        let mut record = Record::new(size, observer);
        let flow = fill(size, 0..size, &mut record, Record::solution);
        record.end(flow)
    }
}

/// Searches all boards whose first queen is in one of the `first` rows, and calls `solved` for each solution.
pub(super) fn fill<'a, O: Observer>(
    size: usize,
    first: Range<usize>,
    record: &mut Record<'a, O>,
    solved: impl Fn(&mut Record<'a, O>) -> Flow,
) -> Flow {
    if size == 0 {
        return solved(record);
    }
    let mut lines = Lines::new(size);
    let mut queens = [0; MAX_SIZE];
    let mut col = 0;
    let mut row = first.start;
    loop {
        let end = if col == 0 { first.end } else { size };
        while row < end && !lines.free(col, row) {
            record.reject(col, row);
            row += 1;
        }
        if row < end {
            lines.place(col, row);
            record.place(col, row)?;
            if col + 1 < size {
                queens[col] = row;
                col += 1;
                row = 0;
                continue;
            }
            solved(record)?;
        } else if col == 0 {
            return Flow::Continue(());
        } else {
            col -= 1;
            row = queens[col];
        }
        record.remove(col, row);
        lines.clear(col, row);
        row += 1;
    }
}
