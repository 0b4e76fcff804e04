//! The methods, and the comparison of them.

use crate::run::{bad, interruptible, of_library};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use queens::engines::ThreadUse;
use queens::study::compare::{Comparison, Measurement, News};
use queens::{Board, Method, Threads};
use std::time::Instant;

/// What there is to know of each method: a list of dictionaries.
#[pyfunction]
pub(crate) fn methods(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let entry = |info: &queens::engines::EngineInfo| {
        let entry = PyDict::new(py);
        let statistics: Vec<&str> = info.statistics.iter().map(|s| s.name).collect();
        let threads = match info.threads {
            ThreadUse::One => "one",
            ThreadUse::OnePerFirstQueen => "one a place",
            ThreadUse::Any => "any",
        };
        entry.set_item("name", info.name)?;
        entry.set_item("about", info.idea)?;
        entry.set_item("max_size", info.max_n)?;
        entry.set_item("threads", threads)?;
        entry.set_item("visits", info.lists())?;
        entry.set_item("statistics", statistics)?;
        Ok(entry)
    };
    Method::all().map(Method::info).map(entry).collect()
}

/// Measures methods side by side: a list of dictionaries, one a method and board.
#[pyfunction]
#[pyo3(signature = (sizes, methods=None, *, runs=3, limit=10.0))]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    sizes: Vec<usize>,
    methods: Option<Vec<String>>,
    runs: usize,
    limit: f64,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
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
    let measured = interruptible(py, |stop| {
        let mut measured: Vec<Measurement> = Vec::new();
        comparison.run(&backend, stop, &|| start.elapsed().as_secs_f64(), |news| {
            if let News::Measured(measurement) = news {
                measured.push(measurement);
            }
        })?;
        Ok(measured)
    })?;
    let entry = |measurement: &Measurement| {
        let entry = PyDict::new(py);
        entry.set_item("method", measurement.method.name())?;
        entry.set_item("n", measurement.size)?;
        entry.set_item("solutions", measurement.solutions)?;
        entry.set_item("placements", measurement.placements)?;
        entry.set_item("seconds", measurement.best())?;
        entry.set_item("median", measurement.median())?;
        entry.set_item("ratio", measurement.ratio)?;
        entry.set_item("cap", measurement.cap)?;
        Ok(entry)
    };
    measured.iter().map(entry).collect()
}
