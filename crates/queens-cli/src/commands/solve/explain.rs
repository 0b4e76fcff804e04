//! Explains a position: the steps of a person with their reasons, and the difficulty.

use super::{Options, SEARCHING, end};
use crate::support::failure::{Failure, say};
use crate::support::output::Output;
use crate::support::progress::Waiting;
use crate::support::solution::{SolveFormat, print};
use crate::support::writer::json_line;
use queens_puzzles::Position;
use queens_puzzles::solve::{self, End, Solve};
use queens_results::{ExplanationResult, ExplanationStep};
use std::io::Write;

/// Prints whether there are several solutions, then the steps, then the solution and the difficulty, or that there is no solution.
pub(super) fn run(options: &Options, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let explanation = solve::explain(position, &Waiting::new(SEARCHING))
        .map_err(|error| Failure::of_option("--explain", error))?;
    let solution = match &explanation.end {
        End::Solved(solution) => Some(solution),
        _ => None,
    };
    if options.format == SolveFormat::Json {
        json_line(out, &ExplanationResult::new(position, &explanation))?;
        return end(solution.is_some(), position);
    }
    if let (Some(solution), Some(other)) = (solution, &explanation.other) {
        writeln!(out, "several solutions, for example {solution} and {other}\n")?;
    }
    for (number, step) in explanation.steps.iter().enumerate() {
        writeln!(out, "{:>3}. {step}", number + 1)?;
    }
    match &explanation.end {
        End::Empty(unit) if position.stars() == 1 => {
            writeln!(out, "     {unit} has no open square left: no solution")?
        }
        End::Empty(unit) => writeln!(out, "     {unit} has no room for its queens: no solution")?,
        End::TooMany(unit) => writeln!(out, "     {unit} has too many queens: no solution")?,
        End::NoSolution => {
            writeln!(out, "     no further deduction, and a search finds no solution")?
        }
        End::GivenAttack(..) => {}
        End::Solved(solution) => {
            writeln!(out)?;
            print(out, options.format, position, solution)?;
            let guesses = if explanation.guesses() { ", with guessing" } else { "" };
            let (difficulty, score) = (explanation.difficulty(), explanation.score());
            writeln!(out, "\ndifficulty: {difficulty} (score {score}){guesses}")?;
        }
    }
    end(solution.is_some(), position)
}

/// Prints a step, or says that the position is solved or why it has no solution.
pub(super) fn hint(
    options: &Options,
    position: &Position,
    out: &mut Output,
) -> Result<(), Failure> {
    let waiting = Waiting::new(SEARCHING);
    let step = solve::first_step(position, &waiting)
        .map_err(|error| Failure::of_option("--hint", error))?;
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
