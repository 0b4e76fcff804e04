//! Ledgers, and the backend whose jobs a Python function runs, such as that of `n_queens.cluster`.

use crate::plan::{Found, Plan};
use crate::results::Typed;
use crate::run::{bad, interruptible, of_library};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use queens::results::{CountResult, JobRecord, LedgerStatus, VerificationResult};
use queens::{
    Backend, BackendError, CheckError, Control, Error, JobResult, RequestError, Sink, Statistics,
    Total,
};
use queens_ledger::{Header, Provenance, Runner};
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

/// A ledger, opened for reading.
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

    /// The number of jobs that belong to it.
    #[getter]
    fn jobs(&self) -> u64 {
        self.header.own_jobs()
    }

    /// Whether placed queens are counted.
    #[getter]
    fn statistics(&self) -> bool {
        self.header.statistics
    }

    /// Which shard of the jobs belongs to it, if not all do: 3/8.
    #[getter]
    fn shard(&self) -> Option<String> {
        self.header.shard.map(|shard| shard.to_string())
    }

    /// The plan whose results it keeps.
    fn plan(&self) -> PyResult<Plan> {
        Ok(Plan { inner: self.header.plan().map_err(|error| of_library(&error))? })
    }

    /// How far it is, also while it is written.
    fn status(&self) -> PyResult<Typed<LedgerStatus>> {
        open(&self.path)?.status().map(Typed).map_err(|error| of_ledger(&error))
    }

    /// The jobs that are not finished.
    fn missing(&self) -> PyResult<Vec<u64>> {
        open(&self.path)?.missing().map_err(|error| of_ledger(&error))
    }

    /// The results of the finished jobs.
    fn records(&self) -> PyResult<Vec<Typed<JobRecord>>> {
        let mut records = Vec::new();
        let each = open(&self.path)?.each(|record| {
            records.push(Typed(JobRecord::from(&record)));
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

/// Checks a ledger without the engines, and recounts a sample of its jobs by plain backtracking (`bitmask`).
#[pyfunction]
#[pyo3(signature = (path, *, sample=4, seed=0))]
pub(crate) fn verify(
    py: Python<'_>,
    path: PathBuf,
    sample: u64,
    seed: u64,
) -> PyResult<Typed<VerificationResult>> {
    let verdict = interruptible(py, |stop| Ok(queens_ledger::verify(&path, sample, seed, stop)))?;
    let verdict = verdict.map_err(|error| of_ledger(&error))?;
    Ok(Typed(verdict.result(&path)))
}

/// The backend whose jobs a Python function runs: called with their numbers, it returns an iterator of results.
struct PythonBackend {
    function: Py<PyAny>,
    /// The exception that Python raised.
    raised: Mutex<Option<PyErr>>,
}

/// An item of the iterator: jobs that are started, or the result of one.
#[derive(FromPyObject)]
enum Item {
    Finished(Found),
    Started(Vec<u64>),
}

impl Backend for PythonBackend {
    fn run(
        &self,
        plan: &queens::Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        let raise = |error: PyErr| {
            *self.raised.lock().expect("no holder of the lock panics") = Some(error);
            // A failure of the backend would be retried; a stop is not.
            Error::Stopped
        };
        let mut asked: HashSet<u64> = jobs.iter().copied().collect();
        Python::attach(|py| {
            let results = self.function.call1(py, (jobs.to_vec(),)).map_err(raise)?;
            for item in results.bind(py).try_iter().map_err(raise)? {
                match item.and_then(|item| item.extract::<Item>()).map_err(raise)? {
                    Item::Started(jobs) => jobs.iter().for_each(|&job| control.begun(job)),
                    Item::Finished((job, solutions, (one, other), placements, _)) => {
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
                            return Err(wrong("was not asked for, or was returned twice"));
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

/// Counts a plan with jobs that a Python function runs. With a ledger only the jobs that are missing in it are run.
#[pyfunction]
#[pyo3(signature = (plan, function, *, ledger=None, device="python"))]
pub(crate) fn count_with(
    py: Python<'_>,
    plan: PyRef<'_, Plan>,
    function: Py<PyAny>,
    ledger: Option<PathBuf>,
    device: &str,
) -> PyResult<Typed<CountResult>> {
    let plan = &plan.inner.clone();
    let start = Instant::now();
    let backend = PythonBackend { function, raised: Mutex::new(None) };
    let never = AtomicBool::new(false);
    // Without the interpreter's lock, which the backend takes to call Python.
    let counted: Result<Total, queens_ledger::Error> = py.detach(|| match ledger {
        None => Ok(plan.run(&backend, &never)?),
        Some(path) => into_ledger(plan, &path, &backend, device, &never),
    });
    if let Some(raised) = backend.raised.into_inner().expect("no holder of the lock panics") {
        return Err(raised);
    }
    let total = counted.map_err(|error| of_ledger(&error))?;
    if total.jobs != plan.jobs() {
        let missing = plan.jobs() - total.jobs;
        return Err(PyRuntimeError::new_err(format!("{missing} jobs have no result")));
    }
    Ok(Typed(CountResult::new(plan, &total, start.elapsed().as_secs_f64())))
}

fn into_ledger(
    plan: &queens::Plan,
    path: &Path,
    backend: &PythonBackend,
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
    let runner = Runner { backend, provenance: &provenance };
    let end = ledger.run(plan, runner, runner, control)?;
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
