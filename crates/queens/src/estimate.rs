//! How long a plan will take here, from a sample of its jobs.
//!
//! Neighbouring jobs are alike, so the sample is spread evenly over the plan: its mean time, times the number of jobs, by the number
//! of threads. The library has no clock: whoever measures brings one.

use crate::{Control, Error, Plan, Simd};

/// Jobs that take less, in seconds, are timed when they run a second time.
const SHORT: f64 = 0.1;

/// An estimate of the time that a plan takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Seconds, on all threads together.
    pub seconds: f64,
    /// The jobs that were timed for it.
    pub sampled: u64,
    /// The bytes that a worker held after them.
    pub worker_memory: usize,
    /// The bytes that all workers together hold once, about.
    pub shared_memory: usize,
}

impl Estimate {
    /// The bytes that so many threads hold, about.
    pub fn memory(&self, threads: usize) -> usize {
        self.shared_memory + threads * self.worker_memory
    }

    /// Times jobs spread over the plan on the calling thread until about so many seconds are gone, at least one; then takes all
    /// jobs to be like them, and the threads to share them evenly.
    pub fn of(
        plan: &Plan,
        threads: usize,
        simd: Simd,
        budget: f64,
        clock: &dyn Fn() -> f64,
        control: &dyn Control,
    ) -> Result<Self, Error> {
        let mut worker = plan.worker(simd);
        let mut time = |job| {
            let start = clock();
            worker.run(job, control)?;
            Ok::<_, Error>(clock() - start)
        };
        let start = clock();
        let (mut sampled, mut sum) = (0, 0.0);
        for job in spread(plan.jobs()) {
            let first = time(job)?;
            // What a short job builds for others too is not what it costs.
            sum += if first < SHORT { time(job)? } else { first };
            sampled += 1;
            if clock() - start >= budget {
                break;
            }
        }
        let mean = sum / sampled.max(1) as f64;
        let rounds = plan.jobs().div_ceil(threads.max(1) as u64);
        let shared = plan.jobs() as f64 / threads.max(1) as f64;
        let seconds = mean * if rounds == 1 { 1.0 } else { shared };
        let (worker_memory, shared_memory) = (worker.memory(), worker.shared_memory());
        Ok(Self { seconds, sampled, worker_memory, shared_memory })
    }
}

/// All jobs, in an order whose every beginning is spread over them.
fn spread(jobs: u64) -> Vec<u64> {
    let bits = 64 - jobs.saturating_sub(1).leading_zeros();
    let turned = |i: u64| if bits == 0 { 0 } else { i.reverse_bits() >> (64 - bits) };
    (0..1_u64 << bits).map(turned).filter(|&job| job < jobs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Method, Never, Request};
    use std::cell::Cell;

    #[test]
    fn every_job_is_in_the_spread_once() {
        for jobs in 0..70 {
            let mut order = spread(jobs);
            order.sort();
            assert_eq!(order, (0..jobs).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_estimate_takes_all_jobs_to_be_like_the_sampled() {
        let plan = Request::count(10).unwrap().method(Method::Bitmask).plan().unwrap();
        let now = Cell::new(0.0);
        let clock = || now.replace(now.get() + 1.0);
        let of =
            |threads, budget| Estimate::of(&plan, threads, Simd::Portable, budget, &clock, &Never);
        let estimate = of(1, 4.0).unwrap();
        assert_eq!((estimate.sampled, estimate.seconds), (2, 10.0));
        assert_eq!(of(2, 4.0).unwrap().seconds, 5.0);
        assert_eq!(of(1, 1e9).unwrap().sampled, 10);
    }
}
