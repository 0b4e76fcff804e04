//! The search of the first lines: each state is counted once if equal states are frequent, and the last lines are looked up.

use super::super::bits::bits;
use super::RegionBoard;
use super::endings::{Endings, Found, StoppedWork};
use super::lines::Lines;
use super::state::{Partial, Rest};
use super::table::Table;
use crate::Control;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// States with fewer lines are counted again, which is faster than to look them up.
const MIN_KEPT_LINES: usize = 3;

/// The control is polled after this many states.
const STOP_CHECK_INTERVAL: u32 = 1 << 10;

/// Endings with one line more are made when the search has taken this many times the steps that they cost.
const STEPS_PER_COST: usize = 2;

/// This many states are looked up in the endings at once.
const PENDING: usize = 512;

/// States with at most this many lines before the endings are not checked for dead ends: the endings find them.
const CHEAP_LINES: usize = 2;

/// After this many states of a line, states are looked up only if one in [`RARE`] was found before.
const LOOKED_UP: u32 = 1 << 11;

/// After this many states of a line, they are checked for dead ends only if one in [`RARE`] was one.
const CHECKED: u32 = 1 << 8;

/// A test that succeeds less often than once in this many times is not worth its cost.
const RARE: u32 = 4;

/// The endings that all workers share.
#[derive(Debug)]
pub(super) struct Shared<const P: usize>(Mutex<Option<Arc<Endings<P>>>>);

impl<const P: usize> Shared<P> {
    pub(super) fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Drops the endings.
    pub(super) fn forget(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Endings<P>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The endings of the last few lines or, if they exist, of more lines.
    fn get(&self, reverse: &Lines) -> Arc<Endings<P>> {
        Arc::clone(self.lock().get_or_insert_with(|| Arc::new(Endings::new(reverse))))
    }

    /// Endings with more lines than these, made now if no other worker is making them.
    fn deeper(
        &self,
        than: &Endings<P>,
        reverse: &Lines,
        control: &dyn Control,
    ) -> Result<Deeper<P>, StoppedWork> {
        let Ok(mut shared) = self.0.try_lock() else { return Ok(Deeper::Later) };
        if let Some(other) = shared.as_ref().filter(|other| other.line < than.line) {
            return Ok(Deeper::Now(Arc::clone(other)));
        }
        let Some(deeper) = than.deeper(reverse, control)? else { return Ok(Deeper::Never) };
        Ok(Deeper::Now(Arc::clone(shared.insert(Arc::new(deeper)))))
    }
}

/// Endings with more lines.
enum Deeper<const P: usize> {
    Now(Arc<Endings<P>>),
    /// Another worker is making them.
    Later,
    /// There are too many.
    Never,
}

/// How often tests of the states of a line succeeded.
#[derive(Clone, Copy, Default)]
struct Tests {
    looked_up: u32,
    known: u32,
    checked: u32,
    hopeless: u32,
}

impl Tests {
    fn find_known_states(&self) -> bool {
        self.looked_up < LOOKED_UP || self.known >= self.looked_up / RARE
    }

    fn find_dead_ends(&self) -> bool {
        self.checked < CHECKED || self.hopeless >= self.checked / RARE
    }
}

/// Counts jobs, and keeps the counts of states for later jobs.
pub(super) struct RegionWorker<'a, const P: usize> {
    pub(super) engine: &'a RegionBoard,
    shared: &'a Shared<P>,
    pub(super) table: Table<P>,
    endings: Arc<Endings<P>>,
    /// States before the first line of the endings that were not looked up yet.
    pending: Vec<Rest<P>>,
    found: Vec<Found<P>>,
    tests: Vec<Tests>,
    until_poll: u32,
    /// The states since endings were made, and the number of states after which deeper ones are made.
    steps: usize,
    deeper_after: usize,
}

impl<'a, const P: usize> RegionWorker<'a, P> {
    pub(super) fn new(engine: &'a RegionBoard, shared: &'a Shared<P>) -> Self {
        let endings = shared.get(&engine.reverse);
        let mut worker = Self {
            engine,
            shared,
            table: Table::new(),
            endings: Arc::clone(&endings),
            pending: Vec::new(),
            found: Vec::new(),
            tests: vec![Tests::default(); engine.lines.size + 1],
            until_poll: STOP_CHECK_INTERVAL,
            steps: 0,
            deeper_after: 0,
        };
        worker.use_endings(endings);
        worker
    }

    fn use_endings(&mut self, endings: Arc<Endings<P>>) {
        let cost = endings.cost_of_deeper().unwrap_or(usize::MAX);
        self.deeper_after = cost.saturating_mul(STEPS_PER_COST);
        self.steps = 0;
        self.endings = endings;
    }

    /// The number of ways to complete the board after the first queens of a job, at most `u64::MAX`.
    pub(super) fn count(
        &mut self,
        start: &[u8],
        control: &dyn Control,
    ) -> Result<u64, StoppedWork> {
        let lines = &self.engine.lines;
        let place =
            |partial: Option<Partial<P>>, crossing: &u8| partial?.with_queen(1 << crossing, lines);
        // A job that was stopped leaves states behind.
        self.pending.clear();
        match start.iter().fold(Some(Partial::empty(lines)), place) {
            Some(partial) => self.complete(&partial, control),
            None => Ok(0),
        }
    }

    /// The memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.table.memory() + self.endings.memory()
    }

    /// The number of ways to complete a partial board, at most `u64::MAX`.
    fn complete(
        &mut self,
        partial: &Partial<P>,
        control: &dyn Control,
    ) -> Result<u64, StoppedWork> {
        if !partial.is_between_lines() {
            return self.branch(partial, control);
        }
        let lines = &self.engine.lines;
        self.steps += 1;
        if partial.line == self.endings.line {
            self.pending.push(partial.rest);
            return Ok(self.flush());
        }
        if partial.line + MIN_KEPT_LINES >= lines.size {
            return Ok(count(lines, partial));
        }
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.until_poll = STOP_CHECK_INTERVAL;
            self.poll(control)?;
        }
        let is_looked_up = self.tests[partial.line].find_known_states();
        if is_looked_up {
            let known = self.table.get(partial.line, &partial.rest);
            let tests = &mut self.tests[partial.line];
            tests.looked_up += 1;
            tests.known += u32::from(known.is_some());
            if let Some(found) = known {
                return Ok(found);
            }
        }
        let found = if self.is_hopeless(partial) {
            0
        } else if self.is_plain_below(partial.line) {
            let found = self.gather(partial, control)?;
            found.saturating_add(self.flush())
        } else {
            self.branch(partial, control)?
        };
        if is_looked_up {
            self.table.keep(partial.line, &partial.rest, found);
        }
        Ok(found)
    }

    /// Whether a state is a dead end, if that is worth a check.
    fn is_hopeless(&mut self, partial: &Partial<P>) -> bool {
        let tests = &mut self.tests[partial.line];
        if self.endings.begin_soon_after(partial.line, CHEAP_LINES) || !tests.find_dead_ends() {
            return false;
        }
        let is_hopeless = self.engine.lines.is_hopeless(partial.line, &partial.rest);
        tests.checked += 1;
        tests.hopeless += u32::from(is_hopeless);
        is_hopeless
    }

    /// The same for one more queen.
    fn branch(&mut self, partial: &Partial<P>, control: &dyn Control) -> Result<u64, StoppedWork> {
        let lines = &self.engine.lines;
        let mut found: u64 = 0;
        for bit in bits(partial.open(lines)) {
            if let Some(next) = partial.with_queen(bit, lines) {
                found = found.saturating_add(self.complete(&next, control)?);
            }
        }
        Ok(found)
    }

    /// Whether the endings begin within a few lines, and states up to there are not tested.
    fn is_plain_below(&self, line: usize) -> bool {
        self.endings.begin_soon_after(line, CHEAP_LINES + 1)
            && self.tests[line + 1..self.endings.line]
                .iter()
                .all(|tests| !tests.find_known_states())
    }

    /// Counts the ways to complete a partial board without testing states. Some states may remain pending.
    fn gather(&mut self, partial: &Partial<P>, control: &dyn Control) -> Result<u64, StoppedWork> {
        let lines = &self.engine.lines;
        let mut found: u64 = 0;
        self.steps += 1;
        for bit in bits(partial.open(lines)) {
            let Some(next) = partial.with_queen(bit, lines) else { continue };
            if next.line < self.endings.line {
                found = found.saturating_add(self.gather(&next, control)?);
            } else {
                self.pending.push(next.rest);
            }
        }
        self.until_poll -= 1;
        if self.until_poll == 0 {
            self.until_poll = STOP_CHECK_INTERVAL;
            // Other endings must not be used before this board is complete.
            if control.stopped() {
                return Err(StoppedWork);
            }
        }
        if self.pending.len() >= PENDING {
            found = found.saturating_add(self.flush());
        }
        Ok(found)
    }

    /// Counts the endings of the pending states.
    fn flush(&mut self) -> u64 {
        self.steps += self.pending.len();
        self.endings.count(&mut self.pending, &mut self.found)
    }

    /// Stops if the control says so, and looks up more lines from now on if that pays.
    fn poll(&mut self, control: &dyn Control) -> Result<(), StoppedWork> {
        if control.stopped() {
            return Err(StoppedWork);
        }
        if self.steps < self.deeper_after {
            return Ok(());
        }
        let endings = Arc::clone(&self.endings);
        match self.shared.deeper(&endings, &self.engine.reverse, control)? {
            Deeper::Now(deeper) => self.use_endings(deeper),
            Deeper::Later => self.steps = 0,
            Deeper::Never => self.deeper_after = usize::MAX,
        }
        Ok(())
    }
}

/// The number of ways to complete a partial board, without a table.
fn count<const P: usize>(lines: &Lines, partial: &Partial<P>) -> u64 {
    if partial.line == lines.size {
        return 1;
    }
    let mut found: u64 = 0;
    for bit in bits(partial.open(lines)) {
        if let Some(next) = partial.with_queen(bit, lines) {
            found = found.saturating_add(count(lines, &next));
        }
    }
    found
}
