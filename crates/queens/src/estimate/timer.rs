//! The control that measures times of jobs, and the sink that discards their results.

use crate::{Control, Error, Event, JobResult, Processor, Sink};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The sink that discards all results.
pub(super) struct Nowhere;

impl Sink for Nowhere {
    fn finished(&mut self, _job: u64, _result: JobResult, _: Processor) -> Result<(), Error> {
        Ok(())
    }
}

/// A control that also stops at a given time, and records the time from the last beginning of each job to its end.
pub(super) struct Timer<'a> {
    pub(super) control: &'a dyn Control,
    pub(super) clock: &'a (dyn Fn() -> f64 + Sync),
    /// From this time on the run is stopped.
    pub(super) end: f64,
    /// From this time on no further job is to be started.
    pub(super) close: f64,
    pub(super) closed: &'a AtomicBool,
    /// By the number of the job, as bits: when it began, and how long it took; infinite if it has not ended.
    pub(super) times: Vec<[AtomicU64; 2]>,
}

impl Timer<'_> {
    /// The times of this many jobs before any has begun.
    pub(super) fn times(jobs: usize) -> Vec<[AtomicU64; 2]> {
        let none = || [0.0, f64::INFINITY].map(|value: f64| AtomicU64::new(value.to_bits()));
        (0..jobs).map(|_| none()).collect()
    }

    /// The time of a job; infinite if it has not ended.
    pub(super) fn seconds(&self, job: usize) -> f64 {
        f64::from_bits(self.times[job][1].load(Ordering::Relaxed))
    }
}

impl Control for Timer<'_> {
    fn stopped(&self) -> bool {
        self.control.stopped() || (self.clock)() > self.end
    }

    fn event(&self, event: Event<'_>) {
        match event {
            Event::Begun(job) => {
                let now = (self.clock)();
                self.times[job as usize][0].store(now.to_bits(), Ordering::Relaxed);
            }
            Event::Progress(job, 1.0..) => {
                let [begun, took] = &self.times[job as usize];
                let now = (self.clock)();
                if now >= self.close {
                    self.closed.store(true, Ordering::Relaxed);
                }
                let seconds = now - f64::from_bits(begun.load(Ordering::Relaxed));
                took.store(seconds.to_bits(), Ordering::Relaxed);
            }
            Event::Warning(_) => self.control.event(event),
            Event::Selected(_) | Event::Progress(..) => {}
        }
    }
}
