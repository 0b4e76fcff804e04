//! The implementation of `Engine` for the cross.

use super::{Cross, Job, Worker};
use crate::engines::{Costs, Engine, EngineInfo, EngineWorker, Method, Statistic, WorkerCosts};
use crate::job::{Control, Count, Details, JobResult, Subproblem, Weight};
use crate::{CheckError, Error, MAX_SIZE, Simd, Statistics};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "cross",
    title: "Central cross",
    idea: "the middle lines first, up to symmetry, then vectors of masks",
    max_n: MAX_SIZE,
    takes_given_queens: true,
    statistics: &[Statistic::PLACEMENTS],
    build: |problem| Arc::new(Cross::new(&problem.board)),
    ..EngineInfo::NEW
};

impl Method {
    /// The method of the module [`cross`](super).
    pub const CROSS: Self = Self::new(&INFO);
}

impl Engine for Cross {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.jobs()
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let Job { given, weight } = self.job(job);
        Ok(Subproblem::with_queens(&self.board, &given, Weight::Each(weight)))
    }

    fn worker(&self, details: Details, simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(Worker { statistics: details.statistics, ..self.worker(simd) })
    }

    fn costs(&self) -> Option<&dyn Costs> {
        Some(self)
    }
}

impl EngineWorker for Worker<'_> {
    fn run(&mut self, job: u64, control: &dyn Control) -> Result<JobResult, Error> {
        let mut count = Count::default();
        let add = |found, weight| {
            count.add(found, weight).ok_or(Error::Check(CheckError::Overflow { job }))
        };
        let placements = self.run(job, control, add)?;
        let statistics = Statistics { placements, ..Statistics::default() };
        let statistics = self.statistics.then_some(statistics);
        Ok(JobResult { statistics, ..JobResult::new(count) })
    }

    fn costs(&mut self) -> Option<&mut dyn WorkerCosts> {
        Some(self)
    }
}
