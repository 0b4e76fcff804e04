//! Traces: a search written down step by step, readable from any step.
//!
//! A trace is not stored: the search is run again, its first steps are skipped and the next ones taken. A [`Player`] keeps a
//! window of steps and moves forward and back through it.

use crate::engines::search;
use crate::job::Guard;
use crate::observe::{Flow, NO_QUEEN};
use crate::{Board, Control, Error, Method, Observer, Solution, Square};
use serde::{Deserialize, Serialize, de};

/// One step of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Step {
    /// A queen is set.
    Place {
        /// Where.
        square: Square,
    },
    /// The queen is taken back.
    Remove {
        /// From where.
        square: Square,
    },
    /// A square was tried and is attacked; or the state with this queen was dropped.
    Reject {
        /// The square.
        square: Square,
    },
    /// The present state joins the queue.
    Enqueue {
        /// States in the queue.
        queued: usize,
    },
    /// The state at the head of the queue is taken up.
    Dequeue {
        /// Its queens.
        queens: Vec<Square>,
        /// States in the queue.
        queued: usize,
    },
    /// A solution is found.
    Solution {
        /// The row of the queen in each column, counted from 1.
        rows: Vec<u8>,
    },
    /// A solution is found again.
    Duplicate {
        /// The row of the queen in each column, counted from 1.
        rows: Vec<u8>,
    },
}

/// The search of a method on the empty board, to be read step by step.
///
/// ```
/// use queens::{Method, study::trace::{Step, Trace}};
/// let trace = Trace::new(Method::ARRAYS, 4)?;
/// let steps = trace.steps(0, 3);
/// assert_eq!(steps[0], Step::Place { square: "A1".parse()? });
/// assert_eq!(steps[1], Step::Reject { square: "B1".parse()? });
/// assert_eq!(trace.steps(2, 1)[0], steps[2]);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    method: Method,
    board: Board,
}

impl Trace {
    /// The trace of a method on the empty board of the given size.
    pub fn new(method: Method, size: usize) -> Result<Self, Error> {
        let board = Board::new(size)?;
        method.check_lists(&board)?;
        Ok(Self { method, board })
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.board.size()
    }

    /// Up to `take` steps from step `skip` on.
    pub fn steps(&self, skip: u64, take: usize) -> Vec<Step> {
        self.window(skip, take).steps
    }

    /// Hands every step from `skip` on to `visit` with its number, until it breaks off or the control stops the search.
    pub fn visit(
        &self,
        skip: u64,
        control: &dyn Control,
        visit: impl FnMut(u64, Step) -> Flow,
    ) -> Result<(), Error> {
        let recorder = Recorder::new(self.size(), skip, visit);
        let mut guard = Guard::without_progress(control, self.size(), recorder);
        match search(self.method, &self.board, &mut guard) {
            Err(Error::Stopped) if guard.inner.done => Ok(()),
            end => end.map(|_| ()),
        }
    }

    /// How many steps there are, if there are at most `limit`: no more than that are run.
    ///
    /// ```
    /// use queens::{Method, study::trace::Trace};
    /// let trace = Trace::new(Method::BITMASK, 4)?;
    /// assert_eq!(trace.length(34), Some(34));
    /// assert_eq!(trace.length(33), None);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn length(&self, limit: u64) -> Option<u64> {
        self.run(limit, |_, _| Flow::Break(())).1
    }

    /// The state before step `skip`, and up to `take` steps from there.
    fn window(&self, skip: u64, take: usize) -> Window {
        let mut steps = Vec::new();
        let (before, length) = self.run(skip, |_, step| {
            if steps.len() == take {
                return Flow::Break(());
            }
            steps.push(step);
            Flow::Continue(())
        });
        Window { start: skip, before, steps, length }
    }

    /// The state before step `skip`, and the number of all steps if the search came to its end.
    fn run(&self, skip: u64, visit: impl FnMut(u64, Step) -> Flow) -> (State, Option<u64>) {
        let mut recorder = Recorder::new(self.size(), skip, visit);
        let ended = search(self.method, &self.board, &mut recorder).is_ok() && !recorder.done;
        (recorder.before, ended.then_some(recorder.seen))
    }
}

/// Some steps of a trace: the number of the first, the state before it, and the length of the trace if its end was seen.
#[derive(Clone, Debug)]
struct Window {
    start: u64,
    before: State,
    steps: Vec<Step>,
    length: Option<u64>,
}

/// The board and the counters after some steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The row of each column's queen.
    pub queens: Vec<Option<u8>>,
    /// Queens set so far.
    pub placements: u64,
    /// Squares or states rejected so far.
    pub rejects: u64,
    /// Solutions found so far.
    pub solutions: u64,
    /// States waiting in the queue.
    pub queued: usize,
}

impl State {
    /// The empty board before the first step.
    pub fn new(size: usize) -> Self {
        Self { queens: vec![None; size], placements: 0, rejects: 0, solutions: 0, queued: 0 }
    }

    /// How many queens stand on the board.
    pub fn depth(&self) -> usize {
        self.queens.iter().flatten().count()
    }

    /// Takes one step.
    pub fn apply(&mut self, step: &Step) {
        match step {
            Step::Place { square } => self.place(square.col as usize, square.row as u8),
            Step::Remove { square } => self.queens[square.col as usize] = None,
            Step::Reject { .. } => self.rejects += 1,
            Step::Enqueue { queued } => self.queued = *queued,
            Step::Dequeue { queens, queued } => {
                self.queens.fill(None);
                for queen in queens {
                    self.queens[queen.col as usize] = Some(queen.row as u8);
                }
                self.queued = *queued;
            }
            Step::Solution { .. } => self.solutions += 1,
            Step::Duplicate { .. } => {}
        }
    }

    fn place(&mut self, col: usize, row: u8) {
        self.queens[col] = Some(row);
        self.placements += 1;
    }
}

/// The observer that skips steps, keeping only the state, and then hands them on.
struct Recorder<F> {
    skip: u64,
    seen: u64,
    before: State,
    visit: F,
    done: bool,
}

impl<F: FnMut(u64, Step) -> Flow> Recorder<F> {
    fn new(size: usize, skip: u64, visit: F) -> Self {
        Self { skip, seen: 0, before: State::new(size), visit, done: false }
    }

    fn record(&mut self, skipped: impl FnOnce(&mut State), step: impl FnOnce() -> Step) -> Flow {
        let number = self.seen;
        self.seen += 1;
        if number < self.skip {
            skipped(&mut self.before);
        } else if !self.done {
            self.done = (self.visit)(number, step()).is_break();
        }
        if self.done { Flow::Break(()) } else { Flow::Continue(()) }
    }
}

fn square(col: usize, row: usize) -> Square {
    Square::new(col as u32, row as u32)
}

fn from_one(rows: &[u8]) -> Vec<u8> {
    rows.iter().map(|row| row + 1).collect()
}

impl<F: FnMut(u64, Step) -> Flow> Observer for Recorder<F> {
    const SQUARES: bool = true;

    fn place(&mut self, col: usize, row: usize) -> Flow {
        let skipped = |state: &mut State| state.place(col, row as u8);
        self.record(skipped, || Step::Place { square: square(col, row) })
    }

    // These three cannot end the search; once done, nothing more is handed on, and the next queen ends it.
    fn remove(&mut self, col: usize, row: usize) {
        let skipped = |state: &mut State| state.queens[col] = None;
        let _ = self.record(skipped, || Step::Remove { square: square(col, row) });
    }

    fn reject(&mut self, col: usize, row: usize) {
        let skipped = |state: &mut State| state.rejects += 1;
        let _ = self.record(skipped, || Step::Reject { square: square(col, row) });
    }

    fn enqueue(&mut self, queued: usize) {
        let skipped = |state: &mut State| state.queued = queued;
        let _ = self.record(skipped, || Step::Enqueue { queued });
    }

    fn dequeue(&mut self, rows: &[u8], queued: usize) -> Flow {
        let row = |&row: &u8| (row != NO_QUEEN).then_some(row);
        let skipped = |state: &mut State| {
            state.queens = rows.iter().map(row).collect();
            state.queued = queued;
        };
        let queens = || {
            let queen =
                |(col, &row): (usize, &u8)| (row != NO_QUEEN).then(|| square(col, row.into()));
            rows.iter().enumerate().filter_map(queen).collect()
        };
        self.record(skipped, || Step::Dequeue { queens: queens(), queued })
    }

    fn solution(&mut self, rows: &[u8]) -> Flow {
        let skipped = |state: &mut State| state.solutions += 1;
        self.record(skipped, || Step::Solution { rows: from_one(rows) })
    }

    fn duplicate(&mut self, rows: &[u8]) {
        let _ = self.record(|_| (), || Step::Duplicate { rows: from_one(rows) });
    }
}

/// The most steps that a window holds.
const LARGEST_WINDOW: u64 = 1 << 18;

/// Plays a trace forward and back.
///
/// ```
/// use queens::{Method, study::trace::{Player, Trace}};
/// let mut player = Player::new(Trace::new(Method::BITMASK, 4)?);
/// assert!(player.forward() && player.forward());
/// assert_eq!(player.state().queens, [Some(0), Some(2), None, None]);
/// assert!(player.back());
/// assert_eq!(player.state().queens, [Some(0), None, None, None]);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    trace: Trace,
    window: Window,
    /// The state at hand, after `taken` steps in all.
    state: State,
    taken: u64,
    length: Option<u64>,
}

impl Player {
    /// The trace at its beginning.
    pub fn new(trace: Trace) -> Self {
        let window = trace.window(0, window_size(0) as usize);
        let (state, length) = (window.before.clone(), window.length);
        Self { trace, window, state, taken: 0, length }
    }

    /// The trace.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The state at hand.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How many steps were taken.
    pub fn position(&self) -> u64 {
        self.taken
    }

    /// How many steps there are, once the end was seen.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// The step that led to the state at hand.
    pub fn last_step(&self) -> Option<&Step> {
        let last = self.taken.checked_sub(self.window.start + 1)?;
        self.window.steps.get(last as usize)
    }

    /// Takes the next step; `false` at the end.
    pub fn forward(&mut self) -> bool {
        if self.length == Some(self.taken) {
            return false;
        }
        if self.taken == self.window_end() {
            // One step back, so that the last step taken stays in sight.
            self.load(self.taken.saturating_sub(1));
        }
        let Some(step) = self.window.steps.get((self.taken - self.window.start) as usize) else {
            return false;
        };
        self.state.apply(step);
        self.taken += 1;
        true
    }

    /// Takes the last step back; `false` at the beginning.
    pub fn back(&mut self) -> bool {
        if self.taken == 0 {
            return false;
        }
        self.seek(self.taken - 1);
        true
    }

    /// Goes to the state after `position` steps, or to the end if there are fewer.
    pub fn seek(&mut self, position: u64) {
        // Before its first step a window knows the state, but not the step that led to it.
        let known = self.window.start..=self.window_end();
        if !known.contains(&position) || (position == self.window.start && position > 0) {
            self.load(position.saturating_sub(window_size(position) / 2));
        }
        let position = self.length.map_or(position, |length| position.min(length));
        if position > 0 && position <= self.window.start {
            // The end came before the window: it is known now.
            return self.seek(position);
        }
        if !(self.window.start..=position).contains(&self.taken) {
            self.state = self.window.before.clone();
            self.taken = self.window.start;
        }
        while self.taken < position && self.forward() {}
    }

    fn window_end(&self) -> u64 {
        self.window.start + self.window.steps.len() as u64
    }

    /// Reads the window of steps from `start` on.
    fn load(&mut self, start: u64) {
        self.window = self.trace.window(start, window_size(start) as usize);
        self.length = self.length.or(self.window.length);
    }
}

/// Windows grow with the distance from the beginning, because each one runs the search again up to there.
fn window_size(start: u64) -> u64 {
    (4096 + start / 4).min(LARGEST_WINDOW)
}

/// The solution that the queens of a state form, if they form one.
pub fn solution_of(state: &State) -> Option<Solution> {
    let rows: Option<Vec<u32>> = state.queens.iter().map(|queen| queen.map(u32::from)).collect();
    Solution::new(rows?).ok()
}

impl Serialize for Square {
    /// A square is its name.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
