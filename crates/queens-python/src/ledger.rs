//! Ledgers and their verification.

use crate::plan::Plan;
use crate::results::Typed;
use crate::run::{Int, bad, interruptible, of_library};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use queens::Control;
use queens_ledger::{Header, Verification};
use queens_results::{JobRecord, LedgerStatus, VerificationResult};
use std::path::{Path, PathBuf};

pub(crate) fn of_ledger(error: &queens_ledger::Error) -> PyErr {
    match error {
        queens_ledger::Error::Count(error) => of_library(error.clone()),
        queens_ledger::Error::Damaged { .. }
        | queens_ledger::Error::Contradicted { .. }
        | queens_ledger::Error::TakenOver { .. }
        | queens_ledger::Error::Moved { .. }
        | queens_ledger::Error::Io { .. } => PyRuntimeError::new_err(error.to_string()),
        // Only if a signal stopped the wait for another process.
        queens_ledger::Error::Unsaved { .. } => PyKeyboardInterrupt::new_err(error.to_string()),
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
        self.header.counted.method.name()
    }

    /// Rules: What a queen attacks: ``"queens"``, ``"torus"`` and so on.
    #[getter]
    fn rules(&self) -> &'static str {
        self.header.counted.rules.name()
    }

    /// Rotation | None: The rotation in degrees, if only solutions symmetric under it are counted.
    #[getter]
    fn only(&self) -> Option<&'static str> {
        self.header.counted.only.map(|rotation| rotation.name())
    }

    /// str | None: The number of queens, such as ``"8"`` or ``"any"``. ``None`` if it is ``n``.
    #[getter]
    fn queens(&self) -> Option<String> {
        self.header.counted.names().queens
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
        Ok(Plan { inner: self.header.plan().map_err(of_library)? })
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
    let found = interruptible(py, |caller| {
        let caller = caller.clone();
        let ledger = queens_ledger::Ledger::open_until(path, move || caller.stopped());
        Ok::<_, queens::Error>(ledger.and_then(|ledger| read(&ledger)))
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
///     certificate (str | PathLike[str] | None): A file with the certificate that the ledger must
///         have. Defaults to ``None``.
///
/// Returns:
///     VerificationResult: Whether the ledger is verified, checked, incomplete or wrong, and why.
///
/// Raises:
///     ValueError: If the ledger or the certificate cannot be read or has another format, or a number
///         is out of range.
///
/// Example:
///     >>> import n_queens as queens
///     >>> result = queens.verify("q10.db", sample=2)
///     >>> result.outcome, result.solutions, len(result.recounted)
///     ('verified', 724, 2)
#[pyfunction]
#[pyo3(
    signature = (path, *, sample=Int::Number(4), seed=Int::Number(0), certificate=None),
    text_signature = "(path, *, sample=4, seed=0, certificate=None)"
)]
pub(crate) fn verify(
    py: Python<'_>,
    path: PathBuf,
    sample: Int,
    seed: Int,
    certificate: Option<PathBuf>,
) -> PyResult<Typed<VerificationResult>> {
    let sample = sample.within("sample", 0..=i128::from(u64::MAX))?;
    let seed = seed.seed()?;
    let verification = Verification { sample, seed, threads: 0, certificate };
    let result = interruptible(py, |stop| Ok::<_, queens::Error>(verification.run(&path, stop)))?;
    result.map(Typed).map_err(|error| of_ledger(&error))
}
