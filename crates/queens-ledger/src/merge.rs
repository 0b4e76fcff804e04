//! Merges ledgers of the same plan.

use crate::error::Error;
use crate::file::Place;
use crate::header::Header;
use crate::open::{Stopped, stopping};
use crate::record::Record;
use crate::recorder::Provenance;
use crate::store::{Conflict, Ledger, Withdrawn};
use queens::Control;
use rusqlite::params;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The outcome of a merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The number of jobs with a result.
    pub jobs: u64,
    /// The number of results that another ledger had too.
    pub same: u64,
    /// The number of jobs with conflicting results.
    pub conflicts: u64,
}

/// Merges ledgers of the same plan into a new one. Their order makes no difference.
///
/// Of equal results the one that was finished first is kept, and those of other devices become audits of it. Conflicting results
/// are all kept, and excluded from all sums. Audits, withdrawn results, and events are kept. If the
/// control stops the merge, there is no new ledger.
pub fn merge(
    out: &Path,
    ledgers: &[&Path],
    provenance: &Provenance,
    control: &dyn Control,
) -> Result<Merged, Error> {
    stopping(control, |stopped| merge_until(out, ledgers, provenance, stopped))
}

fn merge_until(
    out: &Path,
    ledgers: &[&Path],
    provenance: &Provenance,
    stopped: &Stopped,
) -> Result<Merged, Error> {
    let mut all: BTreeMap<u64, Vec<Conflict>> = BTreeMap::new();
    let mut log = AuditLog::default();
    let mut header: Option<Header> = None;
    for path in ledgers {
        let ledger = Ledger::open_known(&Place::new(path)?, None, stopped)?;
        let own = ledger.header();
        if let Some((what, there, here)) = header.as_ref().and_then(|first| own.difference(first)) {
            let [path, than] = [path, &ledgers[0]].map(|path| path.display().to_string());
            return Err(Error::Differs { path, what, there, here, than });
        }
        header.get_or_insert_with(|| Header { shard: None, ..own.clone() });
        let source = path.display().to_string();
        ledger.each(|record| {
            let found = Conflict { source: source.clone(), record };
            all.entry(found.record.job).or_default().push(found);
            Ok(())
        })?;
        for conflict in ledger.conflicts()? {
            all.entry(conflict.record.job).or_default().push(conflict);
        }
        log.add(&ledger, &source)?;
    }
    let Some(header) = header else { return Ok(Merged::default()) };
    Ok(Ledger::create_filled(out, header, provenance, stopped, |ledger| {
        ledger.insert_all(all, log)
    })?
    .1)
}

/// What the ledgers contain in addition to results. Sets, so that the same content of two ledgers is kept once.
#[derive(Default)]
struct AuditLog {
    /// Audits by job, encoded, with their devices.
    audits: BTreeMap<u64, BTreeSet<(Vec<u8>, String)>>,
    /// Job, reason and record.
    withdrawn: BTreeSet<(u64, String, Vec<u8>)>,
    /// Time and text.
    events: BTreeSet<(u64, String)>,
}

impl AuditLog {
    fn add(&mut self, ledger: &Ledger, source: &str) -> Result<(), Error> {
        let hash = ledger.header().hash;
        ledger.each_audit(|record| {
            let audits = self.audits.entry(record.job).or_default();
            audits.insert((record.encode(&hash), record.device));
            Ok(())
        })?;
        for Withdrawn { reason, record } in ledger.withdrawn()? {
            self.withdrawn.insert((record.job, reason, record.encode(&hash)));
        }
        for (at, text) in ledger.events()? {
            self.events.insert((at, format!("{source}: {text}")));
        }
        Ok(())
    }
}

impl Ledger {
    fn insert_all(
        &self,
        all: BTreeMap<u64, Vec<Conflict>>,
        mut log: AuditLog,
    ) -> Result<Merged, Error> {
        let fails = |error: rusqlite::Error| self.sql(&error);
        let hash = self.header().hash;
        let mut merged = Merged::default();
        let transaction = self.connection.unchecked_transaction().map_err(fails)?;
        for (job, found) in all {
            let first = &found[0].record;
            if found.iter().all(|other| other.record.agrees(first)) {
                merged.jobs += 1;
                merged.same += found.len() as u64 - 1;
                let order = |record: &Record| (record.finished, record.encode(&hash));
                let kept =
                    found.iter().map(|other| &other.record).min_by_key(|record| order(record));
                let kept = kept.expect("there is one");
                let values = params![job as i64, kept.encode(&hash)];
                transaction.execute("INSERT INTO results VALUES (?, ?)", values).map_err(fails)?;
                let mut audits = log.audits.remove(&job).unwrap_or_default();
                let others = found.iter().map(|other| &other.record);
                audits.extend(others.map(|record| (record.encode(&hash), record.device.clone())));
                for (record, device) in audits {
                    let agrees = Record::decode(&record, &hash).is_ok_and(|r| r.agrees(kept));
                    if device != kept.device && agrees {
                        let values = params![job as i64, record];
                        transaction
                            .execute("INSERT INTO audits VALUES (?, ?)", values)
                            .map_err(fails)?;
                    }
                }
                continue;
            }
            merged.conflicts += 1;
            for Conflict { source, record } in found {
                let values = params![job as i64, source, record.encode(&hash)];
                transaction
                    .execute("INSERT INTO conflicts VALUES (?, ?, ?)", values)
                    .map_err(fails)?;
            }
        }
        for (job, reason, record) in log.withdrawn {
            let insert = "INSERT INTO withdrawn VALUES (?, ?, ?)";
            transaction.execute(insert, params![job as i64, reason, record]).map_err(fails)?;
        }
        for (at, text) in log.events {
            // Sessions are not merged.
            let insert = "INSERT INTO events VALUES (0, ?, ?)";
            transaction.execute(insert, params![at as i64, text]).map_err(fails)?;
        }
        transaction.commit().map_err(fails)?;
        Ok(merged)
    }
}
