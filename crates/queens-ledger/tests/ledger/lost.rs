//! Devices that are lost while they count into a ledger.

use crate::common::*;
use queens::{
    Backend, BackendError, Control, Error as CountError, Event, Inline, Never, Plan, Sink, Threads,
};
use queens_ledger::{AuditReport, Auditor, Error, Ledger, RunOutcome, Runner};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A device that is lost in each of its first runs: it finishes some jobs and begins others.
struct Unreliable {
    losses: Mutex<Vec<(usize, usize)>>,
    runs: AtomicUsize,
}

impl Unreliable {
    fn new(losses: &[(usize, usize)]) -> Self {
        let reversed = losses.iter().rev().copied().collect();
        Self { losses: Mutex::new(reversed), runs: AtomicUsize::new(0) }
    }

    fn runs(&self) -> usize {
        self.runs.load(Ordering::Relaxed)
    }
}

impl Backend for Unreliable {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), CountError> {
        assert!(!jobs.is_empty(), "a device is not started for nothing");
        self.runs.fetch_add(1, Ordering::Relaxed);
        let Some((finishes, begins)) = self.losses.lock().unwrap().pop() else {
            return Inline.run(plan, jobs, sink, control);
        };
        let (first, others) = jobs.split_at(finishes.min(jobs.len()));
        Inline.run(plan, first, sink, control)?;
        others.iter().take(begins).for_each(|&job| control.event(Event::Begun(job)));
        let (backend, reason) = ("device test:0".to_string(), "unplugged".to_string());
        Err(CountError::Backend(BackendError::Lost { backend, reason }))
    }
}

/// Runs a device with the CPU as its fallback. Returns the outcome and the warnings.
fn run(path: &Path, device: &dyn Backend, jobs: usize) -> (Result<RunOutcome, Error>, Vec<String>) {
    let (plan, watching) = (cross(12), Watching::until(jobs));
    let (gpu, cpu) = (provenance("GPU"), provenance("CPU"));
    let mut ledger = match Ledger::exists(path).unwrap() {
        true => Ledger::resume(path).unwrap(),
        false => Ledger::create(path, &plan, None, &gpu).unwrap(),
    };
    let by = Runner { backend: device, provenance: &gpu };
    let fallback = Runner { backend: &Threads::new(2).unwrap(), provenance: &cpu };
    let end = ledger.run(by, fallback, &watching);
    (end, watching.warnings.into_inner().unwrap())
}

/// The number of results by device.
fn results(path: &Path) -> BTreeMap<String, usize> {
    let mut devices = BTreeMap::new();
    records(path).into_iter().for_each(|record| *devices.entry(record.device).or_default() += 1);
    devices
}

fn by_device(gpu: usize, cpu: usize) -> BTreeMap<String, usize> {
    let counts = [("GPU".to_string(), gpu), ("CPU".to_string(), cpu)];
    counts.into_iter().filter(|(_, jobs)| *jobs > 0).collect()
}

#[test]
fn each_result_names_the_device_that_counted_it() {
    let jobs = cross(12).jobs() as usize;
    // The losses, how often the device runs, and the jobs that the CPU counts.
    type Case<'a> = (&'a [(usize, usize)], usize, usize);
    let cases: [Case; 6] = [
        (&[(20, 7)], 2, 7),
        (&[(20, 0)], 2, 0),
        (&[(0, 5), (3, 2), (4, 0)], 4, 7),
        (&[(20, 7), (0, 3)], 2, jobs - 20),
        (&[(0, jobs)], 1, jobs),
        (&[(jobs, 0)], 1, 0),
    ];
    for (losses, runs, cpu) in cases {
        let (_folder, path) = place();
        let device = Unreliable::new(losses);
        let (end, warnings) = run(&path, &device, usize::MAX);
        assert!(end.unwrap().failed.is_empty());
        assert_eq!(device.runs(), runs, "{losses:?}");
        assert_eq!(results(&path), by_device(jobs - cpu, cpu), "{losses:?}");
        assert_verified(&path);
        let expected = if losses[0].0 == jobs { 0 } else { losses.len() };
        assert_eq!(warnings.len(), expected, "{warnings:?}");
    }
}

#[test]
fn a_stop_during_the_recovery_keeps_what_is_finished() {
    let (_folder, path) = place();
    // The device begins 20 and 30 jobs, then the CPU begins 5.
    let (end, warnings) = run(&path, &Unreliable::new(&[(20, 30)]), 55);
    assert_eq!(end.unwrap_err(), Error::Count(CountError::Stopped));
    assert_eq!(warnings.len(), 1);
    let kept: usize = results(&path).values().sum();
    assert!((20..cross(12).jobs() as usize).contains(&kept), "{kept}");
    // A stop that comes together with the loss is a stop.
    let (end, warnings) = run(&path, &Unreliable::new(&[(2, 3)]), 5);
    assert_eq!((end.unwrap_err(), warnings.len()), (Error::Count(CountError::Stopped), 0));
    let (end, _) = run(&path, &Unreliable::new(&[]), usize::MAX);
    assert!(end.unwrap().failed.is_empty());
    assert_verified(&path);
}

fn audited(
    path: &Path,
    device: &dyn Backend,
    cpu: &dyn Backend,
) -> Result<(RunOutcome, AuditReport), Error> {
    let [gpu, other] = ["GPU", "CPU"].map(provenance);
    let auditor = Auditor {
        share: all(),
        backend: &Inline,
        provenance: &provenance("CPU (audit)"),
        notify: &|_| {},
    };
    let mut ledger = Ledger::create(path, &cross(12), None, &gpu).unwrap();
    let by = Runner { backend: device, provenance: &gpu };
    let fallback = Runner { backend: cpu, provenance: &other };
    ledger.run_audited(by, fallback, &auditor, &Never)
}

#[test]
fn audits_continue_after_a_loss() {
    let (_folder, path) = place();
    let device = Unreliable::new(&[(20, 7), (5, 3)]);
    audited(&path, &device, &Inline).unwrap();
    assert_eq!(results(&path), by_device(cross(12).jobs() as usize - 10, 10));
    assert_verified(&path);
}

#[test]
fn a_lost_device_counts_what_a_wrong_fallback_counted() {
    let (_folder, path) = place();
    audited(&path, &Unreliable::new(&[(20, 7)]), &Adding(|_| 1)).unwrap();
    assert!(!results(&path).contains_key("CPU"), "{:?}", results(&path));
    assert_verified(&path);
    // If it is lost after that, nothing is left that counts.
    let (_folder, path) = place();
    let losses = [(20, 7), (5, 0), (0, 0), (0, 0)];
    let error = audited(&path, &Unreliable::new(&losses), &Adding(|_| 1)).unwrap_err();
    assert!(
        matches!(error, Error::Count(CountError::Backend(BackendError::Lost { .. }))),
        "{error}"
    );
    assert!(!results(&path).contains_key("CPU"), "{:?}", results(&path));
}
