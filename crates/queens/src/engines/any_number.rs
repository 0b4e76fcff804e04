//! Arrangements of any number of queens, no two attacking each other: the independent sets of the graph of queen's moves.
//!
//! Columns are filled in order; each has one queen or none. The queens of the last two columns are not placed: with sets A and B
//! of free rows there are 1 + a + b + a b arrangements, less the pairs that attack each other.
//!
//! Work: one step per arrangement in the first N - 2 columns, half of them by mirror images.  Memory: O(N^4), the list of
//! jobs.  Range: N <= 32.
//! Checked against all sets of squares for N <= 5, job by job against plain backtracking, against the sum of the counts of
//! `exactly` over all K, and against A287227.
//! Reference: docs/engines.md#other-numbers-of-queens

use super::bits::bits;
use super::first_two::{Attacked, Jobs};
use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Subproblem};
use crate::{CheckError, Control, Error, MAX_SIZE, Simd};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "any-number",
    title: "Any number of queens",
    idea: "columns in order, some of them empty; the last two columns counted at once",
    counts: Counts::Any,
    max_n: MAX_SIZE,
    build: |problem| Arc::new(AnyNumber(Jobs::new(problem.board.size()))),
    ..EngineInfo::NEW
};

/// The control is polled while more than this many columns are left.
const POLLED_ABOVE: usize = 6;

/// The engine for any number of queens: numbered jobs, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AnyNumber(Jobs);

impl Engine for AnyNumber {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.0.count()
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        self.0.subproblems(job)
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for AnyNumber {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        let size = self.0.size;
        let Some(start) = self.0.start(job) else {
            return Ok((1 + (size * size) as u64, 1));
        };
        let (col, attacked) = start.state();
        let search = Search { all: (1 << size) - 1, job, control };
        Ok((search.fill(size - col, attacked)?, start.weight))
    }
}

struct Search<'a> {
    all: u64,
    job: u64,
    control: &'a dyn Control,
}

impl Search<'_> {
    /// The number of arrangements in the last columns.
    fn fill(&self, columns: usize, attacked: Attacked) -> Result<u64, Error> {
        if columns <= POLLED_ABOVE {
            return Ok(self.count(columns, attacked));
        }
        if self.control.stopped() {
            return Err(Error::Stopped);
        }
        let overflow = || Error::Check(CheckError::Overflow { job: self.job });
        let mut found = self.fill(columns - 1, attacked.without())?;
        for queen in bits(self.all & !attacked.all()) {
            let more = self.fill(columns - 1, attacked.with(queen))?;
            found = found.checked_add(more).ok_or_else(overflow)?;
        }
        Ok(found)
    }

    /// As `fill`, without polling. Most of the time is spent here. In six columns there are at most 33^6 arrangements, so
    /// that nothing overflows.
    fn count(&self, columns: usize, attacked: Attacked) -> u64 {
        let free = self.all & !attacked.all();
        match columns {
            0 => return 1,
            1 => return 1 + u64::from(free.count_ones()),
            2 => return last_two(free, self.all & !attacked.without().all()),
            _ => {}
        }
        let mut found = self.count(columns - 1, attacked.without());
        for queen in bits(free) {
            found += self.count(columns - 1, attacked.with(queen));
        }
        found
    }
}

/// The number of arrangements in two columns with these free rows.
#[inline]
fn last_two(first: u64, second: u64) -> u64 {
    let [a, b] = [first, second].map(|rows| u64::from(rows.count_ones()));
    let attacks =
        [first, first << 1, first >> 1].map(|rows| u64::from((rows & second).count_ones()));
    (1 + a) * (1 + b) - attacks.iter().sum::<u64>()
}
