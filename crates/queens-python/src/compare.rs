//! The list of methods, and their comparison.

use crate::results::Typed;
use crate::run::{Int, Size, bad, interruptible, of_library};
use pyo3::prelude::*;
use pyo3::types::PyString;
use queens::study::compare::{Comparison, News};
use queens::{Board, Method, Threads};
use queens_results::{ComparisonResult, MethodResult};
use std::time::Instant;

/// Lists the methods of counting.
///
/// Returns:
///     list[MethodResult]: Each method with its name, idea, largest board and abilities, the simplest
///     first.
///
/// Example:
///     >>> import n_queens as queens
///     >>> by_name = {info.method: info for info in queens.methods()}
///     >>> by_name["bitmask"].max_n, by_name["bitmask"].lists, by_name["cross"].lists
///     (32, True, False)
#[pyfunction]
pub(crate) fn methods() -> Vec<Typed<MethodResult>> {
    Method::all().map(|method| Typed(method.info().into())).collect()
}

/// Measures methods on the same boards, one after the other, on one thread.
///
/// Args:
///     sizes (Iterable[int]): Sizes of the boards, 0 to 32.
///     methods (Iterable[str] | None): Names of methods, as in ``methods()``. Defaults to ``None``:
///         all of them.
///     runs (int): Number of runs per method and board, 1 or more. Defaults to ``3``.
///     limit (float): Seconds after which a run is stopped and its method skips this board and the
///         following ones; above 0. Defaults to ``10.0``.
///
/// Returns:
///     list[ComparisonResult]: One result per method and board. A method has no result for a board
///     that it does not support, for the board on which it exceeds the limit, and for later boards.
///
/// Raises:
///     ValueError: If an argument is out of range, or a method is unknown.
///
/// Example:
///     >>> import n_queens as queens
///     >>> for result in queens.compare([6, 8], ["arrays", "bitmask"], runs=1):
///     ...     print(result.n, result.method, result.solutions, result.placements)
///     6 arrays 4 152
///     6 bitmask 4 152
///     8 arrays 92 2056
///     8 bitmask 92 2056
#[pyfunction]
#[pyo3(
    signature = (sizes, methods=None, *, runs=Int::Number(3), limit=10.0),
    text_signature = "(sizes, methods=None, *, runs=3, limit=10.0)"
)]
pub(crate) fn compare(
    py: Python<'_>,
    sizes: &Bound<'_, PyAny>,
    methods: Option<&Bound<'_, PyAny>>,
    runs: Int,
    limit: f64,
) -> PyResult<Vec<Typed<ComparisonResult>>> {
    let runs = runs.at_least("runs", 1)?;
    if limit.is_nan() || limit <= 0.0 {
        return Err(bad(format!("limit={limit}: allowed are numbers above 0")));
    }
    let sizes = sizes.try_iter()?.map(|size| Ok(size?.extract::<Size>()?.0));
    let sizes: Vec<usize> = sizes.collect::<PyResult<_>>()?;
    let names = |methods: &Bound<'_, PyAny>| -> PyResult<Vec<String>> {
        if methods.is_instance_of::<PyString>() {
            return Ok(vec![methods.extract()?]);
        }
        methods.try_iter()?.map(|name| name?.extract()).collect()
    };
    let methods = methods.map(names).transpose()?;
    let methods: Vec<Method> = match methods {
        Some(names) => {
            let parsed = names.iter().map(|name| name.parse::<Method>());
            parsed.collect::<Result<_, _>>().map_err(of_library)?
        }
        None => Method::all().collect(),
    };
    for &size in &sizes {
        Board::new(size).map_err(of_library)?;
    }
    let comparison = Comparison { methods, sizes, runs, limit };
    let backend = Threads::new(1).map_err(of_library)?;
    let start = Instant::now();
    interruptible(py, |stop| {
        let mut measured = Vec::new();
        comparison.run(&backend, stop, &|| start.elapsed().as_secs_f64(), |news| {
            if let News::Measured(measurement) = news {
                measured.push(Typed(ComparisonResult::from(&measurement)));
            }
        })?;
        Ok::<_, queens::Error>(measured)
    })
}
