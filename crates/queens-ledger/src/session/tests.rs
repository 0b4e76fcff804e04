//! Sessions whose ledger cannot be written for a while, or at all.

use super::*;
use crate::tests::{OnWarning, cross, provenance, record};
use queens::Never;
use rusqlite::Connection;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// A session with a note that is not yet written, as on a network file system, and a connection of another process.
fn session(folder: &tempfile::TempDir) -> (Session, Connection) {
    let path = folder.path().join("q8.db");
    let mut ledger = Ledger::create(&path, &cross(8), None, &provenance()).unwrap();
    ledger.file.as_mut().unwrap().is_local = false;
    let mut session = Session::new(ledger, provenance(), AuditShare::NONE, Some(1)).unwrap();
    session.note("a note");
    (session, Connection::open(&path).unwrap())
}

/// Saves until nothing waits or a warning comes.
fn commit(session: &mut Session, control: &OnWarning<fn() -> bool>) {
    while control.warnings.lock().unwrap().is_empty() && session.ledger.events().unwrap().is_empty()
    {
        session.commit(control).unwrap();
    }
}

#[test]
fn what_cannot_be_saved_while_another_process_reads_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, other) = session(&folder);
    let result = session.ledger.plan().run_job(0, &Never).unwrap();
    let answer = Answer { job: 0, count: result.count, placements: None, seconds: 0.0 };
    session.finished("w1", &[0], Ok(vec![answer])).unwrap();
    other.execute_batch("BEGIN; SELECT count(*) FROM plan").unwrap();
    let control = OnWarning::new((|| false) as fn() -> bool);
    commit(&mut session, &control);
    let warned = control.warnings.into_inner().unwrap();
    assert!(warned[0].0.ends_with("; not saved yet: 1 result"), "{warned:?}");
    // The end of a session that is stopped does not wait.
    let stop = AtomicBool::new(true);
    let error = session.close("stopped", &stop).unwrap_err();
    assert!(matches!(error, Error::Unsaved { results: 1, .. }), "{error}");
    assert!(session.check_total(&stop).is_err());
    other.execute_batch("COMMIT").unwrap();
    session.close("stopped", &Never).unwrap();
    assert_eq!(session.ledger.events().unwrap()[0].1, "a note");
    assert_eq!(session.ledger.sums().unwrap().jobs, 1);
}

#[test]
fn the_end_of_a_session_waits_for_other_processes() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, other) = session(&folder);
    other.execute_batch("BEGIN; SELECT count(*) FROM plan").unwrap();
    // Ends the lock when the session waits.
    let other = Mutex::new(other);
    let control = OnWarning::new(|| {
        other.lock().unwrap().execute_batch("COMMIT").unwrap();
        false
    });
    session.close("finished", &control).unwrap();
    assert!(!control.warnings.into_inner().unwrap().is_empty(), "it had to wait");
    assert_eq!(session.ledger.events().unwrap()[0].1, "a note");
}

#[test]
fn a_ledger_that_cannot_be_written_is_an_error_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, other) = session(&folder);
    other.execute_batch("DROP TABLE events").unwrap();
    let error = session.close("finished", &Never).unwrap_err();
    assert!(error.to_string().contains("no such table"), "{error}");
}

#[test]
fn answers_are_saved_when_some_time_has_passed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, _other) = session(&folder);
    // Returns when it is saved.
    commit(&mut session, &OnWarning::new((|| false) as fn() -> bool));
}

#[test]
fn a_session_without_an_event_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let (session, _other) = session(&folder);
    let Session { ledger, provenance, .. } = session;
    let mut second = Session::new(ledger, provenance, AuditShare::NONE, Some(1)).unwrap();
    second.close("stopped", &Never).unwrap();
    assert_eq!(second.ledger.sessions(), Ok(0));
}

#[test]
fn a_job_whose_counts_all_differ_is_missing_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, _other) = session(&folder);
    for (worker, solutions) in [("w1", 8), ("w2", 16), (THIS_PROCESS, 24), (REFEREE, 32)] {
        session.counted(record(0, solutions, worker));
    }
    assert!(!session.missing().contains(&0));
    let error = session.audit_here(&[], &queens::Never).unwrap_err().to_string();
    let expected = "all counts of job 0 differ: w1 counted 8 solutions, w2 counted 16 solutions, \
                    this process counted 24 solutions, this process, again counted 32 solutions";
    assert_eq!(error, expected);
    assert!(session.missing().contains(&0));
    session.close(&error, &queens::Never).unwrap();
    assert!(session.ledger.missing().unwrap().contains(&0));
    assert_eq!(session.ledger.withdrawn().unwrap()[0].0, expected);
}
