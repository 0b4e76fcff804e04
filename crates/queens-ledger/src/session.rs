//! Sessions: runs whose jobs are distributed by the caller, such as the client of a cluster.
//!
//! [`Ledger::run`] runs jobs on a backend. With a session, the caller has workers, hands out the missing jobs and the audits, and
//! passes on the answers of the workers. The session checks the answers, audits them and saves them.

#[cfg(test)]
mod tests;

use crate::audit::{Audit, AuditReport, AuditShare, Notice, NoticeKind, Ruling};
use crate::error::Error;
use crate::event::Event;
use crate::record::Record;
use crate::recorder::{Provenance, interval};
use crate::store::{Ledger, now};
use crate::writer::{RETRY, Writer};
use queens::{BackendError, CheckError, Control, Count, JobResult, Simd, Statistics, Total};
use std::collections::{BTreeSet, HashSet};
use std::time::Instant;

/// The name of this process as a worker, for jobs that no other worker may count.
const THIS_PROCESS: &str = "this process";
/// Its name when it counts a job for the second time, because its first count agrees with no other count.
const REFEREE: &str = "this process, again";

/// What a worker found in a job.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The job.
    pub job: u64,
    /// The number of solutions, with its residues.
    pub count: Count,
    /// The number of queens placed, if they are counted.
    pub placements: Option<u64>,
    /// The time that the job took.
    pub seconds: f64,
}

/// A run whose jobs are distributed by the caller.
///
/// ```
/// use queens::{Method, Never, Request};
/// use queens_ledger::{Answer, AuditShare, Ledger, Provenance, Session};
///
/// let plan = Request::count(8)?.method(Method::CROSS).plan()?;
/// let provenance = Provenance { device: "two workers".into(), engine: "cross".into(), program: "an example".into() };
/// let ledger = Ledger::in_memory(&plan, &provenance)?;
/// let mut session = Session::new(ledger, provenance, AuditShare::DEFAULT, None)?;
/// let count = |jobs: &[u64]| -> Result<Vec<Answer>, queens::Error> {
///     jobs.iter().map(|&job| Ok(Answer { job, count: plan.run_job(job, &Never)?.count, placements: None, seconds: 0.0 })).collect()
/// };
/// for (worker, jobs) in ["one", "two"].into_iter().cycle().zip(session.missing().chunks(3)) {
///     session.finished(worker, jobs, Ok(count(jobs)?))?;
/// }
/// while !session.is_complete() {
///     for worker in ["one", "two"] {
///         let jobs = session.next_audits(worker, 10);
///         session.finished(worker, &jobs, Ok(count(&jobs)?))?;
///     }
/// }
/// assert_eq!(session.check_total(&Never)?, None);
/// assert_eq!(session.end("finished", &Never)?.solutions, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    ledger: Ledger,
    provenance: Provenance,
    audit: Audit,
    writer: Writer,
    /// The jobs without a result.
    missing: BTreeSet<u64>,
    start: Instant,
    committed: Instant,
}

impl Session {
    /// Begins a session of a ledger that was created or resumed. The seed selects the jobs for the audit; `None` takes the random
    /// seed of the ledger.
    ///
    /// # Panics
    /// If the ledger was opened for reading with [`Ledger::open`].
    pub fn new(
        mut ledger: Ledger,
        provenance: Provenance,
        share: AuditShare,
        seed: Option<u64>,
    ) -> Result<Self, Error> {
        ledger.check_run()?;
        ledger.lock()?;
        let audit = ledger.audit(share, seed)?;
        let missing = ledger.missing()?.into_iter().collect();
        let writer = Writer::new(&ledger, &provenance)?;
        let start = Instant::now();
        Ok(Self { ledger, provenance, audit, writer, missing, start, committed: start })
    }

    /// The jobs without a result, in order. Results that are withdrawn make jobs missing again.
    pub fn missing(&self) -> Vec<u64> {
        self.missing.iter().copied().collect()
    }

    /// Whether all jobs have a result and no audit is pending.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty() && self.audit.waiting() == 0
    }

    /// Logs that jobs were started.
    pub fn begun(&mut self, jobs: &[u64]) {
        let at = now();
        self.writer.add(jobs.iter().map(|&job| Event::Begun { job, at }));
    }

    /// Takes the answer of a worker to a request for some jobs: what it found, or why this cannot be read. An answer that is
    /// incomplete or contradicts itself is rejected as a whole.
    pub fn finished(
        &mut self,
        worker: &str,
        requested: &[u64],
        found: Result<Vec<Answer>, String>,
    ) -> Result<Vec<Notice>, Error> {
        if self.audit.is_excluded(worker) {
            let text =
                format!("an answer of {worker} was ignored, because this worker is excluded");
            return Ok(vec![self.rejected(NoticeKind::Ignored, worker, text, requested)]);
        }
        let found = found.and_then(|found| self.checked(requested, found));
        let found = match found {
            Ok(found) => found,
            Err(reason) => {
                self.audit.give_back(worker, requested);
                let text = format!("rejected an answer of {worker}: {reason}");
                self.note(&text);
                return Ok(vec![self.rejected(NoticeKind::BadAnswer, worker, text, requested)]);
            }
        };
        let mut notices = Vec::new();
        for answer in found {
            let record = self.record(worker, &self.provenance.engine, answer);
            notices.extend(self.counted(record));
        }
        Ok(notices)
    }

    /// Checks that an answer has one consistent count for each requested job.
    fn checked(&self, requested: &[u64], found: Vec<Answer>) -> Result<Vec<Answer>, String> {
        let mut left: HashSet<u64> = requested.iter().copied().collect();
        for Answer { job, count, placements, .. } in &found {
            if !left.remove(job) {
                let was_requested = requested.contains(job);
                let what = if was_requested { "was sent twice" } else { "was not requested" };
                return Err(format!("job {job} {what}"));
            }
            if !count.is_consistent() {
                return Err(CheckError::Inconsistent { job: *job }.to_string());
            }
            match (self.ledger.plan().statistics(), placements) {
                (true, None) => return Err(format!("job {job} has no placements")),
                (false, Some(_)) => {
                    return Err(format!(
                        "job {job} has placements, which this plan does not count"
                    ));
                }
                _ => {}
            }
        }
        match left.iter().min() {
            None => Ok(found),
            Some(job) => Err(format!(
                "{} of {} jobs are missing, job {job} among them",
                left.len(),
                requested.len()
            )),
        }
    }

    fn rejected(&self, kind: NoticeKind, worker: &str, text: String, jobs: &[u64]) -> Notice {
        // A second count is requested again by the audit.
        let jobs = jobs.iter().copied().filter(|job| self.missing.contains(job)).collect();
        Notice { kind, worker: worker.to_string(), text, jobs }
    }

    fn record(&self, worker: &str, engine: &str, answer: Answer) -> Record {
        let Answer { job, count, placements, seconds } = answer;
        let microseconds = (seconds * 1e6).clamp(0.0, u64::MAX as f64) as u64;
        Record {
            job,
            count,
            placements,
            microseconds,
            finished: now(),
            session: self.writer.session(),
            device: worker.to_string(),
            engine: engine.to_string(),
            program: self.provenance.program.clone(),
        }
    }

    /// Passes a count to the audit, and keeps what follows.
    fn counted(&mut self, record: Record) -> Vec<Notice> {
        let Ruling { events, notices } = self.audit.counted(record);
        for event in &events {
            match event {
                Event::Finished(record) => drop(self.missing.remove(&record.job)),
                Event::Withdrawn { results, .. } => self.missing.extend(results),
                _ => {}
            }
        }
        self.writer.add(events);
        notices.iter().for_each(|notice| self.note(&notice.text));
        notices
    }

    /// Logs what happened, such as a lost worker.
    pub fn note(&mut self, text: &str) {
        self.writer.add([Event::Note { at: now(), text: text.to_string() }]);
    }

    /// Gives a worker no more work, because it cannot count. Its results are kept.
    pub fn exclude(&mut self, worker: &str, reason: &str) {
        self.audit.exclude(worker);
        self.note(&format!("{worker} gets no more work: {reason}"));
    }

    /// The workers that get no more work.
    pub fn excluded(&self) -> Vec<String> {
        self.audit.excluded()
    }

    /// Up to this many jobs for a second count by this worker. They are now assigned to it. If two counts differ, this process
    /// decides ([`Session::audit_here`]): a third worker could have the same fault as one of the two.
    pub fn next_audits(&mut self, worker: &str, most: usize) -> Vec<u64> {
        self.audit.next_undisputed_for(worker, most)
    }

    /// Returns jobs that this worker was assigned for a second count, but did not count. Other workers may count them.
    pub fn return_audits(&mut self, worker: &str, jobs: &[u64]) {
        self.audit.give_back(worker, jobs);
    }

    /// The number of jobs that wait for another count.
    pub fn audits_waiting(&self) -> usize {
        self.audit.waiting()
    }

    /// Counts one job in this process: a job whose counts differ, or a job that waits for another count that none of these
    /// workers may make. Returns `None` if there is no such job. This process uses portable code, unlike most workers. If its
    /// count agrees with no other count, plain backtracking decides. Plain backtracking does not count placements, so a plan
    /// with placements is counted with the vector instructions of this machine instead.
    pub fn audit_here(
        &mut self,
        workers: &[&str],
        control: &dyn Control,
    ) -> Result<Option<Vec<Notice>>, Error> {
        let job = self.audit.disputed().or_else(|| self.audit.needing_other_than(workers));
        let Some(job) = job else { return Ok(None) };
        let Some(name) =
            [THIS_PROCESS, REFEREE].into_iter().find(|name| self.audit.assign(job, name))
        else {
            let (withdrawn, error) = self.audit.withdraw_undecided(job);
            self.missing.insert(job);
            self.writer.add([withdrawn]);
            self.note(&error.to_string());
            return Err(error.into());
        };
        let start = Instant::now();
        let (result, engine) = self
            .count_here(job, name, control)
            .inspect_err(|_| self.audit.give_back(name, &[job]))?;
        let answer = Answer {
            job,
            count: result.count,
            placements: result.statistics.map(|statistics| statistics.placements),
            seconds: start.elapsed().as_secs_f64(),
        };
        let record = self.record(name, &engine, answer);
        Ok(Some(self.counted(record)))
    }

    /// Counts a job as this process or as the referee. Also returns the name of the engine.
    fn count_here(
        &self,
        job: u64,
        name: &str,
        control: &dyn Control,
    ) -> Result<(JobResult, String), queens::Error> {
        if name == REFEREE && !self.ledger.plan().statistics() {
            let mut count = Count::default();
            count.add(self.ledger.plan().recount(job, control)?, 1).expect("a single number fits");
            return Ok((JobResult::new(count), "bitmask".to_string()));
        }
        let simd = if name == REFEREE { Simd::best() } else { Simd::Portable };
        let result = self.ledger.plan().worker(simd).run(job, control)?;
        Ok((result, format!("{} {simd}", self.ledger.plan().name())))
    }

    /// Compares the sum of all results with the published number and with the symmetry of the board. Returns what is wrong; then
    /// all jobs that only one worker has counted wait for another count. It is an error if there are none.
    pub fn check_total(&mut self, control: &dyn Control) -> Result<Option<String>, Error> {
        self.writer.save_all(&mut self.ledger, control)?;
        self.writer.check_saved(&self.ledger)?;
        if self.ledger.header().shard.is_some() {
            return Ok(None);
        }
        let total = self.sum()?;
        let Err(error) = self.ledger.plan().check_total(total.solutions, &queens::Inline, control)
        else {
            return Ok(None);
        };
        if !matches!(error, queens::Error::Check(_)) || !self.audit.select_all() {
            return Err(error.into());
        }
        let text = format!("{error}; every job that only one worker has counted is counted again");
        self.note(&text);
        Ok(Some(text))
    }

    /// How much was audited.
    pub fn report(&self) -> AuditReport {
        self.audit.report()
    }

    /// Saves what is not saved yet, if the last time is long enough ago. Call it several times per second, also while no answers
    /// arrive. If another process prevents it, the control gets a warning, and the next call tries again.
    pub fn commit(&mut self, control: &dyn Control) -> Result<(), Error> {
        let interval = interval(self.start.elapsed());
        let interval = if self.writer.is_blocked() { RETRY } else { interval };
        if self.committed.elapsed() < interval {
            return Ok(());
        }
        let saved = self.writer.save(&mut self.ledger, control);
        self.committed = Instant::now();
        saved
    }

    fn sum(&self) -> Result<Total, Error> {
        let mut total = Total::new(self.ledger.plan());
        self.ledger.each(|record| {
            let statistics = record
                .placements
                .map(|placements| Statistics { placements, ..Statistics::default() });
            let result = JobResult { statistics, ..JobResult::new(record.count) };
            Ok(total.add(record.job, &result)?)
        })?;
        Ok(total)
    }

    /// Ends the session: saves everything, logs the outcome, and returns the sum of all results. Waits for other processes until
    /// the control is stopped.
    pub fn end(mut self, outcome: &str, control: &dyn Control) -> Result<Total, Error> {
        self.close(outcome, control)?;
        let total = self.sum()?;
        match self.missing.len() {
            0 => Ok(total),
            missing => {
                let reason = format!("{missing} jobs have no result");
                Err(queens::Error::Backend(BackendError::Sink { reason }).into())
            }
        }
    }

    /// Saves everything and logs the outcome, also of a session that failed. Waits for other processes until the control is
    /// stopped; then it is an error if a result is not saved.
    pub fn close(&mut self, outcome: &str, control: &dyn Control) -> Result<(), Error> {
        self.writer.end(&mut self.ledger, outcome, control)
    }
}
