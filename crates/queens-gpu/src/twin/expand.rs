//! Phase 1, `expand.cu` and `expand.wgsl`: the parents of a job. Only the arithmetic is that of the kernels; the order of the states is
//! not.

use super::{Levels, Parent, count_queens};
use crate::work::Job;

/// A state of the first phase; `Wide` in `expand.cu`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide {
    pub(super) free: u32,
    pub(super) up: u32,
    pub(super) down: u32,
    pub(super) far_up: u32,
    pub(super) far_down: u32,
}

impl Wide {
    /// The rows that can be taken in the current column.
    pub(super) fn places(self) -> u32 {
        self.free & !(self.up | self.down)
    }

    /// The state after a queen is placed in a column.
    pub(super) fn after(self, queen: u32, column: usize, job: &Job) -> Self {
        let (shift, far) = (job.shift[column], job.far[column]);
        let mut next = Self {
            free: self.free ^ queen,
            up: (self.up | queen) << shift,
            down: (self.down | queen) >> shift,
            far_up: self.far_up | queen << far,
            far_down: self.far_down | queen >> far,
        };
        if column as u32 + 1 == job.turn {
            (next.up, next.down) = (next.far_up, next.far_down);
        }
        next
    }
}

/// The rows of a set, one by one.
pub(super) fn bits(mut rows: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = rows & rows.wrapping_neg();
        rows ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The parents of a job, and the queens placed in each column up to the root column.
pub(super) fn expand(job: &Job) -> (Vec<Parent>, Levels) {
    let Job { free, up, down, far_up, far_down, .. } = *job;
    let (mut parents, mut levels) = (Vec::new(), Levels::default());
    fill(job, 0, Wide { free, up, down, far_up, far_down }, &mut parents, &mut levels);
    (parents, levels)
}

fn fill(job: &Job, column: usize, state: Wide, parents: &mut Vec<Parent>, levels: &mut Levels) {
    let allowed = if column == 0 { job.allowed } else { u32::MAX };
    for queen in bits(state.places() & allowed) {
        count_queens(levels, state.free.count_ones(), 1);
        let next = state.after(queen, column, job);
        if column as u32 + 1 < job.columns {
            fill(job, column + 1, next, parents, levels);
            continue;
        }
        let there = next.places();
        count_queens(levels, next.free.count_ones(), there.count_ones());
        if there != 0 {
            parents.push(job.parent(next));
        }
    }
}

impl Job {
    /// The parent that a state before the root column becomes.
    pub(super) fn parent(&self, state: Wide) -> Parent {
        let turned = self.turn <= self.columns;
        let up = if turned { state.up << self.root } else { state.far_up };
        let down = if turned { state.down >> self.root } else { state.far_down };
        [state.places(), state.free, up, down]
    }
}
