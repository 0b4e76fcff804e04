//! The Python package `n_queens`: the library as Python sees it. Front end only: builds requests, hands results over.
//!
//! What takes long runs on a thread of its own without the interpreter's lock, and ends within a second of Ctrl-C. What is
//! wrong with a request is a `ValueError` with the library's line.

mod compare;
mod count;
mod ledger;
mod plan;
mod position;
mod run;
mod solution;
mod trace;

/// What `n_queens/__init__.py` builds on.
#[pyo3::pymodule]
mod _queens {
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::compare::{compare, methods};
    #[pymodule_export]
    use crate::count::{Count, count};
    #[pymodule_export]
    use crate::ledger::{Ledger, count_with, verify};
    #[pymodule_export]
    use crate::plan::{Plan, plan, run_jobs};
    #[pymodule_export]
    use crate::position::{Position, puzzle, solve};
    #[pymodule_export]
    use crate::solution::{Solution, Solutions, find, rows_of_all, solutions};
    #[pymodule_export]
    use crate::trace::{Trace, trace};
}
