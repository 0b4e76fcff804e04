//! Ledgers as files: locks that leave nothing behind, links, and reading that stops.

use queens::{
    Backend, Control, Count, Error as CountError, Event, JobResult, Method, Never, Plan, Processor,
    Request, Sink,
};
use queens_ledger::{Error, Ledger, Provenance, Runner, Verdict, Verification, merge, verify};
use std::fs;
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
        jobs.iter().try_for_each(|&job| sink.finished(job, JobResult::new(count), Processor::Cpu))
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
        fn event(&self, event: Event<'_>) {
            match event {
                Event::Selected(jobs) => self.0.store(jobs.len() as u64, Ordering::Relaxed),
                Event::Progress(_, 1.0..) => drop(self.1.fetch_add(1, Ordering::Relaxed)),
                _ => {}
            }
        }
    }
    let run = |threads| {
        let progress = Progress(AtomicU64::new(0), AtomicU64::new(0));
        let verdict = Verification { sample: 5, seed: 3, threads, certificate: None }
            .run(&path, &progress)
            .unwrap();
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
    let plan = Request::count(8).unwrap().method(Method::CROSS).plan().unwrap();
    drop(Ledger::create(&path, &plan, None, &provenance()).unwrap());
    let holders = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                // Attempts while another thread holds the lock do not count: it may hold it for long on a busy machine.
                let mut own = 0;
                while own < 10 {
                    match Ledger::resume(&path) {
                        Ok(ledger) => {
                            own += 1;
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0, "two writers");
                            std::thread::yield_now();
                            holders.fetch_sub(1, Ordering::SeqCst);
                            drop(ledger);
                        }
                        Err(Error::InUse { .. }) => std::thread::yield_now(),
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
    });
    let names: Vec<_> = folder.path().read_dir().unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["q8.db"]);
}

/// Why a file cannot be opened.
fn refused(path: &Path) -> String {
    Ledger::open(path).err().expect("it is rejected").to_string()
}

#[test]
fn what_is_not_a_ledger_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q8.db");
    let ends = |path: &Path, end: &str| {
        let text = refused(path);
        assert!(text.ends_with(end), "{text}");
    };
    ends(&path, "no such file or folder");
    assert_eq!(Ledger::exists(&path), Ok(false));
    ends(folder.path(), "it is a folder");
    fs::write(&path, "").unwrap();
    ends(&path, "the file is empty; to start a new ledger, delete it");
    assert!(Ledger::exists(&path).is_err());
    fs::remove_file(&path).unwrap();
    #[cfg(unix)]
    {
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        ends(&socket, "it is a socket");
        ends(Path::new("/dev/null"), "it is a device");
    }
    invent(&path, 8);
    assert_eq!(Ledger::exists(&path), Ok(true));
    // A part of a ledger that is shorter than any database.
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_len(512).unwrap();
    assert!(!refused(&path).ends_with("not an SQLite database"), "{}", refused(&path));
    file.set_len(511).unwrap();
    ends(&path, "not an SQLite database");
}

#[test]
fn files_next_to_a_ledger_that_would_change_it_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q8.db");
    let jobs = invent(&path, 8);
    let ledger = fs::read(&path).unwrap();
    let pages = u32::try_from(ledger.len() / 4096).unwrap();
    let journal = folder.path().join("q8.db-journal");
    for ending in ["-journal", "-wal", "-shm"] {
        let other = folder.path().join(format!("q8.db{ending}"));
        fs::create_dir(&other).unwrap();
        let reason =
            format!("the file with the ending '{ending}' next to it is not a regular file");
        assert!(refused(&path).ends_with(&reason), "{}", refused(&path));
        fs::remove_dir(&other).unwrap();
        let file = fs::File::create(&other).unwrap();
        file.set_len((1 << 30) + 1).unwrap();
        assert!(refused(&path).ends_with("is too large"), "{}", refused(&path));
        fs::remove_file(&other).unwrap();
    }
    // Journals for a database of this many pages, which SQLite does not apply because they do not begin with its magic number.
    let head = |pages: u32| {
        let mut head = vec![1; 8];
        head.extend([0; 8]);
        head.extend(pages.to_be_bytes());
        head.extend(512_u32.to_be_bytes());
        head.extend(4096_u32.to_be_bytes());
        head
    };
    let cases = [
        (vec![], None),
        (vec![1], None),
        (head(pages - 1), None),
        (head(pages), None),
        (head(pages + 1), Some("is for a larger database")),
    ];
    for (number, (content, reason)) in cases.into_iter().enumerate() {
        fs::write(&journal, content).unwrap();
        match reason {
            Some(reason) => assert!(refused(&path).ends_with(reason), "{}", refused(&path)),
            None => {
                let opened = Ledger::open(&path).unwrap_or_else(|e| panic!("case {number}: {e}"));
                assert_eq!(opened.sums().unwrap().jobs, jobs, "case {number}");
            }
        }
        assert!(fs::read(&path).unwrap() == ledger, "case {number} has changed the file");
    }
}

/// A copy of a ledger that a process was writing to, with what is in its log.
#[test]
fn a_log_is_a_part_of_the_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let [path, copy] = ["q8.db", "copy.db"].map(|name| folder.path().join(name));
    let jobs = invent(&path, 8);
    let writer = rusqlite::Connection::open(&path).unwrap();
    writer.execute_batch("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0").unwrap();
    let copied = |change: &str| {
        writer.execute_batch(change).unwrap();
        for ending in ["", "-wal"] {
            let of = |path: &Path| format!("{}{ending}", path.display());
            fs::copy(of(&path), of(&copy)).unwrap();
        }
    };
    copied("DELETE FROM results WHERE job = 3");
    assert_eq!(Ledger::open(&copy).unwrap().missing(), Ok(vec![3]));
    // It is now in the file.
    let names = |_| folder.path().read_dir().unwrap().map(|e| e.unwrap().file_name());
    assert!(names(()).all(|name| name != "copy.db-wal" && name != "copy.db-shm"));
    assert_eq!(Ledger::open(&copy).unwrap().sums().unwrap().jobs, jobs - 1);
    // What the log adds is checked like the file.
    copied("CREATE VIEW other AS SELECT 1");
    assert!(refused(&copy).ends_with("the view 'other' is not part of a ledger"));
    // A log that is none is ignored.
    fs::copy(&path, &copy).unwrap();
    fs::write(folder.path().join("copy.db-wal"), "no log").unwrap();
    fs::write(folder.path().join("copy.db-shm"), vec![7; 40_000]).unwrap();
    assert_eq!(Ledger::open(&copy).unwrap().sums().unwrap().jobs, jobs);
}

#[test]
fn a_foreign_schema_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q8.db");
    invent(&path, 8);
    let ledger = fs::read(&path).unwrap();
    let cases = [
        ("CREATE TABLE other (a)", "the table 'other' is not part of a ledger"),
        ("CREATE VIEW other AS SELECT 1", "the view 'other' is not part of a ledger"),
        ("CREATE INDEX other ON audits (job)", "the index 'other' is not part of a ledger"),
        ("ALTER TABLE audits ADD COLUMN a", "the table 'audits' is not part of a ledger"),
        ("DROP TABLE audits", "it has no table 'audits'"),
        (
            "PRAGMA ignore_check_constraints = ON; UPDATE audit_seed SET id = 2",
            "the structure of the database is broken: CHECK constraint failed in audit_seed",
        ),
    ];
    for (change, reason) in cases {
        fs::write(&path, &ledger).unwrap();
        let database = rusqlite::Connection::open(&path).unwrap();
        database.execute_batch(change).unwrap();
        drop(database);
        assert!(refused(&path).ends_with(reason), "{change:.60}: {}", refused(&path));
    }
    // A format of the schema that SQLite does not know.
    let mut unknown = ledger.clone();
    unknown[47] = 5;
    fs::write(&path, &unknown).unwrap();
    assert!(refused(&path).ends_with("its schema is not that of a ledger"), "{}", refused(&path));
}

#[test]
fn a_ledger_merged_with_itself_confirms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [path, out] = ["q8.db", "out.db"].map(|name| folder.path().join(name));
    let jobs = invent(&path, 8);
    let merged = merge(&out, &[&path, &path], &provenance(), &Never).unwrap();
    assert_eq!((merged.jobs, merged.same, merged.conflicts), (jobs, jobs, 0));
    assert_eq!(Ledger::open(&out).unwrap().audited_jobs().unwrap(), 0);
}

#[test]
fn a_file_that_is_larger_than_its_database_or_its_plan_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q8.db");
    let jobs = invent(&path, 8);
    let mut ledger = fs::read(&path).unwrap();
    let len = ledger.len();
    ledger.resize(len + 4096, 0);
    fs::write(&path, &ledger).unwrap();
    let expected = format!("the file has {} bytes, but its database has {len}", len + 4096);
    assert!(refused(&path).ends_with(&expected), "{}", refused(&path));
    // Pages that contain nothing, up to the largest size and beyond.
    let most = (32 << 20) + jobs * (8 << 10);
    for (size, is_too_large) in [(most, false), (most + 4096, true)] {
        // The number of pages, which SQLite believes.
        ledger[28..32].copy_from_slice(&u32::try_from(size / 4096).unwrap().to_be_bytes());
        fs::write(&path, &ledger[..len]).unwrap();
        fs::File::options().write(true).open(&path).unwrap().set_len(size).unwrap();
        let text = refused(&path);
        let expected = format!("more than the {most} that {jobs} jobs can need");
        assert_eq!(text.ends_with(&expected), is_too_large, "{text}");
        assert_eq!(
            text.contains("the structure of the database is broken"),
            !is_too_large,
            "{text}"
        );
    }
}

#[test]
fn a_recount_stops_on_request() {
    /// Stops when the jobs are selected.
    struct Selected(AtomicBool);
    impl Control for Selected {
        fn stopped(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
        fn event(&self, event: Event<'_>) {
            if let Event::Selected(_) = event {
                self.0.store(true, Ordering::Relaxed);
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q14.db");
    invent(&path, 14);
    for threads in [1, 2] {
        let control = Selected(AtomicBool::new(false));
        let end =
            Verification { sample: 3, seed: 1, threads, certificate: None }.run(&path, &control);
        assert!(is_stopped(end));
    }
}

#[test]
fn without_a_recount_a_ledger_is_only_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q8.db");
    let plan = Request::count(8).unwrap().method(Method::CROSS).plan().unwrap();
    let provenance = provenance();
    let mut ledger = Ledger::create(&path, &plan, None, &provenance).unwrap();
    let by = Runner { backend: &queens::Inline, provenance: &provenance };
    ledger.run(&plan, by, by, &Never).unwrap();
    assert!(matches!(verify(&path, 0, 1, &Never), Ok(Verdict::Checked(_))));
    assert!(matches!(verify(&path, 1, 1, &Never), Ok(Verdict::Verified(_))));
}

#[test]
fn a_conflict_under_the_number_of_another_job_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q8.db");
    invent(&path, 8);
    let database = rusqlite::Connection::open(&path).unwrap();
    let insert = "INSERT INTO conflicts SELECT job + 1, 'x.db', record FROM results WHERE job = 0";
    database.execute(insert, []).unwrap();
    drop(database);
    let error = Ledger::open(&path).unwrap().conflicts().unwrap_err().to_string();
    assert!(error.ends_with("conflict of job 1: the record belongs to job 0"), "{error}");
}
