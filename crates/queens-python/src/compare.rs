//! The methods, and the comparison of them.

use crate::results::Typed;
use crate::run::{bad, interruptible, of_library};
use pyo3::prelude::*;
use queens::results::{ComparisonResult, MethodResult};
use queens::study::compare::{Comparison, News};
use queens::{Board, Method, Threads};
use std::time::Instant;

/// All methods with their ideas and limits.
#[pyfunction]
pub(crate) fn methods() -> Vec<Typed<MethodResult>> {
    Method::all().map(|method| Typed(method.info().into())).collect()
}

/// Measures methods on the same boards, one after the other on one thread: a result per method and board.
#[pyfunction]
#[pyo3(signature = (sizes, methods=None, *, runs=3, limit=10.0))]
pub(crate) fn compare(
    py: Python<'_>,
    sizes: Vec<usize>,
    methods: Option<Vec<String>>,
    runs: usize,
    limit: f64,
) -> PyResult<Vec<Typed<ComparisonResult>>> {
    if runs == 0 || limit.is_nan() || limit <= 0.0 {
        return Err(bad(format!(
            "runs={runs}, limit={limit}: at least one run of more than 0 seconds"
        )));
    }
    let methods: Vec<Method> = match methods {
        Some(names) => {
            let parsed = names.iter().map(|name| name.parse::<Method>());
            parsed.collect::<Result<_, _>>().map_err(|error| of_library(&error))?
        }
        None => Method::all().collect(),
    };
    for &size in &sizes {
        Board::new(size).map_err(|error| of_library(&error))?;
    }
    let comparison = Comparison { methods, sizes, runs, limit };
    let backend = Threads::new(1).map_err(|error| of_library(&error))?;
    let start = Instant::now();
    interruptible(py, |stop| {
        let mut measured = Vec::new();
        comparison.run(&backend, stop, &|| start.elapsed().as_secs_f64(), |news| {
            if let News::Measured(measurement) = news {
                measured.push(Typed(ComparisonResult::from(&measurement)));
            }
        })?;
        Ok(measured)
    })
}
