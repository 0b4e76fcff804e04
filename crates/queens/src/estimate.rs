//! Estimates of the time and memory that a plan takes on this machine, from a sample of its jobs.
//!
//! Neighbouring jobs take similar time, so the sample is spread evenly over the plan. It runs on the threads that the
//! whole plan will use. The estimate is the time of the sample multiplied by the number of all jobs and divided by the
//! number of sampled jobs. The library reads no clock: the caller passes one.

use crate::{Backend, Control, Error, JobResult, Plan, Simd, Sink};
use std::collections::HashMap;
use std::sync::Mutex;

/// The number of jobs per thread in the first batch; each further batch has twice as many.
const BATCH: usize = 4;
/// A batch that takes this many times the budget is stopped. The work done until then is the sample.
const BATCH_LIMIT: f64 = 4.0;
/// The smallest budget in seconds. With less, the start of the threads would dominate the measurement.
const LEAST_BUDGET: f64 = 0.03;

/// Memory is measured after this many jobs, or after as many as fit into the budget.
const MEMORY_JOBS: usize = 64;

/// An estimate of the time and the memory that a plan takes.
///
/// ```
/// use queens::{Inline, Never, Request, estimate::Estimate};
/// use std::time::Instant;
/// let plan = Request::count(12)?.plan()?;
/// let start = Instant::now();
/// let clock = move || start.elapsed().as_secs_f64();
/// let estimate = Estimate::of(&plan, &Inline, 1, 0.1, &clock, &Never)?;
/// println!("about {:.3} s and {} bytes", estimate.seconds, estimate.memory(1));
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The time of the whole plan on the backend, in seconds.
    pub seconds: f64,
    /// Whether `seconds` is only a lower bound, because no job made progress within the budget.
    pub at_least: bool,
    /// The number of sampled jobs. A job that was stopped counts as a fraction.
    pub sampled: f64,
    /// The number of bytes that each worker holds.
    pub worker_memory: usize,
    /// The approximate number of bytes that all workers share.
    pub shared_memory: usize,
}

impl Estimate {
    /// Runs jobs spread over the plan for about `budget` seconds and extrapolates from them.
    ///
    /// `threads` is the number of threads of the backend. `clock` returns the seconds since any fixed moment.
    pub fn of(
        plan: &Plan,
        backend: &dyn Backend,
        threads: usize,
        budget: f64,
        clock: &(dyn Fn() -> f64 + Sync),
        control: &dyn Control,
    ) -> Result<Self, Error> {
        let budget = budget.max(LEAST_BUDGET);
        let order = spread(plan.jobs());
        let start = clock();
        let mut left = &order[..];
        let mut last = Sample::default();
        let mut batch = BATCH * threads.max(1);
        while !left.is_empty() {
            let (jobs, further) = left.split_at(batch.min(left.len()));
            let mut jobs = jobs.to_vec();
            // In the order of a whole run.
            jobs.sort_unstable();
            let sample = Sample::run(plan, backend, &jobs, budget, clock, control)?;
            let broken_off = sample.done < jobs.len() as f64;
            // Prefer the later, larger batches: the first ones also fill the memory that all jobs share.
            if sample.done >= last.done {
                last = sample;
            }
            if broken_off || clock() - start >= budget {
                break;
            }
            (left, batch) = (further, 2 * batch);
        }
        if left.is_empty() && clock() - start < budget {
            // The whole plan fits into the budget.
            last = Sample::run(plan, backend, &plan.all_jobs(), budget, clock, control)?;
        }
        let Sample { done, seconds } = last;
        let all = plan.jobs() as f64;
        let (worker_memory, shared_memory) = memory(plan, &order, budget, clock, control)?;
        let at_least = done == 0.0 && all > 0.0;
        let seconds = match at_least {
            // Each thread had one job that it could not finish.
            true => seconds * all / threads as f64,
            false => seconds * all / done.max(1.0 / all.max(1.0)),
        };
        Ok(Self { seconds, at_least, sampled: done, worker_memory, shared_memory })
    }

    /// The approximate number of bytes that this many threads hold.
    pub fn memory(&self, threads: usize) -> usize {
        self.shared_memory + threads * self.worker_memory
    }
}

/// The number of jobs done, with fractions, and the time that they took.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    done: f64,
    seconds: f64,
}

impl Sample {
    fn run(
        plan: &Plan,
        backend: &dyn Backend,
        jobs: &[u64],
        budget: f64,
        clock: &(dyn Fn() -> f64 + Sync),
        control: &dyn Control,
    ) -> Result<Self, Error> {
        let start = clock();
        let limit = Limit::new(control, clock, start + BATCH_LIMIT * budget);
        match backend.run(plan, jobs, &mut Nowhere, &limit) {
            Err(Error::Stopped) if !control.stopped() => {}
            end => end?,
        }
        Ok(Self { done: limit.done(), seconds: clock() - start })
    }
}

/// The bytes that one worker holds after some jobs, and the bytes that all workers share.
fn memory(
    plan: &Plan,
    order: &[u64],
    budget: f64,
    clock: &(dyn Fn() -> f64 + Sync),
    control: &dyn Control,
) -> Result<(usize, usize), Error> {
    let mut worker = plan.worker(Simd::best());
    let limit = Limit::new(control, clock, clock() + budget);
    for &job in order.iter().take(MEMORY_JOBS) {
        match worker.run(job, &limit) {
            Err(Error::Stopped) if !control.stopped() => break,
            end => end.map(drop)?,
        }
    }
    Ok((worker.memory(), worker.shared_memory()))
}

/// The sink that discards all results.
struct Nowhere;

impl Sink for Nowhere {
    fn finished(&mut self, _job: u64, _result: JobResult) -> Result<(), Error> {
        Ok(())
    }
}

/// A control that also stops at a given time, and records the progress of each job.
struct Limit<'a> {
    control: &'a dyn Control,
    clock: &'a (dyn Fn() -> f64 + Sync),
    end: f64,
    done: Mutex<HashMap<u64, f64>>,
}

impl<'a> Limit<'a> {
    fn new(control: &'a dyn Control, clock: &'a (dyn Fn() -> f64 + Sync), end: f64) -> Self {
        Self { control, clock, end, done: Mutex::default() }
    }

    fn done(&self) -> f64 {
        self.done
            .lock()
            .expect("no thread panics while it holds the lock")
            .values()
            .fold(0.0, |sum, done| sum + done)
    }
}

impl Control for Limit<'_> {
    fn stopped(&self) -> bool {
        self.control.stopped() || (self.clock)() > self.end
    }

    fn progress(&self, job: u64, done: f64) {
        self.done.lock().expect("no thread panics while it holds the lock").insert(job, done);
    }
}

/// All jobs in an order of which every prefix is spread evenly over the plan. Each step adds the golden ratio of the
/// number of jobs, so that no pattern in the ids repeats in the sample.
fn spread(jobs: u64) -> Vec<u64> {
    let coprime =
        |step: &u64| (2..=*step).all(|d| !step.is_multiple_of(d) || !jobs.is_multiple_of(d));
    let golden = (jobs as f64 * 0.618_033_988_75) as u64;
    let step = (golden..).find(|step| *step > 0 && coprime(step)).expect("1 or a larger prime");
    (0..jobs)
        .map(|place| (u128::from(place) * u128::from(step) % u128::from(jobs)) as u64)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Inline, Method, Never, Request};
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn every_job_is_in_the_spread_once() {
        for jobs in 0..70 {
            let mut order = spread(jobs);
            order.sort();
            assert_eq!(order, (0..jobs).collect::<Vec<_>>());
        }
    }

    /// A backend for a clock that advances by one second per job.
    struct Steady<'a>(&'a AtomicU64);

    impl Backend for Steady<'_> {
        fn run(
            &self,
            plan: &Plan,
            jobs: &[u64],
            sink: &mut dyn Sink,
            control: &dyn Control,
        ) -> Result<(), Error> {
            for &job in jobs {
                self.0.fetch_add(1, Ordering::Relaxed);
                Inline.run(plan, &[job], sink, control)?;
            }
            Ok(())
        }
    }

    #[test]
    fn an_estimate_extrapolates_from_the_sampled_jobs() {
        let plan = Request::count(10).unwrap().method(Method::JOIN).plan().unwrap();
        let now = AtomicU64::new(0);
        let clock = || now.load(Ordering::Relaxed) as f64;
        let of = |budget| Estimate::of(&plan, &Steady(&now), 1, budget, &clock, &Never).unwrap();
        let estimate = of(10.0);
        assert_eq!((estimate.sampled, estimate.seconds), (8.0, 64.0));
        assert_eq!((of(1e9).sampled, of(1e9).seconds), (64.0, 64.0));
        assert!(estimate.memory(2) > estimate.memory(1) && !estimate.at_least);
    }

    #[test]
    fn an_estimate_is_a_lower_bound_if_no_job_makes_progress() {
        let plan = Request::count(12).unwrap().method(Method::CROSS).plan().unwrap();
        let now = AtomicU64::new(0);
        // Each look at the clock advances it, so the control stops the first job before it makes progress.
        let clock = || now.fetch_add(1, Ordering::Relaxed) as f64;
        let estimate = Estimate::of(&plan, &Inline, 1, 0.01, &clock, &Never).unwrap();
        assert!(estimate.at_least && estimate.seconds >= plan.jobs() as f64, "{estimate:?}");
    }
}
