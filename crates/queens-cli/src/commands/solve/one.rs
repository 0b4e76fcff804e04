//! Finds one solution of a position.

use super::{SEARCHING, end};
use crate::args::{Solve as Options, SolveMethod};
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::progress::Waiting;
use crate::support::solution::print;
use queens::Solution;
use queens_puzzles::Position;
use queens_puzzles::solve::{Solve, Solver};

/// Prints a solution. If there is none, an existing file is not changed.
pub(super) fn run(options: &Options, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let found = find(options, position)?;
    if let Some(solution) = &found {
        print(out, options.format, position, solution)?;
    }
    end(found.is_some(), position)
}

/// Finds one solution with the requested solver.
pub(super) fn find(options: &Options, position: &Position) -> Result<Option<Solution>, Failure> {
    let solver = match options.method {
        SolveMethod::Solver(solver) => solver,
        _ => Solver::Domains,
    };
    Ok(Solve::of(position).by(solver).find(&Waiting::new(SEARCHING))?)
}
