//! Estimates for an accelerator, which runs whole jobs only.
//!
//! A run takes a fixed time, and a time proportional to its work. The first is about the time of a small board. The second
//! follows from runs of jobs that are spread over the plan, large enough to keep the device busy. If too few jobs fit into
//! the budget, it follows from a smaller board of the same parity: the cross of boards of odd size has other jobs.

use super::parts::spread;
use super::range::{Range, mean};
use super::work::Work;
use super::{Basis, Timed, Trial, run, run_all, whole};
use crate::engines::Random;
use crate::{Error, Plan, Request};

/// A board whose time is mostly that of starting and ending a run.
const TINY: usize = 10;
/// A board of about this size is quick, and large enough to keep a device busy.
const ROUGH_SIZE: usize = 20;
/// The part of the budget for a rough speed.
const ROUGH: f64 = 0.3;
/// The number of jobs that must fit into the budget: the work of fewer jobs is too uncertain.
const JOBS: f64 = 150.0;
/// The number of jobs in the first sample.
const FIRST: usize = 64;
/// The number of samples.
const SAMPLES: usize = 5;
/// A first sample that takes this part of the budget is stopped and made smaller.
const LIMIT: f64 = 0.5;
/// The relative error from using the speed of another size, for a difference of two in size.
const PER_SIZES: f64 = 0.04;

/// The time of a tiny run and its work.
#[derive(Clone, Copy)]
struct Tiny {
    seconds: f64,
    queens: f64,
}

/// How much longer a run takes than a tiny one: the time per unit of further work, with its relative error.
struct Speed {
    tiny: Tiny,
    per_work: f64,
    error: f64,
    samples: u64,
}

impl Speed {
    fn seconds(&self, work: Work) -> f64 {
        self.tiny.seconds + self.per_work * (work.queens - self.tiny.queens).max(0.0)
    }
}

/// The estimate; `None` if the engine of the plan cannot estimate work.
pub(super) fn estimate(plan: &Plan, trial: &Trial<'_>) -> Result<Option<Timed>, Error> {
    let Some(method) = plan.method() else { return Ok(None) };
    if Work::of_jobs(plan, &[0], &mut Random::new(0)).is_none() {
        return Ok(None);
    }
    let smaller = |size: usize| Request::count(size)?.method(method).plan();
    let tiny = smaller(TINY.min(plan.size()))?;
    let mut seconds = f64::INFINITY;
    // The first run also initialises the device.
    for _ in 0..3 {
        let took = run_all(&tiny, trial, f64::INFINITY)?;
        seconds = seconds.min(took.unwrap_or(f64::INFINITY));
    }
    let tiny = Tiny { seconds, queens: Work::of_plan(&tiny, trial).queens };
    let work = Work::of_plan(plan, trial);
    // A quick, rough speed tells how long the jobs of larger boards are.
    let quick = Trial { seconds: ROUGH * trial.seconds, ..*trial };
    let mut reference = (ROUGH_SIZE + plan.size() % 2).min(plan.size());
    let rough = loop {
        match speed(&smaller(reference)?, &quick, tiny)? {
            Some(rough) => break rough,
            None if reference < TINY + 4 => return Ok(None),
            None => reference -= 2,
        }
    };
    if rough.seconds(work) <= trial.seconds
        && let Some(timed) = whole(plan, trial, 2.0 * trial.seconds)?
    {
        return Ok(Some(timed));
    }
    let mut size = plan.size();
    loop {
        let (sampled, sampled_work) = match size == plan.size() {
            true => (plan.clone(), work),
            false => {
                let smaller = smaller(size)?;
                let work = Work::of_plan(&smaller, trial);
                (smaller, work)
            }
        };
        let job_seconds = rough.per_work * sampled_work.queens / sampled.jobs() as f64;
        let enough_jobs = JOBS * job_seconds <= trial.seconds || size <= reference;
        if enough_jobs && let Some(speed) = speed(&sampled, trial, tiny)? {
            let sizes = (plan.size() - size) as f64 / 2.0;
            let error = speed.error.hypot(work.error).hypot(PER_SIZES * sizes);
            let time = Range::new(speed.seconds(work), error);
            let basis = if size == plan.size() { Basis::Jobs } else { Basis::Size(size) };
            return Ok(Some((time, basis, speed.samples)));
        }
        if size < TINY + 4 {
            return Ok(None);
        }
        size -= 2;
    }
}

/// The speed at which the device runs jobs of the plan; `None` if none ends within the budget.
fn speed(plan: &Plan, trial: &Trial<'_>, tiny: Tiny) -> Result<Option<Speed>, Error> {
    let mut random = Random::new(2);
    let mut order = spread(plan.jobs());
    let mut count = FIRST.min(plan.jobs() as usize);
    let start = (trial.clock)();
    let mut speeds: Vec<f64> = Vec::new();
    let mut samples = 0;
    // A sample is large enough if it takes this long: then filling and emptying the device is little of it.
    let enough = trial.seconds / SAMPLES as f64;
    let mut large = false;
    while speeds.len() < SAMPLES {
        let mut jobs: Vec<u64> = order.by_ref().take(count).collect();
        if jobs.is_empty() {
            break;
        }
        // In the order of a whole run.
        jobs.sort_unstable();
        let limit = if large { 4.0 * trial.seconds } else { LIMIT * trial.seconds };
        match run(plan, &jobs, trial, limit)? {
            None if count == 1 && speeds.is_empty() => return Ok(None),
            None if large => break,
            None => count = count.div_ceil(8),
            Some(seconds) => {
                let work = Work::of_jobs(plan, &jobs, &mut random).unwrap_or(0.0);
                if !large {
                    speeds.clear();
                }
                let further = (work - tiny.queens).max(0.1 * work).max(1.0);
                speeds.push((seconds - tiny.seconds).max(0.0) / further);
                samples += jobs.len() as u64;
                let elapsed = (trial.clock)() - start;
                if elapsed > 1.5 * trial.seconds && (large || count == 1) {
                    break;
                }
                large = seconds >= enough;
                if !large {
                    let factor = (1.2 * enough / seconds.max(1e-6)).clamp(1.0, 16.0);
                    count = (count as f64 * factor).ceil() as usize;
                }
            }
        }
    }
    if speeds.is_empty() {
        return Ok(None);
    }
    let (per_work, error) = mean(&speeds);
    // A single sample has no spread; it is assumed to be that of a few.
    let error = if speeds.len() > 1 { error } else { 0.1 };
    Ok(Some(Speed { tiny, per_work, error, samples }))
}
