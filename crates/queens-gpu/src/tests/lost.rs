//! A machine whose adapter is lost during a run, as after a reset of its driver. Without an adapter the tests print a line and pass.

use super::device::{Results, Tested};
use super::{cross, plain};
use crate::devices::{Gpus, Options, Platform};
use queens::{
    Backend, BackendError, Control, Error, Event, JobResult, Machine, Method, Never, Plan, Threads,
};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// An adapter that is lost after a number of batches. Its buffers are small, so that a run has several batches.
fn losing(batches: u64) -> Option<Gpus> {
    let options =
        Options { buffer_bytes: Some(16 << 10), lost_after: batches.into(), ..Options::default() };
    Tested::open(Platform::Wgpu, 1, options).map(|tested| tested.gpus)
}

/// A machine with such an adapter.
fn machine(batches: u64) -> Option<Machine<Gpus>> {
    losing(batches).map(|gpus| Machine::new(Threads::new(2).unwrap()).with_accelerator(gpus))
}

/// Keeps the warnings.
#[derive(Default)]
struct Warnings(Mutex<Vec<String>>);

impl Control for Warnings {
    fn stopped(&self) -> bool {
        false
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Warning(message) = event {
            self.0.lock().unwrap().push(message.to_string());
        }
    }
}

/// The result of each job, and the warnings. A second result of a job is an error.
fn run(plan: &Plan, machine: &Machine<Gpus>) -> (BTreeMap<u64, JobResult>, Vec<String>) {
    let (warnings, mut found) = (Warnings::default(), Results::default());
    plan.run_into(machine, &mut found, &warnings).unwrap();
    (found.0, warnings.0.into_inner().unwrap())
}

/// The right result of each job.
fn right(plan: &Plan) -> BTreeMap<u64, JobResult> {
    plan.all_jobs().into_iter().map(|job| (job, plan.run_job(job, &Never).unwrap())).collect()
}

#[test]
fn a_lost_adapter_loses_no_job() {
    let plan = cross(12);
    for batches in 1..=4 {
        let Some(machine) = machine(batches) else { return };
        let (found, warnings) = run(&plan, &machine);
        assert_eq!(found, right(&plan));
        println!("{warnings:?}");
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        let name = machine.accelerator().unwrap().names()[0].to_string();
        let start = format!("device wgpu:0 ({name}) was lost: ");
        assert!(warnings[0].starts_with(&start) && !warnings[0].contains('\n'), "{warnings:?}");
        // The device is open again, and counts everything.
        let (found, warnings) = run(&plan, &machine);
        assert_eq!((found, warnings.len()), (right(&plan), 0));
    }
}

#[test]
fn a_lost_adapter_keeps_what_is_finished_and_returns() {
    let plan = cross(12);
    let Some(losing) = losing(3) else { return };
    let mut found = Results::default();
    let end = losing.run(&plan, &plan.all_jobs(), &mut found, &Never);
    let Err(Error::Backend(BackendError::Lost { backend, .. })) = end else {
        panic!("{end:?}");
    };
    assert!(backend.starts_with("device wgpu:0 ("), "{backend}");
    assert!(found.0.len() < plan.jobs() as usize);
    // The next run opens the device again.
    let missing: Vec<u64> =
        plan.all_jobs().into_iter().filter(|job| !found.0.contains_key(job)).collect();
    losing.run(&plan, &missing, &mut found, &Never).unwrap();
    assert_eq!(found.0, right(&plan));
}

#[test]
fn a_lost_adapter_loses_no_placement() {
    let plan = plain(10, Method::BITMASK);
    let Some(machine) = machine(1) else { return };
    assert_eq!(run(&plan, &machine).0, right(&plan));
}
