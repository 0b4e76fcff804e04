//! `cargo bench -p queens-ledger`: the time to write and to verify a large ledger. Its counts are not real.

use queens::{
    Backend, CheckError, Control, Count, Error, Event, JobResult, Method, Never, Plan, Processor,
    Request, Sink, Statistics,
};
use queens_ledger::{Ledger, Provenance, Runner, verify};
use std::time::Instant;

/// The largest board that has been counted; its plan has many jobs.
const SIZE: usize = 27;

/// A backend that returns invented results.
struct Invented;

impl Backend for Invented {
    fn run(
        &self,
        _: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        for &job in jobs {
            control.event(Event::Begun(job));
            let mut count = Count::default();
            count.add(job * job, 8).ok_or(Error::Check(CheckError::Overflow { job }))?;
            let statistics = None::<Statistics>;
            sink.finished(job, JobResult { statistics, ..JobResult::new(count) }, Processor::Cpu)?;
        }
        Ok(())
    }
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.db");
    let [device, engine, program] = ["NVIDIA H200", "cross cuda", "queens 0.1.0"].map(String::from);
    let provenance = Provenance { device, engine, program };
    let plan = Request::count(SIZE).and_then(|r| r.method(Method::CROSS).plan()).expect("a plan");
    let by = Runner { backend: &Invented, provenance: &provenance };
    let start = Instant::now();
    let mut ledger = Ledger::create(&path, &plan, None, &provenance).expect("a ledger");
    ledger.run(by, by, &Never).expect("a run");
    drop(ledger);
    let written = start.elapsed().as_secs_f64();
    let size = std::fs::metadata(&path).expect("a file").len();
    let start = Instant::now();
    let verdict = verify(&path, 0, 0, &Never).expect("a verdict");
    let verified = start.elapsed().as_secs_f64();
    let jobs = plan.jobs();
    let million = verified * 1e6 / jobs as f64;
    println!(
        "{jobs} rows, {:.1} MB: written in {written:.2} s, verified in {verified:.2} s, {million:.2} s per million rows (target: 10 s)",
        size as f64 / 1e6
    );
    // The verdict is that the sum differs from the published number, which is checked last.
    println!("{verdict:?}");
}
