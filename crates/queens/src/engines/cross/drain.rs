//! The level-batched search: states wait in buffers, one for each column, and are taken up many at a time.
//!
//! A pass takes states from the buffer of a column, sets one queen after the other in each, and appends the children that leave a
//! place in both columns after it to the buffer of the next. When that is full it is drained before the pass goes on, so memory stays
//! small; the last two columns need no buffers, because what two free rows allow is read off the masks. States at work
//! in the lanes of a vector stay there between passes, so that lanes idle at the end of a job only.
//!
//! Work: one lane-step a queen set.  Memory: 20 bytes a state, [`CAPACITY`] states a column.
//! Buffers of 512 states cost a fifth more time, of 4096 the same.

use super::expand::{LeftState, Start, State, States, Step, Visitor, bits};
use crate::{Control, Error};
use std::cmp::Ordering;

/// How many states wait for a column before they are taken up.
pub(super) const CAPACITY: usize = 2048;

/// How many states are at work at once, at most.
pub(super) const AT_WORK: usize = 64;

/// Room for the states, for what one round of all lanes adds, and for stores that are wider than what they add.
pub(super) const ROOM: usize = CAPACITY + 2 * AT_WORK;

/// The words of a state: free, up, down; in the left half also far up and far down.
pub(super) const LEFT_WORDS: usize = 5;

/// Index of a word.
pub(super) const FREE: usize = 0;
pub(super) const UP: usize = 1;
pub(super) const DOWN: usize = 2;
pub(super) const FAR_UP: usize = 3;
pub(super) const FAR_DOWN: usize = 4;

/// One word of many states, aligned as the widest vector.
#[repr(align(64))]
pub(super) struct Words(pub(super) [u32; ROOM]);

/// The states that wait for a column.
pub(super) struct Level {
    /// The words of the states, each in an array of its own.
    pub(super) words: [Box<Words>; LEFT_WORDS],
    /// Those of the states at work, and behind them the rows still to try.
    pub(super) at_work: [[u32; AT_WORK]; LEFT_WORDS + 1],
    /// The states that wait are those from `start` to `end`.
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

    /// Whether a round of all lanes might not fit.
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

    fn states(&self) -> States<'_> {
        let word = |word: usize| &self.words[word].0[self.start..self.end];
        States { free: word(FREE), up: word(UP), down: word(DOWN) }
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
    Turn,
    /// The right half.
    Right,
}

/// What is the same for all states of a column: the step in it and in the two columns filled next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    pub(super) here: Step,
    pub(super) next: Step,
    pub(super) after: Step,
    /// Whether to go on until no state is left, with idle lanes if need be.
    pub(super) flush: bool,
}

/// What the last three columns gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) solutions: u64,
    pub(super) placements: u64,
}

/// Takes solutions as they are found.
pub(super) type Add<'a> = dyn FnMut(u64) -> Result<(), Error> + 'a;

/// The inner loops, once for each set of vector instructions. All count the same.
pub(super) trait Kernel {
    /// Sets queens in a column until too few states wait for it or `next` is full; gives the number of queens set.
    fn pass(&self, side: Side, here: &mut Level, next: &mut Level, pass: &Pass) -> u64;

    /// Sets the last three queens of all states.
    fn finish(&self, here: &mut Level, last: &[Step; 3], flush: bool) -> Counts;
}

/// The buffers of all columns, and the loops that drain them.
pub(super) struct Drain<K> {
    kernel: K,
    levels: Vec<Level>,
}

impl<K: Kernel> Drain<K> {
    pub(super) fn new(kernel: K) -> Self {
        Self { kernel, levels: Vec::new() }
    }

    /// The bytes of the buffers.
    pub(super) fn memory(&self) -> usize {
        self.levels.iter().map(Level::memory).sum()
    }

    /// Counts what the start allows. With a visitor, only until the right half begins: it gets the states there.
    pub(super) fn run(
        &mut self,
        start: &Start,
        job: u64,
        control: &dyn Control,
        visit: Option<&mut Visitor<'_>>,
        add: &mut Add<'_>,
    ) -> Result<u64, Error> {
        let Start { route, filled, state } = start;
        let (left, right) = (route.left.len(), route.right.len());
        if *filled == left || right < 3 {
            let Counts { solutions, placements } = recurse(start, visit);
            add(solutions)?;
            return Ok(placements);
        }
        let steps: Vec<Step> = route.left.iter().chain(&route.right).copied().collect();
        let buffered = left + right - 2;
        self.levels.resize_with(self.levels.len().max(buffered), Level::new);
        self.levels.iter_mut().for_each(Level::clear);
        self.levels[*filled].push(*state);
        let end = if visit.is_some() { left + 1 } else { buffered };
        let (drain, steps, placements) = (self, &steps, 0);
        let mut search = Search { drain, steps, left, placements, job, control, visit, add };
        for level in *filled..end {
            search.drain(level, true)?;
        }
        Ok(search.placements)
    }
}

struct Search<'a, 'v, 'w, K> {
    drain: &'a mut Drain<K>,
    steps: &'a [Step],
    left: usize,
    placements: u64,
    job: u64,
    control: &'a dyn Control,
    visit: Option<&'a mut Visitor<'v>>,
    add: &'a mut Add<'w>,
}

impl<K: Kernel> Search<'_, '_, '_, K> {
    fn add(&mut self, found: Counts) -> Result<(), Error> {
        let placements = self.placements.checked_add(found.placements);
        self.placements = placements.ok_or(Error::Overflow { job: self.job })?;
        if found.solutions > 0 { (self.add)(found.solutions) } else { Ok(()) }
    }

    fn drain(&mut self, level: usize, flush: bool) -> Result<(), Error> {
        let Drain { kernel, levels } = &mut *self.drain;
        if level == self.left
            && let Some(visit) = &mut self.visit
        {
            visit(levels[level].states());
            levels[level].clear();
            return Ok(());
        }
        let steps = &self.steps[level..];
        if let &[first, second, third] = steps {
            let counts = kernel.finish(&mut levels[level], &[first, second, third], flush);
            return self.add(counts);
        }
        let side = match (level + 1).cmp(&self.left) {
            Ordering::Less => Side::Left,
            Ordering::Equal => Side::Turn,
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

/// The plain recursion, for routes too short for buffers.
fn recurse(start: &Start, visit: Option<&mut Visitor<'_>>) -> Counts {
    let Start { route, filled, state } = start;
    let mut counts = Counts::default();
    let steps = &route.left[*filled..];
    match visit {
        Some(visit) => fill_left(steps, *state, &mut counts, &mut |_, State { free, up, down }| {
            visit(States { free: &[free], up: &[up], down: &[down] });
        }),
        None => fill_left(steps, *state, &mut counts, &mut |counts, state| {
            fill_right(&route.right, state, counts);
        }),
    }
    counts
}

fn fill_left(
    steps: &[Step],
    state: LeftState,
    counts: &mut Counts,
    turn: &mut dyn FnMut(&mut Counts, State),
) {
    let Some((step, rest)) = steps.split_first() else { return turn(counts, state.turn()) };
    for queen in bits(step.places(state.near)) {
        counts.placements += 1;
        fill_left(rest, step.set_left(state, queen), counts, turn);
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
