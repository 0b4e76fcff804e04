//! Phase 2, `drain.cu` instruction for instruction, and `drain.wgsl`. The names are those of the kernels, which their headers explain.

use super::expand::bits;
use super::{Levels, Parent, count_queens};
use crate::work::Job;

/// The rows that lead on; `LOOK_AHEAD` in `drain.cu`.
pub(super) fn leading_on(rows: u32, open: u32) -> u32 {
    let over = (open | open.wrapping_mul(u32::MAX)) << 2;
    // If no row is open, the shift leaves nothing of the mask.
    let by = if open == 0 { u32::MAX } else { open.leading_zeros() };
    let under = 0x3fff_ffff_u32.checked_shr(by).unwrap_or(0);
    rows & (over | under)
}

/// A state of the second phase: rows to try, free, up, down.
pub(super) type State = [u32; 4];

/// The children of a parent that have a row to take, and the number of rows in their first column; `take_child` in `drain.cu`.
pub(super) fn children(job: &Job, parent: Parent) -> (Vec<State>, u32) {
    let [rows, free, up, down] = parent;
    let (mut states, mut queens) = (Vec::new(), 0);
    for queen in bits(rows) {
        let (free, up, down) = (free ^ queen, up | queen << job.root, down | queen >> job.root);
        let rows = free & !(up | down);
        queens += rows.count_ones();
        let (up, down) = match job.is_gapped() {
            true => (up, down),
            false => ((up & job.mark.wrapping_sub(1) | job.mark) << 1, down >> 1),
        };
        if rows != 0 {
            states.push([rows, free, up, down]);
        }
    }
    (states, queens)
}

/// What a lane found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) solutions: u64,
    pub(super) queens: u64,
    /// The queens in each column.
    pub(super) levels: Levels,
    pub(super) steps: u64,
    /// The most records on the stack at once, with the one above the top that is written but not kept.
    pub(super) records: usize,
}

/// A lane of the second phase.
pub(super) struct Lane<'a> {
    pub(super) job: &'a Job,
    pub(super) state: State,
    /// Without the idle state at the bottom.
    pub(super) stack: Vec<State>,
    pub(super) found: Found,
}

/// The rows closed by diagonals, with the queen's, in the next column and in the one after it; and whether columns are skipped
/// between the two.
struct Columns {
    next_up: u32,
    next_down: u32,
    far_up: u32,
    far_down: u32,
    wide: bool,
}

/// A move by a sum of floating-point numbers; `MOVE`.
pub(super) fn float(word: u32) -> u32 {
    (f32::from_bits(word) + 0.0).to_bits()
}

impl Lane<'_> {
    /// `COLUMNS`
    fn columns(&self, queen: u32) -> Columns {
        let [_, _, up, down] = self.state;
        let next_up = queen.wrapping_mul(2).wrapping_add(up);
        let next_down = (queen >> 1).wrapping_add(down);
        let (far_up, far_down) = (next_up.wrapping_mul(2), next_down >> 1);
        Columns { next_up, next_down, far_up, far_down, wide: false }
    }

    /// `COLUMNS_WITH_GAPS`
    fn columns_with_gaps(&self, free2: u32, queen: u32) -> Columns {
        let [_, _, up, down] = self.state;
        let by = (5 * free2.count_ones()).wrapping_sub(5);
        let h = self.job.gaps.checked_shr(by).unwrap_or(0) as u32;
        let g = h >> 5;
        let next_up = (up | queen).wrapping_shl(g);
        let next_down = (down | queen).wrapping_shr(g);
        let (far_up, far_down) = (next_up.wrapping_shl(h), next_down.wrapping_shr(h));
        Columns { next_up, next_down, far_up, far_down, wide: h & 2 != 0 }
    }

    /// `step`; returns whether the bottom of the stack is reached.
    pub(super) fn step(&mut self) -> bool {
        let [rows, free, up, down] = self.state;
        let less = rows.wrapping_add(u32::MAX);
        let queen = rows & !less;
        let rows = rows & less;
        let free2 = free ^ queen;
        let gapped = self.job.is_gapped();
        let columns =
            if gapped { self.columns_with_gaps(free2, queen) } else { self.columns(queen) };
        let Columns { next_up, next_down, far_up, far_down, wide } = columns;
        let next = free2 & !(next_up | next_down);
        let open = free2 & !(far_up | far_down);
        let single = free2 & free2.wrapping_add(u32::MAX) == 0;
        let solution = single && (!gapped || next != 0);
        if self.job.mark != 0 {
            let marked = next_up >> 31 == 1;
            assert_eq!(solution, marked, "the mark is set if one row is left, and only then");
        }
        self.found.solutions += u64::from(solution);
        self.found.queens += u64::from(next.count_ones());
        if !gapped {
            // `READ_LEVEL` and `WRITE_LEVEL`
            count_queens(&mut self.found.levels, free2.count_ones(), next.count_ones());
        }
        self.found.steps += 1;
        let next = if wide { next } else { leading_on(next, open) };
        let (live, more) = (next != 0, rows != 0);
        if live {
            self.found.records = self.found.records.max(self.stack.len() + 1);
            if more {
                self.stack.push([rows, free, up, down]);
            }
            self.state = match gapped {
                true => [next, free2, next_up, next_down],
                false => [float(next), float(free2), far_up, float(far_down)],
            };
        } else if more {
            self.state[0] = rows;
        } else {
            let Some(state) = self.stack.pop() else { return true };
            self.state = state;
        }
        false
    }
}

/// Searches a state to its end.
pub(super) fn drain(job: &Job, state: State) -> Found {
    let mut lane = Lane { job, state, stack: Vec::new(), found: Found::default() };
    while !lane.step() {}
    lane.found
}
