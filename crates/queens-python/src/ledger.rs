//! Ledgers, and the backend whose jobs a Python function runs, which `n_queens.cluster` uses.

use crate::plan::{Found, Plan};
use crate::results::Typed;
use crate::run::{Int, bad, interruptible, interruptible_owned, of_library};
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
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

pub(crate) fn of_ledger(error: &queens_ledger::Error) -> PyErr {
    match error {
        queens_ledger::Error::Count(error) => of_library(error),
        queens_ledger::Error::Damaged { .. }
        | queens_ledger::Error::Contradicted { .. }
        | queens_ledger::Error::Io { .. } => PyRuntimeError::new_err(error.to_string()),
        error => bad(error),
    }
}

/// A ledger: a file with the result of every finished job of a plan.
///
/// ``queens count --ledger`` and ``n_queens.cluster.count`` write ledgers. This class reads one, even
/// while another process writes to it.
///
/// Args:
///     path (str | PathLike[str]): The file.
///
/// Raises:
///     ValueError: If the file cannot be read or is not a ledger.
///     RuntimeError: If the ledger is damaged.
///
/// Example:
///     >>> import n_queens as queens
///     >>> ledger = queens.Ledger("q10.db")
///     >>> ledger.n, ledger.method, ledger.missing()
///     (10, 'cross', [])
///     >>> ledger.status().solutions
///     724
#[pyclass(frozen, module = "n_queens")]
pub(crate) struct Ledger {
    path: PathBuf,
    header: Header,
}

#[pymethods]
impl Ledger {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let header = read(py, &path, |ledger| Ok(ledger.header().clone()))?;
        Ok(Self { path, header })
    }

    /// PathLike[str]: The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// int: The size of the board.
    #[getter]
    fn n(&self) -> usize {
        self.header.size
    }

    /// str: The name of the method that counts.
    #[getter]
    fn method(&self) -> &'static str {
        self.header.method.name()
    }

    /// int: The number of jobs that belong to the ledger: all jobs of the plan, or those of its shard.
    #[getter]
    fn jobs(&self) -> u64 {
        self.header.own_jobs()
    }

    /// bool: Whether the jobs also count placements.
    #[getter]
    fn statistics(&self) -> bool {
        self.header.statistics
    }

    /// str | None: The shard of the plan, such as ``"3/8"``. ``None`` if all jobs belong to the ledger.
    #[getter]
    fn shard(&self) -> Option<String> {
        self.header.shard.map(|shard| shard.to_string())
    }

    /// Returns the plan of the ledger.
    ///
    /// Returns:
    ///     Plan: The plan whose results the ledger keeps.
    ///
    /// Raises:
    ///     ValueError: If this version of the package cannot make the plan.
    ///
    /// Example:
    ///     >>> import n_queens as queens
    ///     >>> queens.Ledger("q10.db").plan() == queens.plan(10, method="cross")
    ///     True
    fn plan(&self) -> PyResult<Plan> {
        Ok(Plan { inner: self.header.plan().map_err(|error| of_library(&error))? })
    }

    /// Returns the progress of the ledger and the sums of its results.
    ///
    /// Returns:
    ///     LedgerStatus: The number of finished jobs, their solutions and their time.
    ///
    /// Raises:
    ///     RuntimeError: If the ledger is damaged.
    ///
    /// Example:
    ///     >>> import n_queens as queens
    ///     >>> status = queens.Ledger("q10.db").status()
    ///     >>> status.finished == status.jobs, status.fraction, status.solutions
    ///     (True, 1.0, 724)
    fn status(&self, py: Python<'_>) -> PyResult<Typed<LedgerStatus>> {
        read(py, &self.path, |ledger| ledger.status()).map(Typed)
    }

    /// Returns the jobs that are not finished.
    ///
    /// Returns:
    ///     list[int]: The ids of the jobs, in ascending order.
    ///
    /// Raises:
    ///     RuntimeError: If the ledger is damaged.
    ///
    /// Example:
    ///     >>> import n_queens as queens
    ///     >>> queens.Ledger("q10.db").missing()
    ///     []
    fn missing(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        read(py, &self.path, |ledger| ledger.missing())
    }

    /// Returns the results of the finished jobs.
    ///
    /// Returns:
    ///     list[JobRecord]: One record per finished job, in the order of the jobs.
    ///
    /// Raises:
    ///     RuntimeError: If the ledger is damaged.
    ///
    /// Example:
    ///     >>> import n_queens as queens
    ///     >>> records = queens.Ledger("q10.db").records()
    ///     >>> records[0].job, sum(record.solutions for record in records)
    ///     (0, 724)
    fn records(&self, py: Python<'_>) -> PyResult<Vec<Typed<JobRecord>>> {
        read(py, &self.path, |ledger| {
            let mut records = Vec::new();
            ledger.each(|record| {
                records.push(Typed(JobRecord::from(&record)));
                Ok(())
            })?;
            Ok(records)
        })
    }

    fn __repr__(&self) -> String {
        let (n, method, jobs) = (self.n(), self.method(), self.jobs());
        format!("Ledger('{}', n={n}, method='{method}', jobs={jobs})", self.path.display())
    }
}

/// Reads a ledger without the interpreter's lock, because another process may be writing to it. A signal ends the reading.
fn read<T: Send>(
    py: Python<'_>,
    path: &Path,
    read: impl FnOnce(&queens_ledger::Ledger) -> Result<T, queens_ledger::Error> + Send,
) -> PyResult<T> {
    let found = interruptible_owned(py, |stop| {
        let stop = Arc::clone(stop);
        let ledger = queens_ledger::Ledger::open_until(path, move || stop.stopped());
        Ok(ledger.and_then(|ledger| read(&ledger)))
    })?;
    found.map_err(|error| of_ledger(&error))
}

/// Checks a ledger independently of the engine that counted.
///
/// The structure of the file, the checksums, the residues and the sums are checked, and a sample of
/// the jobs is recounted by plain backtracking (``bitmask``).
///
/// Args:
///     path (str | PathLike[str]): The file.
///     sample (int): Number of jobs to recount, 0 to 2**64 - 1. Defaults to ``4``. With ``0``, the
///         outcome of a ledger without errors is ``"checked"`` instead of ``"verified"``.
///     seed (int): Seed that chooses the sample, 0 to 2**64 - 1. Defaults to ``0``.
///
/// Returns:
///     VerificationResult: Whether the ledger is verified, checked, incomplete or wrong, and why.
///
/// Raises:
///     ValueError: If the file is not a ledger, or a number is out of range.
///
/// Example:
///     >>> import n_queens as queens
///     >>> result = queens.verify("q10.db", sample=2)
///     >>> result.outcome, result.solutions, len(result.recounted)
///     ('verified', 724, 2)
#[pyfunction]
#[pyo3(
    signature = (path, *, sample=Int::Number(4), seed=Int::Number(0)),
    text_signature = "(path, *, sample=4, seed=0)"
)]
pub(crate) fn verify(
    py: Python<'_>,
    path: PathBuf,
    sample: Int,
    seed: Int,
) -> PyResult<Typed<VerificationResult>> {
    let sample = sample.within("sample", 0..=i128::from(u64::MAX))?;
    let seed = seed.seed()?;
    let verdict = interruptible(py, |stop| Ok(queens_ledger::verify(&path, sample, seed, stop)))?;
    let verdict = verdict.map_err(|error| of_ledger(&error))?;
    Ok(Typed(verdict.result(&path)))
}

/// The backend whose jobs a Python function runs: called with their ids, it returns an iterator of results.
struct PythonBackend {
    function: Py<PyAny>,
    /// The exception that Python raised.
    raised: Mutex<Option<PyErr>>,
}

/// An item of the iterator: the ids of started jobs, or the result of a finished one.
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
        let mut requested: HashSet<u64> = jobs.iter().copied().collect();
        Python::attach(|py| {
            let results = self.function.call1(py, (jobs.to_vec(),)).map_err(raise)?;
            for item in results.bind(py).try_iter().map_err(raise)? {
                // An iterator in C does not check for signals.
                py.check_signals().map_err(raise)?;
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
                        if !requested.remove(&job) {
                            return Err(wrong("was not requested, or was returned twice"));
                        }
                        if placements.is_some() != plan.statistics() {
                            let what = match plan.statistics() {
                                true => "has no placements, which its plan counts",
                                false => "has placements, which its plan does not count",
                            };
                            return Err(wrong(what));
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

/// Counts a plan whose jobs a Python function runs. With a ledger, only the jobs that are missing in it are run.
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
    let mut ledger = if queens_ledger::Ledger::exists(path)? {
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
