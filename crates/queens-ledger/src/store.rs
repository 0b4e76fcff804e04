//! The file: an SQLite database.
//!
//! All writes are synchronised, so a committed result is on the disk. While a run writes, it uses a write-ahead log if the file is
//! on a disk of this machine, so that readers do not delay it; otherwise, and between runs, a rollback journal, which works on
//! network file systems too. A finished ledger is one file. The table of results has no row ids, so that every byte of a row is
//! covered by a check.

use crate::error::Error;
use crate::event::Event;
use crate::file::LedgerFile;
use crate::header::Header;
use crate::open::of_sql;
use crate::record::Record;
use crate::recorder::Provenance;
use queens::Plan;
use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest, Sha256};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The application id `quns`, by which `file` and others can recognise a ledger.
pub(crate) const APPLICATION: i32 = 0x7175_6e73;
/// The version of the tables.
pub(crate) const FORMAT: i32 = 2;
/// The tables. `audits` has second counts that agree with the result of their job, `withdrawn` results and audits of wrong
/// workers, `events` what happened in runs, and `audit_seed` the random seed that selects jobs for the audit.
pub(crate) const TABLES: &str = "
    CREATE TABLE plan (
        id INTEGER PRIMARY KEY CHECK (id = 1), size INTEGER NOT NULL, method TEXT NOT NULL, statistics INTEGER NOT NULL,
        version INTEGER NOT NULL, jobs INTEGER NOT NULL, hash BLOB NOT NULL, shard TEXT NOT NULL,
        created INTEGER NOT NULL, program TEXT NOT NULL, checksum BLOB NOT NULL);
    CREATE TABLE results (job INTEGER PRIMARY KEY NOT NULL, record BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE conflicts (job INTEGER NOT NULL, source TEXT NOT NULL, record BLOB NOT NULL);
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY, begun INTEGER NOT NULL, ended INTEGER, device TEXT NOT NULL, engine TEXT NOT NULL,
        program TEXT NOT NULL, outcome TEXT);
    CREATE TABLE attempts (session INTEGER NOT NULL, job INTEGER NOT NULL, begun INTEGER NOT NULL);
    CREATE TABLE audits (job INTEGER NOT NULL, record BLOB NOT NULL);
    CREATE TABLE withdrawn (job INTEGER NOT NULL, reason TEXT NOT NULL, record BLOB NOT NULL);
    CREATE TABLE events (session INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL);
    CREATE TABLE audit_seed (id INTEGER PRIMARY KEY CHECK (id = 1), seed INTEGER NOT NULL);";

/// An open ledger.
pub struct Ledger {
    pub(crate) path: PathBuf,
    pub(crate) connection: Connection,
    pub(crate) header: Header,
    pub(crate) plan: Plan,
    /// `None` in memory. Its lock is released after the connection is closed.
    pub(crate) file: Option<LedgerFile>,
    /// Whether each job is finished, if the results were read while no other process could write, or the ledger is complete.
    pub(crate) finished: OnceCell<Vec<bool>>,
}

/// Sums over all records of a ledger. Each record is checked when it is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The number of finished jobs.
    pub jobs: u64,
    /// Their solutions.
    pub solutions: u128,
    /// Their placements, if they are counted.
    pub placements: Option<u128>,
    /// The sum of the times that they took.
    pub microseconds: u128,
    /// The number of jobs with contradictory results, which are excluded from all sums.
    pub conflicts: u64,
}

impl Ledger {
    /// A ledger without a file, for a run whose results are not kept.
    pub fn in_memory(plan: &Plan, provenance: &Provenance) -> Result<Self, Error> {
        let (header, path) = (Header::new(plan, None)?, PathBuf::from("memory"));
        let connection = Connection::open_in_memory().map_err(|error| of_sql(&path, &error))?;
        write_tables(&connection, &header, provenance).map_err(|error| of_sql(&path, &error))?;
        let (plan, finished) = (plan.clone(), OnceCell::new());
        Ok(Self { path, connection, header, plan, file: None, finished })
    }

    /// The plan whose results the ledger keeps.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What the file says about the plan, and the shard.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the ledger was opened for reading only.
    pub(crate) fn is_read_only(&self) -> Result<bool, Error> {
        Ok(self.number("PRAGMA query_only")? != 0)
    }

    /// Whether there are as many results as jobs. The records are not read.
    pub(crate) fn has_all_results(&self) -> Result<bool, Error> {
        Ok(self.number("SELECT count(*) FROM results")? == self.header.own_jobs())
    }

    /// The number of the newest session, or 0.
    pub(crate) fn newest_session(&self) -> Result<u64, Error> {
        self.number("SELECT coalesce(max(id), 0) FROM sessions")
    }

    /// Visits all results in the order of the jobs, and adds them up. A damaged record is an error.
    pub fn each(&self, mut visit: impl FnMut(Record) -> Result<(), Error>) -> Result<Sums, Error> {
        let mut sums = Sums { placements: self.header.statistics.then_some(0), ..Sums::default() };
        let mut last = None;
        self.records("", "SELECT job, record FROM results ORDER BY job", |record, _| {
            if last >= Some(record.job) {
                return Err(self.damaged(format!("job {}: it has several results", record.job)));
            }
            last = Some(record.job);
            sums.jobs += 1;
            sums.solutions += u128::from(record.count.solutions);
            sums.microseconds += u128::from(record.microseconds);
            if let Some(sum) = &mut sums.placements {
                *sum += u128::from(record.placements.unwrap_or(0));
            }
            visit(record)
        })?;
        let conflicts = self.conflicts()?.into_iter().map(|(_, record)| record.job);
        sums.conflicts = conflicts.collect::<BTreeSet<u64>>().len() as u64;
        Ok(sums)
    }

    /// Visits the records of a table, of which `what` says what they are: the first two columns are the job and the record.
    fn records(
        &self,
        what: &str,
        select: &str,
        mut visit: impl FnMut(Record, &Row<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let fails = |error: rusqlite::Error| self.sql(&error);
        let mut statement = self.connection.prepare(select).map_err(fails)?;
        let mut rows = statement.query([]).map_err(fails)?;
        while let Some(row) = rows.next().map_err(fails)? {
            let job: i64 = row.get(0).map_err(fails)?;
            let damaged = |why: &str| self.damaged(format!("{what}job {job}: {why}"));
            let bytes = row.get_ref(1).map_err(fails)?.as_blob();
            let bytes = bytes.map_err(|_| damaged("the record is missing"))?;
            let record = Record::decode(bytes, &self.header.hash).map_err(damaged)?;
            if u64::try_from(job).ok() != Some(record.job) || !self.header.has(record.job) {
                return Err(damaged(&format!("the record belongs to job {}", record.job)));
            }
            if record.placements.is_some() != self.header.statistics {
                return Err(damaged("placements do not match the plan"));
            }
            visit(record, row)?;
        }
        Ok(())
    }

    /// The records of a table whose third column is a text.
    fn described(&self, what: &str, select: &str) -> Result<Vec<(String, Record)>, Error> {
        let mut found = Vec::new();
        self.records(what, select, |record, row| {
            found.push((row.get(2).map_err(|error| self.sql(&error))?, record));
            Ok(())
        })?;
        Ok(found)
    }

    /// The sums over all results.
    pub fn sums(&self) -> Result<Sums, Error> {
        self.each(|_| Ok(()))
    }

    /// The number of jobs with conflicting results.
    pub(crate) fn conflicting_jobs(&self) -> Result<u64, Error> {
        self.number("SELECT count(DISTINCT job) FROM conflicts")
    }

    /// The jobs of the ledger that are not finished, in order.
    pub fn missing(&self) -> Result<Vec<u64>, Error> {
        let missing = |finished: &[bool]| {
            let jobs = (0..self.header.jobs).filter(|&job| self.header.has(job));
            jobs.filter(|&job| !finished[job as usize]).collect::<Vec<_>>()
        };
        if let Some(finished) = self.finished.get() {
            return Ok(missing(finished));
        }
        let mut finished = vec![false; self.header.jobs as usize];
        self.each(|record| {
            finished[record.job as usize] = true;
            Ok(())
        })?;
        let missing = missing(&finished);
        // A complete ledger needs no lock.
        if missing.is_empty() || self.file.as_ref().is_none_or(|file| file.lock.is_some()) {
            self.finished.set(finished).expect("it was not set");
        }
        Ok(missing)
    }

    /// Updates what is known about finished jobs after an event was written.
    pub(crate) fn applied(&mut self, event: &Event) {
        let Some(finished) = self.finished.get_mut() else { return };
        match event {
            Event::Finished(record) => finished[record.job as usize] = true,
            Event::Withdrawn { results, .. } => {
                results.iter().for_each(|&job| finished[job as usize] = false);
            }
            _ => {}
        }
    }

    /// The conflicting results, each with the ledger that it comes from.
    pub fn conflicts(&self) -> Result<Vec<(String, Record)>, Error> {
        let select = "SELECT job, record, source FROM conflicts ORDER BY job, source, record";
        self.described("conflict of ", select)
    }

    /// The results and audits that were withdrawn, each with the reason.
    pub fn withdrawn(&self) -> Result<Vec<(String, Record)>, Error> {
        let select = "SELECT job, record, reason FROM withdrawn ORDER BY job, rowid";
        self.described("withdrawn result of ", select)
    }

    /// Visits the second counts of jobs, each of which agreed with the result when it was stored. A damaged record is an error.
    pub fn each_audit(
        &self,
        mut visit: impl FnMut(Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let select = "SELECT job, record FROM audits ORDER BY job, record";
        self.records("audit of ", select, |record, _| visit(record))
    }

    /// What happened in the runs, in order: the time in milliseconds since 1970, and a line of text.
    pub fn events(&self) -> Result<Vec<(u64, String)>, Error> {
        let fails = |error: rusqlite::Error| self.sql(&error);
        let select = "SELECT at, text FROM events ORDER BY at, rowid";
        let mut statement = self.connection.prepare(select).map_err(fails)?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?));
        let rows = statement.query_map([], row).map_err(fails)?;
        rows.collect::<Result<_, _>>().map_err(fails)
    }

    /// The random seed of the ledger, which selects jobs for the audit.
    pub(crate) fn audit_seed(&self) -> Result<u64, Error> {
        self.number("SELECT seed FROM audit_seed")
    }

    /// The number of times that jobs were started, in all sessions. A job that was interrupted is started again.
    pub(crate) fn attempts(&self) -> Result<u64, Error> {
        self.number("SELECT count(*) FROM attempts")
    }

    /// The number of runs until now.
    pub(crate) fn sessions(&self) -> Result<u64, Error> {
        self.number("SELECT count(*) FROM sessions")
    }

    /// When a session began, in milliseconds since 1970.
    pub(crate) fn begun(&self, session: u64) -> Result<Option<u64>, Error> {
        let select = "SELECT begun FROM sessions WHERE id = ?";
        let begun = self.connection.query_row(select, [session as i64], |row| row.get::<_, i64>(0));
        Ok(begun.optional().map_err(|error| self.sql(&error))?.map(|begun| begun as u64))
    }

    fn number(&self, query: &str) -> Result<u64, Error> {
        let number = self.connection.query_row(query, [], |row| row.get::<_, i64>(0));
        Ok(number.map_err(|error| self.sql(&error))? as u64)
    }

    /// The name in messages.
    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Checks that the file is still where it was when it was opened.
    pub(crate) fn check_unmoved(&self) -> Result<(), Error> {
        self.file.as_ref().map_or(Ok(()), LedgerFile::check_unmoved)
    }

    pub(crate) fn sql(&self, error: &rusqlite::Error) -> Error {
        of_sql(&self.path, error)
    }

    pub(crate) fn damaged(&self, what: String) -> Error {
        Error::Damaged { path: self.name(), what }
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

pub(crate) fn write_tables(
    connection: &Connection,
    header: &Header,
    provenance: &Provenance,
) -> Result<(), rusqlite::Error> {
    connection.pragma_update(None, "synchronous", "EXTRA")?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", FORMAT)?;
    connection.execute_batch(TABLES)?;
    // Every `RandomState` has other random keys.
    let seed = RandomState::new().hash_one(now());
    connection.execute("INSERT INTO audit_seed VALUES (1, ?)", [seed as i64])?;
    let created = now();
    let shard = header.shard.map_or(String::new(), |shard| shard.to_string());
    connection.execute(
        "INSERT INTO plan VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            header.size as i64,
            header.method_text(),
            header.statistics,
            header.version,
            header.jobs as i64,
            header.hash,
            shard,
            created as i64,
            provenance.program,
            checksum(header, created, &provenance.program),
        ],
    )?;
    connection.execute_batch("COMMIT")
}

pub(crate) fn checksum(header: &Header, created: u64, program: &str) -> [u8; 16] {
    let shard = header.shard.map_or(String::new(), |shard| shard.to_string());
    let Header { size, statistics, version, jobs, hash, .. } = header;
    let method = header.method_text();
    let text = format!(
        "queens header|{size}|{method}|{statistics}|{version}|{jobs}|{shard}|{created}|{program}|"
    );
    let digest = Sha256::new().chain_update(text).chain_update(hash).finalize();
    std::array::from_fn(|i| digest[i])
}
