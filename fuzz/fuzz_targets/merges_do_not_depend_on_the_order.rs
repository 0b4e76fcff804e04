//! Ledgers merge to the same results and the same contradictions in whatever order; what is summed is what all agree on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::{Backend, Control, Count, Error, JobResult, Method, Never, Plan, Request, Processor, Sink};
use queens_ledger::{Runner, Ledger, Provenance, merge};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The backend that gives these counts, and leaves the other jobs out.
struct Given<'a>(&'a [(u8, u8)]);

impl Backend for Given<'_> {
    fn run(
        &self,
        plan: &Plan,
        _: &[u64],
        sink: &mut dyn Sink,
        _: &dyn Control,
    ) -> Result<(), Error> {
        for &(job, solutions) in self.0 {
            let mut count = Count::default();
            count.add(u64::from(solutions % 3), 1).unwrap();
            sink.finished(u64::from(job) % plan.jobs(), JobResult::new(count), Processor::Cpu)?;
        }
        // The other jobs are missing: that is no error here.
        Err(Error::Stopped)
    }
}

fuzz_target!(|ledgers: [Vec<(u8, u8)>; 3]| {
    let folder = tempfile::tempdir().unwrap();
    let provenance = Provenance { device: "-".into(), engine: "-".into(), program: "-".into() };
    let plan = Request::count(8).unwrap().method(Method::CROSS).plan().unwrap();
    let mut right: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    let paths: Vec<_> = (0..3).map(|i| folder.path().join(format!("{i}.db"))).collect();
    for (path, given) in paths.iter().zip(&ledgers) {
        let mut ledger = Ledger::create(path, &plan, None, &provenance).unwrap();
        let given: Vec<(u8, u8)> = given.iter().copied().take(8).collect();
        let by = Runner { backend: &Given(&given), provenance: &provenance };
        let _ = ledger.run(by, by, &Never);
        ledger
            .each(|record| {
                right.entry(record.job).or_default().insert(record.count.solutions);
                Ok(())
            })
            .unwrap();
    }
    let mut certificates = Vec::new();
    for (i, order) in [[0, 1, 2], [2, 1, 0], [1, 2, 0]].iter().enumerate() {
        let out = folder.path().join(format!("out{i}.db"));
        let paths: Vec<&Path> = order.iter().map(|&i| paths[i].as_path()).collect();
        let merged = merge(&out, &paths, &provenance, &Never).unwrap();
        let contradicted = right.values().filter(|counts| counts.len() > 1).count() as u64;
        assert_eq!(merged.conflicts, contradicted);
        assert_eq!(merged.finished, right.len() as u64 - contradicted);
        let ledger = Ledger::open(&out).unwrap();
        certificates.push((ledger.certificate().unwrap(), ledger.sums().unwrap().solutions));
    }
    let agreed = right.values().filter(|counts| counts.len() == 1).flatten();
    let sum: u128 = agreed.map(|&count| u128::from(count)).sum();
    assert!(certificates.iter().all(|one| *one == certificates[0] && one.1 == sum));
});
