//! What the host reads after a batch, and the results that follow from it.

use crate::work::{LEVEL_COUNTERS, PlanJob, Work};
use queens::{CheckError, Control, Count, Error, Event, JobResult, Statistics};
use std::ops::Range;

/// Receives the result of a job of the plan.
pub type Finished<'a> = dyn FnMut(u64, JobResult) -> Result<(), Error> + 'a;

/// The state of the kernels at the end of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BatchEnd {
    /// The next unit that the first phase will start.
    pub(crate) next_unit: u64,
    /// The lowest job of a unit that is started and not finished.
    pub(crate) lowest_unfinished: Option<u32>,
    /// A job whose counter exceeded 64 bits.
    pub(crate) overflow: Option<u32>,
}

/// The counters of some jobs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counters {
    /// Solutions found.
    pub(crate) found: Vec<u64>,
    /// Queens placed, if they are counted.
    pub(crate) queens: Option<Vec<u64>>,
    /// Queens placed in each column, if they are counted: [`LEVEL_COUNTERS`] numbers per job. Number i counts the queens placed while
    /// i + 1 rows were free.
    pub(crate) levels: Option<Vec<u64>>,
}

/// The jobs of some work that are started and reported. The kernels start the jobs in order, so the counters of all jobs before the
/// lowest unfinished one are final.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    begun: usize,
    reported: usize,
}

impl Progress {
    /// Reports the jobs that a batch has started and completed; returns whether all jobs are complete. `read` reads the counters of
    /// a range of jobs.
    pub(crate) fn batch_ended(
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
            work.plan_jobs[job]
                .iter()
                .for_each(|plan_job| control.event(Event::Begun(plan_job.id)));
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
                let counted = JobCounters {
                    found: counters.found[i],
                    queens: counters.queens.as_ref().map(|queens| queens[i]),
                    levels: counters.levels.as_ref().map(|all| {
                        let start = i * LEVEL_COUNTERS;
                        &all[start..start + LEVEL_COUNTERS]
                    }),
                };
                for plan_job in &work.plan_jobs[job] {
                    finished(plan_job.id, counted.result(plan_job, work.size)?)?;
                }
            }
            self.reported = complete;
        }
        Ok(complete == jobs)
    }
}

/// The counters of one job; see [`Counters`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JobCounters<'a> {
    pub(crate) found: u64,
    pub(crate) queens: Option<u64>,
    pub(crate) levels: Option<&'a [u64]>,
}

impl JobCounters<'_> {
    /// The result of a job of the plan on a board of this size.
    pub(crate) fn result(&self, job: &PlanJob, size: usize) -> Result<JobResult, Error> {
        let overflow = || Error::Check(CheckError::Overflow { job: job.id });
        let weighted = |queens: u64| queens.checked_mul(job.queen_weight);
        let mut count = Count::default();
        count.add(self.found, job.weight).ok_or_else(overflow)?;
        let mut result = JobResult::new(count);
        if let Some(queens) = self.queens {
            let [first, second] = job.placed;
            let placements = weighted(queens).and_then(|queens| queens.checked_add(first + second));
            let placements = placements.ok_or_else(overflow)?;
            result.statistics = Some(Statistics { placements, ..Statistics::default() });
        }
        if let Some(levels) = self.levels {
            let mut by_level = vec![0; size];
            by_level[..2].copy_from_slice(&job.placed);
            // In the last column one row is free.
            for (sum, &queens) in by_level.iter_mut().rev().zip(levels) {
                let more = weighted(queens).and_then(|queens| sum.checked_add(queens));
                *sum = more.ok_or_else(overflow)?;
            }
            result.by_level = Some(by_level);
        }
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::cross;
    use crate::work::UnitSize;
    use queens::Never;

    fn work() -> Work {
        Work::new(&cross(12), &[7, 8, 9, 10], UnitSize::Lane, "the test").unwrap()
    }

    /// The ids that are reported at the end of a batch, and whether all jobs are complete.
    fn ended(progress: &mut Progress, next_unit: u64, lowest: Option<u32>) -> (Vec<u64>, bool) {
        let mut ids = Vec::new();
        let end = BatchEnd { next_unit, lowest_unfinished: lowest, ..BatchEnd::default() };
        let read = |range: Range<usize>| {
            let found = range.map(|job| job as u64).collect();
            Ok(Counters { found, ..Counters::default() })
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
        let job = |weight, queen_weight, placed| PlanJob { id: 3, weight, queen_weight, placed };
        let overflow = Err(Error::Check(CheckError::Overflow { job: 3 }));
        let counters = JobCounters { found: u64::MAX, ..JobCounters::default() };
        assert_eq!(counters.result(&job(8, 0, [0; 2]), 12), overflow);
        let counters = JobCounters { queens: Some(u64::MAX), ..JobCounters::default() };
        assert_eq!(counters.result(&job(1, 1, [1, 0]), 12), overflow);
        assert_eq!(counters.result(&job(1, 2, [0; 2]), 12), overflow);
        let levels = [u64::MAX; LEVEL_COUNTERS];
        let counters = JobCounters { levels: Some(&levels), ..JobCounters::default() };
        assert_eq!(counters.result(&job(1, 2, [0; 2]), 12), overflow);
    }

    #[test]
    fn counters_by_free_rows_become_placements_by_column() {
        let mut levels = [0; LEVEL_COUNTERS];
        levels[..4].copy_from_slice(&[7, 10, 20, 30]);
        let counters = JobCounters { found: 7, queens: Some(67), levels: Some(&levels) };
        let job = PlanJob { id: 0, weight: 2, queen_weight: 2, placed: [6, 2] };
        let result = counters.result(&job, 6).unwrap();
        assert_eq!(result.by_level, Some(vec![6, 2, 60, 40, 20, 14]));
        assert_eq!(result.statistics.unwrap().placements, 142);
        assert!(result.levels_add_up());
        for wrong in
            [JobCounters { found: 8, ..counters }, JobCounters { queens: Some(68), ..counters }]
        {
            assert!(!wrong.result(&job, 6).unwrap().levels_add_up(), "{wrong:?}");
        }
    }
}
