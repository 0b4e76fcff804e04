//! Queens that also move as knights, counted with the eight symmetries of the board.
//!
//! The queens on the four edges distinguish most solutions from their images. Let `l` and `r` be the rows of the queens in the
//! first and last column, `b` and `t` the columns of the queens in the first and last row. Each of the eight images of a
//! solution has such a quadruple. Only solutions whose quadruple is the least of the eight are counted. Each counts for all its
//! images: 8, divided by the number of equal quadruples. In such a solution `l` is the least distance of a queen on an edge from
//! a corner. So the squares of the other edges that are nearer to a corner are closed before the columns are filled in order.
//!
//! Work: 0.6 s for N = 17 on one core.  Memory: O(N^2), the list of jobs.  Range: N <= 32.
//! Checked against `domains` (another search, without symmetry), job by job against plain backtracking for N <= 10, and
//! against A051223 up to N = 13 (17 in the long tests).
//! Reference: docs/engines.md#superqueens

use super::bits::bits;
use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Subproblem, Weight};
use crate::{Board, Control, Error, MAX_SIZE, Rules, Simd, Square};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "superqueens",
    title: "Superqueens",
    idea: "one solution per symmetry class by its edge queens, columns in order",
    counts: Counts::Rules(Rules::Superqueens),
    max_n: MAX_SIZE,
    build: |problem| Arc::new(Superqueens::new(problem.board.size())),
    ..EngineInfo::NEW
};

/// The control is polled while more than this many columns are empty.
const POLLED_ABOVE: usize = 10;

/// The engine for superqueens: numbered jobs, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Superqueens {
    size: usize,
    /// The rows of the first two queens.
    starts: Vec<[usize; 2]>,
}

impl Superqueens {
    fn new(size: usize) -> Self {
        assert!(size <= MAX_SIZE, "N = {size} is too large");
        let seconds = |first: usize| (0..size).filter(move |&row| row.abs_diff(first) > 2);
        let pairs = |first: usize| seconds(first).map(move |second| [first, second]);
        let starts =
            if size < 2 { Vec::new() } else { (0..size.div_ceil(2)).flat_map(pairs).collect() };
        Self { size, starts }
    }
}

impl Engine for Superqueens {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.starts.len().max(1) as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let mut board = Board::new(self.size)?;
        let Some(&[first, second]) = self.starts.get(job as usize) else {
            return Ok(vec![Subproblem { board, weight: Weight::Each(1) }]);
        };
        let open = edges_closed(self.size, first);
        let is_open = |col: usize, row: usize| open[col] >> row & 1 == 1;
        if !is_open(1, second) {
            return Ok(Vec::new());
        }
        for square in Square::all(self.size) {
            if !is_open(square.col as usize, square.row as usize) {
                board = board.with_closed(square)?;
            }
        }
        let queens = [Square::new(0, first as u32), Square::new(1, second as u32)];
        Ok(Subproblem::with_queens(&board, &queens, Weight::LeastEdges))
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for Superqueens {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        let Some(&[first, second]) = self.starts.get(job as usize) else {
            return Ok((u64::from(self.size <= 1), 1));
        };
        let open = edges_closed(self.size, first);
        if open[1] >> second & 1 == 0 {
            return Ok((0, 1));
        }
        let mut search = Search { size: self.size, open, queens: [0; MAX_SIZE], control };
        let state = State { free: (1 << self.size) - 1, ..State::default() };
        let state = search.place(0, 1 << first, state);
        let state = search.place(1, 1 << second, state);
        Ok((search.fill(2, state)?, 1))
    }
}

/// The open rows of each column: squares of the other edges that are nearer to a corner than the first queen are closed.
pub(crate) fn edges_closed(size: usize, first: usize) -> [u64; MAX_SIZE] {
    let all: u64 = (1 << size) - 1;
    let inner = |line: usize| line >= first && size - 1 - line >= first;
    let ends = 1 | 1 << (size - 1);
    let mut open = [all; MAX_SIZE];
    for (col, open) in open[..size].iter_mut().enumerate() {
        if !inner(col) {
            *open &= !ends;
        }
    }
    let last: u64 = (0..size).filter(|&row| inner(row)).map(|row| 1 << row).sum();
    open[size - 1] &= last;
    open
}

/// The free rows, and the attacked rows: along diagonals in this column, by knight's moves in this column and in the next.
#[derive(Clone, Copy, Default)]
struct State {
    free: u64,
    rising: u64,
    falling: u64,
    knights: u64,
    knights_after: u64,
}

struct Search<'a> {
    size: usize,
    open: [u64; MAX_SIZE],
    queens: [u64; MAX_SIZE],
    control: &'a dyn Control,
}

impl Search<'_> {
    fn place(&mut self, col: usize, queen: u64, state: State) -> State {
        self.queens[col] = queen;
        State {
            free: state.free ^ queen,
            rising: (state.rising | queen) << 1,
            falling: (state.falling | queen) >> 1,
            knights: state.knights_after | queen << 2 | queen >> 2,
            knights_after: queen << 1 | queen >> 1,
        }
    }

    fn fill(&mut self, col: usize, state: State) -> Result<u64, Error> {
        if self.size - col <= POLLED_ABOVE {
            return Ok(self.count(col, state));
        }
        if self.control.stopped() {
            return Err(Error::Stopped);
        }
        bits(self.open_rows(col, &state))
            .map(|queen| {
                let state = self.place(col, queen, state);
                self.fill(col + 1, state)
            })
            .sum()
    }

    /// As `fill`, without polling. Most of the time is spent here.
    fn count(&mut self, col: usize, state: State) -> u64 {
        if col == self.size {
            return self.weight();
        }
        bits(self.open_rows(col, &state))
            .map(|queen| {
                let state = self.place(col, queen, state);
                self.count(col + 1, state)
            })
            .sum()
    }

    fn open_rows(&self, col: usize, state: &State) -> u64 {
        let attacked = state.rising | state.falling | state.knights;
        state.free & self.open[col] & !attacked
    }

    /// The weight of the solution: the number of its images, or 0 if one of them has a smaller quadruple.
    fn weight(&self) -> u64 {
        let last = self.size - 1;
        let queens = &self.queens[..self.size];
        let at = |col: usize| queens[col].trailing_zeros() as usize;
        let column = |row: usize| queens.iter().position(|&queen| queen == 1 << row).unwrap_or(0);
        let ours = [at(0), column(0), at(last), column(last)];
        let transposed = |[l, b, r, t]: [usize; 4]| [b, l, t, r];
        let mirrored = |[l, b, r, t]: [usize; 4]| [last - l, t, last - r, b];
        let mut images = [ours; 8];
        for step in 1..8 {
            let image = images[step - 1];
            images[step] = if step % 2 == 1 { transposed(image) } else { mirrored(image) };
        }
        let equal = images.iter().filter(|&&image| image == ours).count() as u64;
        if images.iter().all(|&image| ours <= image) { 8 / equal } else { 0 }
    }
}
