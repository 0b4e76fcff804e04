//! The placements of plain backtracking, counted for each column.
//!
//! The search is that of `bitmask`: in each column the free rows follow from three masks. The number of queens that it places in a
//! column is the number of ways to place queens in the columns up to this one, so the order of the rows does not matter. The
//! placements in the last column are the solutions. A mirror image has the same placements, so the first queen stays in the lower
//! half of the board, and if it is in the middle row, the second one does; everything counts twice. The rows of the first two
//! queens are a job. The placements in the first column, one per row, belong to job 0.
//!
//! Work: one step per placed queen of half the board, about 6 ns.  Memory: O(N^2), the list of jobs.  Range: N <= 32.
//! Checked against an observer of `bitmask`, against A319284 for N <= 12 and, as a sum, against `bitmask`
//! for N <= 13 (15 in the long tests).
//! Reference: docs/results.md#placements-by-level

use super::bits::bits;
use super::{Counts, Engine, EngineInfo, EngineWorker, Statistic};
use crate::job::{Details, JobResult, Subproblem, Weight};
use crate::{Board, CheckError, Control, Count, Error, MAX_SIZE, Simd, Square, Statistics};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "levels",
    title: "Placements by level",
    idea: "plain backtracking of half the board, placements counted by column",
    counts: Counts::ByLevel,
    max_n: MAX_SIZE,
    statistics: &[Statistic::PLACEMENTS],
    by_level: true,
    build: |problem| Arc::new(Levels::new(problem.board.size())),
    ..EngineInfo::NEW
};

/// The control is polled while more than this many columns are empty.
const POLLED_ABOVE: usize = 10;

/// The engine for placements by level: numbered jobs, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Levels {
    size: usize,
    /// The rows of the first two queens.
    starts: Vec<[u32; 2]>,
}

impl Levels {
    /// Each queen and each solution stands for its mirror image, too.
    pub(crate) const WEIGHT: u64 = 2;

    /// The rows of the first two queens of a job. A board without room for two queens has a job without rows.
    pub(crate) fn start(&self, job: u64) -> Option<[u32; 2]> {
        self.starts.get(job as usize).copied()
    }

    /// The placements in the first column that belong to a job.
    pub(crate) fn first_placements(&self, job: u64) -> u64 {
        if job == 0 { self.size as u64 } else { 0 }
    }

    fn new(size: usize) -> Self {
        assert!(size <= MAX_SIZE, "N = {size} is too large");
        let rows = size as u32;
        let seconds = |first: u32| {
            let middle = 2 * first + 1 == rows;
            (0..if middle { first } else { rows }).filter(move |row| row.abs_diff(first) > 1)
        };
        let pairs = |first: u32| seconds(first).map(move |second| [first, second]);
        Self { size, starts: (0..rows.div_ceil(2)).flat_map(pairs).collect() }
    }
}

impl Engine for Levels {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.starts.len().max(1) as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let board = Board::new(self.size)?;
        let Some([first, second]) = self.start(job) else {
            return Ok(vec![Subproblem { board, weight: Weight::Each(1) }]);
        };
        let queens = [Square::new(0, first), Square::new(1, second)];
        Ok(Subproblem::with_queens(&board, &queens, Weight::Each(Self::WEIGHT)))
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(self)
    }
}

impl EngineWorker for &Levels {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        let mut by_level = vec![0; self.size];
        if let Some([first, second]) = self.start(job) {
            let mut search = Search::new(self.size, control);
            let queens = Queens::default().with(1 << first).with(1 << second);
            search.placed[1] = 1;
            search.fill(2, search.free(&queens), queens)?;
            for (sum, placed) in by_level.iter_mut().zip(search.placed) {
                *sum = placed * Levels::WEIGHT;
            }
        }
        if let Some(first) = by_level.first_mut() {
            *first = self.first_placements(job);
        }
        // The empty board of size 0 has one solution without placements.
        let solutions = by_level.last().map_or(1, |&solutions| solutions);
        let mut count = Count::default();
        count.add(solutions, 1).ok_or(Error::Check(CheckError::Overflow { job }))?;
        let placements = by_level.iter().sum();
        let statistics = Some(Statistics { placements, ..Statistics::default() });
        Ok(JobResult { statistics, by_level: Some(by_level), ..JobResult::new(count) })
    }
}

/// The rows that the queens attack in the next column.
#[derive(Clone, Copy, Default)]
struct Queens {
    taken: u64,
    up: u64,
    down: u64,
}

impl Queens {
    #[inline]
    fn with(self, queen: u64) -> Self {
        let Self { taken, up, down } = self;
        Self { taken: taken | queen, up: (up | queen) << 1, down: (down | queen) >> 1 }
    }
}

struct Search<'a> {
    size: usize,
    all: u64,
    /// The number of queens placed in each column.
    placed: [u64; MAX_SIZE],
    control: &'a dyn Control,
}

impl<'a> Search<'a> {
    fn new(size: usize, control: &'a dyn Control) -> Self {
        Self { size, all: (1 << size) - 1, placed: [0; MAX_SIZE], control }
    }

    #[inline]
    fn free(&self, queens: &Queens) -> u64 {
        self.all & !(queens.taken | queens.up | queens.down)
    }

    /// Fills the columns from `col` on, whose free rows are given.
    fn fill(&mut self, col: usize, free: u64, queens: Queens) -> Result<(), Error> {
        if self.size - col <= POLLED_ABOVE {
            if free != 0 {
                self.count(col, free, queens);
            }
            return Ok(());
        }
        if self.control.stopped() {
            return Err(Error::Stopped);
        }
        for queen in bits(free) {
            let queens = queens.with(queen);
            self.placed[col] += 1;
            self.fill(col + 1, self.free(&queens), queens)?;
        }
        Ok(())
    }

    /// As `fill`, without polling. Most of the time is spent here. The free rows are at least one, in the last column exactly one.
    fn count(&mut self, col: usize, free: u64, queens: Queens) {
        if col + 1 == self.size {
            self.placed[col] += 1;
            return;
        }
        let mut placed = 0;
        for queen in bits(free) {
            let queens = queens.with(queen);
            placed += 1;
            let next = self.free(&queens);
            if next != 0 {
                self.count(col + 1, next, queens);
            }
        }
        self.placed[col] += placed;
    }
}
