//! Three sets of rows on an explicit stack: the search that can pause after each solution.
//!
//! Each filled column keeps the rows still to try and the three sets. The search is a value that runs to the next solution and
//! pauses there, as a lazy iterator needs.
//!
//! Work: one step per placed queen.  Memory: four words per column.  Range: N <= 32, also with given queens and closed
//! squares.
//! Checked against `bitmask`: the same steps in the same order.
//! Reference: docs/methods.md#bit-masks

use super::search::{SearchMethod, info};
use super::{EngineInfo, Method};
use crate::observe::{Flow, Record};
use crate::{Board, MAX_SIZE, Observer, Rows, Stopped};

/// The method `bitmask-iterative`.
pub(crate) struct BitmaskIterative;

impl Method {
    /// Three sets of rows on an explicit stack: the search that can pause after each solution.
    pub const BITMASK_ITERATIVE: Self = Self::new(&BitmaskIterative::INFO);
}

impl SearchMethod for BitmaskIterative {
    const INFO: EngineInfo = EngineInfo {
        name: "bitmask-iterative",
        title: "Bit masks that can pause",
        idea: "masks on an explicit stack, pausing at each solution",
        takes_given_queens: true,
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let mut record = Record::new(board.size(), observer);
        let mut stack = Stack::new(board);
        let flow = loop {
            match stack.next_solution(&mut record) {
                Flow::Continue(true) => {
                    let flow = record.solution();
                    if flow.is_break() {
                        break flow;
                    }
                }
                Flow::Continue(false) => break Flow::Continue(()),
                Flow::Break(()) => break Flow::Break(()),
            }
        };
        record.end(flow)
    }
}

/// The sets of a column. `free` are the rows still to try.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    free: Rows,
    taken: Rows,
    up: Rows,
    down: Rows,
}

/// A search that pauses after each solution.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    size: usize,
    open: [Rows; MAX_SIZE],
    columns: [Column; MAX_SIZE],
    /// The row of the queen in each filled column.
    rows: [u8; MAX_SIZE],
    /// The number of filled columns.
    filled: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    /// In the middle of the search: stopped, or on its way to the next solution.
    Searching,
    /// The queens on the board are a solution.
    AtSolution,
    Done,
}

impl Stack {
    /// The search before its first step.
    pub(crate) fn new(board: &Board) -> Self {
        let open = *board.open_array();
        let columns = [Column::default(); MAX_SIZE];
        Self {
            size: board.size(),
            open,
            columns,
            rows: [0; MAX_SIZE],
            filled: 0,
            state: State::Fresh,
        }
    }

    /// The row of the queen in each filled column.
    pub(crate) fn rows(&self) -> &[u8] {
        &self.rows[..self.filled]
    }

    /// Runs to the next solution, whose queens are then on the board. Returns `false` if there are no more. If the observer
    /// stopped the search, it resumes with the queen whose placement was refused.
    pub(crate) fn next_solution<O: Observer>(&mut self, record: &mut Record<'_, O>) -> Flow<bool> {
        match self.state {
            State::Done => return Flow::Continue(false),
            State::Fresh if self.size == 0 => {
                self.state = State::Done;
                return Flow::Continue(true);
            }
            State::Fresh => {
                self.columns[0].free = self.open[0];
                self.state = State::Searching;
            }
            State::Searching => {}
            State::AtSolution => {
                self.take_back(record);
                self.state = State::Searching;
            }
        }
        loop {
            let col = self.filled;
            let column = &mut self.columns[col];
            if column.free.is_empty() {
                if col == 0 {
                    self.state = State::Done;
                    return Flow::Continue(false);
                }
                self.take_back(record);
                continue;
            }
            let queen = column.free.take_lowest();
            let (taken, up, down) =
                (column.taken | queen, (column.up | queen).up(), (column.down | queen).down());
            self.rows[col] = queen.smallest() as u8;
            if record.place(col, queen.smallest()).is_break() {
                self.columns[col].free |= queen;
                return Flow::Break(());
            }
            self.filled = col + 1;
            if self.filled == self.size {
                self.state = State::AtSolution;
                return Flow::Continue(true);
            }
            let free = self.open[self.filled] - (taken | up | down);
            self.columns[self.filled] = Column { free, taken, up, down };
        }
    }

    fn take_back<O: Observer>(&mut self, record: &mut Record<'_, O>) {
        self.filled -= 1;
        record.remove(self.filled, usize::from(self.rows[self.filled]));
    }
}
