//! Audits: some jobs are counted a second time by another worker while the run continues.
//!
//! ```text
//!   count by A ──► result ── selected ──► count by B ── agrees ──► audit
//!                                            │ differs
//!                                            ▼
//!                                         count by C, and more until two agree: the others are wrong
//! ```
//!
//! A worker is whatever counts independently: a Dask worker, the GPUs of a machine, its CPU. It is named by the device in its
//! records. A worker that was wrong once gets no more work. Its results are withdrawn, and other workers count these jobs again.
//!
//! Jobs are selected by a hash of the job and a random seed, so that workers cannot know which ones. The first result of each
//! worker in a session is always selected.
//!
//! This module only decides: it reads no file and no clock.

mod report;
mod share;
#[cfg(test)]
mod tests;

pub use report::{AuditReport, Notice, NoticeKind};
pub use share::AuditShare;

use crate::event::Event;
use crate::record::Record;
use queens::CheckError;
use report::WRONG;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What follows from a count.
#[derive(Debug, Default)]
pub(crate) struct Ruling {
    /// What is written to the ledger.
    pub(crate) events: Vec<Event>,
    /// What is reported to the user.
    pub(crate) notices: Vec<Notice>,
}

/// The number of solutions of a job, and of queens placed if they are counted.
type Value = (u64, Option<u64>);

fn value(record: &Record) -> Value {
    (record.count.solutions, record.placements)
}

/// A worker, by its index.
type WorkerId = usize;

struct Worker {
    name: String,
    /// Whether one of its results was selected in this session.
    is_sampled: bool,
    is_excluded: bool,
}

/// The result of a job.
struct Accepted {
    worker: WorkerId,
    value: Value,
    /// The workers that confirmed it.
    audits: Vec<WorkerId>,
}

/// A job that waits for another count.
#[derive(Default)]
struct Case {
    /// Counts that differ from the result or, once there are several, from each other.
    records: Vec<(WorkerId, Record)>,
    /// The worker that counts the job now.
    assigned: Option<WorkerId>,
}

/// The state of an audit: the results of all jobs, who counted them, and which jobs wait for another count.
pub(crate) struct Audit {
    share: AuditShare,
    seed: u64,
    workers: Vec<Worker>,
    by_name: HashMap<String, WorkerId>,
    results: HashMap<u64, Accepted>,
    cases: BTreeMap<u64, Case>,
    /// The cases that no worker counts now.
    open: BTreeSet<u64>,
}

impl Audit {
    /// An audit of this share of all jobs, selected by a seed.
    pub(crate) fn new(share: AuditShare, seed: u64) -> Self {
        Self {
            share,
            seed,
            workers: Vec::new(),
            by_name: HashMap::new(),
            results: HashMap::new(),
            cases: BTreeMap::new(),
            open: BTreeSet::new(),
        }
    }

    /// Adds a result that the ledger already has.
    pub(crate) fn restore(&mut self, record: &Record) {
        let worker = self.worker(&record.device);
        let accepted = Accepted { worker, value: value(record), audits: Vec::new() };
        self.results.insert(record.job, accepted);
        if self.selects(record.job) {
            self.open_case(record.job, Case::default());
        }
    }

    /// Adds an audit that the ledger already has. The results come first.
    pub(crate) fn restore_audit(&mut self, record: &Record) {
        let auditor = self.worker(&record.device);
        let Some(accepted) = self.results.get_mut(&record.job) else { return };
        let is_other = accepted.worker != auditor && !accepted.audits.contains(&auditor);
        if is_other && accepted.value == value(record) {
            accepted.audits.push(auditor);
            self.close_case(record.job);
        }
    }

    /// Decides about a count of a job by a worker, the device of the record.
    pub(crate) fn counted(&mut self, record: Record) -> Ruling {
        let (job, worker) = (record.job, self.worker(&record.device));
        if self.workers[worker].is_excluded {
            return Ruling { notices: vec![self.ignored(worker, vec![job])], ..Ruling::default() };
        }
        let Some(accepted) = self.results.get(&job) else {
            return Ruling { events: vec![self.accept(worker, record)], ..Ruling::default() };
        };
        let has_counted = accepted.worker == worker
            || accepted.audits.contains(&worker)
            || self.cases.get(&job).is_some_and(|case| case.has(worker));
        if has_counted {
            // A late answer of a worker that was believed to be lost.
            return Ruling::default();
        }
        let mut case = self.close_case(job).unwrap_or_default();
        case.records.push((worker, record));
        case.assigned = None;
        self.judge(job, case)
    }

    /// Accepts the first count of a job.
    fn accept(&mut self, worker: WorkerId, record: Record) -> Event {
        let job = record.job;
        let first = !std::mem::replace(&mut self.workers[worker].is_sampled, true);
        self.results.insert(job, Accepted { worker, value: value(&record), audits: Vec::new() });
        if self.share != AuditShare::NONE && (first || self.selects(job)) {
            self.open_case(job, Case::default());
        }
        Event::Finished(Box::new(record))
    }

    /// Decides who is right, if two workers agree; otherwise the job waits for another count.
    fn judge(&mut self, job: u64, case: Case) -> Ruling {
        let Accepted { worker: first, value: counted, audits } = &self.results[&job];
        let (first, counted, audits) = (*first, *counted, audits.len());
        let confirmed = |value: Value| {
            let others = case.records.iter().filter(|(_, record)| self::value(record) == value);
            others.count() + if counted == value { 1 + audits } else { 0 } >= 2
        };
        let values = case.records.iter().map(|(_, record)| value(record));
        let right = values.chain([counted]).find(|&value| confirmed(value));
        let Some(right) = right else {
            let (worker, record) = &case.records[case.records.len() - 1];
            let [first, second] = [first, *worker].map(|worker| self.name(worker));
            let [counted, again] = [counted.0, record.count.solutions];
            let text = format!(
                "job {job}: {first} counted {counted} solutions, {second} counted {again}; another count will decide"
            );
            let notice =
                Notice { kind: NoticeKind::Disagreement, worker: second, text, jobs: vec![] };
            self.open_case(job, case);
            return Ruling { notices: vec![notice], ..Ruling::default() };
        };
        let result_is_right = counted == right;
        let (agreeing, differing): (Vec<_>, Vec<_>) =
            case.records.into_iter().partition(|(_, record)| value(record) == right);
        let mut wrong: Vec<(WorkerId, Value)> =
            differing.iter().map(|(worker, record)| (*worker, value(record))).collect();
        if !result_is_right {
            wrong.push((first, counted));
        }
        let mut ruling = Ruling::default();
        for (worker, counted) in wrong {
            self.take_back(job, worker, counted, right, &mut ruling);
        }
        for (worker, record) in agreeing {
            // The first of them replaces a wrong result.
            let event = match self.results.get_mut(&job) {
                Some(accepted) => {
                    accepted.audits.push(worker);
                    Event::Audited(Box::new(record))
                }
                None => {
                    let accepted = Accepted { worker, value: right, audits: Vec::new() };
                    self.results.insert(job, accepted);
                    Event::Finished(Box::new(record))
                }
            };
            ruling.events.push(event);
        }
        if !result_is_right {
            // The job has a new result, so it need not be counted again.
            ruling.notices.iter_mut().for_each(|notice| notice.jobs.retain(|&other| other != job));
        }
        ruling
    }

    /// Excludes a worker that was wrong, and withdraws its results and audits.
    fn take_back(
        &mut self,
        job: u64,
        worker: WorkerId,
        counted: Value,
        right: Value,
        ruling: &mut Ruling,
    ) {
        self.exclude_id(worker);
        let mut results: Vec<u64> = Vec::new();
        let mut audits: Vec<u64> = Vec::new();
        for (&job, accepted) in &self.results {
            if accepted.worker == worker {
                results.push(job);
            } else if accepted.audits.contains(&worker) {
                audits.push(job);
            }
        }
        results.sort_unstable();
        audits.sort_unstable();
        for job in &results {
            self.results.remove(job);
            self.close_case(*job);
        }
        for job in &audits {
            let accepted = self.results.get_mut(job).expect("the job is one of the results");
            accepted.audits.retain(|&auditor| auditor != worker);
            if accepted.audits.is_empty() {
                self.open_case(*job, Case::default());
            }
        }
        let name = self.name(worker);
        let number = |value: Value| match (value.1, value.0 == right.0 && counted.0 == right.0) {
            (Some(placements), true) => format!("{placements} placements"),
            _ => format!("{} solutions", value.0),
        };
        let text = format!(
            "{name} is wrong: it counted {} in job {job}, two other counts are {}; it gets no more work; results withdrawn: {}",
            number(counted),
            number(right),
            results.len(),
        );
        ruling.events.push(Event::Withdrawn {
            results: results.clone(),
            audits,
            device: name.clone(),
            reason: text.clone(),
        });
        let kind = NoticeKind::WrongWorker;
        ruling.notices.push(Notice { kind, worker: name, text, jobs: results });
    }

    /// Up to this many jobs that wait for another count, for a worker that has not counted them. They are now assigned to it.
    pub(crate) fn next_for(&mut self, worker: &str, most: usize) -> Vec<u64> {
        self.next_of(worker, most, true)
    }

    /// The same without jobs whose counts differ.
    pub(crate) fn next_undisputed_for(&mut self, worker: &str, most: usize) -> Vec<u64> {
        self.next_of(worker, most, false)
    }

    fn next_of(&mut self, worker: &str, most: usize, with_disputed: bool) -> Vec<u64> {
        let worker = self.worker(worker);
        if self.workers[worker].is_excluded {
            return Vec::new();
        }
        let allowed = self.open.iter().copied().filter(|&job| {
            (with_disputed || self.cases[&job].records.is_empty()) && self.may_count(worker, job)
        });
        let jobs: Vec<u64> = allowed.take(most).collect();
        for job in &jobs {
            self.open.remove(job);
            self.cases.get_mut(job).expect("open cases exist").assigned = Some(worker);
        }
        jobs
    }

    /// A job for a referee: one whose counts differ, or any that waits. It is now assigned to it.
    pub(crate) fn next_for_referee(&mut self, referee: &str, any: bool) -> Option<u64> {
        let referee = self.worker(referee);
        let mut open = self.open.iter().copied();
        let job = open.find(|job| {
            (any || !self.cases[job].records.is_empty()) && self.may_count(referee, *job)
        })?;
        self.open.remove(&job);
        self.cases.get_mut(&job).expect("open cases exist").assigned = Some(referee);
        Some(job)
    }

    /// Returns jobs that this worker was assigned for a second count, but did not count. Other workers may count them.
    pub(crate) fn give_back(&mut self, worker: &str, jobs: &[u64]) {
        let worker = self.worker(worker);
        for &job in jobs {
            if let Some(case) = self.cases.get_mut(&job)
                && case.assigned == Some(worker)
            {
                case.assigned = None;
                self.open.insert(job);
            }
        }
    }

    /// The number of jobs that wait for another count.
    pub(crate) fn waiting(&self) -> usize {
        self.cases.len()
    }

    /// A job whose counts differ and that no worker counts now.
    pub(crate) fn disputed(&self) -> Option<u64> {
        self.open.iter().copied().find(|job| !self.cases[job].records.is_empty())
    }

    /// A job whose counts differ, and that none of these workers may count again.
    pub(crate) fn undecided(&self, workers: &[&str]) -> Option<u64> {
        let ids: Option<Vec<WorkerId>> =
            workers.iter().map(|&name| self.by_name.get(name).copied()).collect();
        let ids = ids?;
        self.open.iter().copied().find(|&job| {
            !self.cases[&job].records.is_empty() && ids.iter().all(|&id| !self.may_count(id, job))
        })
    }

    /// Withdraws the result of a job whose counts all differ: none of them is known to be right. Also returns the error.
    pub(crate) fn withdraw_undecided(&mut self, job: u64) -> (Event, queens::Error) {
        let case = self.close_case(job).unwrap_or_default();
        let first = self.results.remove(&job).map(|first| (first.worker, first.value));
        let others = case.records.iter().map(|(worker, record)| (*worker, value(record)));
        let counts = first.into_iter().chain(others).map(|(worker, (solutions, placements))| {
            let placements =
                placements.map_or(String::new(), |found| format!(" ({found} placements)"));
            format!("{} counted {solutions} solutions{placements}", self.name(worker))
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        let error = queens::Error::Check(CheckError::Undecided { job, counts });
        let (results, reason) = (vec![job], error.to_string());
        let withdrawn =
            Event::Withdrawn { results, audits: Vec::new(), device: String::new(), reason };
        (withdrawn, error)
    }

    /// A job that waits for another count that none of these workers may do.
    pub(crate) fn needing_other_than(&self, workers: &[&str]) -> Option<u64> {
        let ids: Vec<WorkerId> =
            workers.iter().filter_map(|&name| self.by_name.get(name).copied()).collect();
        if ids.len() < workers.len() {
            // A worker that has not counted anything may count every job.
            return None;
        }
        let possible = |job: u64| {
            ids.iter().any(|&id| !self.workers[id].is_excluded && self.may_count(id, job))
        };
        self.open.iter().copied().find(|&job| !possible(job))
    }

    /// Assigns a worker to a job that waits for another count. Returns whether the worker may count it.
    pub(crate) fn assign(&mut self, job: u64, worker: &str) -> bool {
        let worker = self.worker(worker);
        if self.workers[worker].is_excluded || !self.may_count(worker, job) {
            return false;
        }
        self.open.remove(&job);
        self.cases.get_mut(&job).expect("open cases exist").assigned = Some(worker);
        true
    }

    /// The worker gets no more work. Its results are kept.
    pub(crate) fn exclude(&mut self, worker: &str) {
        let worker = self.worker(worker);
        self.exclude_id(worker);
    }

    fn exclude_id(&mut self, worker: WorkerId) {
        self.workers[worker].is_excluded = true;
        let mut freed = Vec::new();
        for (&job, case) in &mut self.cases {
            case.records.retain(|(other, _)| *other != worker);
            if case.assigned == Some(worker) {
                case.assigned = None;
                freed.push(job);
            }
        }
        self.open.extend(freed);
    }

    /// Whether a worker gets no more work.
    pub(crate) fn is_excluded(&self, worker: &str) -> bool {
        self.by_name.get(worker).is_some_and(|&worker| self.workers[worker].is_excluded)
    }

    /// The workers that get no more work.
    pub(crate) fn excluded(&self) -> Vec<String> {
        let excluded = self.workers.iter().filter(|worker| worker.is_excluded);
        excluded.map(|worker| worker.name.clone()).collect()
    }

    /// Selects all jobs that are not yet confirmed, and returns whether there were any.
    pub(crate) fn select_all(&mut self) -> bool {
        let single = self.results.iter().filter(|(_, accepted)| accepted.audits.is_empty());
        let jobs: Vec<u64> = single.map(|(&job, _)| job).collect();
        for &job in &jobs {
            if !self.cases.contains_key(&job) {
                self.open_case(job, Case::default());
            }
        }
        !jobs.is_empty()
    }

    /// How much was audited.
    pub(crate) fn report(&self) -> AuditReport {
        // For each worker with results, the number of its counts that were compared with another one.
        let mut compared: BTreeMap<WorkerId, u32> = BTreeMap::new();
        for accepted in self.results.values() {
            *compared.entry(accepted.worker).or_default() += u32::from(!accepted.audits.is_empty());
        }
        let workers = compared.len() as u64;
        for &auditor in self.results.values().flat_map(|accepted| &accepted.audits) {
            compared.entry(auditor).and_modify(|count| *count += 1);
        }
        let least = compared.values().min().copied().unwrap_or(0);
        let audited = self.results.values().filter(|accepted| !accepted.audits.is_empty()).count();
        AuditReport {
            jobs: self.results.len() as u64,
            audited: audited as u64,
            share: self.share,
            workers,
            excluded: self.excluded(),
            missed_chance: (1.0 - WRONG).powf(f64::from(least)),
        }
    }

    /// The notice that an answer of an excluded worker is ignored.
    fn ignored(&self, worker: WorkerId, jobs: Vec<u64>) -> Notice {
        let name = self.name(worker);
        let text = format!("an answer of {name} was ignored, because this worker is excluded");
        Notice { kind: NoticeKind::Ignored, worker: name, text, jobs }
    }

    fn name(&self, worker: WorkerId) -> String {
        self.workers[worker].name.clone()
    }

    fn worker(&mut self, name: &str) -> WorkerId {
        if let Some(&worker) = self.by_name.get(name) {
            return worker;
        }
        self.workers.push(Worker { name: name.to_string(), is_sampled: false, is_excluded: false });
        self.by_name.insert(name.to_string(), self.workers.len() - 1);
        self.workers.len() - 1
    }

    /// Whether the worker has not counted this job of a case.
    fn may_count(&self, worker: WorkerId, job: u64) -> bool {
        let accepted = &self.results[&job];
        accepted.worker != worker
            && !accepted.audits.contains(&worker)
            && !self.cases[&job].has(worker)
    }

    fn open_case(&mut self, job: u64, case: Case) {
        if case.assigned.is_none() {
            self.open.insert(job);
        }
        self.cases.insert(job, case);
    }

    fn close_case(&mut self, job: u64) -> Option<Case> {
        self.open.remove(&job);
        self.cases.remove(&job)
    }

    fn selects(&self, job: u64) -> bool {
        self.share.has(hash(self.seed, job))
    }
}

impl Case {
    fn has(&self, worker: WorkerId) -> bool {
        self.records.iter().any(|(other, _)| *other == worker)
    }
}

/// A hash of a job: two rounds of Steele, Lea and Flood's SplitMix64.
fn hash(seed: u64, job: u64) -> u64 {
    let mix = |number: u64| {
        let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    mix(mix(seed) ^ job)
}
