//! The file: an SQLite database.
//!
//! It uses a rollback journal and full synchronisation, so a committed result is on the disk. It does not use a write-ahead
//! log, because shards may be on network file systems, where that does not work, and because a ledger should be one file.
//! The table of results has no row ids, so that every byte of a row is covered by a check.

use crate::error::Error;
use crate::header::{Header, Shard};
use crate::record::{PlanHash, Record};
use crate::recorder::Provenance;
use queens::{Method, Plan};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The application id `quns`, by which `file` and others can recognise a ledger.
const APPLICATION: i32 = 0x7175_6e73;
/// The version of the tables. Ledgers of format 1, which have no audits, are read too, and get the new tables when a run resumes
/// them.
pub(crate) const FORMAT: i32 = 2;
/// How long to wait for a lock that another process holds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

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

/// The tables that format 2 adds: second counts that agree with the result of their job, results and audits that were taken back,
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
    header: Header,
    /// Held while this process can write.
    lock: Option<File>,
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

/// A result or an audit that was taken back.
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
    /// Creates a ledger for a plan, or for a shard of it. The file must not exist.
    pub fn create(
        path: &Path,
        plan: &Plan,
        shard: Option<Shard>,
        provenance: &Provenance,
    ) -> Result<Self, Error> {
        let header = Header::new(plan, shard)?;
        Ok(Self::create_filled(path, header, provenance, |_| Ok(()))?.0)
    }

    /// Creates a ledger and fills it. It is written to a temporary file and renamed, so that it is complete or does not exist.
    pub(crate) fn create_filled<T>(
        path: &Path,
        header: Header,
        provenance: &Provenance,
        fill: impl FnOnce(&Self) -> Result<T, Error>,
    ) -> Result<(Self, T), Error> {
        let lock = lock(path)?;
        let known = Some(header.method);
        let shown = || path.display().to_string();
        if path.exists() {
            return Err(Error::File { path: shown(), reason: "the file already exists".into() });
        }
        let made = sibling(path, ".new");
        let clear = || {
            // Left by a run that was killed or has failed.
            let _ = fs::remove_file(&made);
            let _ = fs::remove_file(sibling(&made, "-journal"));
        };
        clear();
        let filled: Result<T, Error> = (|| {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
            let connection = connect(&made, flags)?;
            write_tables(&connection, &header, provenance).map_err(|error| of_sql(path, &error))?;
            let ledger = Self { path: path.to_path_buf(), connection, header, lock: None };
            let filled = fill(&ledger)?;
            ledger.connection.close().map_err(|(_, error)| of_sql(path, &error))?;
            let io = |error: std::io::Error| Error::Io { path: shown(), reason: error.to_string() };
            fs::rename(&made, path).map_err(io)?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            // Fails on Windows, where folders cannot be synchronised; the file system has a journal of names there.
            let _ =
                File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
            Ok(filled)
        })();
        if filled.is_err() {
            clear();
        }
        let filled = filled?;
        Ok((Self::resume_locked(path, lock, known)?, filled))
    }

    /// A ledger without a file, for a run whose results are not kept.
    pub fn in_memory(plan: &Plan, provenance: &Provenance) -> Result<Self, Error> {
        let (header, path) = (Header::new(plan, None)?, PathBuf::from("memory"));
        let connection = Connection::open_in_memory().map_err(|error| of_sql(&path, &error))?;
        write_tables(&connection, &header, provenance).map_err(|error| of_sql(&path, &error))?;
        Ok(Self { path, connection, header, lock: None })
    }

    /// Opens a ledger for reading. Another process may be writing to it.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::open_known(path, None)
    }

    fn open_known(path: &Path, known: Option<Method>) -> Result<Self, Error> {
        // If a writer was killed, SQLite must roll back its transaction, which needs write access.
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .or_else(|_| connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY))?;
        let header = read_header(path, &connection, known)?;
        Ok(Self { path: path.to_path_buf(), connection, header, lock: None })
    }

    /// Opens a ledger to continue its run. Its structure is checked, and other processes cannot write to it.
    pub fn resume(path: &Path) -> Result<Self, Error> {
        Self::resume_known(path, None)
    }

    /// Opens a ledger to continue its run with this plan, whose engine need not be one of the library.
    pub fn resume_with(path: &Path, plan: &Plan) -> Result<Self, Error> {
        Self::resume_known(path, plan.method())
    }

    fn resume_known(path: &Path, known: Option<Method>) -> Result<Self, Error> {
        // Fails before it creates a lock file next to a file that is not a ledger.
        drop(Self::open_known(path, known)?);
        Self::resume_locked(path, lock(path)?, known)
    }

    fn resume_locked(path: &Path, lock: File, known: Option<Method>) -> Result<Self, Error> {
        let mut ledger = Self::open_known(path, known)?;
        ledger.lock = Some(lock);
        ledger.check_structure()?;
        durable(&ledger.connection).map_err(|error| ledger.sql(&error))?;
        ledger.upgrade().map_err(|error| ledger.sql(&error))?;
        Ok(ledger)
    }

    /// The version of the tables of this file.
    pub(crate) fn format(&self) -> Result<i32, Error> {
        format(&self.connection).map_err(|error| self.sql(&error))
    }

    /// Adds the tables of format 2 to a ledger of format 1.
    fn upgrade(&self) -> Result<(), rusqlite::Error> {
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

    /// Whether this process can write.
    pub(crate) fn is_locked(&self) -> bool {
        let in_memory = self.connection.path().is_none_or(str::is_empty);
        in_memory || self.lock.is_some()
    }

    /// Checks that the file is an intact database.
    pub fn check_structure(&self) -> Result<(), Error> {
        let check = self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0));
        let what: String = check.map_err(|error| self.sql(&error))?;
        let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
        if what == "ok" { Ok(()) } else { Err(self.damaged(what)) }
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
        sums.conflicts = self.conflicting_jobs()?;
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

    /// The results and audits that were taken back, with the reasons.
    pub fn withdrawn(&self) -> Result<Vec<Withdrawn>, Error> {
        if self.format()? < 2 {
            return Ok(Vec::new());
        }
        let fails = |error: rusqlite::Error| self.sql(&error);
        let select = "SELECT job, reason, record FROM withdrawn ORDER BY rowid";
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
        let select = "SELECT at, text FROM events ORDER BY rowid";
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

    fn number(&self, query: &str) -> Result<u64, Error> {
        let number = self.connection.query_row(query, [], |row| row.get::<_, i64>(0));
        Ok(number.map_err(|error| self.sql(&error))? as u64)
    }

    pub(crate) fn sql(&self, error: &rusqlite::Error) -> Error {
        of_sql(&self.path, error)
    }

    pub(crate) fn damaged(&self, what: String) -> Error {
        Error::Damaged { path: self.path.display().to_string(), what }
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// A path with an ending appended to its name.
fn sibling(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Locks a ledger. The lock is a separate file, which is not removed: on some systems a lock on the database would interfere
/// with SQLite. It is the same file for every path of the ledger.
fn lock(path: &Path) -> Result<File, Error> {
    let shown = path.display().to_string();
    let fails =
        |error: std::io::Error| Error::File { path: shown.clone(), reason: error.to_string() };
    let real = match (fs::canonicalize(path), path.parent(), path.file_name()) {
        (Ok(real), ..) => real,
        (Err(_), Some(folder), Some(name)) if !folder.as_os_str().is_empty() => {
            // Some drives on Windows, such as RAM disks, have no canonical paths.
            fs::canonicalize(folder)
                .or_else(|_| std::path::absolute(folder))
                .map_err(fails)?
                .join(name)
        }
        _ => path.to_path_buf(),
    };
    let file =
        File::options().create(true).truncate(false).write(true).open(sibling(&real, ".lock"));
    let file = file.map_err(fails)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse { path: shown }),
        Err(TryLockError::Error(error)) => Err(fails(error)),
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, Error> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(path, flags).map_err(|error| of_sql(path, &error))?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(|error| of_sql(path, &error))?;
    Ok(connection)
}

fn durable(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    connection.pragma_update(None, "synchronous", "EXTRA")
}

fn write_tables(
    connection: &Connection,
    header: &Header,
    provenance: &Provenance,
) -> Result<(), rusqlite::Error> {
    durable(connection)?;
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
            header.method.name(),
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

fn format(connection: &Connection) -> Result<i32, rusqlite::Error> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn checksum(header: &Header, created: u64, program: &str) -> [u8; 16] {
    let shard = header.shard.map_or(String::new(), |shard| shard.to_string());
    let Header { size, method, statistics, version, jobs, hash, .. } = header;
    let text = format!(
        "queens header|{size}|{method}|{statistics}|{version}|{jobs}|{shard}|{created}|{program}|"
    );
    let digest = Sha256::new().chain_update(text).chain_update(hash).finalize();
    std::array::from_fn(|i| digest[i])
}

/// Reads and checks the header. The method is `known` if it has the right name, otherwise one of the library.
fn read_header(
    path: &Path,
    connection: &Connection,
    known: Option<Method>,
) -> Result<Header, Error> {
    let shown = || path.display().to_string();
    let no = |reason: &str| Error::NotALedger { path: shown(), reason: reason.to_string() };
    let fails = |error: rusqlite::Error| of_sql(path, &error);
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    if pragma("application_id").map_err(fails)? != APPLICATION {
        return Err(no("a database of another application"));
    }
    match format(connection).map_err(fails)? {
        1..=FORMAT => {}
        other => {
            let reason = format!("format version {other}, this program reads 1 to {FORMAT}");
            return Err(no(&reason));
        }
    }
    let row = connection.query_row(
        "SELECT size, method, statistics, version, jobs, hash, shard, created, program, checksum FROM plan WHERE id = 1",
        [],
        |row| {
            let numbers: [i64; 5] = [row.get(0)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(7)?];
            let texts: [String; 3] = [row.get(1)?, row.get(6)?, row.get(8)?];
            let blobs: [Vec<u8>; 2] = [row.get(5)?, row.get(9)?];
            Ok((numbers, texts, blobs))
        },
    );
    let damaged = |what: &str| Error::Damaged { path: shown(), what: what.to_string() };
    let row = row.optional().map_err(fails)?;
    let ([size, statistics, version, jobs, created], [method, shard, program], [hash, sum]) =
        row.ok_or_else(|| no("no plan in it"))?;
    let header = (|| {
        Some(Header {
            size: size.try_into().ok()?,
            method: known.filter(|known| known.name() == method).or_else(|| method.parse().ok())?,
            statistics: [false, true].into_iter().find(|&flag| i64::from(flag) == statistics)?,
            version: version.try_into().ok()?,
            jobs: jobs.try_into().ok()?,
            hash: PlanHash::try_from(hash).ok()?,
            shard: if shard.is_empty() { None } else { Some(shard.parse().ok()?) },
        })
    })();
    let header = header.ok_or_else(|| damaged("invalid plan"))?;
    if checksum(&header, created as u64, &program)[..] != sum[..] {
        return Err(damaged("checksum mismatch in the plan"));
    }
    // The plan that this program makes must be that of the ledger.
    let own = Header::new(&header.plan()?, header.shard)?;
    match header.difference(&own) {
        None => Ok(header),
        Some((what, there, here)) => Err(Error::Differs { path: shown(), what, there, here }),
    }
}

fn of_sql(path: &Path, error: &rusqlite::Error) -> Error {
    let path = path.display().to_string();
    let code = error.sqlite_error_code();
    match code {
        Some(ErrorCode::NotADatabase) => {
            Error::NotALedger { path, reason: "not an SQLite database".to_string() }
        }
        Some(ErrorCode::DatabaseCorrupt) => Error::Damaged { path, what: error.to_string() },
        Some(ErrorCode::CannotOpen) => {
            Error::File { path, reason: "no such file, or it cannot be opened".to_string() }
        }
        Some(ErrorCode::DiskFull) => Error::Io { path, reason: "the disk is full".to_string() },
        Some(ErrorCode::SystemIoFailure | ErrorCode::DatabaseBusy) => {
            Error::Io { path, reason: error.to_string() }
        }
        _ => match error {
            // A value has another type than the one written.
            rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::Utf8Error(..) => Error::Damaged { path, what: error.to_string() },
            error => Error::File { path, reason: error.to_string() },
        },
    }
}
