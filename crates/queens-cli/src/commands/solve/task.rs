//! The task that the options of `queens solve` determine.

use crate::args::{Solve as Options, SolveMethod};
use crate::support::failure::Failure;
use queens_puzzles::solve::Solver;

/// What to do with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Find one solution.
    One,
    /// List all solutions, or at most this many.
    All { limit: u64 },
    /// Count the solutions.
    Count,
    /// Check that there is exactly one solution.
    Unique,
    /// Explain the position step by step.
    Explain,
    /// Give the first step of the explanation.
    Hint,
}

impl Task {
    /// The task of the options, or an error if their method cannot do it.
    pub(super) fn of(options: &Options) -> Result<Self, Failure> {
        let task = match options {
            Options { explain: true, .. } => Self::Explain,
            Options { hint: true, .. } => Self::Hint,
            Options { count: true, .. } => Self::Count,
            Options { unique: true, .. } => Self::Unique,
            Options { limit: Some(limit), .. } => Self::All { limit: *limit },
            Options { all: true, .. } => Self::All { limit: u64::MAX },
            _ => Self::One,
        };
        match (options.method, task) {
            (SolveMethod::Auto, _) => Ok(task),
            (SolveMethod::Count(_), Self::Count) => Ok(task),
            (SolveMethod::Count(method), _) => Err(Failure::bad(format!(
                "method '{method}' needs --count; to find solutions use domains or sat"
            ))),
            (SolveMethod::Solver(Solver::Sat), Self::Count | Self::All { .. }) => {
                Err(Failure::bad(
                    "method 'sat' finds only one solution; to count or list solutions use domains",
                ))
            }
            (SolveMethod::Solver(_), Self::Unique | Self::Explain | Self::Hint) => {
                Err(Failure::bad("--method cannot be used with --unique, --explain or --hint"))
            }
            (SolveMethod::Solver(_), _) => Ok(task),
        }
    }
}
