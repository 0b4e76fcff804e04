//! Runs into a ledger that another process reads.
//!
//! These tests use a rollback journal, with which a reader delays the writer, as on a network file system. A connection of SQLite
//! stands for the other process.

use super::*;
use crate::tests::{OnWarning, cross, provenance};
use queens::Inline;
use rusqlite::Connection;
use std::path::PathBuf;

/// An empty ledger, as on a network file system.
fn remote(folder: &tempfile::TempDir) -> (Ledger, PathBuf) {
    let path = folder.path().join("q10.db");
    let mut ledger = Ledger::create(&path, &cross(10), None, &provenance()).unwrap();
    ledger.file.as_mut().unwrap().is_local = false;
    (ledger, path)
}

/// A reader that keeps its lock.
fn reader(path: &std::path::Path) -> Connection {
    let other = Connection::open(path).unwrap();
    other.execute_batch("BEGIN; SELECT count(*) FROM plan").unwrap();
    other
}

/// Runs all jobs while another process reads. Returns how the run ended, the warnings, and the results on the disk.
fn run_while_read(stops: bool) -> (Result<RunOutcome, Error>, Vec<String>, u64) {
    let folder = tempfile::tempdir().unwrap();
    let (mut ledger, path) = remote(&folder);
    let reader = Mutex::new(Some(reader(&path)));
    let control = OnWarning::new(|| {
        if !stops {
            drop(reader.lock().unwrap().take());
        }
        stops
    });
    let provenance = provenance();
    let by = Runner { backend: &Inline, provenance: &provenance };
    let end = ledger.run(by, by, &control);
    let saved = Ledger::open(&path).unwrap().sums().unwrap().jobs;
    assert_eq!(control.finished.into_inner(), saved);
    assert!(!path.with_file_name("q10.db-wal").exists());
    let warnings = control.warnings.into_inner().unwrap();
    assert_eq!(warnings[0].1, 0, "nothing was on the disk");
    (end, warnings.into_iter().map(|(warning, _)| warning).collect(), saved)
}

#[test]
fn the_end_of_a_run_waits_for_a_reader_and_says_so() {
    let (end, warnings, saved) = run_while_read(false);
    assert_eq!(end, Ok(RunOutcome::default()));
    let what = format!(
        "q10.db: cannot save: another process is reading or writing it; not saved yet: {saved} results"
    );
    assert!(saved > 0 && warnings[0].ends_with(&what), "{warnings:?}");
    assert!(warnings[1].ends_with("q10.db: everything is saved again"), "{warnings:?}");
    assert_eq!(warnings.len(), 2);
}

#[test]
fn a_stopped_run_does_not_wait_and_says_what_is_not_saved() {
    let (end, warnings, saved) = run_while_read(true);
    let Err(Error::Unsaved { results, .. }) = end else { panic!("{end:?}") };
    assert!(results > 0);
    assert_eq!((warnings.len(), saved), (1, 0));
}

/// Runs the jobs one by one, and does something after the first one.
struct Between<'a>(&'a (dyn Fn() + Sync));

impl Backend for Between<'_> {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), queens::Error> {
        Inline.run(plan, &jobs[..1], sink, control)?;
        (self.0)();
        Inline.run(plan, &jobs[1..], sink, control)
    }
}

/// Runs all jobs; does something after the first one.
fn run_with(ledger: &mut Ledger, act: impl Fn() + Sync) -> Result<RunOutcome, Error> {
    run_watched(ledger, act, &queens::Never)
}

fn run_watched(
    ledger: &mut Ledger,
    act: impl Fn() + Sync,
    control: &dyn Control,
) -> Result<RunOutcome, Error> {
    let (backend, provenance) = (Between(&act), provenance());
    let by = Runner { backend: &backend, provenance: &provenance };
    ledger.run(by, by, control)
}

/// Waits until there is a log.
fn wait_for(log: &std::path::Path) {
    while !log.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn with_a_log_readers_and_the_writer_do_not_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ledger, path) = remote(&folder);
    ledger.file.as_mut().unwrap().is_local = true;
    let log = path.with_file_name("q10.db-wal");
    let other = Mutex::new(None);
    run_with(&mut ledger, || {
        // The first transaction selects the log and leaves it empty.
        wait_for(&log);
        // Ends only after the run, which therefore cannot wait for it.
        *other.lock().unwrap() = Some(reader(&path));
    })
    .unwrap();
    let counted = Ledger::open(&path).unwrap().sums().unwrap().solutions;
    assert_eq!(counted, 724);
    assert!(log.exists(), "the reader keeps the log");
    drop((ledger, other));
    assert!(!log.exists(), "the last one to close the ledger removes the log");
    let ledger = Ledger::open(&path).unwrap();
    assert_eq!(ledger.sums().unwrap().solutions, 724);
}

#[test]
fn a_finished_ledger_is_one_file_with_a_rollback_journal() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ledger, path) = remote(&folder);
    ledger.file.as_mut().unwrap().is_local = true;
    let log = path.with_file_name("q10.db-wal");
    run_with(&mut ledger, || wait_for(&log)).unwrap();
    assert!(!log.exists());
    let mode = ledger.connection.pragma_query_value(None, "journal_mode", |row| row.get(0));
    assert_eq!(mode, Ok("delete".to_string()));
}

#[test]
fn a_log_that_a_reader_keeps_too_large_is_a_lock() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ledger, path) = remote(&folder);
    ledger.file.as_mut().unwrap().is_local = true;
    let log = path.with_file_name("q10.db-wal");
    let other = Mutex::new(None);
    let control = OnWarning::new(|| {
        drop(other.lock().unwrap().take());
        false
    });
    let act = || {
        wait_for(&log);
        *other.lock().unwrap() = Some(reader(&path));
        // Zeros at the end are no part of the log.
        let file = std::fs::File::options().write(true).open(&log).unwrap();
        file.set_len(crate::file::SIBLING_SIZE / 2 + 1).unwrap();
    };
    run_watched(&mut ledger, act, &control).unwrap();
    let warnings = control.warnings.into_inner().unwrap();
    assert!(warnings[0].0.contains("cannot save") && warnings.len() == 2, "{warnings:?}");
    assert!(!log.exists());
    assert_eq!(ledger.sums().unwrap().solutions, 724);
}

#[test]
fn a_writer_that_finds_a_newer_session_writes_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    for is_local in [false, true] {
        let path = folder.path().join(format!("{is_local}.db"));
        let mut ledger = Ledger::create(&path, &cross(10), None, &provenance()).unwrap();
        ledger.file.as_mut().unwrap().is_local = is_local;
        let error = run_with(&mut ledger, || {
            // Someone removes the lock file and begins another run.
            std::fs::remove_file(path.with_file_name(format!("{is_local}.db.lock"))).unwrap();
            let mut second = Ledger::resume(&path).unwrap();
            let mut writer = Writer::new(&second, &provenance()).unwrap();
            writer
                .add([crate::event::Event::Note { at: 1, text: "the other process".to_string() }]);
            writer.save_all(&mut second, &queens::Never).unwrap();
        })
        .unwrap_err();
        assert!(matches!(error, Error::TakenOver { .. }), "{error}");
        let there = Ledger::open(&path).unwrap();
        assert_eq!(there.sums().unwrap().jobs, 0);
        assert_eq!(there.events().unwrap().len(), 1);
    }
}

#[cfg(unix)]
#[test]
fn a_moved_or_deleted_file_ends_the_run() {
    for (moves, is_local) in [(true, true), (true, false), (false, true), (false, false)] {
        let folder = tempfile::tempdir().unwrap();
        let (mut ledger, path) = remote(&folder);
        ledger.file.as_mut().unwrap().is_local = is_local;
        let moved = folder.path().join("moved.db");
        let error = run_with(&mut ledger, || match moves {
            true => std::fs::rename(&path, &moved).unwrap(),
            false => std::fs::remove_file(&path).unwrap(),
        })
        .unwrap_err();
        assert!(matches!(error, Error::Moved { .. }), "{error}");
        drop(ledger);
        if moves {
            assert_eq!(Ledger::open(&moved).unwrap().sums().unwrap().conflicts, 0);
        }
    }
}
