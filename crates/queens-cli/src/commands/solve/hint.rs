//! Gives the first step of the explanation of a position.

use super::{SEARCHING, end};
use crate::args::{Solve as Options, SolveFormat};
use crate::support::failure::{Failure, say};
use crate::support::output::Output;
use crate::support::progress::Waiting;
use crate::support::writer::json_line;
use queens_puzzles::Position;
use queens_puzzles::solve::{Solve, first_step};
use queens_results::ExplanationStep;
use std::io::Write;

/// Prints a step, or says that the position is solved or why it has no solution.
pub(super) fn run(options: &Options, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let waiting = Waiting::new(SEARCHING);
    let step =
        first_step(position, &waiting).map_err(|error| Failure::of_option("--hint", error))?;
    // The steps of a position without a solution lead to a contradiction.
    if Solve::of(position).find(&waiting)?.is_none() {
        drop(waiting);
        return end(false, position);
    }
    drop(waiting);
    match step {
        Some(step) if options.format == SolveFormat::Json => {
            json_line(out, &ExplanationStep::from(&step))?;
        }
        Some(step) => writeln!(out, "{step}")?,
        None => say("the position is solved"),
    }
    Ok(())
}
