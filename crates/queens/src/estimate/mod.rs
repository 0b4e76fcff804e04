//! Estimates of the time and memory that a plan takes on this machine.
//!
//! - A plan that fits into the budget is run as a whole.
//! - On a CPU, random parts of jobs are run on all threads (`parts.rs`). A part is much shorter than a job, so the sample
//!   is spread over the whole plan even if a single job takes longer than the budget. The estimate is unbiased, and its
//!   error follows from the spread of the sample.
//! - On an accelerator, which runs whole jobs only, the time of random jobs is divided by their work, and multiplied by the
//!   work of the plan. Work is estimated by random paths in the search tree (`accelerator.rs`).
//! - If jobs cannot be divided and take too long, the time follows from that of smaller boards (`sizes.rs`). Without comparable
//!   boards there is no estimate.
//!
//! Each of these ends after its part of the time, so that the measurement takes about twice the budget at most, whatever the plan.
//!
//! The library reads no clock: the caller passes one.

mod accelerator;
mod parts;
mod range;
mod sizes;
mod timer;
mod work;

use crate::job::deadline;
use crate::{Backend, Control, Error, Plan, RequestError, Simd};
use parts::Sampled;
pub use range::Range;
use timer::Nowhere;

/// The smallest budget in seconds. With less, the start of the threads would dominate the measurement.
const MIN_SECONDS: f64 = 0.03;
/// The part of the budget after which the first run of a whole plan is stopped.
const WHOLE: f64 = 0.1;
/// The number of runs of a whole plan, if all of them fit into the budget.
const RUNS: usize = 5;
/// Memory is measured after this many jobs, or after as many as fit into [`MEMORY_SECONDS`].
const MEMORY_JOBS: usize = 64;
const MEMORY_SECONDS: f64 = 0.5;
/// ... or into this part of the budget.
const MEMORY_SHARE: f64 = 0.1;

/// Where and for how long to measure.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// The backend that will run the plan.
    pub backend: &'a dyn Backend,
    /// The number of threads of the backend; `None` on an accelerator.
    pub threads: Option<usize>,
    /// About how long to measure, in seconds. The measurement may take up to twice as long.
    pub seconds: f64,
    /// Returns the seconds since any fixed moment.
    pub clock: &'a (dyn Fn() -> f64 + Sync),
    /// Stops the measurement.
    pub control: &'a dyn Control,
}

/// An estimate of the time and the memory that a plan takes.
///
/// ```
/// use queens::estimate::{Estimate, Trial};
/// use queens::{Inline, Never, Request};
/// use std::time::Instant;
/// let plan = Request::count(12)?.plan()?;
/// let start = Instant::now();
/// let clock = move || start.elapsed().as_secs_f64();
/// let trial = Trial { backend: &Inline, threads: Some(1), seconds: 0.1, clock: &clock, control: &Never };
/// let estimate = Estimate::of(&plan, &trial)?;
/// assert!(estimate.time.low <= estimate.time.seconds && estimate.time.seconds <= estimate.time.high);
/// println!("{:.3} to {:.3} s", estimate.time.low, estimate.time.high);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The time of the whole plan on the backend.
    pub time: Range,
    /// On what it is based.
    pub basis: Basis,
    /// The number of jobs or parts of jobs that were timed.
    pub samples: u64,
    /// The number of bytes that each worker holds.
    pub worker_memory: usize,
    /// The approximate number of bytes that all workers share.
    pub shared_memory: usize,
}

/// What an estimate is based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Runs of the whole plan.
    Plan,
    /// Random parts of its jobs.
    Parts,
    /// Some of its jobs.
    Jobs,
    /// Runs of this smaller board and of boards before it.
    Size(usize),
}

/// A time, what it is based on, and the number of samples.
type Timed = (Range, Basis, u64);

impl Estimate {
    /// Measures for about the time of the trial and extrapolates.
    pub fn of(plan: &Plan, trial: &Trial<'_>) -> Result<Self, Error> {
        let trial = &Trial { seconds: trial.seconds.max(MIN_SECONDS), ..*trial };
        let mut held = 0;
        let (time, basis, samples) = match whole(plan, trial, WHOLE * trial.seconds)? {
            Some(timed) => timed,
            None => Self::extrapolated(plan, trial, &mut held)?,
        };
        let (worker_memory, shared_memory) = match trial.threads {
            Some(_) => memory(plan, trial)?,
            None => (0, 0),
        };
        // A worker needs more memory after many sets of columns than after the few that fit into a short time.
        let worker_memory = worker_memory.max(held);
        Ok(Self { time, basis, samples, worker_memory, shared_memory })
    }

    /// The time of a plan that is too long to be run as a whole. Also determines the most bytes that a worker held.
    fn extrapolated(plan: &Plan, trial: &Trial<'_>, held: &mut usize) -> Result<Timed, Error> {
        let few = match trial.threads {
            Some(threads) => match parts::estimate(plan, trial, threads, held)? {
                Sampled::Enough(timed) => return Ok(timed),
                Sampled::Few(timed) => Some(timed),
                Sampled::None => None,
            },
            None => match accelerator::estimate(plan, trial)? {
                Some(timed) => return Ok(timed),
                None => None,
            },
        };
        let size = plan.size();
        let seconds = format!("{:.3}", trial.seconds);
        let seconds = seconds.trim_end_matches('0').trim_end_matches('.').to_string();
        let none = Error::Request(RequestError::NoEstimate { size, seconds });
        sizes::estimate(plan, trial)?.or(few).ok_or(none)
    }

    /// The approximate number of bytes that this many threads hold.
    pub fn memory(&self, threads: usize) -> usize {
        self.shared_memory + threads * self.worker_memory
    }

    /// The same on threads that are together this many times as fast.
    pub fn faster(self, factor: f64) -> Self {
        Self { time: self.time.times(1.0 / factor), ..self }
    }
}

/// The time of one run of these jobs, or `None` if it takes longer than the limit.
fn run(plan: &Plan, jobs: &[u64], trial: &Trial<'_>, limit: f64) -> Result<Option<f64>, Error> {
    let run = |control: &dyn Control| trial.backend.run(plan, jobs, &mut Nowhere, control);
    timed(plan, trial, limit, run)
}

/// The same of all jobs.
fn run_all(plan: &Plan, trial: &Trial<'_>, limit: f64) -> Result<Option<f64>, Error> {
    timed(plan, trial, limit, |control| plan.run_into(trial.backend, &mut Nowhere, control))
}

fn timed(
    plan: &Plan,
    trial: &Trial<'_>,
    limit: f64,
    run: impl FnOnce(&dyn Control) -> Result<(), Error>,
) -> Result<Option<f64>, Error> {
    plan.forget();
    let start = (trial.clock)();
    let deadline = deadline(trial.control, trial.clock, start + limit);
    match run(&deadline) {
        Err(Error::Stopped) if !trial.control.stopped() => Ok(None),
        end => end.map(|()| Some((trial.clock)() - start)),
    }
}

/// Runs the whole plan several times; `None` if the first run takes longer than the limit.
fn whole(plan: &Plan, trial: &Trial<'_>, limit: f64) -> Result<Option<Timed>, Error> {
    let start = (trial.clock)();
    let Some(first) = run_all(plan, trial, limit)? else { return Ok(None) };
    let mut times = vec![first];
    while times.len() < RUNS && (trial.clock)() - start + first < trial.seconds.min(2.0 * limit) {
        // A run that is slower than the first by far is a disturbance and is stopped.
        times.extend(run_all(plan, trial, 4.0 * limit)?);
    }
    Ok(Some((Range::of_runs(&times), Basis::Plan, plan.jobs())))
}

/// The bytes that one worker holds after some jobs, and the bytes that all workers share.
fn memory(plan: &Plan, trial: &Trial<'_>) -> Result<(usize, usize), Error> {
    let mut worker = plan.worker(Simd::best());
    let end = (trial.clock)() + (MEMORY_SHARE * trial.seconds).min(MEMORY_SECONDS);
    let deadline = deadline(trial.control, trial.clock, end);
    for job in parts::spread(plan.jobs()).take(MEMORY_JOBS) {
        match worker.run(job, &deadline) {
            Err(Error::Stopped) if !trial.control.stopped() => break,
            end => end.map(drop)?,
        }
    }
    Ok(worker.costs().map_or((0, 0), |costs| (costs.memory(), costs.shared_memory())))
}

#[cfg(test)]
mod tests;
