//! Explains a position: the steps of a person with their reasons, and the difficulty.

use super::{SEARCHING, end};
use crate::args::{Solve as Options, SolveFormat};
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::progress::Waiting;
use crate::support::solution::print;
use crate::support::writer::json_line;
use queens_puzzles::Position;
use queens_puzzles::solve::{self, End};
use queens_results::ExplanationResult;
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
