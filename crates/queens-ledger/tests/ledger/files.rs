//! Ledgers as files: what is refused, locks that leave nothing behind, and reading that stops.

use crate::common::*;
use queens::{Control, Event, Inline, Method, Never};
use queens_ledger::{Error, Ledger, Verification, merge, verify};
use queens_results::VerificationOutcome;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Creates a complete ledger with invented counts.
fn invent(path: &Path, size: usize) -> u64 {
    let plan = cross(size);
    counted(path, &plan, &Invented);
    plan.jobs()
}

#[test]
fn reading_stops_on_request() {
    let (folder, path) = place();
    assert!(invent(&path, 16) > 1000);
    assert!(is_stopped(Ledger::open_until(&path, || true)));
    assert!(is_stopped(Ledger::resume_until(&path, || true, |header| Ok(header.plan()?))));
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
    // Controls stop the functions that take one, and leave nothing behind.
    let stopped = AtomicBool::new(true);
    let out = folder.path().join("out.db");
    assert!(is_stopped(verify(&path, 1, 0, &stopped)));
    assert!(is_stopped(merge(&out, &[&path, &path], &provenance("-"), &stopped)));
    assert_eq!(names(&folder), ["ledger.db"]);
}

#[test]
fn any_number_of_threads_recounts_the_same_jobs() {
    let (_folder, path) = place();
    complete(&path, &plan(13, Method::BITMASK));
    let run = |threads| {
        let watching = Watching::until(usize::MAX);
        let verification = Verification { sample: 5, seed: 3, threads, certificate: None };
        let result = verification.run(&path, &watching).unwrap();
        let progress = watching.progress.into_inner().unwrap();
        let finished = progress.iter().filter(|(_, done)| *done >= 1.0).count();
        assert_eq!((watching.selected.into_inner(), finished), (5, 5));
        result
    };
    let one = run(1);
    assert_eq!(one.outcome, VerificationOutcome::Verified);
    assert_eq!(one.recounted.as_ref().unwrap().len(), 5);
    assert_eq!((run(2), run(0)), (one.clone(), one));
}

#[test]
fn a_lock_is_never_held_twice_and_leaves_no_file() {
    let (folder, path) = place();
    drop(create(&path, &cross(8)));
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
    assert_eq!(names(&folder), ["ledger.db"]);
}

/// Asserts that a file cannot be opened, with a message that ends like this.
fn refused(path: &Path, end: &str) {
    let text = Ledger::open(path).err().expect("it is rejected").to_string();
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn what_is_not_a_ledger_is_named() {
    let (folder, path) = place();
    refused(&path, "no such file or folder");
    assert_eq!(Ledger::exists(&path), Ok(false));
    refused(folder.path(), "it is a folder");
    fs::write(&path, "").unwrap();
    refused(&path, "the file is empty; to start a new ledger, delete it");
    assert!(Ledger::exists(&path).is_err());
    fs::write(&path, "nothing like it").unwrap();
    refused(&path, "not an SQLite database");
    fs::remove_file(&path).unwrap();
    #[cfg(unix)]
    {
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        refused(&socket, "it is a socket");
        refused(Path::new("/dev/null"), "it is a device");
    }
    let jobs = invent(&path, 8);
    assert_eq!(Ledger::exists(&path), Ok(true));
    let mut ledger = fs::read(&path).unwrap();
    let broken = "the structure of the database is broken: CHECK constraint failed in audit_seed";
    let cases = [
        ("CREATE TABLE other (a)", "the table 'other' is not part of a ledger"),
        ("CREATE VIEW other AS SELECT 1", "the view 'other' is not part of a ledger"),
        ("CREATE INDEX other ON audits (job)", "the index 'other' is not part of a ledger"),
        ("ALTER TABLE audits ADD COLUMN a", "the table 'audits' is not part of a ledger"),
        ("DROP TABLE audits", "it has no table 'audits'"),
        ("PRAGMA user_version = 1", "format version 1, this program reads 2"),
        ("PRAGMA ignore_check_constraints = ON; UPDATE audit_seed SET id = 2", broken),
    ];
    for (statements, reason) in cases {
        fs::write(&path, &ledger).unwrap();
        change(&path, statements);
        refused(&path, reason);
    }
    // A format of the schema that SQLite does not know.
    let mut unknown = ledger.clone();
    unknown[47] = 5;
    fs::write(&path, &unknown).unwrap();
    refused(&path, "its schema is not that of a ledger");
    // A part of a ledger that is shorter than any database.
    fs::write(&path, &ledger[..511]).unwrap();
    refused(&path, "not an SQLite database");
    // Pages that contain nothing, up to the largest size and beyond. SQLite believes the number of pages.
    let most = (32 << 20) + jobs * (8 << 10);
    let too_large = format!("more than the {most} that {jobs} jobs can need");
    for size in [most, most + 4096] {
        ledger[28..32].copy_from_slice(&u32::try_from(size / 4096).unwrap().to_be_bytes());
        fs::write(&path, &ledger).unwrap();
        fs::File::options().write(true).open(&path).unwrap().set_len(size).unwrap();
        let text = Ledger::open(&path).err().unwrap().to_string();
        assert_eq!(text.ends_with(&too_large), size > most, "{text}");
        assert_eq!(text.contains("the structure of the database is broken"), size == most);
    }
}

#[test]
fn files_next_to_a_ledger_that_would_hold_up_its_reader_are_rejected() {
    let (folder, path) = place();
    invent(&path, 8);
    for ending in ["-journal", "-wal", "-shm"] {
        let other = folder.path().join(format!("ledger.db{ending}"));
        fs::create_dir(&other).unwrap();
        let reason =
            format!("the file with the ending '{ending}' next to it is not a regular file");
        refused(&path, &reason);
        fs::remove_dir(&other).unwrap();
        fs::File::create(&other).unwrap().set_len((1 << 30) + 1).unwrap();
        refused(&path, "is too large");
        fs::remove_file(&other).unwrap();
    }
}

/// A copy of a ledger that a process was writing to, with what is in its log.
#[test]
fn a_log_is_a_part_of_the_ledger() {
    let (folder, path) = place();
    let copy = folder.path().join("copy.db");
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
    assert!(names(&folder).iter().all(|name| name != "copy.db-wal" && name != "copy.db-shm"));
    assert_eq!(records(&copy).len() as u64, jobs - 1);
    // What the log adds is checked like the file.
    copied("CREATE VIEW other AS SELECT 1");
    refused(&copy, "the view 'other' is not part of a ledger");
    // A log that is none is ignored.
    fs::copy(&path, &copy).unwrap();
    fs::write(folder.path().join("copy.db-wal"), "no log").unwrap();
    fs::write(folder.path().join("copy.db-shm"), vec![7; 40_000]).unwrap();
    assert_eq!(records(&copy).len() as u64, jobs);
}

#[test]
fn a_ledger_merged_with_itself_confirms_nothing() {
    let (folder, path) = place();
    let out = folder.path().join("out.db");
    let jobs = invent(&path, 8);
    let merged = merge(&out, &[&path, &path], &provenance("-"), &Never).unwrap();
    assert_eq!((merged.finished, merged.duplicates, merged.conflicts), (jobs, jobs, 0));
    assert_eq!(audits(&out), []);
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
    let (_folder, path) = place();
    invent(&path, 14);
    for threads in [1, 2] {
        let control = Selected(AtomicBool::new(false));
        let verification = Verification { sample: 3, seed: 1, threads, certificate: None };
        assert!(is_stopped(verification.run(&path, &control)));
    }
}

#[test]
fn without_a_recount_a_ledger_is_only_checked() {
    let (_folder, path) = place();
    complete(&path, &cross(8));
    assert_eq!(verified(&path, 0).outcome, VerificationOutcome::Checked);
    assert_eq!(verified(&path, 1).outcome, VerificationOutcome::Verified);
}

#[test]
fn a_record_under_the_number_of_another_job_is_damage() {
    let (_folder, path) = place();
    complete(&path, &cross(8));
    let insert = "INSERT INTO conflicts SELECT job + 1, 'x.db', record FROM results WHERE job = 0";
    change(&path, insert);
    let error = Ledger::open(&path).unwrap().conflicts().unwrap_err().to_string();
    assert!(error.ends_with("conflict of job 1: the record belongs to job 0"), "{error}");
    change(&path, "DELETE FROM results WHERE job = 5; UPDATE results SET job = 5 WHERE job = 3");
    let error = Ledger::open(&path).unwrap().sums().unwrap_err().to_string();
    assert!(error.ends_with("job 5: the record belongs to job 3"), "{error}");
}

#[test]
#[should_panic(expected = "the ledger was opened for reading only")]
fn a_ledger_opened_for_reading_is_not_run() {
    let (_folder, path) = place();
    complete(&path, &cross(8));
    let _ = run(&mut Ledger::open(&path).unwrap(), &Inline);
}
