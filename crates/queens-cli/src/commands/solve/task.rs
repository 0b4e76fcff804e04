//! What is asked of a position, resolved from the options in one place.

use crate::args::{Solve as Options, SolveMethod};
use crate::support::failure::Failure;
use queens::solve::Solver;

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// One solution.
    One,
    /// All solutions, or this many of them.
    All { limit: u64 },
    /// The number of solutions.
    Count,
    /// Whether there is exactly one.
    Unique,
    /// A person's steps.
    Explain,
}

impl Task {
    /// The task that the options ask for, if their method can do it.
    pub(super) fn of(options: &Options) -> Result<Self, Failure> {
        let task = match options {
            Options { explain: true, .. } => Self::Explain,
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
                "method '{method}' counts: with it --count is needed; domains and sat find a solution"
            ))),
            (SolveMethod::Solver(Solver::Sat), Self::Count | Self::All { .. }) => {
                Err(Failure::bad("method 'sat' finds one solution; domains counts and lists them"))
            }
            (SolveMethod::Solver(_), Self::Unique | Self::Explain) => {
                Err(Failure::bad("--unique and --explain have no choice of methods"))
            }
            (SolveMethod::Solver(_), _) => Ok(task),
        }
    }
}
