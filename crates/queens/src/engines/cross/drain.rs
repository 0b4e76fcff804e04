//! The search by levels: each column has a buffer of waiting states, which are processed many at a time.
//!
//! A pass takes states from the buffer of a column, places one queen after the other in each, and appends those
//! children to the buffer of the next column for which both following columns still have a free row. When the next
//! buffer is full, it is drained before the pass continues, so memory stays small. The last two columns need no
//! buffers: with two free rows left, the solutions are read directly from the masks. States that are in the lanes of a
//! vector stay there between passes, so lanes are idle only at the end of a job.
//!
//! Work: one step of one lane per placed queen.  Memory: 20 bytes per state, [`CAPACITY`] states per column.
//! Buffers of 512 states took a fifth more time, buffers of 4096 the same time.

use super::super::bits::bits;
use super::expand::{LeftState, Start, State, Step};
use crate::{CheckError, Control, Error};
use std::cmp::Ordering;

/// The number of waiting states at which a buffer counts as full.
pub(super) const CAPACITY: usize = 2048;

/// The most states that are in the lanes of vectors at a time.
pub(super) const AT_WORK: usize = 64;

/// Room for the states, for those that one round of all lanes adds, and for vector stores that write beyond the last state.
pub(super) const ROOM: usize = CAPACITY + 2 * AT_WORK;

/// The words of a state: free, up, down; in the left half also far up and far down.
pub(super) const LEFT_WORDS: usize = 5;

/// Index of a word.
pub(super) const FREE: usize = 0;
pub(super) const UP: usize = 1;
pub(super) const DOWN: usize = 2;
pub(super) const FAR_UP: usize = 3;
pub(super) const FAR_DOWN: usize = 4;

/// One word of many states, aligned for the widest vector.
#[repr(align(64))]
pub(super) struct Words(pub(super) [u32; ROOM]);

/// The states that wait for a column.
pub(super) struct Level {
    /// The words of the states, one array per word.
    pub(super) words: [Box<Words>; LEFT_WORDS],
    /// The words of the states that are in lanes, followed by the rows that are left to try in each.
    pub(super) at_work: [[u32; AT_WORK]; LEFT_WORDS + 1],
    /// The waiting states are those from `start` to `end`.
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Level {
    pub(super) fn new() -> Self {
        let words = std::array::from_fn(|_| Box::new(Words([0; ROOM])));
        Self { words, at_work: [[0; AT_WORK]; LEFT_WORDS + 1], start: 0, end: 0 }
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + LEFT_WORDS * size_of::<Words>()
    }

    /// Whether the states of another round of all lanes might not fit.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.end >= CAPACITY
    }

    pub(super) fn push(&mut self, state: LeftState) {
        let State { free, up, down } = state.near;
        let values = [free, up, down, state.far_up, state.far_down];
        self.words.iter_mut().zip(values).for_each(|(word, value)| word.0[self.end] = value);
        self.end += 1;
    }

    fn clear(&mut self) {
        (self.start, self.end) = (0, 0);
        self.at_work[LEFT_WORDS] = [0; AT_WORK];
    }
}

/// The half whose columns a pass fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The left half.
    Left,
    /// The last column of the left half: the next one is the first of the right half.
    LastLeft,
    /// The right half.
    Right,
}

/// What all states of a column share: its step and those of the two columns that are filled next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    pub(super) here: Step,
    pub(super) next: Step,
    pub(super) after: Step,
    /// Whether to continue until no state is left, with idle lanes if necessary.
    pub(super) flush: bool,
}

/// The counts of the last three columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) solutions: u64,
    pub(super) placements: u64,
}

/// Receives numbers of solutions as they are found.
pub(super) type Add<'a> = dyn FnMut(u64) -> Result<(), Error> + 'a;

/// The inner loops, compiled once for each instruction set. All implementations count the same.
pub(super) trait Kernel: Send {
    /// Places queens in a column until too few states are waiting or `next` is full; returns the number of placed queens.
    fn pass(&self, side: Side, here: &mut Level, next: &mut Level, pass: &Pass) -> u64;

    /// Places the last three queens of all states.
    fn finish(&self, here: &mut Level, last: &[Step; 3], flush: bool) -> Counts;
}

/// The buffers of all columns, and the loops that drain them.
pub(super) struct Drain {
    kernel: Box<dyn Kernel>,
    levels: Vec<Level>,
}

impl Drain {
    pub(super) fn new(kernel: impl Kernel + 'static) -> Self {
        Self { kernel: Box::new(kernel), levels: Vec::new() }
    }

    /// The bytes of the buffers.
    pub(super) fn memory(&self) -> usize {
        self.levels.iter().map(Level::memory).sum()
    }

    /// Counts the solutions that contain the queens of `start`; returns the number of placed queens.
    pub(super) fn run(
        &mut self,
        start: &Start,
        job: u64,
        control: &dyn Control,
        add: &mut Add<'_>,
    ) -> Result<u64, Error> {
        let Start { route, filled, state } = start;
        let (left, right) = (route.left.len(), route.right.len());
        if *filled == left || right < 3 {
            let Counts { solutions, placements } = recurse(start);
            add(solutions)?;
            return Ok(placements);
        }
        let steps: Vec<Step> = route.left.iter().chain(&route.right).copied().collect();
        let buffered = left + right - 2;
        self.levels.resize_with(self.levels.len().max(buffered), Level::new);
        self.levels.iter_mut().for_each(Level::clear);
        self.levels[*filled].push(*state);
        let (drain, steps, placements) = (self, &steps, 0);
        let mut search = Search { drain, steps, left, placements, job, control, add };
        for level in *filled..buffered {
            search.drain(level, true)?;
        }
        Ok(search.placements)
    }
}

/// The search of one job.
struct Search<'a, 'w> {
    drain: &'a mut Drain,
    steps: &'a [Step],
    left: usize,
    placements: u64,
    job: u64,
    control: &'a dyn Control,
    add: &'a mut Add<'w>,
}

impl Search<'_, '_> {
    fn add(&mut self, found: Counts) -> Result<(), Error> {
        let placements = self.placements.checked_add(found.placements);
        self.placements = placements.ok_or(Error::Check(CheckError::Overflow { job: self.job }))?;
        if found.solutions > 0 { (self.add)(found.solutions) } else { Ok(()) }
    }

    fn drain(&mut self, level: usize, flush: bool) -> Result<(), Error> {
        let Drain { kernel, levels } = &mut *self.drain;
        let steps = &self.steps[level..];
        if let &[first, second, third] = steps {
            let counts = kernel.finish(&mut levels[level], &[first, second, third], flush);
            return self.add(counts);
        }
        let side = match (level + 1).cmp(&self.left) {
            Ordering::Less => Side::Left,
            Ordering::Equal => Side::LastLeft,
            Ordering::Greater => Side::Right,
        };
        let pass = Pass { here: steps[0], next: steps[1], after: steps[2], flush };
        loop {
            let [here, next, ..] = &mut self.drain.levels[level..] else { unreachable!() };
            let placements = self.drain.kernel.pass(side, here, next, &pass);
            let full = next.is_full();
            self.add(Counts { solutions: 0, placements })?;
            if !full {
                return Ok(());
            }
            if self.control.stopped() {
                return Err(Error::Stopped);
            }
            self.drain(level + 1, false)?;
        }
    }
}

/// A recursive search, for routes too short for buffers.
pub(super) fn recurse(start: &Start) -> Counts {
    let Start { route, filled, state } = start;
    let mut counts = Counts::default();
    fill_left(&route.left[*filled..], &route.right, *state, &mut counts);
    counts
}

fn fill_left(left: &[Step], right: &[Step], state: LeftState, counts: &mut Counts) {
    let Some((step, rest)) = left.split_first() else {
        return fill_right(right, state.right(), counts);
    };
    for queen in bits(step.places(state.near)) {
        counts.placements += 1;
        fill_left(rest, right, step.set_left(state, queen), counts);
    }
}

fn fill_right(steps: &[Step], state: State, counts: &mut Counts) {
    let Some((step, rest)) = steps.split_first() else {
        counts.solutions += 1;
        return;
    };
    for queen in bits(step.places(state)) {
        counts.placements += 1;
        fill_right(rest, step.set(state, queen), counts);
    }
}
