//! The file: an SQLite database.
//!
//! All writes are synchronised, so a committed result is on the disk. While a run writes, it uses a write-ahead log if the file is
//! on a disk of this machine, so that readers do not delay it; otherwise, and between runs, a rollback journal, which works on
//! network file systems too. A finished ledger is one file. The table of results has no row ids, so that every byte of a row is
//! covered by a check.

use crate::error::Error;
use crate::file::LedgerFile;
use crate::header::Header;
use crate::open::of_sql;
use crate::record::Record;
use crate::recorder::Provenance;
use queens::Plan;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The application id `quns`, by which `file` and others can recognise a ledger.
pub(crate) const APPLICATION: i32 = 0x7175_6e73;
/// The version of the tables. Ledgers of format 1, which have no audits, are read too, and get the new tables when a run resumes
/// them.
pub(crate) const FORMAT: i32 = 2;
/// The tables of format 1.
pub(crate) const TABLES_1: &str = "
    CREATE TABLE plan (
        id INTEGER PRIMARY KEY CHECK (id = 1), size INTEGER NOT NULL, method TEXT NOT NULL, statistics INTEGER NOT NULL,
        version INTEGER NOT NULL, jobs INTEGER NOT NULL, hash BLOB NOT NULL, shard TEXT NOT NULL,
        created INTEGER NOT NULL, program TEXT NOT NULL, checksum BLOB NOT NULL);
    CREATE TABLE results (job INTEGER PRIMARY KEY NOT NULL, record BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE conflicts (job INTEGER NOT NULL, source TEXT NOT NULL, record BLOB NOT NULL);
    CREATE TABLE sessions (
        id INTEGER PRIMARY KEY, begun INTEGER NOT NULL, ended INTEGER, device TEXT NOT NULL, engine TEXT NOT NULL,
        program TEXT NOT NULL, outcome TEXT);
    CREATE TABLE attempts (session INTEGER NOT NULL, job INTEGER NOT NULL, begun INTEGER NOT NULL);";

/// The tables that format 2 adds: second counts that agree with the result of their job, results and audits that were withdrawn,
/// what happened in runs, and the random seed that selects jobs for the audit.
pub(crate) const TABLES_2: &str = "
    CREATE TABLE audits (job INTEGER NOT NULL, record BLOB NOT NULL);
    CREATE TABLE withdrawn (job INTEGER NOT NULL, reason TEXT NOT NULL, record BLOB NOT NULL);
    CREATE TABLE events (session INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL);
    CREATE TABLE audit_seed (id INTEGER PRIMARY KEY CHECK (id = 1), seed INTEGER NOT NULL);";

/// An open ledger.
pub struct Ledger {
    pub(crate) path: PathBuf,
    pub(crate) connection: Connection,
    pub(crate) header: Header,
    /// `None` in memory. Its lock is released after the connection is closed.
    pub(crate) file: Option<LedgerFile>,
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

/// A result or an audit that was withdrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawn {
    /// Why.
    pub reason: String,
    /// The record.
    pub record: Record,
}

/// One of several conflicting results of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The ledger that it comes from.
    pub source: String,
    /// The record.
    pub record: Record,
}

impl Ledger {
    /// A ledger without a file, for a run whose results are not kept.
    pub fn in_memory(plan: &Plan, provenance: &Provenance) -> Result<Self, Error> {
        let (header, path) = (Header::new(plan, None)?, PathBuf::from("memory"));
        let connection = Connection::open_in_memory().map_err(|error| of_sql(&path, &error))?;
        write_tables(&connection, &header, provenance).map_err(|error| of_sql(&path, &error))?;
        Ok(Self { path, connection, header, file: None })
    }

    /// The version of the tables of this file.
    pub(crate) fn format(&self) -> Result<i32, Error> {
        format(&self.connection).map_err(|error| self.sql(&error))
    }

    /// Adds the tables of format 2 to a ledger of format 1.
    pub(crate) fn upgrade(&self) -> Result<(), rusqlite::Error> {
        if format(&self.connection)? == FORMAT {
            return Ok(());
        }
        let transaction = self.connection.unchecked_transaction()?;
        add_audits(&transaction)?;
        transaction.pragma_update(None, "user_version", FORMAT)?;
        transaction.commit()
    }

    /// The plan of the ledger, and its shard.
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

    /// Visits all records in the order of the jobs. A damaged record is an error.
    pub fn each(&self, mut visit: impl FnMut(Record) -> Result<(), Error>) -> Result<(), Error> {
        let fails = |error: rusqlite::Error| self.sql(&error);
        let select = "SELECT job, record FROM results ORDER BY job";
        let mut statement = self.connection.prepare(select).map_err(fails)?;
        let mut rows = statement.query([]).map_err(fails)?;
        let mut last = None;
        while let Some(row) = rows.next().map_err(fails)? {
            let job: i64 = row.get(0).map_err(fails)?;
            let bytes = row.get_ref(1).map_err(fails)?.as_blob();
            let bytes =
                bytes.map_err(|_| self.damaged(format!("job {job}: the record is missing")))?;
            let record = Record::decode(bytes, &self.header.hash)
                .map_err(|what| self.damaged(format!("job {job}: {what}")))?;
            let own = u64::try_from(job).ok() == Some(record.job) && self.header.has(record.job);
            if !own || last >= Some(job) {
                let what = format!("job {job}: the record belongs to job {}", record.job);
                return Err(self.damaged(what));
            }
            if record.placements.is_some() != self.header.statistics {
                return Err(self.damaged(format!("job {job}: placements do not match the plan")));
            }
            last = Some(job);
            visit(record)?;
        }
        Ok(())
    }

    /// The sums over all records.
    pub fn sums(&self) -> Result<Sums, Error> {
        let mut sums = Sums { placements: self.header.statistics.then_some(0), ..Sums::default() };
        self.each(|record| {
            sums.jobs += 1;
            sums.solutions += u128::from(record.count.solutions);
            sums.microseconds += u128::from(record.microseconds);
            if let Some(sum) = &mut sums.placements {
                *sum += u128::from(record.placements.unwrap_or(0));
            }
            Ok(())
        })?;
        let mut conflicts: Vec<u64> =
            self.conflicts()?.into_iter().map(|conflict| conflict.record.job).collect();
        conflicts.dedup();
        sums.conflicts = conflicts.len() as u64;
        Ok(sums)
    }

    /// The number of jobs with conflicting results.
    pub(crate) fn conflicting_jobs(&self) -> Result<u64, Error> {
        self.number("SELECT count(DISTINCT job) FROM conflicts")
    }

    /// The jobs of the ledger that are not finished, in order.
    pub fn missing(&self) -> Result<Vec<u64>, Error> {
        let mut done = vec![false; self.header.jobs as usize];
        self.each(|record| {
            done[record.job as usize] = true;
            Ok(())
        })?;
        let jobs = (0..self.header.jobs).filter(|&job| self.header.has(job));
        Ok(jobs.filter(|&job| !done[job as usize]).collect())
    }

    /// The conflicting results.
    pub fn conflicts(&self) -> Result<Vec<Conflict>, Error> {
        let fails = |error: rusqlite::Error| self.sql(&error);
        let select = "SELECT job, source, record FROM conflicts ORDER BY job, source, record";
        let mut statement = self.connection.prepare(select).map_err(fails)?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let rows = statement.query_map([], row).map_err(fails)?;
        let mut conflicts = Vec::new();
        for row in rows {
            let (job, source, bytes): (i64, String, Vec<u8>) = row.map_err(fails)?;
            let record = Record::decode(&bytes, &self.header.hash)
                .map_err(|what| self.damaged(format!("conflict of job {job}: {what}")))?;
            if u64::try_from(job).ok() != Some(record.job) || !self.header.has(record.job) {
                let what =
                    format!("conflict of job {job}: the record belongs to job {}", record.job);
                return Err(self.damaged(what));
            }
            conflicts.push(Conflict { source, record });
        }
        Ok(conflicts)
    }

    /// Visits the second counts of jobs, each of which agreed with the result when it was stored. A damaged record is an error.
    pub fn each_audit(
        &self,
        mut visit: impl FnMut(Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.format()? < 2 {
            return Ok(());
        }
        let fails = |error: rusqlite::Error| self.sql(&error);
        let select = "SELECT job, record FROM audits ORDER BY job, record";
        let mut statement = self.connection.prepare(select).map_err(fails)?;
        let mut rows = statement.query([]).map_err(fails)?;
        while let Some(row) = rows.next().map_err(fails)? {
            let job: i64 = row.get(0).map_err(fails)?;
            let bytes = row.get_ref(1).map_err(fails)?.as_blob();
            let bytes =
                bytes.map_err(|_| self.damaged(format!("audit of job {job}: no record")))?;
            let record = Record::decode(bytes, &self.header.hash)
                .map_err(|what| self.damaged(format!("audit of job {job}: {what}")))?;
            if u64::try_from(job).ok() != Some(record.job) || !self.header.has(record.job) {
                let what = format!("audit of job {job}: the record belongs to job {}", record.job);
                return Err(self.damaged(what));
            }
            visit(record)?;
        }
        Ok(())
    }

    /// The results and audits that were withdrawn, with the reasons.
    pub fn withdrawn(&self) -> Result<Vec<Withdrawn>, Error> {
        if self.format()? < 2 {
            return Ok(Vec::new());
        }
        let fails = |error: rusqlite::Error| self.sql(&error);
        let select = "SELECT job, reason, record FROM withdrawn ORDER BY job, rowid";
        let mut statement = self.connection.prepare(select).map_err(fails)?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let rows = statement.query_map([], row).map_err(fails)?;
        let mut withdrawn = Vec::new();
        for row in rows {
            let (job, reason, bytes): (i64, String, Vec<u8>) = row.map_err(fails)?;
            let record = Record::decode(&bytes, &self.header.hash)
                .map_err(|what| self.damaged(format!("withdrawn result of job {job}: {what}")))?;
            withdrawn.push(Withdrawn { reason, record });
        }
        Ok(withdrawn)
    }

    /// What happened in the runs, in order: the time in milliseconds since 1970, and a line of text.
    pub fn events(&self) -> Result<Vec<(u64, String)>, Error> {
        if self.format()? < 2 {
            return Ok(Vec::new());
        }
        let fails = |error: rusqlite::Error| self.sql(&error);
        let select = "SELECT at, text FROM events ORDER BY at, rowid";
        let mut statement = self.connection.prepare(select).map_err(fails)?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?));
        let rows = statement.query_map([], row).map_err(fails)?;
        rows.collect::<Result<_, _>>().map_err(fails)
    }

    /// The number of jobs whose result another worker confirmed.
    pub fn audited_jobs(&self) -> Result<u64, Error> {
        let mut jobs = BTreeSet::new();
        self.each_audit(|record| {
            jobs.insert(record.job);
            Ok(())
        })?;
        Ok(jobs.len() as u64)
    }

    /// Checks that every audit agrees with the result of its job.
    pub fn check_audits(&self) -> Result<(), Error> {
        let mut audits: BTreeMap<u64, Vec<Record>> = BTreeMap::new();
        self.each_audit(|record| {
            audits.entry(record.job).or_default().push(record);
            Ok(())
        })?;
        self.each(|record| {
            for audit in audits.remove(&record.job).unwrap_or_default() {
                if !audit.agrees(&record) {
                    let (job, counted) = (record.job, record.count.solutions);
                    let again = audit.count.solutions;
                    let what = format!("job {job}: the result is {counted}, an audit {again}");
                    return Err(self.damaged(what));
                }
            }
            Ok(())
        })?;
        match audits.first_key_value() {
            None => Ok(()),
            Some((job, _)) => Err(self.damaged(format!("job {job} has an audit but no result"))),
        }
    }

    /// The random seed of the ledger, which selects jobs for the audit.
    pub(crate) fn audit_seed(&self) -> Result<u64, Error> {
        self.number("SELECT seed FROM audit_seed")
    }

    /// The number of times that jobs were started, in all sessions. A job that was interrupted is started again.
    pub fn attempts(&self) -> Result<u64, Error> {
        self.number("SELECT count(*) FROM attempts")
    }

    /// The number of runs until now.
    pub fn sessions(&self) -> Result<u64, Error> {
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
    connection.execute_batch(TABLES_1)?;
    add_audits(connection)?;
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

/// Creates the tables of format 2, with a random seed.
fn add_audits(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.execute_batch(TABLES_2)?;
    // Every `RandomState` has other random keys.
    let seed = RandomState::new().hash_one(now());
    connection.execute("INSERT INTO audit_seed VALUES (1, ?)", [seed as i64])?;
    Ok(())
}

pub(crate) fn format(connection: &Connection) -> Result<i32, rusqlite::Error> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
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
