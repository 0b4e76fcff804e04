//! Opens ledgers, which may come from anyone: nothing is read before the schema is known to be that of a ledger.
//!
//! ```text
//!   kind of file ──► files next to it ──► settings, limits ──► schema ──► plan ──► size ──► structure
//!        (before SQLite opens it)         (of the connection)
//! ```
//!
//! A file that passes has exactly the tables of a ledger, so no query runs code from the file: there are no views, triggers,
//! virtual tables or generated columns. Its size is limited by its plan, and so are time and memory.

#[cfg(test)]
mod tests;

use crate::error::Error;
use crate::file::{LedgerFile, Lock, Place, SIBLING_SIZE, sibling};
use crate::header::{Counted, Header, Shard};
use crate::recorder::Provenance;
use crate::store::{APPLICATION, FORMAT, Ledger, TABLES, checksum, write_tables};
use queens::{Control, Method, Plan};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};
use std::cell::OnceCell;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How long a reader waits for a lock that another process holds.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a writer waits. It then keeps its results in memory and tries again later.
const WRITER_BUSY_TIMEOUT: Duration = Duration::from_millis(100);
/// The number of steps of SQLite between two looks for an interrupt, about a millisecond.
const STEPS: i32 = 1000;
/// The number of looks for an interrupt before a schema is too large. Reading that of a ledger takes less than one.
const SCHEMA_LOOKS: u32 = 100;
/// How often a control is polled while SQLite reads.
const POLL: Duration = Duration::from_millis(20);
/// The size in bytes that a ledger of any plan may have.
const SIZE: u64 = 32 << 20;
/// What each job may add, with all its attempts, audits and conflicts. A record takes about 150 bytes.
const SIZE_PER_JOB: u64 = 8 << 10;

/// The number of characters of a foreign name in a message.
const SHOWN_NAME: usize = 60;

/// The longest value that SQLite reads, in bytes. A record has at most 197 KB.
const LONGEST_VALUE: i32 = 1 << 20;
/// The longest statement, also of a schema, in bytes.
const LONGEST_STATEMENT: i32 = 1 << 13;
/// The largest number of tables and other objects in a schema.
const LARGEST_SCHEMA: i32 = 32;

/// Whether reading must stop.
pub(crate) type Stopped = Arc<dyn Fn() -> bool + Send + Sync>;

/// Never stops.
pub(crate) fn never() -> Stopped {
    Arc::new(|| false)
}

/// Runs work that stops when the control does. SQLite keeps what it polls, which therefore cannot be the control itself.
pub(crate) fn stopping<T>(control: &dyn Control, work: impl FnOnce(&Stopped) -> T) -> T {
    let flag = Arc::new(AtomicBool::new(control.stopped()));
    let (end, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let set = Arc::clone(&flag);
        scope.spawn(move || {
            while ended.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                set.store(control.stopped(), Ordering::Relaxed);
            }
        });
        // Dropped when the work ends, also by a panic.
        let _end = end;
        let stopped: Stopped = Arc::new(move || flag.load(Ordering::Relaxed));
        work(&stopped)
    })
}

impl Ledger {
    /// Whether there is a ledger to resume at this path. Otherwise one can be created. An empty file, and anything other than a
    /// regular file, is an error.
    pub fn exists(path: &Path) -> Result<bool, Error> {
        Ok(Place::new(path)?.found()?.is_some())
    }

    /// Creates a ledger for a plan, or for a shard of it. The file must not exist. If the path is a symbolic link, the ledger is
    /// created where it points.
    pub fn create(
        path: &Path,
        plan: &Plan,
        shard: Option<Shard>,
        provenance: &Provenance,
    ) -> Result<Self, Error> {
        let header = Header::new(plan, shard)?;
        Ok(Self::create_filled(path, header, plan, provenance, &never(), |_| Ok(()))?.0)
    }

    /// Creates a ledger and fills it. It is written to a temporary file and renamed, so that it is complete or does not exist.
    pub(crate) fn create_filled<T>(
        path: &Path,
        header: Header,
        plan: &Plan,
        provenance: &Provenance,
        stopped: &Stopped,
        fill: impl FnOnce(&Self) -> Result<T, Error>,
    ) -> Result<(Self, T), Error> {
        let place = Place::new(path)?;
        place.found()?;
        let lock = place.lock()?;
        if place.found()?.is_some() {
            let reason = "the file already exists".to_string();
            return Err(Error::File { path: place.name(), reason });
        }
        place.check_no_siblings()?;
        let made = place.sibling(".new");
        let clear = || {
            // Left by a run that was killed or has failed.
            let _ = fs::remove_file(&made);
            let _ = fs::remove_file(sibling(&made, "-journal"));
        };
        clear();
        let filled: Result<T, Error> = (|| {
            let sql = |error: rusqlite::Error| of_sql(&place.shown, &error);
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
            let mut connection = connect(&made, flags).map_err(sql)?;
            write_tables(&connection, &header, provenance).map_err(sql)?;
            watch(&mut connection, stopped, None).map_err(sql)?;
            let (path, plan, finished) = (place.shown.clone(), plan.clone(), OnceCell::new());
            let ledger = Self { path, connection, header, plan, file: None, finished };
            let filled = fill(&ledger)?;
            ledger.connection.close().map_err(|(_, error)| of_sql(&place.shown, &error))?;
            let io =
                |error: std::io::Error| Error::Io { path: place.name(), reason: error.to_string() };
            fs::rename(&made, &place.real).map_err(io)?;
            // Fails on Windows, where folders cannot be synchronised; the file system has a journal of names there.
            let _ = File::open(place.real.parent().unwrap_or(Path::new(".")))
                .and_then(|folder| folder.sync_all());
            Ok(filled)
        })();
        if filled.is_err() {
            clear();
        }
        let filled = filled?;
        let mut ledger = Self::read(&place, plan.method(), |_| Ok(plan.clone()), stopped)?;
        ledger.hold(lock)?;
        Ok((ledger, filled))
    }

    /// Opens a ledger for reading and checks its structure. Another process may be writing to it.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::open_stoppable(path, &never())
    }

    /// Opens a ledger for reading like [`open`](Self::open). Opening it and all reading from it end with the error of a stopped
    /// count soon after the function returns `true`.
    pub fn open_until(
        path: &Path,
        stopped: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        Self::open_stoppable(path, &(Arc::new(stopped) as Stopped))
    }

    pub(crate) fn open_stoppable(path: &Path, stopped: &Stopped) -> Result<Self, Error> {
        let place = Place::new(path)?;
        let ledger = Self::read(&place, None, |header| own_plan(&place, header), stopped)?;
        let read_only = ledger.connection.pragma_update(None, "query_only", true);
        read_only.map_err(|error| ledger.sql(&error))?;
        Ok(ledger)
    }

    /// Opens a ledger to continue its run. Its structure is checked. If jobs are missing, other processes cannot write to it from
    /// now on; otherwise only from the moment when something is written, such as an audit.
    pub fn resume(path: &Path) -> Result<Self, Error> {
        let place = Place::new(path)?;
        Self::resume_by(&place, None, |header| own_plan(&place, header), &never())
    }

    /// Opens a ledger to continue its run with this plan, whose engine need not be one of the library.
    pub fn resume_with(path: &Path, plan: &Plan) -> Result<Self, Error> {
        Self::resume_by(&Place::new(path)?, plan.method(), |_| Ok(plan.clone()), &never())
    }

    /// Opens a ledger to continue its run with the plan that a function makes after it has seen what the ledger is for. Opening it
    /// ends with the error of a stopped count soon after `stopped` returns `true`. What follows is not interrupted if jobs are
    /// missing, so that a run that is stopped can save its results.
    pub fn resume_until(
        path: &Path,
        stopped: impl Fn() -> bool + Send + Sync + 'static,
        plan: impl FnOnce(&Header) -> Result<Plan, Error>,
    ) -> Result<Self, Error> {
        Self::resume_by(&Place::new(path)?, None, plan, &(Arc::new(stopped) as Stopped))
    }

    fn resume_by(
        place: &Place,
        known: Option<Method>,
        plan: impl FnOnce(&Header) -> Result<Plan, Error>,
        stopped: &Stopped,
    ) -> Result<Self, Error> {
        // Fails before it creates a lock file next to a file that is not a ledger.
        let mut ledger = Self::read(place, known, plan, stopped)?;
        if !ledger.has_all_results()? {
            ledger.lock()?;
        }
        Ok(ledger)
    }

    /// Keeps other processes from writing, unless this was done before. A ledger in memory needs no lock.
    pub(crate) fn lock(&mut self) -> Result<(), Error> {
        match &self.file {
            Some(file) if file.lock.is_none() => {
                file.place.check_only_name()?;
                let lock = file.place.lock()?;
                self.hold(lock)
            }
            _ => Ok(()),
        }
    }

    /// Prepares the connection for writing, with the lock of the ledger.
    fn hold(&mut self, lock: Lock) -> Result<(), Error> {
        let file = self.file.as_mut().expect("only a file has a lock");
        file.lock = Some(lock);
        // Another process may have written until now.
        self.finished = OnceCell::new();
        // It may have been replaced before it was locked.
        file.check_unmoved()?;
        let sql = |error: rusqlite::Error| of_sql(&self.path, &error);
        self.connection.progress_handler(0, None::<fn() -> bool>).map_err(sql)?;
        self.connection.busy_timeout(WRITER_BUSY_TIMEOUT).map_err(sql)?;
        self.connection.pragma_update(None, "synchronous", "EXTRA").map_err(sql)
    }

    /// Selects the journal with which a run writes; `false` if another process keeps it from that.
    ///
    /// With a write-ahead log, neither readers nor the writer wait for each other. It needs shared memory, so it is used only on
    /// disks of this machine. On others, a rollback journal is used.
    pub(crate) fn choose_journal(&self) -> Result<bool, rusqlite::Error> {
        let Some(file) = &self.file else { return Ok(true) };
        let mode = if file.is_local { "wal" } else { "delete" };
        let read = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
        match self.connection.pragma_update_and_check(None, "journal_mode", mode, read) {
            Ok(chosen) => Ok(chosen == mode),
            Err(error) if is_busy(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Moves what is in the write-ahead log to the file and makes the log empty, as far as readers permit. So a file that is moved
    /// or copied without its log has all results. Returns whether there is room in the log.
    pub(crate) fn empty_log(&self) -> Result<bool, rusqlite::Error> {
        let Some(file) = &self.file else { return Ok(true) };
        let log = file.place.sibling("-wal");
        let len = || fs::metadata(&log).map_or(0, |found| found.len());
        if len() == 0 {
            return Ok(true);
        }
        let empty = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        match empty {
            Err(error) if !is_busy(&error) => Err(error),
            _ => Ok(len() < SIBLING_SIZE / 2),
        }
    }

    /// Makes a ledger one file again after a run. If a reader prevents it, the log remains until the ledger is closed or opened
    /// again.
    pub(crate) fn end_log(&self) {
        let Some(file) = self.file.as_ref().filter(|file| file.lock.is_some()) else { return };
        if file.check_unmoved().is_ok() {
            let _ = self.connection.pragma_update(None, "journal_mode", "delete");
        }
    }

    /// Opens a file and checks it. It must be for the plan that the function makes.
    fn read(
        place: &Place,
        known: Option<Method>,
        plan: impl FnOnce(&Header) -> Result<Plan, Error>,
        stopped: &Stopped,
    ) -> Result<Self, Error> {
        if stopped() {
            return Err(Error::Count(queens::Error::Stopped));
        }
        if place.found()?.is_none() {
            return Err(place.fails(&std::io::ErrorKind::NotFound.into()));
        }
        let file = LedgerFile::new(place)?;
        place.check_siblings(file.is_local)?;
        let sql = |error: rusqlite::Error| of_sql(&place.shown, &error);
        // If a writer was killed, SQLite must roll back its transaction, which needs write access.
        let mut connection = connect(&place.real, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .or_else(|_| connect(&place.real, OpenFlags::SQLITE_OPEN_READ_ONLY))
            .map_err(sql)?;
        watch(&mut connection, stopped, Some(SCHEMA_LOOKS)).map_err(sql)?;
        let (header, plan) = {
            // All parts belong to the same state of a file that another process may be changing.
            let state = connection.unchecked_transaction().map_err(sql)?;
            let read = check_schema(place, &state).and_then(|()| {
                let header = read_header(place, &state, known)?;
                let plan = plan(&header)?;
                check_plan(place, &header, &plan)?;
                check_size(place, &state, &header)?;
                Ok((header, plan))
            });
            match read {
                Err(Error::Count(queens::Error::Stopped)) if !stopped() => {
                    Err(place.not_a_ledger("its schema is too large"))
                }
                read => read,
            }?
        };
        watch(&mut connection, stopped, None).map_err(sql)?;
        let (path, file, finished) = (place.shown.clone(), Some(file), OnceCell::new());
        let ledger = Self { path, connection, header, plan, file, finished };
        ledger.check_structure()?;
        Ok(ledger)
    }

    /// Checks that the file is an intact database.
    fn check_structure(&self) -> Result<(), Error> {
        let check = self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0));
        let what: String = check.map_err(|error| self.sql(&error))?;
        match what.split_whitespace().collect::<Vec<_>>().join(" ").as_str() {
            "ok" => Ok(()),
            what => {
                let what = what.trim_start_matches("*** in database main ***").trim_start();
                Err(self.damaged(format!("{BROKEN}: {what}")))
            }
        }
    }
}

/// A damaged structure, in messages.
const BROKEN: &str = "the structure of the database is broken";

/// Opens a database with safe settings.
fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, rusqlite::Error> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, LONGEST_STATEMENT)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SCHEMA, LARGEST_SCHEMA)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "mmap_size", 0)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// Interrupts the connection when reading must stop, or after this many looks.
fn watch(
    connection: &mut Connection,
    stopped: &Stopped,
    mut looks: Option<u32>,
) -> Result<(), rusqlite::Error> {
    let stopped = Arc::clone(stopped);
    let look = move || {
        if let Some(looks) = &mut looks {
            *looks = looks.saturating_sub(1);
        }
        looks == Some(0) || stopped()
    };
    connection.progress_handler(STEPS, Some(look))
}

/// Checks that the file has exactly the tables of its format.
fn check_schema(place: &Place, connection: &Connection) -> Result<(), Error> {
    let sql = |error: rusqlite::Error| match error.sqlite_error_code() {
        // The schema of a ledger is never changed, so a schema that SQLite rejects belongs to another file.
        Some(ErrorCode::Unknown | ErrorCode::TooBig) => {
            place.not_a_ledger("its schema is not that of a ledger")
        }
        _ => of_sql(&place.shown, &error),
    };
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    if number("application_id").map_err(sql)? != APPLICATION {
        return Err(place.not_a_ledger("it is a database of another application"));
    }
    let format = number("user_version").map_err(sql)?;
    if format != FORMAT {
        let reason = format!("format version {format}, this program reads {FORMAT}");
        return Err(place.not_a_ledger(reason));
    }
    let select = "SELECT type, name, tbl_name, sql FROM sqlite_schema";
    let mut statement = connection.prepare(select).map_err(sql)?;
    let mut rows = statement.query([]).map_err(sql)?;
    let (expected, mut found) = (expected_tables(), Vec::new());
    while let Some(row) = rows.next().map_err(sql)? {
        // Other types than text become text that no ledger has.
        let [kind, name, table, created] = [0, 1, 2, 3].map(|at| {
            let value = row.get_ref(at).ok();
            value.and_then(|value| value.as_str().ok()).unwrap_or("").to_string()
        });
        let is_own = kind == "table"
            && name == table
            && expected.iter().any(|(own, sql)| *own == name && *sql == single_spaced(&created));
        if !is_own || found.contains(&name) {
            let known = ["table", "view", "trigger", "index"];
            let kind = known.into_iter().find(|known| *known == kind).unwrap_or("object");
            let name: String = name.chars().take(SHOWN_NAME).collect();
            return Err(place.not_a_ledger(format!("the {kind} '{name}' is not part of a ledger")));
        }
        found.push(name);
    }
    match expected.iter().find(|(name, _)| !found.contains(name)) {
        Some((name, _)) => Err(place.not_a_ledger(format!("it has no table '{name}'"))),
        None => Ok(()),
    }
}

/// The names of the tables, and the statements that create them.
fn expected_tables() -> Vec<(String, String)> {
    let statements = TABLES.split(';').map(single_spaced).filter(|sql| !sql.is_empty());
    statements.filter_map(|sql| Some((sql.split(' ').nth(2)?.to_string(), sql))).collect()
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks that neither the database nor the file is larger than its plan can need. A part of the database may be in the log.
fn check_size(place: &Place, connection: &Connection, header: &Header) -> Result<(), Error> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let number = |name| number(name).map_err(|error| of_sql(&place.shown, &error));
    let database = number("page_count")?.unsigned_abs() * number("page_size")?.unsigned_abs();
    let Some(len) = place.found()? else { return Err(place.damaged("it was deleted")) };
    check_len(place, len.max(database), header)
}

/// Checks that a file of this length is not larger than its plan can need.
pub(crate) fn check_len(place: &Place, len: u64, header: &Header) -> Result<(), Error> {
    let most = SIZE + header.jobs * SIZE_PER_JOB;
    match len > most {
        true => Err(place.not_a_ledger(format!(
            "it has {len} bytes, more than the {most} that {} jobs can need",
            header.jobs
        ))),
        false => Ok(()),
    }
}

/// Reads the header. Its method is `known` if it has the right name, otherwise one of the library.
pub(crate) fn read_header(
    place: &Place,
    connection: &Connection,
    known: Option<Method>,
) -> Result<Header, Error> {
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
    let row = row.optional().map_err(|error| of_sql(&place.shown, &error))?;
    let ([size, statistics, version, jobs, created], [method, shard, program], [hash, sum]) =
        row.ok_or_else(|| place.not_a_ledger("no plan in it"))?;
    let header = (|| {
        Some(Header {
            size: size.try_into().ok()?,
            counted: Counted::read(&method, known)?,
            statistics: [false, true].into_iter().find(|&flag| i64::from(flag) == statistics)?,
            version: version.try_into().ok()?,
            jobs: jobs.try_into().ok()?,
            hash: hash.try_into().ok()?,
            shard: if shard.is_empty() { None } else { Some(shard.parse().ok()?) },
        })
    })();
    let header: Header = header.ok_or_else(|| place.damaged("invalid plan"))?;
    if checksum(&header, created as u64, &program)[..] != sum[..] {
        return Err(place.damaged("checksum mismatch in the plan"));
    }
    Ok(header)
}

/// The plan that a header describes.
pub(crate) fn own_plan(place: &Place, header: &Header) -> Result<Plan, Error> {
    header.plan().map_err(|error| place.not_a_ledger(format!("its plan is invalid: {error}")))
}

/// Checks that a header is that of this plan.
pub(crate) fn check_plan(place: &Place, header: &Header, plan: &Plan) -> Result<(), Error> {
    let own = Header::new(plan, header.shard)?;
    let Some((what, there, here)) = header.difference(&own) else { return Ok(()) };
    let request = |header: &Header| (header.size, header.counted, header.statistics);
    // A program of another version divides the same request differently.
    let is_same = request(header) == request(&own);
    let than = if is_same { "the plan of this program" } else { "this run" }.to_string();
    Err(Error::Differs { path: place.name(), what, there, here, than })
}

/// Whether another process holds a lock that is needed.
pub(crate) fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

/// An error of SQLite in words, with the file as the user names it.
pub(crate) fn of_sql(path: &Path, error: &rusqlite::Error) -> Error {
    let path = path.display().to_string();
    let io = |path, reason: &str| Error::Io { path, reason: reason.to_string() };
    let damaged = |path, what: &str| Error::Damaged { path, what: what.to_string() };
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            Error::NotALedger { path, reason: "not an SQLite database".to_string() }
        }
        Some(ErrorCode::DatabaseCorrupt) => damaged(path, BROKEN),
        Some(ErrorCode::TooBig) => damaged(path, "a value is too long"),
        Some(ErrorCode::OperationInterrupted) => Error::Count(queens::Error::Stopped),
        Some(ErrorCode::CannotOpen) => {
            Error::File { path, reason: "no such file, or it cannot be opened".to_string() }
        }
        // Also for reading, if a killed run has left a transaction that must be undone.
        Some(ErrorCode::ReadOnly) => {
            Error::File { path, reason: "it cannot be written".to_string() }
        }
        Some(ErrorCode::DiskFull) => io(path, "the disk is full"),
        Some(ErrorCode::DatabaseBusy) => io(path, "another process keeps it locked"),
        Some(ErrorCode::SystemIoFailure) => {
            io(path, &format!("reading or writing failed: {error}"))
        }
        _ => match error {
            // A value has another type than the one written.
            rusqlite::Error::InvalidColumnType(_, name, kind) => {
                damaged(path, &format!("the value of '{name}' has the wrong type, {kind}"))
            }
            rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::Utf8Error(..) => damaged(path, "a value is invalid"),
            error => Error::File { path, reason: error.to_string() },
        },
    }
}
