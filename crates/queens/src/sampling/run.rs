//! Takes samples on threads until a goal is reached.

use super::interval::NORMAL;
use super::{CountEstimate, Sampler, Weights};
use crate::job::on_threads;
use crate::{Control, Error, Event, RequestError};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The number of samples before the first decision about the error is chosen for this relative variance of the weights. Most
/// boards have 0.4, so for errors of 10% or more the first decision is usually the last one.
const PLANNED_VARIANCE: f64 = 0.6;
/// The smallest and the largest number of samples before the first decision.
const FIRST: (f64, f64) = (16.0, 256.0);
/// More samples are taken than seem to be needed, by this factor.
const MARGIN: f64 = 1.1;
/// The smallest and the largest growth of the number of samples from one decision to the next.
const GROWTH: (f64, f64) = (1.25, 4.0);
/// The number of samples that are kept in memory.
const BATCH: u64 = 1 << 16;

/// When to stop taking samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// After this many samples, at least 2.
    Samples(u64),
    /// When at least 16 samples are taken and the relative error ([`CountEstimate::error`]) is at most this, which must be above 0. The
    /// decision does not depend on the number of threads.
    Error(f64),
    /// At the limit of the run.
    Limit,
}

/// A run of a sampler.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// When to stop.
    pub goal: Goal,
    /// The number of threads, at least 1. The result does not depend on it.
    pub threads: usize,
    /// Returns the used part of a limit, such as a time: from 1 on the run ends with the samples that are finished.
    pub limit: Option<&'a (dyn Fn() -> f64 + Sync)>,
    /// Stops the run without a result, and receives the progress of the run as that of job 0.
    pub control: &'a dyn Control,
}

impl Sampler {
    /// Takes samples until the goal is reached.
    ///
    /// Fails if the requested error is not above 0, if fewer than two samples are finished at the limit, or if none of them has a
    /// weight above 0.
    pub fn run(&self, run: &Run<'_>) -> Result<CountEstimate, Error> {
        if let Some(exact) = self.exact() {
            return Ok(exact);
        }
        if let Goal::Error(error) = run.goal
            && (error.is_nan() || error <= 0.0)
        {
            let error = error.to_string();
            return Err(Error::Request(RequestError::EstimateError { error }));
        }
        let mut weights = Weights::new();
        let mut target = match run.goal {
            Goal::Samples(samples) => samples.max(2),
            Goal::Error(error) => first_decision(error),
            Goal::Limit => u64::MAX,
        };
        let progress = Progress { run, steps: AtomicU64::new(0), is_over: AtomicBool::new(false) };
        loop {
            while weights.count() < target && !progress.is_over() {
                let first = weights.count();
                let end = target.min(first + BATCH);
                // The whole run, as far as it is known.
                let all = (self.steps.len() as u64).saturating_mul(target);
                let batch =
                    self.batch(first..end, run.threads, &|steps| progress.poll(steps, all))?;
                batch.into_iter().for_each(|weight| weights.add(weight));
                if run.control.stopped() {
                    return Err(Error::Stopped);
                }
            }
            let estimate = self.estimate(&weights);
            match (run.goal, estimate) {
                (Goal::Error(error), _) if !progress.is_over() => {
                    let wanted = error.ln_1p();
                    let reached = estimate.map_or(f64::INFINITY, |estimate| estimate.half_width);
                    if let Some(estimate) = estimate.filter(|_| reached <= wanted) {
                        return Ok(estimate);
                    }
                    // The width falls with the square root of the number of samples. It is unknown if all weights are 0.
                    let count = weights.count() as f64;
                    let needed = match reached.is_finite() {
                        true => MARGIN * count * (reached / wanted).powi(2),
                        false => f64::INFINITY,
                    };
                    target = needed.clamp(GROWTH.0 * count, GROWTH.1 * count).ceil() as u64;
                }
                (_, Some(estimate)) => return Ok(estimate),
                (_, None) => {
                    let samples = weights.count();
                    return Err(Error::Request(RequestError::TooFewSamples { samples }));
                }
            }
        }
    }

    /// The logarithms of the weights of samples, in order. If `poll` ends the run, the samples before the first unfinished one.
    fn batch(
        &self,
        samples: std::ops::Range<u64>,
        threads: usize,
        poll: &(dyn Fn(usize) -> bool + Sync),
    ) -> Result<Vec<f64>, Error> {
        let next = AtomicU64::new(samples.start);
        let finished = Mutex::new(Vec::new());
        let work = || {
            let mut own = vec![];
            loop {
                let sample = next.fetch_add(1, Ordering::Relaxed);
                if sample >= samples.end {
                    break;
                }
                let Some(weight) = self.sample(sample, &poll) else { break };
                own.push((sample, weight));
            }
            finished.lock().expect("no sample panics").append(&mut own);
            Ok::<(), Error>(())
        };
        on_threads(threads, work)?;
        let mut finished = finished.into_inner().expect("no sample panics");
        finished.sort_unstable_by_key(|&(sample, _)| sample);
        let in_order = samples.zip(finished).take_while(|(sample, (found, _))| sample == found);
        Ok(in_order.map(|(_, (_, weight))| weight).collect())
    }
}

/// The number of samples before the first decision about the error.
///
/// A run that ends as soon as its interval is narrow ends too early if its first weights happen to be similar, and then the
/// interval is too narrow. So there are few decisions, and the first one is at a number of samples that does not depend on weights.
fn first_decision(error: f64) -> u64 {
    let (least, most) = FIRST;
    (PLANNED_VARIANCE * (NORMAL / error.ln_1p()).powi(2)).clamp(least, most).ceil() as u64
}

/// What the threads of a run share.
struct Progress<'a> {
    run: &'a Run<'a>,
    /// The number of steps that all samples have made.
    steps: AtomicU64,
    is_over: AtomicBool,
}

impl Progress<'_> {
    /// Whether the limit has been reached.
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Adds steps, reports the part of `all` steps that is done, and returns whether to continue.
    fn poll(&self, steps: usize, all: u64) -> bool {
        let done = self.steps.fetch_add(steps as u64, Ordering::Relaxed) + steps as u64;
        let used = self.run.limit.map_or(0.0, |limit| limit());
        if used >= 1.0 {
            self.is_over.store(true, Ordering::Relaxed);
        }
        let part = (done as f64 / all as f64).max(used).min(1.0);
        self.run.control.event(Event::Progress(0, part));
        !self.is_over() && !self.run.control.stopped()
    }
}
