//! Semi-queens, which attack along rows, columns and rising diagonals, counted with two symmetries.
//!
//! A solution is a permutation with different numbers `row - col`. The rotation by 180 degrees and the reflections at both main
//! diagonals map solutions to solutions. The rotation exchanges the two middle columns: rows `a` and `b` become `last - b` and
//! `last - a`. Of two such arrangements one is searched and counts twice. An odd board has one middle column, whose queen stays in
//! the lower half or in the middle row. The other columns are filled from the left. In the last column the one free row is not
//! attacked, or the branch has no solution.
//!
//! Work: one step per placed queen.  Memory: O(N^2), the list of jobs.  Range: N <= 32.
//! Checked against a test of each pair of queens for N <= 8 and against A099152 up to N = 11 (13 in the long tests).
//! Reference: docs/engines.md#semi-queens

use super::bits::bits;
use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Subproblem, Weight};
use crate::{Control, Error, MAX_SIZE, Rules, Simd, Square};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "semiqueens",
    title: "Semi-queens",
    idea: "middle columns up to rotation, then the others on two masks",
    counts: Counts::Rules(Rules::Semiqueens),
    max_n: MAX_SIZE,
    build: |problem| Arc::new(Semiqueens::new(problem.board.size())),
    ..EngineInfo::NEW
};

/// The control is polled while more than this many columns are empty.
const POLLED_ABOVE: usize = 8;

/// The engine for semi-queens: numbered jobs, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Semiqueens {
    size: usize,
    starts: Vec<Start>,
}

/// The rows of the queens in the middle columns, and the number of times that their solutions count.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Start {
    rows: Vec<usize>,
    weight: u64,
}

impl Semiqueens {
    pub(crate) fn new(size: usize) -> Self {
        assert!(size <= MAX_SIZE, "N = {size} is too large");
        let last = size.wrapping_sub(1);
        let weight = |own: bool| if own { 1 } else { 2 };
        let starts = if size == 0 {
            vec![Start { rows: Vec::new(), weight: 1 }]
        } else if size % 2 == 1 {
            let start = |row| Start { rows: vec![row], weight: weight(2 * row == last) };
            (0..=size / 2).map(start).collect()
        } else {
            let pairs = (0..size).flat_map(|a| (0..size).map(move |b| [a, b]));
            // One column to the right, the same row and the one above are attacked.
            let fits =
                |&[a, b]: &[usize; 2]| b != a && b != a + 1 && [a, b] <= [last - b, last - a];
            let start = |[a, b]: [usize; 2]| Start {
                rows: vec![a, b],
                weight: weight([a, b] == [last - b, last - a]),
            };
            pairs.filter(fits).map(start).collect()
        };
        Self { size, starts }
    }

    /// The first column that a job fills: the middle column, or the left one of two.
    fn middle(&self) -> usize {
        self.size.div_ceil(2).saturating_sub(1)
    }
}

impl Engine for Semiqueens {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.starts.len() as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let Start { rows, weight } = &self.starts[job as usize];
        let queens = (self.middle()..).zip(rows);
        let queens: Vec<Square> =
            queens.map(|(col, &row)| Square::new(col as u32, row as u32)).collect();
        Ok(vec![Subproblem::with_columns(self.size, &queens, Weight::Each(*weight))?])
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for Semiqueens {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        let Start { rows, weight } = &self.starts[job as usize];
        let middle = self.middle();
        let start = (middle..).zip(rows).fold(Taken::default(), |taken, (col, &row)| Taken {
            rows: taken.rows | 1 << row,
            rising: taken.rising | 1 << (row + self.size - col),
        });
        let filled = middle..middle + rows.len();
        let columns: Vec<usize> = (0..self.size).filter(|col| !filled.contains(col)).collect();
        let search = Search { size: self.size, all: (1 << self.size) - 1, control };
        Ok((search.fill(&columns, start)?, *weight))
    }
}

/// The rows and the rising diagonals with a queen. Diagonals are numbered `row - col + size`.
#[derive(Clone, Copy, Default)]
struct Taken {
    rows: u64,
    rising: u64,
}

struct Search<'a> {
    size: usize,
    all: u64,
    control: &'a dyn Control,
}

impl Search<'_> {
    fn fill(&self, columns: &[usize], taken: Taken) -> Result<u64, Error> {
        let [col, rest @ ..] = columns else { return Ok(1) };
        if columns.len() <= POLLED_ABOVE {
            return Ok(self.count(columns, taken));
        }
        if self.control.stopped() {
            return Err(Error::Stopped);
        }
        bits(self.free(*col, taken))
            .map(|queen| self.fill(rest, self.placed(*col, queen, taken)))
            .sum()
    }

    /// As `fill`, without polling. Most of the time is spent here.
    fn count(&self, columns: &[usize], taken: Taken) -> u64 {
        let [col, rest @ ..] = columns else { return 1 };
        let mut free = self.free(*col, taken);
        if rest.is_empty() {
            // Only one row is left.
            return u64::from(free != 0);
        }
        // With `bits` this loop takes 5% more instructions.
        let mut found = 0;
        while free != 0 {
            let taken = self.placed(*col, free & free.wrapping_neg(), taken);
            free &= free - 1;
            found += self.count(rest, taken);
        }
        found
    }

    fn free(&self, col: usize, taken: Taken) -> u64 {
        self.all & !(taken.rows | taken.rising >> (self.size - col))
    }

    fn placed(&self, col: usize, queen: u64, taken: Taken) -> Taken {
        let rising = taken.rising | queen << (self.size - col);
        Taken { rows: taken.rows | queen, rising }
    }
}
