//! Ledgers written by version 0.1.0 are read, verified and resumed by every later version.

use queens::{JobResult, Never};
use queens_ledger::{Answer, AuditShare, Ledger, Provenance, Session, Verdict, verify};
use std::path::Path;

const LEDGERS: [(&str, u64, u128); 3] = [
    ("bitmask-10.ledger", 10, 724),
    ("cross-12.ledger", 342, 14200),
    ("join-14.ledger", 256, 365_596),
];

#[test]
fn old_ledgers_verify() {
    for (name, jobs, solutions) in LEDGERS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
        std::fs::copy(source, &path).unwrap();
        let Verdict::Verified(checked) = verify(&path, 4, 1, &Never).unwrap() else {
            panic!("{name} does not verify");
        };
        assert_eq!((checked.jobs, checked.sums.solutions), (jobs, solutions), "{name}");
        assert_eq!(checked.recounted.len(), 4, "{name}");
        let ledger = Ledger::resume(&path).unwrap();
        assert_eq!(ledger.header().plan().unwrap().jobs(), jobs, "{name}");
        assert!(ledger.missing().unwrap().is_empty(), "{name}");
    }
}

#[test]
fn old_ledgers_can_be_audited_when_they_are_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bitmask-10.ledger");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bitmask-10.ledger");
    std::fs::copy(source, &path).unwrap();
    let old = Ledger::open(&path).unwrap();
    assert_eq!(
        (old.audited_jobs(), old.events(), old.withdrawn()),
        (Ok(0), Ok(vec![]), Ok(vec![]))
    );
    drop(old);
    let ledger = Ledger::resume(&path).unwrap();
    let plan = ledger.header().plan().unwrap();
    let [device, engine, program] = ["cluster", "bitmask", "tests"].map(String::from);
    let provenance = Provenance { device, engine, program };
    let share = AuditShare::new(1.0).unwrap();
    let mut session = Session::new(ledger, &plan, provenance, share, None).unwrap();
    assert_eq!(session.audits_waiting(), 10);
    let jobs = session.next_audits("w1", 10);
    let answer = |&job: &u64| {
        let JobResult { count, statistics, .. } = plan.run_job(job, &Never).unwrap();
        let placements = statistics.map(|statistics| statistics.placements);
        Answer { job, count, placements, seconds: 0.0 }
    };
    let found = jobs.iter().map(answer).collect();
    assert_eq!(session.finished("w1", &jobs, Ok(found)).unwrap(), []);
    assert_eq!(session.end("finished", &Never).unwrap().solutions, 724);
    assert_eq!(Ledger::open(&path).unwrap().audited_jobs(), Ok(10));
}
