//! The arithmetic of the kernels in Rust. It is tested where there is no device, and the counts and steps of a device can be compared
//! with it.

mod drain;
mod expand;
#[cfg(test)]
mod tests;

use super::{UnitSize, Work};
use crate::{Error, Plan};
use drain::{children, drain};
use expand::expand;

/// The output of the first phase: rows to try in the root column, free, up, down.
type Parent = [u32; 4];

/// The counts of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The job of the plan.
    pub job: u64,
    /// Solutions, with their weight.
    pub solutions: u64,
    /// Queens that plain backtracking places, if the plan counts them.
    pub placements: u64,
    /// Steps of the second phase. Jobs of the plan that are counted together have them once.
    pub steps: u64,
    /// Whether columns of the second phase are skipped.
    pub gapped: bool,
}

/// Counts jobs of a plan as a device does, on the calling thread.
pub fn run(plan: &Plan, jobs: &[u64]) -> Result<Vec<Counted>, Error> {
    let work = Work::new(plan, jobs, UnitSize::Warp, "the reference")?;
    let mut counted = Vec::new();
    for (job, plan_jobs) in work.jobs.iter().zip(&work.plan_jobs) {
        let (parents, mut queens) = expand(job);
        let (mut solutions, mut steps) = (0, 0);
        for parent in parents {
            let (states, tried) = children(job, parent);
            queens += tried;
            for found in states.into_iter().map(|state| drain(job, state)) {
                solutions += found.solutions;
                queens += found.queens;
                steps += found.steps;
                assert!(found.records < job.rest() as usize, "{found:?} {job:?}");
            }
        }
        for (i, plan_job) in plan_jobs.iter().enumerate() {
            counted.push(Counted {
                job: plan_job.id,
                solutions: solutions * plan_job.weight,
                placements: queens + plan_job.placed,
                steps: if i == 0 { steps } else { 0 },
                gapped: job.is_gapped(),
            });
        }
    }
    Ok(counted)
}
