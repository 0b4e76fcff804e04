//! What the tests share.

use queens::{
    Backend, BackendError, Control, Count, Error as CountError, Event, Inline, JobResult, Method,
    Never, Plan, Processor, Request, Sink, published,
};
use queens_ledger::{
    Answer, AuditShare, Error, Ledger, Provenance, Record, RunOutcome, Runner, Shard, verify,
};
use queens_results::{VerificationOutcome, VerificationResult};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

pub fn plan(size: usize, method: Method) -> Plan {
    Request::count(size).unwrap().method(method).plan().unwrap()
}

pub fn cross(size: usize) -> Plan {
    plan(size, Method::CROSS)
}

/// A plan of eight queens that counts placements.
pub fn placements() -> Plan {
    Request::count(8).unwrap().method(Method::BITMASK).statistics().plan().unwrap()
}

/// What records contain about a device.
pub fn provenance(device: &str) -> Provenance {
    let [device, engine, program] = [device, "cross", "tests"].map(String::from);
    Provenance { device, engine, program }
}

/// A temporary folder, and a path in it.
pub fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.db");
    (folder, path)
}

/// The names of the files in a folder.
pub fn names(folder: &TempDir) -> Vec<String> {
    let files = folder.path().read_dir().unwrap();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub fn create(path: &Path, plan: &Plan) -> Ledger {
    Ledger::create(path, plan, None, &provenance("a test")).unwrap()
}

/// Runs the missing jobs of a ledger on a backend, and on this thread what fails there.
pub fn run(ledger: &mut Ledger, backend: &dyn Backend) -> Result<RunOutcome, Error> {
    run_until(ledger, backend, &Never)
}

pub fn run_until(
    ledger: &mut Ledger,
    backend: &dyn Backend,
    control: &dyn Control,
) -> Result<RunOutcome, Error> {
    let provenance = &provenance("a test");
    let fallback = Runner { backend: &Inline, provenance };
    ledger.run(Runner { backend, provenance }, fallback, control)
}

/// Creates a ledger with the counts of a backend.
pub fn counted(path: &Path, plan: &Plan, backend: &dyn Backend) {
    assert!(run(&mut create(path, plan), backend).unwrap().failed.is_empty());
}

/// Creates a complete ledger.
pub fn complete(path: &Path, plan: &Plan) {
    counted(path, plan, &Inline);
}

/// Creates complete ledgers of the shards of a plan.
pub fn shards(folder: &Path, plan: &Plan, of: u64) -> Vec<PathBuf> {
    let shard = |index| {
        let path = folder.join(format!("{index}.db"));
        let shard = Some(Shard { index, of });
        let mut ledger = Ledger::create(&path, plan, shard, &provenance("a test")).unwrap();
        run(&mut ledger, &Inline).unwrap();
        path
    };
    (1..=of).map(shard).collect()
}

pub fn records(path: &Path) -> Vec<Record> {
    let mut records = Vec::new();
    let push = |record| {
        records.push(record);
        Ok(())
    };
    Ledger::open(path).unwrap().each(push).unwrap();
    records
}

pub fn audits(path: &Path) -> Vec<Record> {
    let mut audits = Vec::new();
    let push = |record| {
        audits.push(record);
        Ok(())
    };
    Ledger::open(path).unwrap().each_audit(push).unwrap();
    audits
}

/// Changes a ledger by statements of SQL.
pub fn change(path: &Path, statements: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(statements).unwrap();
}

/// The answer of an honest worker to a job of a session.
pub fn answer(plan: &Plan, job: u64) -> Answer {
    let JobResult { count, statistics, .. } = plan.run_job(job, &Never).unwrap();
    let placements = statistics.map(|statistics| statistics.placements);
    Answer { job, count, placements, seconds: 0.001 }
}

/// Every job is audited.
pub fn all() -> AuditShare {
    AuditShare::new(1.0).unwrap()
}

pub fn verified(path: &Path, sample: u64) -> VerificationResult {
    verify(path, sample, 1, &Never).unwrap()
}

/// Asserts that the ledger is complete and right, and that its audits agree.
pub fn assert_verified(path: &Path) {
    let result = verified(path, 4);
    assert_eq!((result.outcome, result.reason), (VerificationOutcome::Verified, None));
    assert_eq!(result.solutions, published(result.n.unwrap()));
}

/// Why a ledger is wrong.
pub fn wrong(path: &Path, sample: u64) -> String {
    let result = verified(path, sample);
    assert_eq!(result.outcome, VerificationOutcome::Wrong, "{result:?}");
    result.reason.unwrap()
}

pub fn is_stopped<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error::Count(CountError::Stopped)))
}

/// A backend that adds solutions to jobs, with the right residues.
pub struct Adding<F>(pub F);

struct AddingSink<'a, F>(&'a F, &'a mut dyn Sink);

impl<F: Fn(u64) -> u64 + Sync> Sink for AddingSink<'_, F> {
    fn finished(
        &mut self,
        job: u64,
        mut result: JobResult,
        by: Processor,
    ) -> Result<(), CountError> {
        result.count.add(self.0(job), 1).unwrap();
        self.1.finished(job, result, by)
    }
}

impl<F: Fn(u64) -> u64 + Sync> Backend for Adding<F> {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), CountError> {
        Inline.run(plan, jobs, &mut AddingSink(&self.0, sink), control)
    }
}

/// A backend that finishes each job at once, with an invented count.
pub struct Invented;

impl Backend for Invented {
    fn run(
        &self,
        _: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        _: &dyn Control,
    ) -> Result<(), CountError> {
        let mut count = Count::default();
        count.add(1, 1).unwrap();
        jobs.iter().try_for_each(|&job| sink.finished(job, JobResult::new(count), Processor::Cpu))
    }
}

/// A backend that panics at a job, or fails like a device.
pub struct Failing {
    pub at: u64,
    pub as_device: bool,
}

impl Backend for Failing {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), CountError> {
        let before: Vec<u64> = jobs.iter().copied().take_while(|&job| job != self.at).collect();
        Inline.run(plan, &before, sink, control)?;
        if before.len() == jobs.len() {
            return Ok(());
        }
        let [backend, reason] = ["a device", "on purpose"].map(String::from);
        Err(CountError::Backend(match self.as_device {
            true => BackendError::Failed { backend, reason },
            false => BackendError::Panicked { job: self.at, reason },
        }))
    }
}

/// A control that keeps what it receives, and stops after a number of jobs has begun.
pub struct Watching {
    pub warnings: Mutex<Vec<String>>,
    pub progress: Mutex<Vec<(u64, f64)>>,
    pub selected: AtomicUsize,
    jobs_left: AtomicUsize,
}

impl Watching {
    pub fn until(jobs: usize) -> Self {
        let (warnings, progress) = (Mutex::default(), Mutex::default());
        let (selected, jobs_left) = (AtomicUsize::new(0), AtomicUsize::new(jobs));
        Self { warnings, progress, selected, jobs_left }
    }
}

impl Control for Watching {
    fn stopped(&self) -> bool {
        self.jobs_left.load(Ordering::Relaxed) == 0
    }

    fn event(&self, event: Event<'_>) {
        match event {
            Event::Selected(jobs) => self.selected.store(jobs.len(), Ordering::Relaxed),
            Event::Begun(_) => {
                let less = |left: usize| left.checked_sub(1);
                let _ = self.jobs_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
            }
            Event::Progress(job, done) => self.progress.lock().unwrap().push((job, done)),
            Event::Warning(message) => self.warnings.lock().unwrap().push(message.to_string()),
        }
    }
}
