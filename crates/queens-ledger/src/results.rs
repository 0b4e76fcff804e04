//! Converts ledgers to the result types that all front ends share.

use crate::error::Error;
use crate::merge::Merged;
use crate::record::Record;
use crate::store::Ledger;
use crate::verify::{Checked, Verdict};
use queens::results::{
    JobRecord, LedgerStatus, MergeResult, ProblemNames, VerificationOutcome, VerificationResult,
    rounded,
};
use std::path::Path;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Microseconds per second.
const SECOND: f64 = 1e6;

impl Ledger {
    /// The progress and the sums of the ledger. Also works while another process writes to it.
    pub fn status(&self) -> Result<LedgerStatus, Error> {
        let (header, sums) = (self.header(), self.sums()?);
        let jobs = header.own_jobs();
        let fraction = if jobs == 0 { 1.0 } else { sums.jobs as f64 / jobs as f64 };
        let ProblemNames { rules, queens, only } = header.counted.names();
        Ok(LedgerStatus {
            ledger: self.path().display().to_string(),
            n: header.size,
            rules,
            queens,
            only,
            method: header.counted.method.name().to_string(),
            plan_version: header.version,
            plan_jobs: header.jobs,
            shard: header.shard.map(|shard| shard.to_string()),
            jobs,
            finished: sums.jobs,
            fraction: rounded(fraction, 4),
            solutions: sums.solutions,
            placements: sums.placements,
            conflicts: sums.conflicts,
            audited: self.audited_jobs()?,
            withdrawn: self.withdrawn()?.len() as u64,
            seconds: rounded(sums.microseconds as f64 / SECOND, 3),
            sessions: self.sessions()?,
            attempts: self.attempts()?,
        })
    }
}

impl From<&Record> for JobRecord {
    fn from(record: &Record) -> Self {
        let [residue_1, residue_2] = record.count.residues;
        Self {
            job: record.job,
            solutions: record.count.solutions,
            residue_1,
            residue_2,
            placements: record.placements,
            seconds: rounded(record.microseconds as f64 / SECOND, 6),
            finished: date(record.finished),
            session: record.session,
            device: record.device.clone(),
            engine: record.engine.clone(),
            program: record.program.clone(),
        }
    }
}

/// Milliseconds since 1970 as a date and time in the format of RFC 3339; empty if they are out of range.
pub fn date(milliseconds: u64) -> String {
    let time = OffsetDateTime::from_unix_timestamp((milliseconds / 1000) as i64);
    time.ok().and_then(|time| time.format(&Rfc3339).ok()).unwrap_or_default()
}

impl Merged {
    /// The result of the merge into this ledger.
    pub fn result(&self, ledger: &Ledger) -> MergeResult {
        MergeResult {
            ledger: ledger.path().display().to_string(),
            jobs: ledger.header().jobs,
            finished: self.jobs,
            duplicates: self.same,
            conflicts: self.conflicts,
        }
    }
}

impl Verdict {
    /// The result of the verification of the ledger at this path.
    pub fn result(&self, path: &Path) -> VerificationResult {
        let names = |checked: Option<&Checked>| checked.map(|checked| checked.counted.names());
        let of = |outcome, checked: Option<&Checked>| VerificationResult {
            ledger: path.display().to_string(),
            outcome,
            n: checked.map(|checked| checked.size),
            rules: names(checked).and_then(|names| names.rules),
            queens: names(checked).and_then(|names| names.queens),
            only: names(checked).and_then(|names| names.only),
            shard: checked.and_then(|checked| checked.shard).map(|shard| shard.to_string()),
            jobs: checked.map(|checked| checked.jobs),
            finished: checked.map(|checked| checked.sums.jobs),
            solutions: checked.map(|checked| checked.sums.solutions),
            recounted: checked.map(|checked| checked.recounted.clone()),
            reason: None,
        };
        match self {
            Self::Verified(checked) => of(VerificationOutcome::Verified, Some(checked)),
            Self::Checked(checked) => of(VerificationOutcome::Checked, Some(checked)),
            Self::Incomplete(checked) => of(VerificationOutcome::Incomplete, Some(checked)),
            Self::Wrong(reason) => {
                let reason = Some(reason.clone());
                VerificationResult { reason, ..of(VerificationOutcome::Wrong, None) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(1_800_000_000_999), "2027-01-15T08:00:00Z");
        assert_eq!(date(u64::MAX), "");
    }
}
