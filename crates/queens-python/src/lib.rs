//! The extension module of the Python package `n_queens`. A front end only: it builds requests and converts results.
//!
//! Long calls release the interpreter's lock and end within a second of Ctrl-C. A bad request is a `ValueError` with the
//! message of the library.
//!
//! The doc comments of exported names are their docstrings: in Google style, with examples that `tests/test_docs.py` runs.
//! `tests/stub_docs.py` copies them to the type stub.

mod compare;
mod count;
mod device;
mod estimate;
mod ledger;
mod picture;
mod plan;
mod position;
mod results;
mod run;
mod session;
mod sheet;
mod solution;
mod trace;

/// What `n_queens/__init__.py` imports.
#[pyo3::pymodule]
mod _queens {
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::compare::{compare, methods};
    #[pymodule_export]
    use crate::count::count;
    #[pymodule_export]
    use crate::device::devices;
    #[cfg(feature = "wgpu")]
    #[pymodule_export]
    use crate::device::open_to_lose;
    #[pymodule_export]
    use crate::estimate::estimate;
    #[pymodule_export]
    use crate::ledger::{Ledger, verify};
    #[pymodule_export]
    use crate::picture::read_picture;
    #[pymodule_export]
    use crate::plan::{Plan, plan, run_jobs};
    #[pymodule_export]
    use crate::position::{Position, puzzle, puzzle_of_day, solve};
    #[pymodule_export]
    use crate::session::{Session, SessionNotice, SessionReport, audit_share};
    #[pymodule_export]
    use crate::sheet::sheet;
    #[pymodule_export]
    use crate::solution::{Solution, Solutions, find, rows_of_all, solutions};
    #[pymodule_export]
    use crate::trace::{Trace, trace};
}
