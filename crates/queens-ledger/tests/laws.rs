//! Laws of certificates, headers and results.

use queens::results::{JobRecord, VerificationOutcome};
use queens::{Inline, Method, Never, Plan, Request};
use queens_ledger::{Certificate, Header, Ledger, Provenance, Runner, Shard, Verdict};
use std::path::Path;

fn provenance() -> Provenance {
    let [device, engine, program] = ["a test", "cross", "tests"].map(String::from);
    Provenance { device, engine, program }
}

fn plan(size: usize, method: Method, statistics: bool) -> Plan {
    let request = Request::count(size).unwrap().method(method);
    if statistics { request.statistics().plan().unwrap() } else { request.plan().unwrap() }
}

/// A complete ledger.
fn counted(folder: &Path, plan: &Plan, shard: Option<Shard>) -> Ledger {
    let mut ledger =
        Ledger::create(&folder.join("ledger.db"), plan, shard, &provenance()).unwrap();
    let provenance = &provenance();
    let runner = || Runner { backend: &Inline, provenance };
    ledger.run(plan, runner(), runner(), &Never).unwrap();
    ledger
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_certificate_prints_the_plan_the_sums_and_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(8, Method::BITMASK, true);
    let ledger = counted(folder.path(), &plan, None);
    let certificate = ledger.certificate().unwrap();
    let Certificate { header, sums, root } = &certificate;
    assert_eq!(hex(&[0, 1, 171, 255]), "0001abff");
    let expected = format!(
        "queens certificate 1\nsize       8\nmethod     bitmask\nplan       version 1, {}\n\
         jobs       8 of 8\nsolutions  92\nplacements 2056\nroot       {}\n",
        hex(&header.hash),
        hex(root)
    );
    assert_eq!(certificate.to_string(), expected);
    assert_eq!((sums.solutions, sums.placements), (92, Some(2056)));
    assert!(certificate.is_complete());
}

#[test]
fn a_certificate_is_complete_if_all_jobs_are_there_without_conflicts() {
    let folder = tempfile::tempdir().unwrap();
    let mut certificate =
        counted(folder.path(), &plan(8, Method::BITMASK, false), None).certificate().unwrap();
    assert!(certificate.is_complete());
    certificate.sums.conflicts = 1;
    assert!(!certificate.is_complete());
    certificate.sums.conflicts = 0;
    certificate.sums.jobs -= 1;
    assert!(!certificate.is_complete());
}

#[test]
fn a_ledger_has_the_jobs_of_its_plan_and_no_others() {
    let plan = plan(8, Method::BITMASK, false);
    let header = Header::new(&plan, None).unwrap();
    assert!(header.has(0) && header.has(7) && !header.has(8));
    assert_eq!(header.own_jobs(), 8);
}

#[test]
fn the_status_is_the_part_of_the_own_jobs_that_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(8, Method::BITMASK, true);
    let shard = Shard { index: 1, of: 2 };
    let ledger = counted(folder.path(), &plan, Some(shard));
    let status = ledger.status().unwrap();
    assert_eq!((status.plan_jobs, status.jobs, status.finished), (8, 4, 4));
    assert_eq!((status.fraction, status.shard.as_deref()), (1.0, Some("1/2")));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.db");
    let status = Ledger::create(&path, &plan, None, &provenance()).unwrap().status().unwrap();
    assert_eq!((status.finished, status.fraction), (0, 0.0));
}

#[test]
fn times_are_printed_in_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = counted(folder.path(), &plan(8, Method::BITMASK, true), None);
    let mut seconds = 0.0;
    let mut microseconds = 0;
    ledger
        .each(|mut record| {
            microseconds += record.microseconds;
            seconds += JobRecord::from(&record).seconds;
            record.microseconds = 2_500_000;
            assert_eq!(JobRecord::from(&record).seconds, 2.5);
            Ok(())
        })
        .unwrap();
    assert!((seconds - microseconds as f64 / 1e6).abs() < 1e-6);
}

#[test]
fn a_wrong_ledger_has_its_reason_in_the_result() {
    let result = Verdict::Wrong("a reason".into()).result(Path::new("x.db"));
    assert_eq!((result.outcome, result.reason), (VerificationOutcome::Wrong, Some("a reason".into())));
    assert_eq!(result.ledger, "x.db");
}
