//! What the tests of several modules share.

use crate::record::Record;
use crate::recorder::Provenance;
use queens::{Control, Count, Event, Method, Plan, Request};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub(crate) fn cross(size: usize) -> Plan {
    Request::count(size).unwrap().method(Method::CROSS).plan().unwrap()
}

pub(crate) fn provenance() -> Provenance {
    let [device, engine, program] = ["a test", "cross", "tests"].map(String::from);
    Provenance { device, engine, program }
}

pub(crate) fn record(job: u64, solutions: u64, device: &str) -> Record {
    let mut count = Count::default();
    count.add(solutions, 1).unwrap();
    let Provenance { engine, program, .. } = provenance();
    let (finished, device) = (1000 * job, device.to_string());
    let (placements, microseconds, session) = (None, 9, 1);
    Record { job, count, placements, microseconds, finished, session, device, engine, program }
}

/// A control that keeps the warnings, each with the number of jobs that were finished before. At the first warning it does
/// something, which says whether to stop.
pub(crate) struct OnWarning<F> {
    pub(crate) warnings: Mutex<Vec<(String, u64)>>,
    pub(crate) finished: AtomicU64,
    stopped: AtomicBool,
    act: F,
}

impl<F: Fn() -> bool + Sync> OnWarning<F> {
    pub(crate) fn new(act: F) -> Self {
        let (warnings, finished, stopped) = Default::default();
        Self { warnings, finished, stopped, act }
    }
}

impl<F: Fn() -> bool + Sync> Control for OnWarning<F> {
    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Progress(_, 1.0..) = event {
            self.finished.fetch_add(1, Ordering::Relaxed);
        }
        let Event::Warning(message) = event else { return };
        let mut warnings = self.warnings.lock().unwrap();
        if warnings.is_empty() && (self.act)() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        warnings.push((message.to_string(), self.finished.load(Ordering::Relaxed)));
    }
}
