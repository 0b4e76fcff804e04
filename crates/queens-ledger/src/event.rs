//! What happens in a run and is written to the ledger.

use crate::record::{PlanHash, Record};
use crate::recorder::Provenance;
use rusqlite::{OptionalExtension, Transaction, params};

/// A change of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The session began, at this time in milliseconds since 1970. This is its first event.
    SessionBegun { at: u64, provenance: Provenance },
    /// How the session ended, and when.
    SessionEnded { at: u64, outcome: String },
    /// A job was started, at this time in milliseconds since 1970.
    Begun { job: u64, at: u64 },
    /// The result of a job.
    Finished(Box<Record>),
    /// A second count of a job that agrees with its result.
    Audited(Box<Record>),
    /// The results of these jobs with their audits, and the audits of these other jobs by this device, are withdrawn.
    Withdrawn { results: Vec<u64>, audits: Vec<u64>, device: String, reason: String },
    /// A message about the run, at this time.
    Note { at: u64, text: String },
}

/// Applies events in their order.
pub(crate) fn apply(
    transaction: &Transaction<'_>,
    plan: &PlanHash,
    session: u64,
    events: &[Event],
) -> Result<(), rusqlite::Error> {
    let begin = "INSERT INTO attempts (session, job, begun) VALUES (?, ?, ?)";
    let mut begin = transaction.prepare(begin)?;
    // The record of a finished job is never replaced; only an audit that finds it wrong removes it.
    let finish = "INSERT OR IGNORE INTO results (job, record) VALUES (?, ?)";
    let mut finish = transaction.prepare(finish)?;
    let mut audit = transaction.prepare("INSERT INTO audits (job, record) VALUES (?, ?)")?;
    let note = "INSERT INTO events (session, at, text) VALUES (?, ?, ?)";
    let mut note = transaction.prepare(note)?;
    for event in events {
        match event {
            Event::SessionBegun { at, provenance: Provenance { device, engine, program } } => {
                let begin = "INSERT INTO sessions (id, begun, device, engine, program) VALUES (?, ?, ?, ?, ?)";
                let values = params![session as i64, *at as i64, device, engine, program];
                transaction.execute(begin, values)?;
            }
            Event::SessionEnded { at, outcome } => {
                let end = "UPDATE sessions SET ended = ?, outcome = ? WHERE id = ?";
                transaction.execute(end, params![*at as i64, outcome, session as i64])?;
            }
            Event::Begun { job, at } => {
                begin.execute(params![session as i64, *job as i64, *at as i64])?;
            }
            Event::Finished(record) => {
                finish.execute(params![record.job as i64, record.encode(plan)])?;
            }
            Event::Audited(record) => {
                audit.execute(params![record.job as i64, record.encode(plan)])?;
            }
            Event::Withdrawn { results, audits, device, reason } => {
                for &job in results {
                    withdraw_result(transaction, job, reason)?;
                    withdraw_audits(transaction, job, reason, |_| true)?;
                }
                let is_own = |record: &[u8]| {
                    Record::decode(record, plan).is_ok_and(|audit| audit.device == *device)
                };
                for &job in audits {
                    withdraw_audits(transaction, job, reason, is_own)?;
                }
            }
            Event::Note { at, text } => {
                note.execute(params![session as i64, *at as i64, text])?;
            }
        }
    }
    Ok(())
}

const WITHDRAW: &str = "INSERT INTO withdrawn (job, reason, record) VALUES (?, ?, ?)";

/// Moves the result of a job to the withdrawn results.
fn withdraw_result(
    transaction: &Transaction<'_>,
    job: u64,
    reason: &str,
) -> Result<(), rusqlite::Error> {
    let select = "SELECT record FROM results WHERE job = ?";
    let record = transaction.query_row(select, [job as i64], |row| row.get::<_, Vec<u8>>(0));
    if let Some(record) = record.optional()? {
        transaction.execute(WITHDRAW, params![job as i64, reason, record])?;
        transaction.execute("DELETE FROM results WHERE job = ?", [job as i64])?;
    }
    Ok(())
}

/// Moves some audits of a job to the withdrawn results.
fn withdraw_audits(
    transaction: &Transaction<'_>,
    job: u64,
    reason: &str,
    applies: impl Fn(&[u8]) -> bool,
) -> Result<(), rusqlite::Error> {
    let mut select = transaction.prepare("SELECT rowid, record FROM audits WHERE job = ?")?;
    let rows = select.query_map([job as i64], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows: Vec<(i64, Vec<u8>)> = rows.collect::<Result<_, _>>()?;
    for (row, record) in rows {
        if applies(&record) {
            transaction.execute(WITHDRAW, params![job as i64, reason, record])?;
            transaction.execute("DELETE FROM audits WHERE rowid = ?", [row])?;
        }
    }
    Ok(())
}
