//! Double checks: a second count by another engine, and a recount of a sample of jobs.

use super::{Backend, JobByJob, Plan, Processor, Request, Sink};
use crate::job::{Control, JobResult};
use crate::{CheckError, Error, Method};

/// The sink that compares each count with that of a previous run.
struct Comparing<'a> {
    plan: &'a Plan,
    found: &'a JobByJob,
    by: &'static str,
}

impl Sink for Comparing<'_> {
    fn finished(&mut self, job: u64, result: JobResult, _: Processor) -> Result<(), Error> {
        self.plan.compare_count(self.found, job, result.count.solutions, self.by)
    }
}

/// The report of a double check that found no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubleCheck {
    /// The method of the second count, or `None` if no other method supports the board.
    pub other: Option<Method>,
    /// The ids of the jobs that plain backtracking recounted.
    pub recounted: Vec<u64>,
}

impl Plan {
    /// A plan for the same board by another engine: `join` instead of `cross`, `cross` instead of any other. The result is
    /// `None` if the other engine does not support the board.
    pub fn by_other_engine(&self) -> Option<Self> {
        let is_cross = self.method()? == Method::CROSS;
        let other = if is_cross { Method::JOIN } else { Method::CROSS };
        Request::of(self.problem().clone()).method(other).plan().ok()
    }

    /// The ids of at most this many jobs, spread evenly over the plan.
    pub fn sample(&self, most: u64) -> Vec<u64> {
        let count = most.min(self.jobs());
        // The middle of each part, because the first and last jobs of a plan tend to be small.
        (0..count).map(|i| ((2 * i + 1) * self.jobs()) / (2 * count)).collect()
    }

    /// Checks the counts of a run: counts everything with another engine, and recounts a sample of jobs by plain
    /// backtracking. An error names the job whose count is wrong.
    ///
    /// ```
    /// use queens::{Inline, JobByJob, Method, Never, Request};
    /// let plan = Request::count(11)?.method(Method::CROSS).plan()?;
    /// let mut found = JobByJob::new(&plan);
    /// plan.run_into(&Inline, &mut found, &Never)?;
    /// let check = plan.double_check(&found, 3, &Inline, &Never)?;
    /// assert_eq!((check.other, check.recounted.len()), (Some(Method::JOIN), 3));
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn double_check(
        &self,
        found: &JobByJob,
        sample: u64,
        backend: &dyn Backend,
        control: &dyn Control,
    ) -> Result<DoubleCheck, Error> {
        let recounted = self.sample(sample);
        for &job in &recounted {
            self.compare_job(found, job, control)?;
        }
        let other = self.by_other_engine();
        if let Some(plan) = &other {
            let total = plan.run(backend, control)?;
            if total.solutions != found.total.solutions {
                let first = (self.name(), found.total.solutions);
                let second = (plan.name(), total.solutions);
                let disagree =
                    Error::Check(CheckError::Disagree { size: self.size(), first, second });
                return Err(self.wrong_job(found, control).unwrap_or(disagree));
            }
        }
        Ok(DoubleCheck { other: other.and_then(|plan| plan.method()), recounted })
    }

    /// The error of the job that is wrong, if plain backtracking finds it before it is stopped.
    fn wrong_job(&self, found: &JobByJob, control: &dyn Control) -> Option<Error> {
        let compared = (0..self.jobs()).map(|job| self.compare_job(found, job, control));
        let first = compared.filter_map(Result::err).next();
        first.filter(|error| *error != Error::Stopped)
    }

    /// Runs some jobs again on another backend and compares their counts with those of a run. An error names the backend by
    /// the text `by`.
    pub fn compare(
        &self,
        found: &JobByJob,
        jobs: &[u64],
        backend: &dyn Backend,
        by: &'static str,
        control: &dyn Control,
    ) -> Result<(), Error> {
        backend.run(self, jobs, &mut Comparing { plan: self, found, by }, control)
    }

    fn compare_job(&self, found: &JobByJob, job: u64, control: &dyn Control) -> Result<(), Error> {
        let again = self.recount(job, control)?;
        self.compare_count(found, job, again, self.recounted_by())
    }

    fn compare_count(
        &self,
        found: &JobByJob,
        job: u64,
        again: u64,
        by: &'static str,
    ) -> Result<(), Error> {
        match found.counts[job as usize] {
            Some(counted) if counted == again => Ok(()),
            counted => Err(Error::Check(CheckError::WrongJob {
                size: self.size(),
                job,
                name: self.name(),
                counted: counted.unwrap_or_default(),
                by,
                again,
            })),
        }
    }
}
