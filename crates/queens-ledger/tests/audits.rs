//! Audits through the public interface: of runs on backends, and after merges.

mod common;

use common::{all, assert_verified, place, plan, provenance};
use queens::{
    Backend, BackendError, Control, Error as CountError, Inline, JobResult, Method, Never, Plan,
    Processor, Request, Simd, Sink, Threads,
};
use queens_ledger::{
    AuditReport, AuditShare, Auditor, Error, Ledger, Notice, NoticeKind, Runner, merge,
};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A backend that adds 8 solutions to some jobs, with the right residues.
struct Wrong(fn(u64) -> bool);

struct WrongSink<'a>(&'a Wrong, &'a mut dyn Sink);

impl Sink for WrongSink<'_> {
    fn finished(
        &mut self,
        job: u64,
        mut result: JobResult,
        by: Processor,
    ) -> Result<(), CountError> {
        if self.0.0(job) {
            result.count.add(8, 1).unwrap();
        }
        self.1.finished(job, result, by)
    }
}

impl Backend for Wrong {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), CountError> {
        Inline.run(plan, jobs, &mut WrongSink(self, sink), control)
    }
}

/// An audited run on a backend, with the notices.
fn run(
    path: &Path,
    device: &dyn Backend,
    auditor: &(dyn Backend + Sync),
    share: AuditShare,
) -> (Result<AuditReport, Error>, Vec<Notice>) {
    let plan = plan();
    let [gpu, cpu, second] = ["gpu", "cpu", "cpu (audit)"].map(provenance);
    let mut ledger = match path.exists() {
        true => Ledger::resume(path).unwrap(),
        false => Ledger::create(path, &plan, None, &gpu).unwrap(),
    };
    let notices = Mutex::new(Vec::new());
    let notify = |notice: &Notice| notices.lock().unwrap().push(notice.clone());
    let auditor = Auditor { share, backend: auditor, provenance: &second, notify: &notify };
    let by = Runner { backend: device, provenance: &gpu };
    let fallback = Runner { backend: &Inline, provenance: &cpu };
    let end = ledger.run_audited(&plan, by, fallback, &auditor, &Never);
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
    let ledger = Ledger::open(&path).unwrap();
    assert_eq!(ledger.audited_jobs().unwrap(), 342);
    ledger
        .each_audit(|record| {
            assert_eq!(record.device, "cpu (audit)");
            Ok(())
        })
        .unwrap();
    assert_verified(&path);
}

#[test]
fn a_wrong_device_is_replaced_and_its_results_are_counted_again() {
    let (_folder, path) = place();
    let (report, notices) = run(&path, &Wrong(|job| job % 50 == 7), &Inline, all());
    assert_eq!(report.unwrap().excluded, ["gpu"]);
    let wrong: Vec<&Notice> =
        notices.iter().filter(|notice| notice.kind == NoticeKind::WrongWorker).collect();
    assert_eq!((wrong.len(), wrong[0].worker.as_str()), (1, "gpu"));
    let ledger = Ledger::open(&path).unwrap();
    ledger
        .each(|record| {
            assert_ne!(record.device, "gpu");
            Ok(())
        })
        .unwrap();
    let withdrawn = ledger.withdrawn().unwrap();
    assert!(withdrawn.iter().any(|withdrawn| withdrawn.record.device == "gpu"));
    assert!(ledger.events().unwrap().iter().any(|(_, text)| text.starts_with("gpu is wrong")));
    assert_verified(&path);
}

#[test]
fn a_wrong_auditor_does_not_change_the_results() {
    let (_folder, path) = place();
    let (report, notices) = run(&path, &Inline, &Wrong(|_| true), all());
    let report = report.unwrap();
    // Plain backtracking audits instead.
    assert_eq!((&report.excluded[..], report.audited), (&["cpu (audit)".to_string()][..], 342));
    assert!(notices.iter().any(|notice| notice.worker == "cpu (audit)"));
    assert_verified(&path);
}

#[test]
fn a_run_fails_if_the_fallback_is_wrong_too() {
    let (_folder, path) = place();
    let plan = plan();
    let [cpu, second] = ["cpu", "cpu (audit)"].map(provenance);
    let mut ledger = Ledger::create(&path, &plan, None, &cpu).unwrap();
    let auditor = Auditor { share: all(), backend: &Inline, provenance: &second, notify: &|_| {} };
    let backend = Wrong(|job| job == 300);
    let by = Runner { backend: &backend, provenance: &cpu };
    let error = ledger.run_audited(&plan, by, by, &auditor, &Never).unwrap_err();
    assert!(error.to_string().starts_with("cpu failed: an audit found a wrong count"), "{error}");
    assert_eq!(ledger.sums().unwrap().jobs, 1, "only the job that was settled");
}

/// A backend that adds a different number of solutions to one job.
struct Differing(u64);

impl Backend for Differing {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), CountError> {
        struct Adding<'a>(u64, &'a mut dyn Sink);
        impl Sink for Adding<'_> {
            fn finished(
                &mut self,
                job: u64,
                mut result: JobResult,
                by: Processor,
            ) -> Result<(), CountError> {
                if job == 9 {
                    result.count.add(self.0, 1).unwrap();
                }
                self.1.finished(job, result, by)
            }
        }
        Inline.run(plan, jobs, &mut Adding(self.0, sink), control)
    }
}

#[test]
fn a_run_fails_if_all_counts_of_a_job_differ_and_the_job_stays_open() {
    let (_folder, path) = place();
    let (report, notices) = run(&path, &Differing(8), &Differing(16), all());
    let right = plan().recount(9, &Never).unwrap();
    let [gpu, cpu] = [right + 8, right + 16];
    let expected = format!(
        "all counts of job 9 differ: gpu counted {gpu} solutions, cpu (audit) counted {cpu} solutions, \
         cpu (audit), plain backtracking counted {right} solutions"
    );
    assert_eq!(report.unwrap_err().to_string(), expected);
    assert!(notices.iter().all(|notice| notice.kind == NoticeKind::Disagreement), "{notices:?}");
    let ledger = Ledger::open(&path).unwrap();
    assert!(ledger.missing().unwrap().contains(&9), "the disputed count is not added up");
    assert_eq!(ledger.withdrawn().unwrap()[0].reason, expected);
    assert_eq!(ledger.events().unwrap().last().unwrap().1, expected);
    drop(ledger);
    // The next run counts the job again.
    assert_eq!(run(&path, &Inline, &Inline, all()).0.unwrap().audited, 342);
    assert_verified(&path);
}

#[test]
fn a_count_of_placements_is_not_audited() {
    let plan = Request::count(8).unwrap().method(Method::BITMASK).statistics().plan().unwrap();
    let [cpu, second] = ["cpu", "cpu (audit)"].map(provenance);
    let mut ledger = Ledger::in_memory(&plan, &cpu).unwrap();
    let auditor = Auditor { share: all(), backend: &Inline, provenance: &second, notify: &|_| {} };
    let by = Runner { backend: &Inline, provenance: &cpu };
    let error = ledger.run_audited(&plan, by, by, &auditor, &Never).unwrap_err().to_string();
    assert!(error.starts_with("an audit cannot run this request: plain backtracking"), "{error}");
    assert_eq!(ledger.sessions().unwrap(), 0);
}

#[test]
fn audits_resume_and_are_not_repeated() {
    let (_folder, path) = place();
    run(&path, &Inline, &Inline, AuditShare::DEFAULT).0.unwrap();
    let first = Ledger::open(&path).unwrap().audited_jobs().unwrap();
    // The seed is random.
    assert!((1..100).contains(&first), "{first}");
    let report = run(&path, &Inline, &Inline, AuditShare::DEFAULT).0.unwrap();
    assert_eq!(report.audited, first);
    // Results that are already there are audited too.
    assert_eq!(run(&path, &Inline, &Inline, all()).0.unwrap().audited, 342);
    let mut audits = 0;
    let ledger = Ledger::open(&path).unwrap();
    ledger
        .each_audit(|_| {
            audits += 1;
            Ok(())
        })
        .unwrap();
    assert_eq!(audits, 342);
}

#[test]
fn an_audit_that_differs_from_its_result_is_noticed() {
    let (_folder, path) = place();
    run(&path, &Inline, &Inline, AuditShare::DEFAULT).0.unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    // The audit of another job, with its own valid checksum.
    connection.execute_batch("UPDATE audits SET job = job + 1").unwrap();
    drop(connection);
    assert!(Ledger::open(&path).unwrap().check_audits().is_err());
}

#[test]
fn merged_ledgers_keep_audits_and_withdrawn_results() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b, out] = ["a.db", "b.db", "out.db"].map(|name| folder.path().join(name));
    run(&a, &Wrong(|job| job == 9), &Inline, all()).0.unwrap();
    run(&b, &Inline, &Inline, AuditShare::NONE).0.unwrap();
    merge(&out, &[&a, &b], &provenance("merge"), &Never).unwrap();
    let [before, after] = [&a, &out].map(|path| Ledger::open(path).unwrap());
    assert_eq!(after.withdrawn().unwrap().len(), before.withdrawn().unwrap().len());
    assert!(after.events().unwrap().iter().any(|(_, text)| text.contains("a.db: gpu is wrong")));
    // Equal results of other devices are audits.
    assert_eq!(after.audited_jobs().unwrap(), 342);
    assert_verified(&out);
    let again = folder.path().join("again.db");
    merge(&again, &[&out, &out], &provenance("merge"), &Never).unwrap();
    assert_eq!(Ledger::open(&again).unwrap().audited_jobs().unwrap(), 342);
}

/// A backend that fails at once.
struct Failing;

impl Backend for Failing {
    fn run(
        &self,
        _: &Plan,
        _: &[u64],
        _: &mut dyn Sink,
        _: &dyn Control,
    ) -> Result<(), CountError> {
        let [backend, reason] = ["a device", "it is gone"].map(String::from);
        Err(CountError::Backend(BackendError::Failed { backend, reason }))
    }
}

#[test]
fn plain_backtracking_audits_if_the_auditor_fails() {
    let (_folder, path) = place();
    let report = run(&path, &Inline, &Failing, all()).0.unwrap();
    assert_eq!((&report.excluded[..], report.audited), (&["cpu (audit)".to_string()][..], 342));
    let events = Ledger::open(&path).unwrap().events().unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].1, "cpu (audit) cannot audit: a device failed: it is gone");
    assert_verified(&path);
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
    let plan = plan();
    let [gpu, second] = ["gpu", "cpu (audit)"].map(provenance);
    let stop = AtomicBool::new(false);
    let backend = Endless(&stop);
    let auditor = Auditor { share: all(), backend: &backend, provenance: &second, notify: &|_| {} };
    let by = Runner { backend: &Inline, provenance: &gpu };
    let mut ledger = Ledger::resume(&path).unwrap();
    let end = ledger.run_audited(&plan, by, by, &auditor, &stop);
    assert!(matches!(end, Err(Error::Count(CountError::Stopped))));
    assert_eq!(ledger.sums().unwrap().jobs, plan.jobs());
}

#[test]
fn each_ledger_selects_other_jobs() {
    let selected = || {
        let (_folder, path) = place();
        run(&path, &Inline, &Inline, AuditShare::DEFAULT).0.unwrap();
        let mut jobs = Vec::new();
        let ledger = Ledger::open(&path).unwrap();
        ledger
            .each_audit(|record| {
                jobs.push(record.job);
                Ok(())
            })
            .unwrap();
        jobs
    };
    // One equal choice in about 10 to the power of 28.
    assert_ne!(selected(), selected());
}
