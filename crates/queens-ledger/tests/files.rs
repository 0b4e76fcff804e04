//! Ledgers as files: locks that leave nothing behind, links, and reading that stops.

use queens::{
    Backend, Control, Count, Error as CountError, JobResult, Method, Never, Plan, Request, Sink,
};
use queens_ledger::{Error, Ledger, Provenance, Runner, Verification, merge, verify};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Finishes each job at once, with an invented count.
struct Invented;

impl Backend for Invented {
    fn run(
        &self,
        _: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        _: &dyn Control,
    ) -> Result<(), CountError> {
        let mut count = Count::default();
        count.add(1, 1).unwrap();
        jobs.iter().try_for_each(|&job| sink.finished(job, JobResult::new(count)))
    }
}

fn provenance() -> Provenance {
    let [device, engine, program] = ["a test", "none", "tests"].map(String::from);
    Provenance { device, engine, program }
}

/// Creates a complete ledger with invented counts.
fn invent(path: &Path, size: usize) -> u64 {
    let plan = Request::count(size).unwrap().method(Method::CROSS).plan().unwrap();
    let provenance = provenance();
    let mut ledger = Ledger::create(path, &plan, None, &provenance).unwrap();
    let by = Runner { backend: &Invented, provenance: &provenance };
    ledger.run(&plan, by, by, &Never).unwrap();
    plan.jobs()
}

fn is_stopped<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error::Count(CountError::Stopped)))
}

#[test]
fn reading_stops_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q16.db");
    assert!(invent(&path, 16) > 1000);
    assert!(is_stopped(Ledger::open_until(&path, || true)));
    assert!(is_stopped(Ledger::resume_until(&path, || true)));
    // SQLite polls while it reads.
    let stop = Arc::new(AtomicBool::new(false));
    let polls = Arc::new(AtomicU64::new(0));
    let ledger = Ledger::open_until(&path, {
        let (stop, polls) = (Arc::clone(&stop), Arc::clone(&polls));
        move || {
            polls.fetch_add(1, Ordering::Relaxed);
            stop.load(Ordering::Relaxed)
        }
    })
    .unwrap();
    let opened = polls.load(Ordering::Relaxed);
    ledger.status().unwrap();
    assert!(polls.load(Ordering::Relaxed) > opened + 5, "{opened}");
    stop.store(true, Ordering::Relaxed);
    assert!(is_stopped(ledger.status()));
    assert!(is_stopped(ledger.missing()));
    assert!(is_stopped(ledger.certificate()));
    assert!(is_stopped(ledger.check_structure()) || ledger.check_structure().is_ok());
    // Controls stop the functions that take one, and leave nothing behind.
    let stopped = AtomicBool::new(true);
    let out = folder.path().join("out.db");
    assert!(is_stopped(verify(&path, 1, 0, &stopped)));
    assert!(is_stopped(merge(&out, &[&path, &path], &provenance(), &stopped)));
    let names: Vec<_> = folder.path().read_dir().unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["q16.db"]);
}

#[test]
fn any_number_of_threads_recounts_the_same_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q13.db");
    let plan = Request::count(13).unwrap().method(Method::BITMASK).plan().unwrap();
    let provenance = provenance();
    let mut ledger = Ledger::create(&path, &plan, None, &provenance).unwrap();
    let by = Runner { backend: &queens::Inline, provenance: &provenance };
    ledger.run(&plan, by, by, &Never).unwrap();
    drop(ledger);
    /// Adds up the progress of each job.
    struct Progress(AtomicU64, AtomicU64);
    impl Control for Progress {
        fn stopped(&self) -> bool {
            false
        }
        fn selected(&self, jobs: &[u64]) {
            self.0.store(jobs.len() as u64, Ordering::Relaxed);
        }
        fn progress(&self, _: u64, done: f64) {
            self.1.fetch_add(u64::from(done >= 1.0), Ordering::Relaxed);
        }
    }
    let run = |threads| {
        let progress = Progress(AtomicU64::new(0), AtomicU64::new(0));
        let verdict = Verification { sample: 5, seed: 3, threads }.run(&path, &progress).unwrap();
        assert_eq!((progress.0.into_inner(), progress.1.into_inner()), (5, 5));
        verdict
    };
    let one = run(1);
    assert!(
        matches!(&one, queens_ledger::Verdict::Verified(checked) if checked.recounted.len() == 5)
    );
    assert_eq!((run(2), run(0)), (one.clone(), one));
}

#[test]
fn a_lock_is_never_held_twice_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q8.db");
    invent(&path, 8);
    let (holders, taken) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..60 {
                    match Ledger::resume(&path) {
                        Ok(ledger) => {
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0, "two writers");
                            taken.fetch_add(1, Ordering::Relaxed);
                            std::thread::yield_now();
                            holders.fetch_sub(1, Ordering::SeqCst);
                            drop(ledger);
                        }
                        Err(error) => assert!(matches!(error, Error::InUse { .. }), "{error}"),
                    }
                }
            });
        }
    });
    assert!(taken.into_inner() > 10);
    let names: Vec<_> = folder.path().read_dir().unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["q8.db"]);
}
