//! Results as Python objects: one conversion for all of them.
//!
//! A result of the library becomes an object of the class with the same name in `n_queens.results`. It is passed as the
//! JSON that the command prints, so that names, absent fields and exact integers are the same.

use crate::run::bad;
use pyo3::prelude::*;
use pyo3::types::PyString;
use queens_results::*;
use serde::Serialize;

/// A result that Python has a class for.
pub(crate) trait PythonClass: Serialize {
    /// The name of the class in `n_queens.results`.
    const NAME: &'static str;
}

macro_rules! python_classes {
    ($($name:ident),* $(,)?) => {
        $(impl PythonClass for $name {
            const NAME: &'static str = stringify!($name);
        })*
    };
}

python_classes!(
    ComparisonResult,
    CountResult,
    DeviceResult,
    EstimateResult,
    ExplanationResult,
    JobRecord,
    LedgerStatus,
    MethodResult,
    PictureResult,
    PlanResult,
    PositionCount,
    PuzzleResult,
    TraceStep,
    UniqueResult,
    VerificationResult,
);

/// A result that is converted to its Python class.
pub(crate) struct Typed<T>(pub(crate) T);

impl<'py, T: PythonClass> IntoPyObject<'py> for Typed<T> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let json = serde_json::to_string(&self.0).map_err(bad)?;
        let module = py.import("n_queens.results")?;
        let class = module.getattr(PyString::intern(py, T::NAME))?;
        class.call_method1("_from_json", (json,))
    }
}
