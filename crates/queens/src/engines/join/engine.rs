//! The implementation of `Engine` for the join.

use super::jobs::fixed_rows;
use super::{ColumnSet, Join, JoinJob, MAX_SIZE, Worker};
use crate::engines::{Costs, Engine, EngineInfo, EngineWorker, Method, WorkerCosts};
use crate::job::{Control, Count, Details, JobResult, Subproblem, Weight};
use crate::{Board, CheckError, Error, Simd, Square};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "join",
    title: "Half-board join",
    idea: "counts pairs of lower and upper half-boards without a common diagonal",
    max_n: MAX_SIZE,
    build: |problem| Arc::new(Join::new(problem.board.size())),
    ..EngineInfo::NEW
};

/// How much less time a set of columns takes if the queens of its lower half are not equally in the west and in the east:
/// fitted to measured times for N = 20 and 22. It affects only how precise estimates are.
const IMBALANCE: f64 = 0.085;
/// The least expected work of a set: rare jobs that take longer than expected would dominate the error.
const MIN_WORK: f64 = 0.1;

impl Method {
    /// The method of the module [`join`](super).
    pub const JOIN: Self = Self::new(&INFO);
}

impl Engine for Join {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.jobs()
    }

    /// A board for every set of columns that the lower half uses.
    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        if self.is_plain() {
            let board = Board::new(self.size())?;
            return Ok(vec![Subproblem { board, weight: Weight::Each(1) }]);
        }
        let job = self.job(job);
        self.sets(job).into_iter().map(|set| of_columns(self.size(), job, set)).collect()
    }

    fn worker(&self, _details: Details, simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(self.worker(simd))
    }

    fn costs(&self) -> Option<&dyn Costs> {
        Some(self)
    }
}

impl Costs for Join {
    /// Measured on 16 threads: parts take 0 to 5% longer at N = 21 and 22. At N = 24 they gave 201 core hours, and two samples of
    /// whole jobs gave 159.
    fn part_bias(&self) -> f64 {
        if self.size() >= 24 { 0.07 } else { 0.0 }
    }

    /// The number of sets of columns, times a measure of how long each takes. They take longest if the lower half has as many
    /// queens in the west as in the east.
    fn relative_work(&self, job: u64) -> f64 {
        if self.is_plain() {
            return 1.0;
        }
        let job = self.job(job);
        let half = (self.size() / 2) as f64;
        let west = f64::from(job.west.count_ones()) + if job.middle > Some(0) { 0.5 } else { 0.0 };
        let each = (-IMBALANCE * (2.0 * west - half).powi(2)).exp();
        let sets = match self.size() {
            // Enumerating the sets of millions of jobs would take minutes.
            25.. => self.most_sets(job),
            _ => self.sets(job).len() as f64,
        };
        sets * each.max(MIN_WORK)
    }

    fn forget(&self) {
        self.forget();
    }
}

impl EngineWorker for Worker<'_> {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        let mut count = Count::default();
        let add = |found, weight| {
            count.add(found, weight).ok_or(Error::Check(CheckError::Overflow { job }))
        };
        self.run(job, control, add)?;
        Ok(JobResult::new(count))
    }

    fn costs(&mut self) -> Option<&mut dyn WorkerCosts> {
        Some(self)
    }
}

/// The boards whose lower half uses a set of columns.
fn of_columns(size: usize, job: JoinJob, set: ColumnSet) -> Result<Subproblem, Error> {
    let half = size / 2;
    let lower_columns = set.west | set.east.reverse_bits() >> (32 - size);
    let is_open = |col: usize, row: usize| {
        let is_lower = row < half;
        match job.middle {
            Some(middle @ 1..) if col == half => row < half - middle,
            None if !is_lower && (col == row || col + row == size - 1) => false,
            _ => (lower_columns >> col & 1 == 1) == is_lower,
        }
    };
    // In these rows of the lower half, the queen is in the west or in the east; the middle column belongs to the west.
    let [fixed, used] = fixed_rows(half, job);
    let is_on_side = |col: usize, row: usize| {
        row >= half || fixed >> row & 1 == 0 || (col < size - half) == (used >> row & 1 == 1)
    };
    let mut board = Board::new(size)?;
    if let Some(middle) = job.middle {
        board = board.with_queen(Square::new((half - middle) as u32, half as u32))?;
    }
    for row in (0..half).chain(size - half..size) {
        for col in (0..size).filter(|&col| !(is_open(col, row) && is_on_side(col, row))) {
            board = board.with_closed(Square::new(col as u32, row as u32))?;
        }
    }
    let weight = match job.middle {
        None => Weight::MainDiagonals(set.weights),
        Some(_) => Weight::Each(set.weights[0]),
    };
    Ok(Subproblem { board, weight })
}
