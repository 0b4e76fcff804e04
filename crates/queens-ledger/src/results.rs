//! Converts ledgers to the result types that all front ends share.

use crate::error::Error;
use crate::header::Header;
use crate::record::Record;
use crate::store::Ledger;
use queens_results::{JobRecord, LedgerStatus, ProblemNames, rounded};
use std::collections::BTreeSet;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Microseconds per second.
const SECOND: f64 = 1e6;

impl Ledger {
    /// The progress and the sums of the ledger. Also works while another process writes to it.
    pub fn status(&self) -> Result<LedgerStatus, Error> {
        self.status_with(|_| {})
    }

    /// The same, and visits all results.
    fn status_with(&self, mut visit: impl FnMut(&Record)) -> Result<LedgerStatus, Error> {
        let (header, mut last) = (self.header(), LastSession::default());
        let sums = self.each(|record| {
            last.add(&record);
            visit(&record);
            Ok(())
        })?;
        let (jobs, rate) = (header.own_jobs(), last.rate(self.begun(last.session)?));
        let mut audited = BTreeSet::new();
        self.each_audit(|record| {
            audited.insert(record.job);
            Ok(())
        })?;
        let ProblemNames { rules, queens, only } = header.counted.names();
        Ok(LedgerStatus {
            ledger: self.name(),
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
            fraction: fraction(sums.jobs, jobs),
            solutions: sums.solutions,
            placements: sums.placements,
            conflicts: sums.conflicts,
            audited: audited.len() as u64,
            withdrawn: self.withdrawn()?.len() as u64,
            seconds: rounded(sums.microseconds as f64 / SECOND, 3),
            sessions: self.sessions()?,
            attempts: self.attempts()?,
            jobs_per_second: rate.map(|rate| rounded(rate, 6)),
            remaining_seconds: rate
                .filter(|_| sums.jobs < jobs)
                .map(|rate| rounded((jobs - sums.jobs) as f64 / rate, 3)),
        })
    }
}

/// The last session with results: their number, and when the last one was finished.
#[derive(Default)]
struct LastSession {
    session: u64,
    jobs: u64,
    finished: u64,
}

impl LastSession {
    fn add(&mut self, record: &Record) {
        if record.session > self.session {
            *self = Self { session: record.session, ..Self::default() };
        }
        if record.session == self.session {
            (self.jobs, self.finished) = (self.jobs + 1, self.finished.max(record.finished));
        }
    }

    /// The finished jobs per second of elapsed time of a session that began at this time.
    fn rate(&self, begun: Option<u64>) -> Option<f64> {
        let milliseconds = self.finished.saturating_sub(begun?);
        (milliseconds > 0).then(|| self.jobs as f64 * 1e3 / milliseconds as f64)
    }
}

/// The status of several ledgers of a plan together, such as its shards. One ledger is open at a time.
#[derive(Default)]
pub struct StatusTotal {
    ledgers: Vec<LedgerStatus>,
    /// That of the first ledger.
    header: Option<Header>,
    has_other_plans: bool,
    jobs: Vec<JobTotal>,
}

/// What the ledgers have of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum JobTotal {
    /// No ledger is for this job.
    #[default]
    None,
    Missing,
    /// The number of solutions, and of queens placed if they are counted.
    Finished(u64, Option<u64>),
    Conflicting,
}

impl StatusTotal {
    /// Adds a ledger. Returns its status.
    pub fn add(&mut self, ledger: &Ledger) -> Result<LedgerStatus, Error> {
        let own = ledger.header();
        let header = self.header.get_or_insert_with(|| own.clone());
        self.has_other_plans |= header.difference(own).is_some();
        if self.has_other_plans {
            return ledger.status();
        }
        self.jobs.resize(own.jobs as usize, JobTotal::None);
        for (job, total) in (0..).zip(&mut self.jobs) {
            if *total == JobTotal::None && own.has(job) {
                *total = JobTotal::Missing;
            }
        }
        let status = ledger.status_with(|record| {
            let total = &mut self.jobs[record.job as usize];
            let found = JobTotal::Finished(record.count.solutions, record.placements);
            *total = match *total {
                JobTotal::None | JobTotal::Missing => found,
                before if before == found => found,
                _ => JobTotal::Conflicting,
            };
        })?;
        for (_, record) in ledger.conflicts()? {
            self.jobs[record.job as usize] = JobTotal::Conflicting;
        }
        self.ledgers.push(status.clone());
        Ok(status)
    }

    /// The status of all ledgers together, if there are several and all are of one plan. A job that is in several of them counts
    /// once. The rate is the sum of those of the incomplete ledgers, and the remaining time that of the slowest one: shards run
    /// at the same time.
    pub fn status(&self) -> Option<LedgerStatus> {
        let [first, _, ..] = self.ledgers.as_slice() else { return None };
        if self.has_other_plans {
            return None;
        }
        let ledgers = || self.ledgers.iter();
        let mut total = LedgerStatus {
            ledger: "total".to_string(),
            shard: None,
            jobs: 0,
            finished: 0,
            solutions: 0,
            placements: first.placements.map(|_| 0),
            conflicts: 0,
            audited: ledgers().map(|one| one.audited).sum(),
            withdrawn: ledgers().map(|one| one.withdrawn).sum(),
            seconds: rounded(ledgers().map(|one| one.seconds).sum(), 3),
            sessions: ledgers().map(|one| one.sessions).sum(),
            attempts: ledgers().map(|one| one.attempts).sum(),
            ..first.clone()
        };
        for job in &self.jobs {
            total.jobs += u64::from(*job != JobTotal::None);
            match *job {
                JobTotal::None | JobTotal::Missing => {}
                JobTotal::Conflicting => total.conflicts += 1,
                JobTotal::Finished(solutions, placements) => {
                    total.finished += 1;
                    total.solutions += u128::from(solutions);
                    let placements = u128::from(placements.unwrap_or(0));
                    total.placements = total.placements.map(|sum| sum + placements);
                }
            }
        }
        total.fraction = fraction(total.finished, total.jobs);
        let running = || ledgers().filter(|one| one.finished < one.jobs);
        let is_running = total.finished < total.jobs;
        let rate = running().map(|one| one.jobs_per_second).sum::<Option<f64>>();
        total.jobs_per_second = rate.filter(|_| is_running).map(|rate| rounded(rate, 6));
        let remaining = running().map(|one| one.remaining_seconds);
        total.remaining_seconds =
            remaining.reduce(|one, other| Some(one?.max(other?))).flatten().filter(|_| is_running);
        Some(total)
    }
}

/// The finished fraction of some jobs.
fn fraction(finished: u64, jobs: u64) -> f64 {
    rounded(if jobs == 0 { 1.0 } else { finished as f64 / jobs as f64 }, 4)
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
