//! A machine whose adapter is lost during a run, as after a reset of its driver. Without an adapter the tests print a line and pass.

use queens::{
    Control, Error, Event, JobByJob, JobResult, Machine, Method, Plan, Processor, Request, Sink,
    Threads,
};
use queens_gpu::Gpus;
use queens_wgpu::Wgpu;
use std::sync::Mutex;

/// Small buffers, so that a run has several batches.
const BUFFER_BYTES: u64 = 16 << 10;

/// A machine whose adapter is lost after a number of batches.
fn machine(batches: u64) -> Option<Machine<Gpus>> {
    match Wgpu::open(&[0]) {
        Ok(wgpu) => {
            let losing = wgpu.buffer_bytes(BUFFER_BYTES).lose_after(batches);
            Some(Machine::new(Threads::new(2).unwrap()).with_accelerator(Gpus::Wgpu(losing)))
        }
        Err(reason) => {
            assert!(std::env::var_os("QUEENS_WGPU").is_none(), "{reason}");
            println!("skipped: {reason}");
            None
        }
    }
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

/// Adds results up, and refuses a second result of a job.
struct Once(JobByJob);

impl Sink for Once {
    fn finished(&mut self, job: u64, result: JobResult, by: Processor) -> Result<(), Error> {
        assert_eq!(self.0.counts[job as usize], None, "job {job} is reported twice");
        self.0.finished(job, result, by)
    }
}

fn count(plan: &Plan, machine: &Machine<Gpus>) -> (JobByJob, Vec<String>) {
    let (warnings, mut sink) = (Warnings::default(), Once(JobByJob::new(plan)));
    plan.run_into(machine, &mut sink, &warnings).unwrap();
    (sink.0, warnings.0.into_inner().unwrap())
}

#[test]
fn a_lost_adapter_loses_no_job() {
    let plan = Request::count(12).unwrap().method(Method::CROSS).plan().unwrap();
    for batches in 1..=4 {
        let Some(machine) = machine(batches) else { return };
        let (found, warnings) = count(&plan, &machine);
        assert_eq!((found.total.solutions, found.total.jobs), (14_200, plan.jobs()));
        println!("{warnings:?}");
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        let name = machine.accelerator().unwrap().names()[0].to_string();
        let start = format!("device wgpu:0 ({name}) was lost: ");
        assert!(warnings[0].starts_with(&start) && !warnings[0].contains('\n'), "{warnings:?}");
        // The device is open again, and counts everything.
        let (found, warnings) = count(&plan, &machine);
        assert_eq!((found.total.solutions, warnings.len()), (14_200, 0));
    }
}

#[test]
fn a_lost_adapter_loses_no_placement() {
    let request = Request::count(10).unwrap().method(Method::BITMASK).statistics();
    let plan = request.plan().unwrap();
    let Some(machine) = machine(1) else { return };
    let (found, _) = count(&plan, &machine);
    assert_eq!(found.total.statistics.unwrap().placements, 35_538);
    assert_eq!(found.total.solutions, 724);
}
