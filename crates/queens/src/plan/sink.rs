//! Sinks: where results go.

use super::Plan;
use crate::job::JobResult;
use crate::{CheckError, Error, Statistics, Tally};

/// Takes the results of jobs as they finish.
pub trait Sink: Send {
    /// A job is finished. An error ends the run.
    fn finished(&mut self, job: u64, result: JobResult) -> Result<(), Error>;
}

/// The sink in memory: the sum of all results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// Solutions of the jobs finished.
    pub solutions: u128,
    /// Steps, if the plan counts them.
    pub statistics: Option<Statistics>,
    /// Solutions sorted, if the plan sorts them.
    pub tally: Option<Tally>,
    /// Jobs finished.
    pub jobs: u64,
    /// The placements of the job with most of them, if the plan counts steps.
    pub largest_job: u64,
}

impl Total {
    /// Nothing yet, for the results of a plan.
    pub fn new(plan: &Plan) -> Self {
        Self {
            solutions: 0,
            statistics: plan.statistics().then(Statistics::default),
            tally: plan.tally().then(|| Tally::new(plan.size())),
            jobs: 0,
            largest_job: 0,
        }
    }

    /// The most that any number of threads can gain when each job runs on one of them: all placements by those of
    /// the largest job.
    pub fn split_cap(&self) -> Option<f64> {
        let placements = self.statistics?.placements;
        (self.jobs > 1).then(|| placements as f64 / self.largest_job as f64)
    }
}

impl Sink for Total {
    fn finished(&mut self, job: u64, result: JobResult) -> Result<(), Error> {
        if !result.count.is_consistent() {
            return Err(Error::Check(CheckError::Inconsistent { job }));
        }
        let sum = self.solutions.checked_add(result.count.solutions.into());
        self.solutions = sum.ok_or(Error::Check(CheckError::Overflow { job }))?;
        self.jobs += 1;
        if let (Some(sum), Some(more)) = (&mut self.statistics, &result.statistics) {
            sum.add(more);
            self.largest_job = self.largest_job.max(more.placements);
        }
        if let (Some(sum), Some(more)) = (&mut self.tally, &result.tally) {
            sum.add(more);
        }
        Ok(())
    }
}

/// The sink that keeps the count of every job in addition to the sum.
#[derive(Clone, Debug)]
pub struct JobByJob {
    /// The sum.
    pub total: Total,
    /// The count of each job, once it is finished.
    pub counts: Vec<Option<u64>>,
}

impl JobByJob {
    /// Nothing yet, for the results of a plan.
    pub fn new(plan: &Plan) -> Self {
        Self { total: Total::new(plan), counts: vec![None; plan.jobs() as usize] }
    }
}

impl Sink for JobByJob {
    fn finished(&mut self, job: u64, result: JobResult) -> Result<(), Error> {
        self.counts[job as usize] = Some(result.count.solutions);
        self.total.finished(job, result)
    }
}
