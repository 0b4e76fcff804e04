//! Traces: the steps of a search, from any step on.
//!
//! A trace is not stored. The search runs again, and its first steps are skipped. A [`Player`] keeps a window of steps and moves
//! forward and back in it.

use crate::engines::search;
use crate::job::Guard;
use crate::observe::{Flow, NO_QUEEN};
use crate::{Board, Control, Error, Method, Observer, Solution, Square};
use serde::{Deserialize, Serialize, de};

/// One step of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub enum Step {
    /// A queen is placed.
    Place {
        /// The square.
        square: Square,
    },
    /// A queen is taken back.
    Remove {
        /// The square.
        square: Square,
    },
    /// A tried square is attacked, or the state with this queen is dropped.
    Reject {
        /// The square.
        square: Square,
    },
    /// The current state is added to the queue.
    Enqueue {
        /// The number of states in the queue.
        queued: usize,
    },
    /// A state is taken from the queue.
    Dequeue {
        /// The queens of the state.
        queens: Vec<Square>,
        /// The number of states in the queue.
        queued: usize,
    },
    /// A solution is found.
    Solution {
        /// The row of the queen in each column, counted from 1.
        rows: Vec<u8>,
    },
    /// A solution is found that was found before.
    Duplicate {
        /// The row of the queen in each column, counted from 1.
        rows: Vec<u8>,
    },
}

/// The steps of the search of a method on the empty board.
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

    /// The trace of a method on a board that it supports.
    pub(super) fn on(method: Method, board: Board) -> Self {
        Self { method, board }
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

    /// Passes every step from `skip` on to `visit` with its number, until `visit` returns `Break` or the control stops the search.
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

    /// The number of steps, or `None` if there are more than `limit`. The search stops after `limit` steps.
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

    /// The state before step `skip`, and the number of all steps if the search ran to its end.
    fn run(&self, skip: u64, visit: impl FnMut(u64, Step) -> Flow) -> (State, Option<u64>) {
        let mut recorder = Recorder::new(self.size(), skip, visit);
        let ended = search(self.method, &self.board, &mut recorder).is_ok() && !recorder.done;
        (recorder.before, ended.then_some(recorder.seen))
    }
}

/// Some consecutive steps of a trace: the number of the first one, the state before it, and the length of the trace if known.
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
    /// The number of queens placed until now, including those taken back.
    pub placements: u64,
    /// The number of squares or states rejected until now.
    pub rejects: u64,
    /// The number of solutions found until now.
    pub solutions: u64,
    /// The number of states in the queue.
    pub queued: usize,
}

impl State {
    /// The empty board before the first step.
    pub fn new(size: usize) -> Self {
        Self { queens: vec![None; size], placements: 0, rejects: 0, solutions: 0, queued: 0 }
    }

    /// The number of queens on the board.
    pub fn depth(&self) -> usize {
        self.queens.iter().flatten().count()
    }

    /// Applies a step.
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

/// The observer that skips steps, of which it keeps only the state, and passes on the following ones.
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
    fn place(&mut self, col: usize, row: usize) -> Flow {
        let skipped = |state: &mut State| state.place(col, row as u8);
        self.record(skipped, || Step::Place { square: square(col, row) })
    }

    // The next three cannot stop the search. Once done, no more steps are passed on, and the next placement stops it.
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

/// The largest number of steps in a window.
const MAX_WINDOW: u64 = 1 << 18;

/// Moves through a trace forward and back.
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
    /// The current state, after `taken` steps.
    state: State,
    taken: u64,
    length: Option<u64>,
}

impl Player {
    /// A player at the start of the trace.
    pub fn new(trace: Trace) -> Self {
        let window = trace.window(0, window_size(0) as usize);
        let (state, length) = (window.before.clone(), window.length);
        Self { trace, window, state, taken: 0, length }
    }

    /// The trace.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The current state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The number of steps taken.
    pub fn position(&self) -> u64 {
        self.taken
    }

    /// The number of steps of the trace, once its end was reached.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// The step that led to the current state.
    pub fn last_step(&self) -> Option<&Step> {
        let last = self.taken.checked_sub(self.window.start + 1)?;
        self.window.steps.get(last as usize)
    }

    /// Takes the next step. Returns `false` at the end.
    pub fn forward(&mut self) -> bool {
        if self.length == Some(self.taken) {
            return false;
        }
        if self.taken == self.window_end() {
            // Start one step earlier, so that the last step stays in the window.
            self.load(self.taken.saturating_sub(1));
        }
        let Some(step) = self.window.steps.get((self.taken - self.window.start) as usize) else {
            return false;
        };
        self.state.apply(step);
        self.taken += 1;
        true
    }

    /// Takes the last step back. Returns `false` at the start.
    pub fn back(&mut self) -> bool {
        if self.taken == 0 {
            return false;
        }
        self.seek(self.taken - 1);
        true
    }

    /// Moves to the state after `position` steps, or to the end if there are fewer.
    pub fn seek(&mut self, position: u64) {
        // A window has the state before its first step, but not the step that led to it.
        let known = self.window.start..=self.window_end();
        if !known.contains(&position) || (position == self.window.start && position > 0) {
            self.load(position.saturating_sub(window_size(position) / 2));
        }
        let position = self.length.map_or(position, |length| position.min(length));
        if position > 0 && position <= self.window.start {
            // The trace ends before the window, and its length is known now.
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

/// The size of a window. It grows with the distance from the start, because each load runs the search again from there.
fn window_size(start: u64) -> u64 {
    (4096 + start / 4).min(MAX_WINDOW)
}

/// The solution that the queens of a state form, or `None` if they form none.
pub fn solution_of(state: &State) -> Option<Solution> {
    let rows: Option<Vec<u32>> = state.queens.iter().map(|queen| queen.map(u32::from)).collect();
    Solution::new(rows?).ok()
}

impl Serialize for Square {
    /// A square is written as its name.
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
