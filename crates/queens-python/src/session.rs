//! Sessions, in which `n_queens.cluster` distributes the jobs of a plan.

use crate::ledger::of_ledger;
use crate::plan::{Found, Plan};
use crate::results::Typed;
use crate::run::{bad, interruptible};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use queens::{Control, Count, Event};
use queens_ledger::{Answer, AuditReport, AuditShare, Ledger, Notice, Provenance};
use queens_results::CountResult;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A run of a plan whose jobs Python distributes: checks, audits and saves what workers answer.
#[pyclass(frozen, module = "n_queens._queens")]
pub(crate) struct Session {
    plan: queens::Plan,
    start: Instant,
    /// `None` after the end.
    inner: Mutex<Option<queens_ledger::Session>>,
}

/// What happened to an answer: its kind, the worker, a line for people, and the jobs that must be counted again.
#[pyclass(frozen, get_all, module = "n_queens._queens")]
pub(crate) struct SessionNotice {
    kind: &'static str,
    worker: String,
    text: String,
    jobs: Vec<u64>,
}

impl From<Notice> for SessionNotice {
    fn from(notice: Notice) -> Self {
        let Notice { kind, worker, text, jobs } = notice;
        Self { kind: kind.name(), worker, text, jobs }
    }
}

fn notices(notices: Vec<Notice>) -> Vec<SessionNotice> {
    notices.into_iter().map(SessionNotice::from).collect()
}

/// How much of a run was audited.
#[pyclass(frozen, get_all, module = "n_queens._queens")]
pub(crate) struct SessionReport {
    jobs: u64,
    audited: u64,
    share: f64,
    workers: u64,
    excluded: Vec<String>,
    missed_chance: f64,
    text: String,
}

impl From<AuditReport> for SessionReport {
    fn from(report: AuditReport) -> Self {
        let text = report.to_string();
        let AuditReport { jobs, audited, share, workers, excluded, missed_chance } = report;
        Self { jobs, audited, share: share.fraction(), workers, excluded, missed_chance, text }
    }
}

/// The share of an audit, from text such as ``5%`` or from a number.
#[pyfunction]
pub(crate) fn audit_share(text: &str) -> PyResult<f64> {
    let share: AuditShare =
        text.parse().map_err(|reason: String| bad(format!("audit={text}: {reason}")))?;
    Ok(share.fraction())
}

impl Session {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut queens_ledger::Session) -> Result<T, queens_ledger::Error> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| {
            let mut inner = self.inner.lock().expect("no holder of the lock panics");
            inner.as_mut().map(act)
        });
        let done = done.ok_or_else(|| PyRuntimeError::new_err("the session has ended"))?;
        done.map_err(|error| of_ledger(&error))
    }

    /// The same for work that may take long, which Ctrl-C stops.
    fn with_interrupts<T: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&mut queens_ledger::Session, &dyn Control) -> Result<T, queens_ledger::Error>
        + Send,
    ) -> PyResult<T> {
        let done = interruptible(py, |stop| {
            let mut inner = self.inner.lock().expect("no holder of the lock panics");
            Ok::<_, queens::Error>(inner.as_mut().map(|session| act(session, stop)))
        })?;
        let done = done.ok_or_else(|| PyRuntimeError::new_err("the session has ended"))?;
        done.map_err(|error| of_ledger(&error))
    }

    /// Takes the session for its last work, which may wait for other processes; `None` after the end.
    fn ended<T: Send>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(queens_ledger::Session, &dyn Control) -> T + Send,
    ) -> PyResult<Option<T>> {
        interruptible(py, |stop| {
            let session = self.inner.lock().expect("no holder of the lock panics").take();
            Ok::<_, queens::Error>(session.map(|session| act(session, stop)))
        })
    }
}

/// Collects what is reported.
#[derive(Default)]
struct Lines(Mutex<Vec<String>>);

impl Control for Lines {
    fn stopped(&self) -> bool {
        false
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Warning(message) = event {
            self.0.lock().expect("no holder of the lock panics").push(message.to_string());
        }
    }
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (plan, *, ledger=None, device="python", audit=0.05, seed=None))]
    fn new(
        py: Python<'_>,
        plan: PyRef<'_, Plan>,
        ledger: Option<PathBuf>,
        device: &str,
        audit: f64,
        seed: Option<u64>,
    ) -> PyResult<Self> {
        let share = AuditShare::new(audit)
            .ok_or_else(|| bad(format!("audit={audit}: allowed are numbers from 0 to 1")))?;
        let plan = plan.inner.clone();
        let provenance = Provenance {
            device: device.to_string(),
            engine: plan.name().to_string(),
            program: format!("queens {} python", env!("CARGO_PKG_VERSION")),
        };
        let session = py.detach(|| {
            let ledger = match ledger {
                None => Ledger::in_memory(&plan, &provenance)?,
                Some(path) if Ledger::exists(&path)? => Ledger::resume_with(&path, &plan)?,
                Some(path) => Ledger::create(&path, &plan, None, &provenance)?,
            };
            queens_ledger::Session::new(ledger, provenance, share, seed)
        });
        let inner = Mutex::new(Some(session.map_err(|error| of_ledger(&error))?));
        Ok(Self { plan, start: Instant::now(), inner })
    }

    fn missing(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        self.with(py, |session| Ok(session.missing()))
    }

    fn begun(&self, py: Python<'_>, ids: Vec<u64>) -> PyResult<()> {
        self.with(py, |session| {
            session.begun(&ids);
            Ok(())
        })
    }

    /// Takes the answer of a worker, which may be any object.
    fn finished(
        &self,
        py: Python<'_>,
        worker: &str,
        ids: Vec<u64>,
        found: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<SessionNotice>> {
        let found = found.extract::<Vec<Found>>().map_err(|error| {
            let reason = error.to_string();
            format!("it is not a list of results ({})", reason.lines().next().unwrap_or_default())
        });
        let answer = |(job, solutions, (one, other), placements, seconds): Found| Answer {
            job,
            count: Count { solutions, residues: [one, other] },
            placements,
            seconds,
        };
        let found = found.map(|found| found.into_iter().map(answer).collect());
        self.with(py, |session| session.finished(worker, &ids, found)).map(notices)
    }

    /// Logs an event, such as a lost worker.
    fn note(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.with(py, |session| {
            session.note(text);
            Ok(())
        })
    }

    fn exclude(&self, py: Python<'_>, worker: &str, reason: &str) -> PyResult<()> {
        self.with(py, |session| {
            session.exclude(worker, reason);
            Ok(())
        })
    }

    fn excluded(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.with(py, |session| Ok(session.excluded()))
    }

    fn next_audits(&self, py: Python<'_>, worker: &str, most: usize) -> PyResult<Vec<u64>> {
        self.with(py, |session| Ok(session.next_audits(worker, most)))
    }

    fn return_audits(&self, py: Python<'_>, worker: &str, ids: Vec<u64>) -> PyResult<()> {
        self.with(py, |session| {
            session.return_audits(worker, &ids);
            Ok(())
        })
    }

    fn audits_waiting(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |session| Ok(session.audits_waiting()))
    }

    /// Counts one job here that none of these workers may count again; None if there is none.
    fn audit_here(
        &self,
        py: Python<'_>,
        workers: Vec<String>,
    ) -> PyResult<Option<Vec<SessionNotice>>> {
        let found = self.with_interrupts(py, |session, stop| {
            let workers: Vec<&str> = workers.iter().map(String::as_str).collect();
            session.audit_here(&workers, stop)
        })?;
        Ok(found.map(notices))
    }

    /// Saves what is not saved yet. Returns lines for people, such as that another process prevents it.
    fn commit(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let lines = Lines::default();
        self.with(py, |session| session.commit(&lines))?;
        Ok(lines.0.into_inner().expect("no holder of the lock panics"))
    }

    fn is_complete(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |session| Ok(session.is_complete()))
    }

    /// Checks the total. Returns what is wrong, if jobs are counted again because of it.
    fn check_total(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with_interrupts(py, |session, stop| session.check_total(stop))
    }

    fn audit_report(&self, py: Python<'_>) -> PyResult<SessionReport> {
        self.with(py, |session| Ok(session.report().into()))
    }

    /// Saves everything, logs the outcome and releases the ledger. Does nothing after the end. A session that was interrupted does
    /// not wait for other processes.
    fn close(&self, py: Python<'_>, outcome: &str) -> PyResult<()> {
        let interrupted = AtomicBool::new(outcome == "interrupted");
        let closed = self.ended(py, |mut session, stop| {
            let stop: &dyn Control = if interrupted.stopped() { &interrupted } else { stop };
            session.close(outcome, stop)
        })?;
        closed.unwrap_or(Ok(())).map_err(|error| of_ledger(&error))
    }

    /// Ends the session and returns the total of all jobs.
    fn total(&self, py: Python<'_>) -> PyResult<Typed<CountResult>> {
        let total = self.ended(py, |session, stop| session.end("finished", stop))?;
        let total = total.ok_or_else(|| PyRuntimeError::new_err("the session has ended"))?;
        let total = total.map_err(|error| of_ledger(&error))?;
        let seconds = self.start.elapsed().as_secs_f64();
        Ok(Typed(CountResult::new(&self.plan, &total, seconds)))
    }
}
