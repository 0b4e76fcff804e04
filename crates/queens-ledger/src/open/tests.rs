//! The messages of errors of SQLite.

use super::*;
use crate::tests::{cross, provenance};
use rusqlite::ffi;

#[test]
fn errors_of_the_database_are_described() {
    let cases = [
        (ffi::SQLITE_NOTADB, "x.db is not a ledger: not an SQLite database"),
        (ffi::SQLITE_CORRUPT, "x.db is damaged: the structure of the database is broken"),
        (ffi::SQLITE_TOOBIG, "x.db is damaged: a value is too long"),
        (ffi::SQLITE_CANTOPEN, "x.db: no such file, or it cannot be opened"),
        (ffi::SQLITE_READONLY, "x.db: it cannot be written"),
        (ffi::SQLITE_FULL, "x.db: the disk is full"),
        (ffi::SQLITE_BUSY, "x.db: another process keeps it locked"),
        (ffi::SQLITE_IOERR, "x.db: reading or writing failed: "),
    ];
    for (code, text) in cases {
        let error = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
        let error = of_sql(Path::new("x.db"), &error).to_string();
        assert!(error.starts_with(text), "{code}: {error}");
    }
    let stopped = rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_INTERRUPT), None);
    let stopped = of_sql(Path::new("x.db"), &stopped);
    assert_eq!(stopped, Error::Count(queens::Error::Stopped));
}

#[test]
fn a_committed_result_is_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q8.db");
    drop(Ledger::create(&path, &cross(8), None, &provenance()).unwrap());
    let ledger = Ledger::resume(&path).unwrap();
    let synchronous = ledger.connection.pragma_query_value(None, "synchronous", |row| row.get(0));
    // `EXTRA`: the folder is synchronised too, after the journal is deleted.
    assert_eq!(synchronous, Ok::<i32, _>(3));
}
