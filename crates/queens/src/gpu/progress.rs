//! What the host reads after a batch, and the results that follow from it.

use super::work::{PlanJob, Work};
use crate::{CheckError, Control, Count, Error, JobResult, Statistics};
use std::ops::Range;

/// Receives the result of a job of the plan.
pub type Finished<'a> = dyn FnMut(u64, JobResult) -> Result<(), Error> + 'a;

/// The state of the kernels at the end of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchEnd {
    /// The next unit that the first phase will start.
    pub next_unit: u64,
    /// The lowest job of a unit that is started and not finished.
    pub lowest_unfinished: Option<u32>,
    /// A job whose counter exceeded 64 bits.
    pub overflow: Option<u32>,
}

/// The counters of some jobs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Solutions found.
    pub found: Vec<u64>,
    /// Queens placed, if they are counted.
    pub queens: Option<Vec<u64>>,
}

/// The jobs of some work that are started and reported. The kernels start the jobs in order, so the counters of all jobs before the
/// lowest unfinished one are final.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    begun: usize,
    reported: usize,
}

impl Progress {
    /// Reports the jobs that a batch has started and completed; returns whether all jobs are complete. `read` reads the counters of
    /// a range of jobs.
    pub fn batch_ended(
        &mut self,
        work: &Work,
        end: BatchEnd,
        read: impl FnOnce(Range<usize>) -> Result<Counters, Error>,
        finished: &mut Finished<'_>,
        control: &dyn Control,
    ) -> Result<bool, Error> {
        let jobs = work.jobs.len();
        let units_per_job = u64::from(work.units_per_job());
        if let Some(job) = end.overflow {
            let job = work.plan_jobs[job as usize][0].id;
            return Err(Error::Check(CheckError::Overflow { job }));
        }
        let begun = (end.next_unit.div_ceil(units_per_job) as usize).min(jobs);
        for job in self.begun..begun {
            work.plan_jobs[job].iter().for_each(|plan_job| control.begun(plan_job.id));
        }
        self.begun = self.begun.max(begun);
        let mut complete = ((end.next_unit / units_per_job) as usize).min(jobs);
        if let Some(lowest) = end.lowest_unfinished {
            complete = complete.min(lowest as usize);
        }
        let range = self.reported..complete;
        if !range.is_empty() {
            let counters = read(range.clone())?;
            for (i, job) in range.enumerate() {
                let queens = counters.queens.as_ref().map(|queens| queens[i]);
                for plan_job in &work.plan_jobs[job] {
                    finished(plan_job.id, result(plan_job, counters.found[i], queens)?)?;
                }
            }
            self.reported = complete;
        }
        Ok(complete == jobs)
    }
}

/// The result of a job of the plan, from the counters of the kernels.
fn result(job: &PlanJob, found: u64, queens: Option<u64>) -> Result<JobResult, Error> {
    let overflow = Error::Check(CheckError::Overflow { job: job.id });
    let mut count = Count::default();
    count.add(found, job.weight).ok_or(overflow.clone())?;
    let statistics = match queens {
        Some(queens) => {
            let placements = queens.checked_add(job.placed).ok_or(overflow)?;
            Some(Statistics { placements, ..Statistics::default() })
        }
        None => None,
    };
    Ok(JobResult { statistics, ..JobResult::new(count) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::UnitSize;
    use crate::{Method, Never, Request};

    fn work() -> Work {
        let plan = Request::count(12).unwrap().method(Method::CROSS).plan().unwrap();
        Work::new(&plan, &[7, 8, 9, 10], UnitSize::Lane, "the test").unwrap()
    }

    /// The ids that are reported at the end of a batch, and whether all jobs are complete.
    fn ended(progress: &mut Progress, next_unit: u64, lowest: Option<u32>) -> (Vec<u64>, bool) {
        let mut ids = Vec::new();
        let end = BatchEnd { next_unit, lowest_unfinished: lowest, ..BatchEnd::default() };
        let read = |range: Range<usize>| {
            Ok(Counters { found: range.map(|job| job as u64).collect(), queens: None })
        };
        let finished = &mut |id: u64, result: JobResult| {
            assert_eq!(result.count.solutions % (id - 7).max(1), 0);
            ids.push(id);
            Ok(())
        };
        let complete = progress.batch_ended(&work(), end, read, finished, &Never).unwrap();
        (ids, complete)
    }

    #[test]
    fn jobs_before_the_lowest_unfinished_one_are_reported_once() {
        let mut progress = Progress::default();
        assert_eq!(ended(&mut progress, 0, None), (vec![], false));
        assert_eq!(ended(&mut progress, 31, Some(0)), (vec![], false));
        assert_eq!(ended(&mut progress, 33, Some(1)), (vec![7], false));
        assert_eq!(ended(&mut progress, 128, Some(2)), (vec![8], false));
        assert_eq!(ended(&mut progress, 128, Some(2)), (vec![], false));
        // The kernels count on beyond the last unit.
        assert_eq!(ended(&mut progress, 500, None), (vec![9, 10], true));
    }

    #[test]
    fn an_overflow_names_the_job_of_the_plan() {
        let end = BatchEnd { overflow: Some(2), ..BatchEnd::default() };
        let read = |_| Ok(Counters::default());
        let error = Progress::default().batch_ended(&work(), end, read, &mut |_, _| Ok(()), &Never);
        assert_eq!(error, Err(Error::Check(CheckError::Overflow { job: 9 })));
        let job = PlanJob { id: 3, weight: 8, placed: 0 };
        assert_eq!(
            result(&job, u64::MAX, None),
            Err(Error::Check(CheckError::Overflow { job: 3 }))
        );
        let job = PlanJob { id: 3, weight: 1, placed: 1 };
        assert_eq!(
            result(&job, 0, Some(u64::MAX)),
            Err(Error::Check(CheckError::Overflow { job: 3 }))
        );
    }
}
