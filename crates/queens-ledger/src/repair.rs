//! Repairs damaged ledgers: writes what is intact into a new one.
//!
//! SQLite ends at the first damaged page, and if a page of the upper levels of a tree is damaged, it finds none of the pages
//! below. So the pages are read one by one, without SQLite. The table of a row follows from its columns, and records prove by
//! their checksums that they are intact and belong to the plan.
//!
//! ```text
//!   plan ──► pages in use ──► withdrawn ──► results, conflicts, log ──► audits
//! ```
//!
//! SQLite does not erase the rows that it deletes. Results are only deleted when they are withdrawn, so no result is kept that is
//! also in the table of withdrawn results. Pages that are not in use are not read; if the list of them is damaged, only pages
//! that the roots of the tables lead to.
//!
//! The rollback journal of a killed writer is not applied: without it, at most results of the last transaction are lost, and
//! each record still proves that it is intact.

mod pages;
#[cfg(test)]
mod tests;

use crate::error::Error;
use crate::file::{LedgerFile, Place};
use crate::fill::Filling;
use crate::header::Header;
use crate::open::{Stopped, check_len, check_plan, own_plan, read_header, stopping};
use crate::record::Record;
use crate::recorder::Provenance;
use crate::store::{Ledger, TABLES, now};
use pages::{Pages, Row};
use queens::report::quantity;
use queens::{Control, Plan};
use queens_results::RepairResult;
use rusqlite::types::Value::{self, Blob, Integer, Null, Text};
use rusqlite::{Connection, params, params_from_iter};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::RangeInclusive;
use std::path::Path;

/// The roots of the tables, in the order in which they are created.
const ROOTS: RangeInclusive<u32> = 2..=10;
const PLAN_ROOT: u32 = 2;
const CONFLICTS_ROOT: u32 = 4;

/// Writes everything that is intact in a damaged ledger into a new one, in which the lost jobs are missing. The damaged file is
/// only read.
///
/// An audit of a lost job becomes its result: it is a second count that agreed. If the plan of the ledger is damaged, it is taken
/// from an intact ledger of the same count, `plan_of`. If the control stops the repair, there is no new ledger.
pub fn repair(
    damaged: &Path,
    out: &Path,
    plan_of: Option<&Path>,
    provenance: &Provenance,
    control: &dyn Control,
) -> Result<RepairResult, Error> {
    stopping(control, |stopped| {
        let place = Place::new(damaged)?;
        if Ledger::exists(out)? {
            let (path, reason) = (out.display().to_string(), "the file already exists".to_string());
            return Err(Error::File { path, reason });
        }
        let Some(len) = place.found()? else {
            return Err(place.fails(&std::io::ErrorKind::NotFound.into()));
        };
        place.check_siblings(LedgerFile::new(&place)?.is_local)?;
        // Where no lock file can be created, nobody can write to the ledger.
        let _lock = match place.lock() {
            Err(error @ Error::InUse { .. }) => return Err(error),
            lock => lock.ok(),
        };
        let pages = Pages::open(&place.real, &place.sibling("-wal"));
        let mut pages = pages.map_err(|error| place.fails(&error))?;
        let other = plan_of.map(|path| Ledger::open_stoppable(path, stopped)).transpose()?;
        let other = other.map(|ledger| (ledger.header().clone(), ledger.plan().clone()));
        let (header, plan) = match (read_plan(&place, &mut pages), other) {
            (Err(Error::Damaged { .. }), Some(other)) => other,
            (Err(Error::Damaged { path, .. }), None) => return Err(Error::NoPlan { path }),
            (header, _) => header?,
        };
        check_len(&place, len, &header)?;
        let fill = |ledger: &Ledger| Repair::new(ledger, &mut pages, stopped).run(&place);
        let (ledger, lost_jobs) =
            Ledger::create_filled(out, header, &plan, provenance, stopped, fill)?;
        let sums = ledger.sums()?;
        Ok(RepairResult {
            ledger: ledger.name(),
            damaged: place.name(),
            jobs: ledger.header().own_jobs(),
            finished: sums.jobs,
            conflicts: sums.conflicts,
            lost_jobs,
        })
    })
}

/// Reads the plan. It is damaged if it cannot be found.
fn read_plan(place: &Place, pages: &mut Pages) -> Result<(Header, Plan), Error> {
    let fails = |error: rusqlite::Error| place.damaged(error.to_string());
    let row = pages.rows(PLAN_ROOT).into_iter().find(|row| row.values.len() == 11);
    let row = row.ok_or_else(|| place.damaged("its plan"))?;
    let connection = Connection::open_in_memory().map_err(fails)?;
    connection.execute_batch(TABLES).map_err(fails)?;
    let insert = "INSERT INTO plan VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    connection.execute(insert, params_from_iter(row.values)).map_err(fails)?;
    let header = read_header(place, &connection, None)?;
    let plan = own_plan(place, &header)?;
    check_plan(place, &header, &plan)?;
    Ok((header, plan))
}

/// A repair in progress.
struct Repair<'a> {
    pages: &'a mut Pages,
    stopped: &'a Stopped,
    header: &'a Header,
    filling: Filling<'a>,
    /// The checksums of withdrawn results and audits, which end their records.
    withdrawn: HashSet<Vec<u8>>,
    conflicts: BTreeMap<u64, Vec<(String, Record)>>,
    /// The jobs that have conflicts in the new ledger.
    conflicting: BTreeSet<u64>,
    /// Jobs with several different results, which a damaged page can have.
    doubtful: BTreeSet<u64>,
    /// Jobs of which there is a trace.
    started: Vec<bool>,
}

impl<'a> Repair<'a> {
    fn new(ledger: &'a Ledger, pages: &'a mut Pages, stopped: &'a Stopped) -> Self {
        let header = ledger.header();
        Self {
            pages,
            stopped,
            header,
            filling: Filling::new(ledger),
            withdrawn: HashSet::new(),
            conflicts: BTreeMap::new(),
            conflicting: BTreeSet::new(),
            doubtful: BTreeSet::new(),
            started: vec![false; header.jobs as usize],
        }
    }

    /// Fills the new ledger. Returns the lost jobs.
    fn run(mut self, damaged: &Place) -> Result<Vec<u64>, Error> {
        let ledger = self.filling.ledger;
        let transaction = ledger.connection.unchecked_transaction();
        let transaction = transaction.map_err(|error| ledger.sql(&error))?;
        let used: Vec<bool> = match self.pages.free() {
            Some(free) => free.into_iter().map(|free| !free).collect(),
            None => self.pages.reachable(ROOTS),
        };
        let of_conflicts = self.pages.reachable([CONFLICTS_ROOT]);
        self.each(&used, |repair, page, row| match row.values.as_slice() {
            [Integer(_), Text(reason), Blob(bytes)] if !of_conflicts[page as usize] => {
                repair.add_withdrawn(reason, bytes)
            }
            _ => Ok(()),
        })?;
        self.each(&used, |repair, page, row| match (row.id, row.values.as_slice()) {
            (None, [Integer(job), Blob(bytes)]) => repair.add_result(*job, bytes),
            (Some(_), [Integer(_), Text(source), Blob(bytes)]) if of_conflicts[page as usize] => {
                repair.add_conflict(source, bytes);
                Ok(())
            }
            (Some(id), values) => repair.add_to_log(id, values),
            _ => Ok(()),
        })?;
        for (job, found) in std::mem::take(&mut self.conflicts) {
            // Without another record that differs, there is no conflict, but the job must be counted again.
            if found.iter().any(|(_, record)| !record.agrees(&found[0].1)) {
                for (source, record) in &found {
                    self.filling.put_conflict(source, record)?;
                }
                self.conflicting.insert(job);
            }
            self.doubtful.insert(job);
        }
        for job in std::mem::take(&mut self.doubtful) {
            self.filling.remove_result(job)?;
            self.started[job as usize] = true;
        }
        self.each(&used, |repair, _, row| match (row.id, row.values.as_slice()) {
            (Some(_), [Integer(_), Blob(bytes)]) => repair.add_audit(bytes),
            _ => Ok(()),
        })?;
        let lost = self.lost()?;
        let text =
            format!("repaired from {}: {} lost", damaged.name(), quantity(lost.len(), "job"));
        self.filling.put_event(now(), &text)?;
        transaction.commit().map_err(|error| ledger.sql(&error))?;
        Ok(lost)
    }

    /// Visits the rows of some pages.
    fn each(
        &mut self,
        pages: &[bool],
        mut visit: impl FnMut(&mut Self, u32, Row) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.pages.rewind();
        for page in (PLAN_ROOT..=self.pages.count).filter(|&page| pages[page as usize]) {
            if (self.stopped)() {
                return Err(Error::Count(queens::Error::Stopped));
            }
            for row in self.pages.rows(page) {
                visit(self, page, row)?;
            }
        }
        Ok(())
    }

    /// The record of a job of this ledger, if it is intact and was not withdrawn.
    fn record(&self, bytes: &[u8]) -> Option<Record> {
        let record = Record::decode(bytes, &self.header.hash).ok()?;
        let has_placements = record.placements.is_some() == self.header.statistics;
        let is_own = has_placements && self.header.has(record.job);
        (is_own && !self.withdrawn.contains(checksum(bytes))).then_some(record)
    }

    fn add_withdrawn(&mut self, reason: &str, bytes: &[u8]) -> Result<(), Error> {
        let Some(record) = self.record(bytes) else { return Ok(()) };
        self.withdrawn.insert(checksum(bytes).to_vec());
        self.filling.put_withdrawn(reason, &record)
    }

    fn add_result(&mut self, job: i64, bytes: &[u8]) -> Result<(), Error> {
        let Some(record) = self.record(bytes) else {
            self.start(job);
            return Ok(());
        };
        match self.filling.result(record.job)? {
            None => self.filling.put_result(&record),
            Some(first) => {
                if !first.agrees(&record) {
                    self.doubtful.insert(record.job);
                }
                Ok(())
            }
        }
    }

    fn add_conflict(&mut self, source: &str, bytes: &[u8]) {
        if let Some(record) = self.record(bytes) {
            self.conflicts.entry(record.job).or_default().push((source.to_string(), record));
        }
    }

    fn add_to_log(&mut self, id: i64, values: &[Value]) -> Result<(), Error> {
        let log = &mut self.filling;
        match values {
            [Integer(session), Integer(job), Integer(begun)] => {
                let insert = "INSERT OR IGNORE INTO attempts (rowid, session, job, begun) VALUES (?, ?, ?, ?)";
                log.execute(insert, params![id, session, job, begun])?;
                self.start(*job);
            }
            [Integer(session), Integer(at), Text(text)] => {
                let insert =
                    "INSERT OR IGNORE INTO events (rowid, session, at, text) VALUES (?, ?, ?, ?)";
                log.execute(insert, params![id, session, at, text])?;
            }
            [Null, Integer(seed)] => {
                log.execute("UPDATE audit_seed SET seed = ?", [seed])?;
            }
            [Null, Integer(_), Integer(_) | Null, Text(_), Text(_), Text(_), Text(_) | Null] => {
                let insert = "INSERT OR IGNORE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)";
                let values = std::iter::once(Integer(id)).chain(values[1..].iter().cloned());
                log.execute(insert, params_from_iter(values))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Keeps an audit that agrees with its result. That of a lost job becomes the result.
    fn add_audit(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Some(record) = self.record(bytes) else { return Ok(()) };
        match self.filling.result(record.job)? {
            None if !self.conflicting.contains(&record.job) => self.filling.put_result(&record),
            Some(kept) if kept.agrees(&record) && kept.device != record.device => {
                self.filling.put_audit(&record)
            }
            _ => Ok(()),
        }
    }

    fn start(&mut self, job: i64) {
        let started = usize::try_from(job).ok().and_then(|job| self.started.get_mut(job));
        started.into_iter().for_each(|started| *started = true);
    }

    /// The jobs without a result or conflict of which there is a trace; without a log, all jobs without a result.
    fn lost(&mut self) -> Result<Vec<u64>, Error> {
        let ledger = self.filling.ledger;
        let mut lost = ledger.missing()?;
        let has_log = ledger.attempts()? > 0;
        lost.retain(|job| {
            !self.conflicting.contains(job) && (!has_log || self.started[*job as usize])
        });
        Ok(lost)
    }
}

/// The checksum at the end of a record.
fn checksum(record: &[u8]) -> &[u8] {
    &record[record.len().saturating_sub(16)..]
}
