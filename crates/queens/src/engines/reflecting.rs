//! Reflecting queens, whose diagonals are reflected at a line next to the first column, counted with one symmetry.
//!
//! The columns are numbered from 1, and a mirror stands in column 0. A diagonal that reaches the mirror comes back in the same
//! direction of rows. So the queens of two columns `i` and `j` with rows `p` and `q` also attack each other if `q = p + i + j` or
//! `p = q + i + j`. A solution is a permutation for which all numbers `p + i` and `p - i` are different (Klarner 1967). Each queen
//! takes two of these numbers, and one set of taken numbers is enough for both kinds of diagonals and for reflections.
//!
//! Reflecting the rows maps solutions to solutions, and no other symmetry of the board does. So the first queen stays in the lower
//! half, and if it is in the middle row, the second one does; every solution counts twice. The rows of the first two queens are
//! a job. The columns next to the mirror, where reflections attack most, are filled first.
//!
//! Work: one step per placed queen.  Memory: O(N^2), the list of jobs.  Range: N <= 32.
//! Checked against a test of each pair of queens for N <= 11 and against A007631 up to N = 14 (17 in the long tests).
//! Reference: docs/engines.md#reflecting-queens

use super::bits::bits;
use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Subproblem, Weight};
use crate::{Board, Control, Error, MAX_SIZE, Rules, Simd, Square};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "reflecting",
    title: "Reflecting queens",
    idea: "half of the first column, one set of numbers for diagonals and reflections",
    counts: Counts::Rules(Rules::Reflecting),
    max_n: MAX_SIZE,
    build: |problem| Arc::new(Reflecting::new(problem.board.size())),
    ..EngineInfo::NEW
};

/// The control is polled while more than this many columns are empty.
const POLLED_ABOVE: usize = 10;

/// The engine for reflecting queens: numbered jobs, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reflecting {
    size: usize,
    /// The rows of the first two queens.
    starts: Vec<[usize; 2]>,
}

impl Reflecting {
    pub(crate) fn new(size: usize) -> Self {
        assert!(size <= MAX_SIZE, "N = {size} is too large");
        let seconds = |first: usize| {
            let middle = 2 * first + 1 == size;
            (0..if middle { first } else { size }).filter(move |&row| row != first)
        };
        let pairs = |first: usize| seconds(first).map(move |second| [first, second]);
        let starts =
            if size < 2 { Vec::new() } else { (0..size.div_ceil(2)).flat_map(pairs).collect() };
        Self { size, starts }
    }
}

impl Engine for Reflecting {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.starts.len().max(1) as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let board = Board::new(self.size)?;
        let Some(rows) = self.starts.get(job as usize) else {
            return Ok(vec![Subproblem { board, weight: Weight::Each(1) }]);
        };
        let queens = [0, 1].map(|col| Square::new(col, rows[col as usize] as u32));
        Ok(Subproblem::with_queens(&board, &queens, Weight::Each(2)))
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for Reflecting {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        let Some(&[first, second]) = self.starts.get(job as usize) else {
            return Ok((u64::from(self.size <= 1), 1));
        };
        let search = Search { size: self.size, all: (1 << self.size) - 1, control };
        let none = Taken::default();
        let one = search.placed(1, 1 << first, none);
        if search.free(2, one) >> second & 1 == 0 {
            return Ok((0, 2));
        }
        Ok((search.fill(3, search.placed(2, 1 << second, one))?, 2))
    }
}

/// The rows with a queen, and the taken numbers `row + col` and `row - col`, increased by the size. The columns count from 1.
#[derive(Clone, Copy, Default)]
struct Taken {
    rows: u128,
    numbers: u128,
}

struct Search<'a> {
    size: usize,
    all: u128,
    control: &'a dyn Control,
}

impl Search<'_> {
    /// Fills the columns from `col` on.
    fn fill(&self, col: usize, taken: Taken) -> Result<u64, Error> {
        if self.size.saturating_sub(col) < POLLED_ABOVE {
            return Ok(self.count(col, taken));
        }
        if self.control.stopped() {
            return Err(Error::Stopped);
        }
        bits(self.free(col, taken))
            .map(|queen| self.fill(col + 1, self.placed(col, queen, taken)))
            .sum()
    }

    /// As `fill`, without polling. Most of the time is spent here.
    fn count(&self, col: usize, taken: Taken) -> u64 {
        if col > self.size {
            return 1;
        }
        bits(self.free(col, taken))
            .map(|queen| self.count(col + 1, self.placed(col, queen, taken)))
            .sum()
    }

    fn free(&self, col: usize, taken: Taken) -> u128 {
        let attacked = taken.numbers >> (self.size + col) | taken.numbers >> (self.size - col);
        self.all & !(taken.rows | attacked)
    }

    fn placed(&self, col: usize, queen: u128, taken: Taken) -> Taken {
        let numbers = taken.numbers | queen << (self.size + col) | queen << (self.size - col);
        Taken { rows: taken.rows | queen, numbers }
    }
}
