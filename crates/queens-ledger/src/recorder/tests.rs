//! Writers of a ledger that another process reads.

use super::*;
use queens::{Method, Never, Request};
use std::sync::mpsc;

/// Writes the note of a queue that has ended, while another connection reads for at most this time, with this limit for each
/// try.
fn write_while_read(read: Duration, limit: Duration) -> Result<(), rusqlite::Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q8.db");
    let plan = Request::count(8).unwrap().method(Method::CROSS).plan().unwrap();
    let [device, engine, program] = ["a test", "cross", "tests"].map(String::from);
    let provenance = Provenance { device, engine, program };
    let mut ledger = Ledger::create(&path, &plan, None, &provenance).unwrap();
    ledger.connection.busy_timeout(limit).unwrap();
    let queue = EventQueue::default();
    queue.open().events.push(Event::Note { at: 1, text: "a note".to_string() });
    drop(queue.closing());
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN; SELECT count(*) FROM plan").unwrap();
    let hash = ledger.header.hash;
    let written = std::thread::scope(|scope| {
        let (end, ended) = mpsc::channel::<()>();
        let reader = scope.spawn(move || {
            let _ = ended.recv_timeout(read);
            other.execute_batch("COMMIT").unwrap();
        });
        let written = write(&mut ledger.connection, &hash, 1, &queue, &Never);
        drop(end);
        reader.join().unwrap();
        written
    });
    assert_eq!(ledger.events().unwrap().len(), usize::from(written.is_ok()));
    written
}

#[test]
fn the_end_of_a_run_waits_for_other_processes() {
    write_while_read(Duration::from_millis(300), Duration::from_millis(50)).unwrap();
}

#[test]
fn the_end_of_a_run_does_not_wait_forever() {
    let error = write_while_read(Duration::from_secs(60), Duration::from_millis(1)).unwrap_err();
    assert_eq!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy));
}
