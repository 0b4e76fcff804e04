//! Controls that stop at a given time and that measure times of jobs.

use crate::{Control, Error, JobResult, Sink};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The sink that discards all results.
pub(super) struct Nowhere;

impl Sink for Nowhere {
    fn finished(&mut self, _job: u64, _result: JobResult) -> Result<(), Error> {
        Ok(())
    }
}

/// A control that also stops at a given time.
pub(super) struct Deadline<'a> {
    pub(super) control: &'a dyn Control,
    pub(super) clock: &'a (dyn Fn() -> f64 + Sync),
    pub(super) end: f64,
}

impl Control for Deadline<'_> {
    fn stopped(&self) -> bool {
        self.control.stopped() || (self.clock)() > self.end
    }

    fn warn(&self, message: &str) {
        self.control.warn(message);
    }
}

/// A control that also records the time from the last beginning of each job to its end.
pub(super) struct Timer<'a> {
    deadline: Deadline<'a>,
    /// From this time on no further job is to be started.
    close: f64,
    closed: &'a AtomicBool,
    /// By the number of the job, as bits: when it began, and how long it took; infinite if it has not ended.
    times: Vec<[AtomicU64; 2]>,
}

impl<'a> Timer<'a> {
    pub(super) fn new(
        deadline: Deadline<'a>,
        close: f64,
        closed: &'a AtomicBool,
        jobs: usize,
    ) -> Self {
        let none = || [0.0, f64::INFINITY].map(|value: f64| AtomicU64::new(value.to_bits()));
        Self { deadline, close, closed, times: (0..jobs).map(|_| none()).collect() }
    }

    /// The time of a job; infinite if it has not ended.
    pub(super) fn seconds(&self, job: usize) -> f64 {
        f64::from_bits(self.times[job][1].load(Ordering::Relaxed))
    }
}

impl Control for Timer<'_> {
    fn stopped(&self) -> bool {
        self.deadline.stopped()
    }

    fn begun(&self, job: u64) {
        let now = (self.deadline.clock)();
        self.times[job as usize][0].store(now.to_bits(), Ordering::Relaxed);
    }

    fn progress(&self, job: u64, done: f64) {
        if done >= 1.0 {
            let [begun, took] = &self.times[job as usize];
            let now = (self.deadline.clock)();
            if now >= self.close {
                self.closed.store(true, Ordering::Relaxed);
            }
            let seconds = now - f64::from_bits(begun.load(Ordering::Relaxed));
            took.store(seconds.to_bits(), Ordering::Relaxed);
        }
    }

    fn warn(&self, message: &str) {
        self.deadline.warn(message);
    }
}
