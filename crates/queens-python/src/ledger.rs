//! Ledgers, and counts whose jobs Python runs somewhere: the backend of the plan that `n_queens.cluster` is.

use crate::count::Count;
use crate::plan::{Found, Plan};
use crate::run::{bad, interruptible, of_library};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::{
    Backend, BackendError, CheckError, Control, Error, JobResult, RequestError, Sink, Statistics,
    Total,
};
use queens_ledger::{Header, Provenance, Runner, Verdict};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn of_ledger(error: &queens_ledger::Error) -> PyErr {
    match error {
        queens_ledger::Error::Count(error) => of_library(error),
        queens_ledger::Error::Damaged { .. }
        | queens_ledger::Error::Contradicted { .. }
        | queens_ledger::Error::Io { .. } => PyRuntimeError::new_err(error.to_string()),
        error => bad(error),
    }
}

/// A ledger, to be read.
#[pyclass(frozen, module = "n_queens")]
pub(crate) struct Ledger {
    path: PathBuf,
    header: Header,
}

#[pymethods]
impl Ledger {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let header = open(&path)?.header().clone();
        Ok(Self { path, header })
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    #[getter]
    fn n(&self) -> usize {
        self.header.size
    }

    #[getter]
    fn method(&self) -> &'static str {
        self.header.method.name()
    }

    /// How many jobs belong to it.
    #[getter]
    fn jobs(&self) -> u64 {
        self.header.own_jobs()
    }

    /// Whether queens set are counted.
    #[getter]
    fn statistics(&self) -> bool {
        self.header.statistics
    }

    /// Which share of the jobs belongs to it, if not all do: such as 3/8.
    #[getter]
    fn shard(&self) -> Option<String> {
        self.header.shard.map(|shard| shard.to_string())
    }

    /// The plan it is for.
    fn plan(&self) -> PyResult<Plan> {
        Ok(Plan { inner: self.header.plan().map_err(|error| of_library(&error))? })
    }

    /// The sums over what is finished.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let ledger = open(&self.path)?;
        let sums = ledger.sums().map_err(|error| of_ledger(&error))?;
        let status = PyDict::new(py);
        status.set_item("n", self.n())?;
        status.set_item("method", self.method())?;
        status.set_item("jobs", self.jobs())?;
        status.set_item("finished", sums.jobs)?;
        status.set_item("solutions", sums.solutions)?;
        status.set_item("placements", sums.placements)?;
        status.set_item("conflicts", sums.conflicts)?;
        status.set_item("seconds", sums.microseconds as f64 / 1e6)?;
        status.set_item("sessions", ledger.sessions().map_err(|error| of_ledger(&error))?)?;
        status.set_item("attempts", ledger.attempts().map_err(|error| of_ledger(&error))?)?;
        Ok(status)
    }

    /// The jobs that are not finished.
    fn missing(&self) -> PyResult<Vec<u64>> {
        open(&self.path)?.missing().map_err(|error| of_ledger(&error))
    }

    /// Job, solutions, seconds and device of each record.
    fn records(&self) -> PyResult<Vec<(u64, u64, f64, String)>> {
        let mut records = Vec::new();
        let each = open(&self.path)?.each(|record| {
            let seconds = record.microseconds as f64 / 1e6;
            records.push((record.job, record.count.solutions, seconds, record.device));
            Ok(())
        });
        each.map_err(|error| of_ledger(&error))?;
        Ok(records)
    }

    fn __repr__(&self) -> String {
        let (n, method, jobs) = (self.n(), self.method(), self.jobs());
        format!("Ledger('{}', n={n}, method='{method}', jobs={jobs})", self.path.display())
    }
}

fn open(path: &Path) -> PyResult<queens_ledger::Ledger> {
    queens_ledger::Ledger::open(path).map_err(|error| of_ledger(&error))
}

/// Checks a ledger without the engines, and recounts some of its jobs by the plain search.
#[pyfunction]
#[pyo3(signature = (path, *, sample=4, seed=0))]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    path: PathBuf,
    sample: u64,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let verdict = interruptible(py, |stop| Ok(queens_ledger::verify(&path, sample, seed, stop)))?;
    let verdict = verdict.map_err(|error| of_ledger(&error))?;
    let result = PyDict::new(py);
    let (name, checked) = match &verdict {
        Verdict::Verified(checked) => ("verified", Some(checked)),
        Verdict::Incomplete(checked) => ("incomplete", Some(checked)),
        Verdict::Wrong(reason) => {
            result.set_item("reason", reason)?;
            ("wrong", None)
        }
    };
    result.set_item("verdict", name)?;
    if let Some(checked) = checked {
        result.set_item("n", checked.size)?;
        result.set_item("jobs", checked.jobs)?;
        result.set_item("finished", checked.sums.jobs)?;
        result.set_item("solutions", checked.sums.solutions)?;
        result.set_item("recounted", checked.recounted.clone())?;
    }
    Ok(result)
}

/// The backend whose jobs a Python function runs: called with their numbers, it gives an iterator of results.
struct Called {
    function: Py<PyAny>,
    /// What Python raised.
    raised: Mutex<Option<PyErr>>,
}

/// What the iterator gives: jobs that are handed out, or what one of them found.
#[derive(FromPyObject)]
enum News {
    Found(Found),
    Begun(Vec<u64>),
}

impl Backend for Called {
    fn run(
        &self,
        plan: &queens::Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        let raise = |error: PyErr| {
            *self.raised.lock().expect("nobody panics with it") = Some(error);
            // Not a failure of the backend, which would be tried again here.
            Error::Stopped
        };
        let mut asked: HashSet<u64> = jobs.iter().copied().collect();
        Python::attach(|py| {
            let results = self.function.call1(py, (jobs.to_vec(),)).map_err(raise)?;
            for news in results.bind(py).try_iter().map_err(raise)? {
                match news.and_then(|news| news.extract::<News>()).map_err(raise)? {
                    News::Begun(jobs) => jobs.iter().for_each(|&job| control.begun(job)),
                    News::Found((job, solutions, (one, other), placements, _)) => {
                        let count = queens::Count { solutions, residues: [one, other] };
                        if job >= plan.jobs() {
                            return Err(Error::Request(RequestError::NoSuchJob {
                                job,
                                jobs: plan.jobs(),
                            }));
                        }
                        if !count.is_consistent() {
                            return Err(Error::Check(CheckError::Inconsistent { job }));
                        }
                        let wrong = |what: &str| {
                            raise(PyRuntimeError::new_err(format!("job {job} {what}")))
                        };
                        if !asked.remove(&job) {
                            return Err(wrong("was not asked for, or came twice"));
                        }
                        if placements.is_some() != plan.statistics() {
                            return Err(wrong("has other statistics than its plan"));
                        }
                        let statistics = placements
                            .map(|placements| Statistics { placements, ..Statistics::default() });
                        let result = JobResult { statistics, ..JobResult::new(count) };
                        sink.finished(job, result)?;
                        control.progress(job, 1.0);
                    }
                }
                if control.stopped() {
                    return Err(Error::Stopped);
                }
            }
            Ok(())
        })
    }
}

/// Counts a plan with jobs that a Python function runs, into a ledger if one is named: what is missing there, and no more.
#[pyfunction]
#[pyo3(signature = (plan, function, *, ledger=None, device="python"))]
pub(crate) fn count_with(
    py: Python<'_>,
    plan: PyRef<'_, Plan>,
    function: Py<PyAny>,
    ledger: Option<PathBuf>,
    device: &str,
) -> PyResult<Count> {
    let plan = &plan.inner.clone();
    let start = Instant::now();
    let backend = Called { function, raised: Mutex::new(None) };
    let never = AtomicBool::new(false);
    // Without the interpreter's lock, which the backend takes when it needs it.
    let counted: Result<Total, queens_ledger::Error> = py.detach(|| match ledger {
        None => Ok(plan.run(&backend, &never)?),
        Some(path) => into_ledger(plan, &path, &backend, device, &never),
    });
    if let Some(raised) = backend.raised.into_inner().expect("nobody panics with it") {
        return Err(raised);
    }
    let total = counted.map_err(|error| of_ledger(&error))?;
    if total.jobs != plan.jobs() {
        let missing = plan.jobs() - total.jobs;
        return Err(PyRuntimeError::new_err(format!("{missing} jobs were left out")));
    }
    Ok(Count::of(plan, &total, start.elapsed().as_secs_f64()))
}

fn into_ledger(
    plan: &queens::Plan,
    path: &Path,
    backend: &Called,
    device: &str,
    control: &dyn Control,
) -> Result<Total, queens_ledger::Error> {
    let program = format!("queens {} python", env!("CARGO_PKG_VERSION"));
    let provenance =
        Provenance { device: device.to_string(), engine: plan.name().to_string(), program };
    let mut ledger = if path.exists() {
        queens_ledger::Ledger::resume(path)?
    } else {
        queens_ledger::Ledger::create(path, plan, None, &provenance)?
    };
    let by = Runner { backend, provenance: &provenance };
    let end = ledger.run(plan, by, by, control)?;
    if let Some((job, reason)) = end.failed.first() {
        let reason = reason.clone();
        return Err(Error::Backend(BackendError::Panicked { job: *job, reason }).into());
    }
    let mut total = Total::new(plan);
    ledger.each(|record| {
        let statistics =
            record.placements.map(|placements| Statistics { placements, ..Statistics::default() });
        let result = JobResult { statistics, ..JobResult::new(record.count) };
        Ok(total.finished(record.job, result)?)
    })?;
    Ok(total)
}
