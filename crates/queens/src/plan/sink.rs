//! Sinks, which receive the results of jobs.

use super::Plan;
use crate::job::JobResult;
use crate::{CheckError, Error, Statistics, Tally};

/// Receives the results of jobs as they finish.
///
/// [`Total`] adds results up, [`JobByJob`] also keeps the count of each job. Implement it to store or send results:
///
/// ```
/// use queens::{Error, Inline, JobResult, Never, Processor, Request, Sink};
///
/// /// Prints each result.
/// struct Printed;
///
/// impl Sink for Printed {
///     fn finished(&mut self, job: u64, result: JobResult, by: Processor) -> Result<(), Error> {
///         println!("job {job}: {} solutions, counted by {by:?}", result.count.solutions);
///         Ok(())
///     }
/// }
///
/// Request::count(8)?.plan()?.run_into(&Inline, &mut Printed, &Never)?;
/// # Ok::<(), queens::Error>(())
/// ```
pub trait Sink: Send {
    /// Called when a job is finished. An error ends the run.
    fn finished(&mut self, job: u64, result: JobResult, by: Processor) -> Result<(), Error>;
}

/// What counted a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    /// The CPU.
    Cpu,
    /// A GPU, or another accelerator in addition to the CPU.
    Accelerator,
}

/// The sink that adds up all results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// The number of solutions of the finished jobs.
    pub solutions: u128,
    /// The steps of the search, if the plan counts them.
    pub statistics: Option<Statistics>,
    /// The solutions by symmetry and first queen, if the plan sorts them.
    pub tally: Option<Tally>,
    /// The placements in each column, if the plan counts them.
    pub by_level: Option<Vec<u64>>,
    /// The number of finished jobs.
    pub jobs: u64,
    /// The largest number of placements of a job, if the plan counts steps.
    pub largest_job: u64,
}

impl Total {
    /// An empty total for the results of a plan.
    pub fn new(plan: &Plan) -> Self {
        Self {
            solutions: 0,
            statistics: plan.statistics().then(Statistics::default),
            tally: plan.tally().then(|| Tally::new(plan.size())),
            by_level: plan.details().by_level.then(|| vec![0; plan.size()]),
            jobs: 0,
            largest_job: 0,
        }
    }

    /// Adds the result of a job.
    pub fn add(&mut self, job: u64, result: &JobResult) -> Result<(), Error> {
        if !result.count.is_consistent() {
            return Err(Error::Check(CheckError::Inconsistent { job }));
        }
        if !result.levels_add_up() {
            return Err(Error::Check(CheckError::WrongLevels { job }));
        }
        let overflow = || Error::Check(CheckError::Overflow { job });
        let sum = self.solutions.checked_add(result.count.solutions.into());
        self.solutions = sum.ok_or_else(overflow)?;
        self.jobs += 1;
        if let (Some(sum), Some(more)) = (&mut self.statistics, &result.statistics) {
            *sum = sum.checked_add(more).ok_or_else(overflow)?;
            self.largest_job = self.largest_job.max(more.placements);
        }
        if let (Some(sum), Some(more)) = (&mut self.tally, &result.tally) {
            sum.add(more);
        }
        for (sum, more) in self.by_level.iter_mut().flatten().zip(result.by_level.iter().flatten())
        {
            *sum = sum.checked_add(*more).ok_or_else(overflow)?;
        }
        Ok(())
    }

    /// The largest possible speedup by threads if each job runs on one thread: the number of all placements divided by that of
    /// the largest job.
    pub fn max_speedup(&self) -> Option<f64> {
        let placements = self.statistics?.placements;
        (self.jobs > 1).then(|| placements as f64 / self.largest_job as f64)
    }
}

impl Sink for Total {
    fn finished(&mut self, job: u64, result: JobResult, _: Processor) -> Result<(), Error> {
        self.add(job, &result)
    }
}

/// The sink that adds up all results and also keeps the count of every job, if it is needed.
#[derive(Clone, Debug)]
pub struct JobByJob {
    /// The sum.
    pub total: Total,
    /// The count of each job, once it is finished; empty if counts are not kept.
    pub counts: Vec<Option<u64>>,
}

impl JobByJob {
    /// An empty sink for the results of a plan.
    pub fn new(plan: &Plan) -> Self {
        Self { total: Total::new(plan), counts: vec![None; plan.jobs() as usize] }
    }

    /// An empty sink that does not keep the count of each job: the largest plans have fifty million jobs.
    pub fn without_counts(plan: &Plan) -> Self {
        Self { total: Total::new(plan), counts: Vec::new() }
    }

    /// Adds the result of a job.
    pub fn add(&mut self, job: u64, result: &JobResult) -> Result<(), Error> {
        if let Some(count) = self.counts.get_mut(job as usize) {
            *count = Some(result.count.solutions);
        }
        self.total.add(job, result)
    }
}

impl Sink for JobByJob {
    fn finished(&mut self, job: u64, result: JobResult, _: Processor) -> Result<(), Error> {
        self.add(job, &result)
    }
}
