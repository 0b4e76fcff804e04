//! Checks that there is exactly one solution.

use super::{Options, SEARCHING, end};
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::progress::Waiting;
use crate::support::solution::{SolveFormat, print};
use crate::support::writer::json_line;
use queens::Solution;
use queens_puzzles::Position;
use queens_puzzles::solve::Solve;
use queens_results::UniqueResult;

/// Prints the only solution; as JSON, also two solutions.
pub(super) fn run(options: &Options, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let Some((solution, other)) = find(position)? else {
        return end(false, position);
    };
    if options.format == SolveFormat::Json {
        json_line(out, &UniqueResult::new(position, &solution, other.as_ref()))?;
    } else if other.is_none() {
        print(out, options.format, position, &solution)?;
    }
    match other {
        Some(other) => Err(refuted(&solution, &other)),
        None => Ok(()),
    }
}

/// A solution, if there is one, and a second one, if there is one.
pub(super) fn find(position: &Position) -> Result<Option<(Solution, Option<Solution>)>, Failure> {
    let mut every = Solve::of(position).every();
    let Some(solution) = every.next(&Waiting::new(SEARCHING))? else {
        return Ok(None);
    };
    let other = every.next(&Waiting::new(SEARCHING))?;
    Ok(Some((solution, other)))
}

/// The failure of a position with two solutions: names a column in which they differ.
pub(super) fn refuted(solution: &Solution, other: &Solution) -> Failure {
    let mut pairs = solution.squares().zip(other.squares());
    let (one, two) = pairs.find(|(one, two)| one != two).expect("the solutions differ");
    Failure::Failed(format!("not unique: one solution has a queen on {one}, another on {two}"))
}
