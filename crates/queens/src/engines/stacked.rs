//! Three sets of rows, a stack of masks and half of the first column: the fastest method that lists solutions.
//!
//! The current column is kept in registers. After the lowest free row is taken, the search continues in the next column if it has
//! a free row. The current column is pushed to the stack only if it has rows left to try, so that a pop always finds work.
//! Each row of the first queen is a job, so that threads can share the search.
//!
//! Work: one step per placed queen, half of plain backtracking's placements, rounded up.  Memory: O(N).  Range: N <= 32.
//! Checked against `bitmask-half`: the same steps in the same order.
//! Reference: Sylvain Bugat's stacked bit flags (for N=2 and 3 they return 2 and 4, here it is 0);
//! docs/methods.md#a-stack-of-masks

use super::search::{Cut, SearchMethod, info};
use super::{EngineInfo, Method, Order, ThreadUse};
use crate::observe::{Flow, Record, second_rows};
use crate::{Board, MAX_SIZE, Observer, Rows, Stopped};

/// The method `stacked`.
pub(crate) struct Stacked;

impl Method {
    /// Three sets of rows, a stack of masks and half of the first column: the fastest method that lists solutions.
    pub const STACKED: Self = Self::new(&Stacked::INFO);
}

impl SearchMethod for Stacked {
    const INFO: EngineInfo = EngineInfo {
        name: "stacked",
        title: "A stack of masks",
        idea: "a stack of masks over half of the board, one job per first queen",
        order: Some(Order::Mirrored),
        threads: ThreadUse::Any,
        ..info::<Self>()
    };
    const CUT: Cut = Cut::HalfOfFirstQueens;

    fn search<O: Observer>(board: &Board, job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        let first = job as usize;
        let mut record = Record::new(size, observer);
        let flow = fill(size, first, &mut record);
        record.end(flow)
    }
}

/// A column to return to: the rows still to try, and its sets.
#[derive(Clone, Copy, Default)]
struct Column {
    free: Rows,
    taken: Rows,
    up: Rows,
    down: Rows,
    col: usize,
}

fn fill<O: Observer>(size: usize, first: usize, record: &mut Record<'_, O>) -> Flow {
    if size == 0 {
        return record.solution();
    }
    record.place(0, first)?;
    if size == 1 {
        record.solution()?;
    } else {
        fill_after(size, first, record)?;
    }
    record.remove(0, first);
    Flow::Continue(())
}

fn fill_after<O: Observer>(size: usize, first: usize, record: &mut Record<'_, O>) -> Flow {
    let all = Rows::first(size);
    let mut stack = [Column::default(); MAX_SIZE];
    let mut height = 0;
    let mut col = 1;
    let mut taken = Rows::only(first);
    let (mut up, mut down) = (taken.up(), taken.down());
    let mut free = Rows::first(second_rows(size, first)) - (taken | up | down);
    if free.is_empty() {
        return Flow::Continue(());
    }
    loop {
        let queen = free.take_lowest();
        record.place(col, queen.smallest())?;
        let next = Column {
            taken: taken | queen,
            up: (up | queen).up(),
            down: (down | queen).down(),
            free: all - (taken | queen | (up | queen).up() | (down | queen).down()),
            col: col + 1,
        };
        if !next.free.is_empty() {
            if !free.is_empty() {
                stack[height] = Column { free, taken, up, down, col };
                height += 1;
            }
            Column { free, taken, up, down, col } = next;
            continue;
        }
        if next.taken == all {
            record.solution_and_mirror()?;
        }
        if record.needs_rows() {
            record.remove(col, record.row(col));
        }
        if free.is_empty() {
            let left = col;
            if height == 0 {
                take_back(record, 1, left);
                return Flow::Continue(());
            }
            height -= 1;
            Column { free, taken, up, down, col } = stack[height];
            take_back(record, col, left);
        }
    }
}

/// Reports that the queens of the columns `from..to` are taken back, the last one first.
#[inline]
fn take_back<O: Observer>(record: &mut Record<'_, O>, from: usize, to: usize) {
    if record.needs_rows() {
        for col in (from..to).rev() {
            record.remove(col, record.row(col));
        }
    }
}
