//! The arithmetic of the kernels in Rust. It is tested where there is no device, and the counts and steps of a device can be compared
//! with it.

mod drain;
mod expand;
mod tests;

use crate::progress::JobCounters;
use crate::work::{LEVEL_COUNTERS, UnitSize, Work};
use drain::{children, drain};
use expand::expand;
use queens::{Error, JobResult, Plan};

/// The output of the first phase: rows to try in the root column, free, up, down.
type Parent = [u32; 4];

/// The queens placed in each column, by the number of free rows; see `Counters::levels`.
type Levels = [u64; LEVEL_COUNTERS];

/// Counts queens that are placed while this number of rows is free.
fn count_queens(levels: &mut Levels, free: u32, queens: u32) {
    levels[free as usize - 1] += u64::from(queens);
}

/// The counts of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    /// The job of the plan.
    pub(crate) job: u64,
    /// The result that a device reports.
    pub(crate) result: JobResult,
    /// Steps of the second phase. Jobs of the plan that are counted together have them once.
    pub(crate) steps: u64,
    /// Whether columns of the second phase are skipped.
    pub(crate) gapped: bool,
}

/// Counts jobs of a plan as a device does, on the calling thread.
pub(crate) fn run(plan: &Plan, jobs: &[u64]) -> Result<Vec<Counted>, Error> {
    run_work(&Work::new(plan, jobs, UnitSize::Warp, "the reference")?)
}

/// Counts the jobs of a work.
pub(crate) fn run_work(work: &Work) -> Result<Vec<Counted>, Error> {
    let mut counted = Vec::new();
    for (job, plan_jobs) in work.jobs.iter().zip(&work.plan_jobs) {
        let (parents, mut levels) = expand(job);
        let mut queens: u64 = levels.iter().sum();
        let (mut solutions, mut steps) = (0, 0);
        for parent in parents {
            let (states, tried) = children(job, parent);
            queens += u64::from(tried);
            count_queens(&mut levels, job.rest(), tried);
            for found in states.into_iter().map(|state| drain(job, state)) {
                solutions += found.solutions;
                queens += found.queens;
                steps += found.steps;
                levels.iter_mut().zip(found.levels).for_each(|(sum, more)| *sum += more);
                assert!(found.records < job.rest() as usize, "{found:?} {job:?}");
            }
        }
        let counters = JobCounters {
            found: solutions,
            queens: work.queens.then_some(queens),
            levels: work.levels.then_some(&levels),
        };
        for (i, plan_job) in plan_jobs.iter().enumerate() {
            counted.push(Counted {
                job: plan_job.id,
                result: counters.result(plan_job, work.size)?,
                steps: if i == 0 { steps } else { 0 },
                gapped: job.is_gapped(),
            });
        }
    }
    Ok(counted)
}
