//! Audits of runs on backends, and after merges.

use crate::common::*;
use queens::{Backend, Control, Error as CountError, Inline, Never, Plan, Simd, Sink, Threads};
use queens_ledger::{
    AuditReport, AuditShare, Auditor, Error, Ledger, Notice, NoticeKind, Runner, merge,
};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// An audited run on a backend, with the notices.
fn run(
    path: &Path,
    device: &dyn Backend,
    auditor: &(dyn Backend + Sync),
    share: AuditShare,
) -> (Result<AuditReport, Error>, Vec<Notice>) {
    run_with(path, device, &Inline, auditor, share, &Never)
}

fn run_with(
    path: &Path,
    device: &dyn Backend,
    fallback: &dyn Backend,
    auditor: &(dyn Backend + Sync),
    share: AuditShare,
    control: &dyn Control,
) -> (Result<AuditReport, Error>, Vec<Notice>) {
    let [gpu, cpu, second] = ["gpu", "cpu", "cpu (audit)"].map(provenance);
    let mut ledger = match path.exists() {
        true => Ledger::resume(path).unwrap(),
        false => Ledger::create(path, &cross(12), None, &gpu).unwrap(),
    };
    let notices = Mutex::new(Vec::new());
    let notify = |notice: &Notice| notices.lock().unwrap().push(notice.clone());
    let auditor = Auditor { share, backend: auditor, provenance: &second, notify: &notify };
    let by = Runner { backend: device, provenance: &gpu };
    let fallback = Runner { backend: fallback, provenance: &cpu };
    let end = ledger.run_audited(by, fallback, &auditor, control);
    (end.map(|(_, report)| report), notices.into_inner().unwrap())
}

#[test]
fn an_honest_run_is_audited_at_the_requested_share() {
    let (_folder, path) = place();
    let portable = Threads::new(2).unwrap().with_simd(Simd::Portable);
    let (report, notices) = run(&path, &Inline, &portable, all());
    let report = report.unwrap();
    assert_eq!((report.audited, report.jobs, notices), (342, 342, vec![]));
    assert!(report.missed_chance < 0.04, "{report}");
    assert_eq!(Ledger::open(&path).unwrap().status().unwrap().audited, 342);
    assert!(audits(&path).iter().all(|record| record.device == "cpu (audit)"));
    assert_verified(&path);
}

#[test]
fn a_wrong_device_is_replaced_and_its_results_are_counted_again() {
    let (_folder, path) = place();
    let wrong = Adding(|job| if job % 50 == 7 { 8 } else { 0 });
    let (report, notices) = run(&path, &wrong, &Inline, all());
    assert_eq!(report.unwrap().excluded, ["gpu"]);
    let wrong: Vec<&Notice> =
        notices.iter().filter(|notice| notice.kind == NoticeKind::WrongWorker).collect();
    assert_eq!((wrong.len(), wrong[0].worker.as_str()), (1, "gpu"));
    assert!(records(&path).iter().all(|record| record.device != "gpu"));
    let ledger = Ledger::open(&path).unwrap();
    assert!(ledger.withdrawn().unwrap().iter().any(|(_, record)| record.device == "gpu"));
    assert!(ledger.events().unwrap().iter().any(|(_, text)| text.starts_with("gpu is wrong")));
    assert_verified(&path);
}

#[test]
fn a_run_fails_if_the_fallback_is_wrong_too() {
    let (_folder, path) = place();
    let wrong = |wrong| Adding(move |job| if job == wrong { 8 } else { 0 });
    let end = run_with(&path, &wrong(300), &wrong(301), &Inline, all(), &Never).0;
    let error = end.unwrap_err();
    assert!(error.to_string().starts_with("cpu failed: an audit found a wrong count"), "{error}");
    let sums = Ledger::open(&path).unwrap().sums().unwrap();
    assert_eq!(sums.jobs, 2, "only the jobs that were settled");
}

#[test]
fn a_run_fails_if_all_counts_of_a_job_differ_and_the_job_stays_open() {
    let (_folder, path) = place();
    let differing = |added| Adding(move |job| if job == 9 { added } else { 0 });
    let (report, notices) = run(&path, &differing(8), &differing(16), all());
    let right = cross(12).recount(9, &Never).unwrap();
    let [gpu, cpu] = [right + 8, right + 16];
    let expected = format!(
        "all counts of job 9 differ: gpu counted {gpu} solutions, cpu (audit) counted {cpu} solutions, \
         cpu (audit), plain backtracking counted {right} solutions"
    );
    assert_eq!(report.unwrap_err().to_string(), expected);
    assert!(notices.iter().all(|notice| notice.kind == NoticeKind::Disagreement), "{notices:?}");
    let ledger = Ledger::open(&path).unwrap();
    assert!(ledger.missing().unwrap().contains(&9), "the disputed count is not added up");
    assert_eq!(ledger.withdrawn().unwrap()[0].0, expected);
    assert_eq!(ledger.events().unwrap().last().unwrap().1, expected);
    drop(ledger);
    // The next run counts the job again.
    assert_eq!(run(&path, &Inline, &Inline, all()).0.unwrap().audited, 342);
    assert_verified(&path);
}

#[test]
fn a_count_of_placements_is_not_audited() {
    let second = provenance("cpu (audit)");
    let mut ledger = Ledger::in_memory(&placements(), &second).unwrap();
    let auditor = Auditor { share: all(), backend: &Inline, provenance: &second, notify: &|_| {} };
    let by = Runner { backend: &Inline, provenance: &second };
    let error = ledger.run_audited(by, by, &auditor, &Never).unwrap_err().to_string();
    assert!(error.starts_with("an audit cannot run this request: plain backtracking"), "{error}");
    assert_eq!(ledger.status().unwrap().sessions, 0);
}

#[test]
fn audits_resume_and_are_not_repeated() {
    let (_folder, path) = place();
    let first = run(&path, &Inline, &Inline, AuditShare::DEFAULT).0.unwrap().audited;
    // The seed is random.
    assert!((1..100).contains(&first), "{first}");
    assert_eq!(run(&path, &Inline, &Inline, AuditShare::DEFAULT).0.unwrap().audited, first);
    // Results that are already there are audited too.
    assert_eq!(run(&path, &Inline, &Inline, all()).0.unwrap().audited, 342);
    assert_eq!(audits(&path).len(), 342);
}

#[test]
fn an_audit_that_differs_from_its_result_is_noticed() {
    let (_folder, path) = place();
    run(&path, &Inline, &Inline, all()).0.unwrap();
    assert_verified(&path);
    // An intact record of another count.
    let audit = &mut audits(&path)[7];
    audit.count.add(8, 1).unwrap();
    let changed = audit.encode(&Ledger::open(&path).unwrap().header().hash);
    let database = rusqlite::Connection::open(&path).unwrap();
    database.execute("UPDATE audits SET record = ? WHERE job = 7", [changed]).unwrap();
    assert!(wrong(&path, 0).contains("job 7: the result is "));
    database.execute("DELETE FROM results WHERE job = 7", []).unwrap();
    assert_eq!(wrong(&path, 0), "job 7 has an audit but no result");
}

#[test]
fn merged_ledgers_keep_audits_and_withdrawn_results() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, out, again] =
        ["a.db", "b.db", "out.db", "again.db"].map(|name| folder.path().join(name));
    run(&a, &Adding(|job| if job == 9 { 8 } else { 0 }), &Inline, all()).0.unwrap();
    run(&b, &Inline, &Inline, AuditShare::NONE).0.unwrap();
    merge(&out, &[&a, &b], &provenance("merge"), &Never).unwrap();
    merge(&again, &[&out, &out], &provenance("merge"), &Never).unwrap();
    let [before, after, again] = [&a, &out, &again].map(|path| Ledger::open(path).unwrap());
    assert_eq!(after.withdrawn().unwrap().len(), before.withdrawn().unwrap().len());
    assert!(after.events().unwrap().iter().any(|(_, text)| text.contains("a.db: gpu is wrong")));
    // Equal results of other devices are audits.
    let audited = [after, again].map(|ledger| ledger.status().unwrap().audited);
    assert_eq!(audited, [342, 342]);
    assert_verified(&out);
}

#[test]
fn plain_backtracking_audits_if_the_auditor_fails_or_is_wrong() {
    let failing = Failing { at: 0, as_device: true };
    let wrong = Adding(|_| 8);
    for (auditor, fails) in [(&failing as &(dyn Backend + Sync), true), (&wrong, false)] {
        let (_folder, path) = place();
        let (report, notices) = run(&path, &Inline, auditor, all());
        let report = report.unwrap();
        assert_eq!((&*report.excluded, report.audited), (&["cpu (audit)".to_string()][..], 342));
        assert_eq!(notices.iter().all(|notice| notice.worker != "cpu (audit)"), fails);
        let events = Ledger::open(&path).unwrap().events().unwrap();
        let cause = "cpu (audit) cannot audit: a device failed: on purpose";
        assert_eq!(events.len() == 1 && events[0].1 == cause, fails, "{events:?}");
        assert_verified(&path);
    }
}

/// An auditor that sets a flag when it begins, and counts until its control stops it.
struct Endless<'a>(&'a AtomicBool);

impl Backend for Endless<'_> {
    fn run(
        &self,
        _: &Plan,
        _: &[u64],
        _: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), CountError> {
        self.0.store(true, Ordering::Relaxed);
        let start = Instant::now();
        while !control.stopped() {
            assert!(start.elapsed() < Duration::from_secs(60), "the auditor is not stopped");
            std::thread::yield_now();
        }
        Err(CountError::Stopped)
    }
}

#[test]
fn an_audit_in_progress_stops_with_the_run() {
    let (_folder, path) = place();
    run(&path, &Inline, &Inline, AuditShare::NONE).0.unwrap();
    // All jobs are finished, so only the auditor has work.
    let stop = AtomicBool::new(false);
    let end = run_with(&path, &Inline, &Inline, &Endless(&stop), all(), &stop).0;
    assert!(is_stopped(end));
    assert_eq!(Ledger::open(&path).unwrap().sums().unwrap().jobs, 342);
}

#[test]
fn each_ledger_selects_other_jobs() {
    let selected = || {
        let (_folder, path) = place();
        run(&path, &Inline, &Inline, AuditShare::DEFAULT).0.unwrap();
        audits(&path).into_iter().map(|record| record.job).collect::<Vec<_>>()
    };
    // One equal choice in about 10 to the power of 28.
    assert_ne!(selected(), selected());
}
