//! Merges ledgers of the same plan.

use crate::error::Error;
use crate::fill::Filling;
use crate::header::Header;
use crate::open::{Stopped, stopping};
use crate::record::Record;
use crate::recorder::Provenance;
use crate::store::{Ledger, Sums};
use queens::Control;
use queens_results::MergeResult;
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

/// Merges ledgers of the same plan into a new one. Their order makes no difference. One ledger is open at a time, and records
/// are not kept in memory.
///
/// Of equal results the one that was finished first is kept, and those of other devices become audits of it. Conflicting results
/// are all kept, and excluded from all sums. Audits, withdrawn results, and events are kept. If the
/// control stops the merge, there is no new ledger.
pub fn merge(
    out: &Path,
    ledgers: &[&Path],
    provenance: &Provenance,
    control: &dyn Control,
) -> Result<MergeResult, Error> {
    let Some(first) = ledgers.first() else {
        let (path, reason) = (out.display().to_string(), "there is nothing to merge".to_string());
        return Err(Error::File { path, reason });
    };
    stopping(control, |stopped| {
        let own = Ledger::open_stoppable(first, stopped)?;
        let header = Header { shard: None, ..own.header().clone() };
        let (jobs, plan) = (header.jobs, own.plan().clone());
        drop(own);
        let fill = |ledger: &Ledger| {
            let transaction = ledger.connection.unchecked_transaction();
            let transaction = transaction.map_err(|error| ledger.sql(&error))?;
            let filling = Filling::new(ledger);
            let (conflicting, seen) = (BTreeSet::new(), HashSet::new());
            let mut merging = Merging { filling, conflicting, seen };
            let open = |path: &Path| input(path, first, ledger.header(), stopped);
            for path in ledgers {
                merging.add_results(&open(path)?)?;
            }
            merging.remove_conflicting()?;
            let mut found = 0;
            for path in ledgers {
                found += merging.add_others(&open(path)?)?;
            }
            transaction.commit().map_err(|error| ledger.sql(&error))?;
            let Sums { jobs: finished, conflicts, solutions, .. } = ledger.sums()?;
            Ok(MergeResult {
                ledger: out.display().to_string(),
                jobs,
                finished,
                duplicates: found.saturating_sub(finished),
                conflicts,
                solutions: (conflicts == 0).then_some(solutions),
                complete: finished == jobs,
            })
        };
        Ok(Ledger::create_filled(out, header, &plan, provenance, stopped, fill)?.1)
    })
}

/// Opens a ledger to merge, which must have the plan of the first one.
fn input(path: &Path, first: &Path, header: &Header, stopped: &Stopped) -> Result<Ledger, Error> {
    let ledger = Ledger::open_stoppable(path, stopped)?;
    match ledger.header().difference(header) {
        None => Ok(ledger),
        Some((what, there, here)) => {
            let [path, than] = [path, first].map(|path| path.display().to_string());
            Err(Error::Differs { path, what, there, here, than })
        }
    }
}

/// A merge in progress. The ledgers are read twice: conflicts are known, and the first of equal results, when all results were
/// read once.
struct Merging<'a> {
    /// The new ledger.
    filling: Filling<'a>,
    conflicting: BTreeSet<u64>,
    /// Hashes of what the ledgers contain in addition to results, so that the same content of two ledgers is kept once.
    seen: HashSet<[u8; 16]>,
}

impl Merging<'_> {
    /// Keeps the first of equal results, and finds the jobs with conflicting results.
    fn add_results(&mut self, input: &Ledger) -> Result<(), Error> {
        let hash = input.header().hash;
        let order = |record: &Record| (record.finished, record.encode(&hash));
        input.each(|record| {
            match self.filling.result(record.job)? {
                Some(kept) if !kept.agrees(&record) => {
                    self.conflicting.insert(record.job);
                }
                Some(kept) if order(&kept) <= order(&record) => {}
                _ => self.filling.put_result(&record)?,
            }
            Ok(())
        })?;
        self.conflicting.extend(input.conflicts()?.iter().map(|(_, record)| record.job));
        Ok(())
    }

    fn remove_conflicting(&mut self) -> Result<(), Error> {
        self.conflicting.iter().try_for_each(|&job| self.filling.remove_result(job))
    }

    /// Adds everything except results: conflicts, audits, withdrawn results and events. Returns the number of results without
    /// conflicts.
    fn add_others(&mut self, input: &Ledger) -> Result<u64, Error> {
        let source = input.path().display().to_string();
        let mut found = 0;
        input.each(|record| {
            if self.conflicting.contains(&record.job) {
                return self.filling.put_conflict(&source, &record);
            }
            found += u64::from(self.add_audit(&record)?);
            Ok(())
        })?;
        for (source, record) in input.conflicts()? {
            // Not if another process has stored it since the results were read.
            if self.conflicting.contains(&record.job) {
                self.filling.put_conflict(&source, &record)?;
            }
        }
        input.each_audit(|record| self.add_audit(&record).map(drop))?;
        let hash = input.header().hash;
        for (reason, record) in input.withdrawn()? {
            if self.is_new(&[b"withdrawn", reason.as_bytes(), &record.encode(&hash)]) {
                self.filling.put_withdrawn(&reason, &record)?;
            }
        }
        for (at, text) in input.events()? {
            let text = format!("{source}: {text}");
            if self.is_new(&[b"event", &at.to_le_bytes(), text.as_bytes()]) {
                self.filling.put_event(at, &text)?;
            }
        }
        Ok(found)
    }

    /// Stores a count as an audit, if it agrees with the result of its job, and another device made it. Returns whether it agrees.
    /// It does not if another process has stored it since the results were read.
    fn add_audit(&mut self, record: &Record) -> Result<bool, Error> {
        let kept = self.filling.result(record.job)?.filter(|kept| kept.agrees(record));
        let Some(kept) = kept else { return Ok(false) };
        let hash = self.filling.ledger.header().hash;
        if record.device != kept.device && self.is_new(&[b"audit", &record.encode(&hash)]) {
            self.filling.put_audit(record)?;
        }
        Ok(true)
    }

    fn is_new(&mut self, parts: &[&[u8]]) -> bool {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let hash = hash.finalize();
        self.seen.insert(std::array::from_fn(|i| hash[i]))
    }
}
