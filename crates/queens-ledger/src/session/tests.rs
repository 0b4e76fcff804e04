//! Sessions whose ledger cannot be written for a while, or at all.

use super::*;
use queens::{Method, Request};
use rusqlite::Connection;
use std::time::Duration;

/// A session with a note that is not yet written, and a connection of another process. The session waits less than usual for
/// locks.
fn session(folder: &tempfile::TempDir) -> (Session, Connection) {
    let path = folder.path().join("q8.db");
    let plan = Request::count(8).unwrap().method(Method::CROSS).plan().unwrap();
    let [device, engine, program] = ["cluster", "cross", "tests"].map(String::from);
    let provenance = Provenance { device, engine, program };
    let ledger = Ledger::create(&path, &plan, None, &provenance).unwrap();
    let mut session = Session::new(ledger, &plan, provenance, AuditShare::NONE, Some(1)).unwrap();
    session.ledger.connection.busy_timeout(Duration::from_millis(5)).unwrap();
    session.note("a note");
    (session, Connection::open(&path).unwrap())
}

/// Reads, until the end of the transaction.
fn read(other: &Connection) {
    other.execute_batch("BEGIN; SELECT count(*) FROM plan").unwrap();
}

#[test]
fn what_cannot_be_written_while_another_process_reads_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, other) = session(&folder);
    read(&other);
    session.write(false).unwrap();
    assert_eq!(session.pending.len(), 1);
    // The end of a session must be written, but does not wait forever.
    let error = session.close("finished").unwrap_err();
    assert!(error.to_string().contains("another process keeps it locked"), "{error}");
    assert_eq!(session.pending.len(), 1);
    other.execute_batch("COMMIT").unwrap();
    session.write(false).unwrap();
    assert!(session.pending.is_empty());
    assert_eq!(session.ledger.events().unwrap()[0].1, "a note");
}

#[test]
fn the_end_of_a_session_waits_for_other_processes() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, other) = session(&folder);
    session.ledger.connection.busy_timeout(Duration::from_millis(50)).unwrap();
    read(&other);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            other.execute_batch("COMMIT").unwrap();
        });
        session.close("finished").unwrap();
    });
    assert_eq!(session.ledger.events().unwrap()[0].1, "a note");
}

#[test]
fn a_ledger_that_cannot_be_written_is_an_error_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, other) = session(&folder);
    other.execute_batch("DROP TABLE events").unwrap();
    let error = session.write(false).unwrap_err();
    assert!(error.to_string().contains("no such table"), "{error}");
}

#[test]
fn answers_are_written_when_some_time_has_passed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut session, _other) = session(&folder);
    session.committed = Instant::now();
    session.start = Instant::now();
    std::thread::sleep(interval(Duration::ZERO));
    session.finished("w1", &[], Ok(Vec::new())).unwrap();
    assert!(session.pending.is_empty());
}
