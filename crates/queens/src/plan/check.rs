//! Checks of a finished run: by another idea, and job by job by the plain search.

use super::{Backend, Control, JobResult, Plan, Sink, Total};
use crate::{Error, Method, Request, Rules};

/// The sink that keeps the count of every job beside the sum.
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

/// The sink that compares each count with that of another run.
struct Comparing<'a> {
    plan: &'a Plan,
    found: &'a JobByJob,
    by: &'static str,
}

impl Sink for Comparing<'_> {
    fn finished(&mut self, job: u64, result: JobResult) -> Result<(), Error> {
        self.plan.compare_count(self.found, job, result.count.solutions, self.by)
    }
}

/// What a double check did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubleCheck {
    /// The method of the other count, if one takes the board.
    pub other: Option<Method>,
    /// The jobs that the plain search recounted.
    pub recounted: Vec<u64>,
}

impl Plan {
    /// A plan for the same board by the other idea: the join for the cross, the cross for everything else.
    pub fn by_other_idea(&self) -> Option<Self> {
        let other = if self.method() == Method::Cross { Method::Join } else { Method::Cross };
        let request = Request::on(self.board().clone()).method(other);
        request.plan().ok().filter(|_| self.only().is_none() && self.rules() == Rules::Queens)
    }

    /// Jobs spread evenly over the plan, at most so many.
    pub fn sample(&self, most: u64) -> Vec<u64> {
        let count = most.min(self.jobs());
        // From the middle of each part: the first and last jobs of a plan tend to be small.
        (0..count).map(|i| ((2 * i + 1) * self.jobs()) / (2 * count)).collect()
    }

    /// Counts again what a run found: all of it by the other idea, and a sample of jobs by the plain search. An error names the
    /// job whose count is wrong.
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
        let other = self.by_other_idea();
        if let Some(plan) = &other {
            let mut total = Total::new(plan);
            backend.run(plan, &plan.all_jobs(), &mut total, control)?;
            if total.solutions != found.total.solutions {
                let first = (self.method(), found.total.solutions);
                let second = (plan.method(), total.solutions);
                let disagree = Error::Disagree { size: self.size(), first, second };
                return Err(self.wrong_job(found, control).unwrap_or(disagree));
            }
        }
        Ok(DoubleCheck { other: other.map(|plan| plan.method()), recounted })
    }

    /// The job that is wrong, if the plain search can find it before it is stopped.
    fn wrong_job(&self, found: &JobByJob, control: &dyn Control) -> Option<Error> {
        let compared = (0..self.jobs()).map(|job| self.compare_job(found, job, control));
        let first = compared.filter_map(Result::err).next();
        first.filter(|error| *error != Error::Stopped)
    }

    /// Runs some jobs again on another backend, which the error names so, and compares each with what a run found.
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
        self.compare_count(found, job, again, "the plain search")
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
            counted => Err(Error::WrongJob {
                size: self.size(),
                job,
                name: self.name(),
                counted: counted.unwrap_or_default(),
                by,
                again,
            }),
        }
    }
}
