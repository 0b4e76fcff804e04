//! A person's steps, with their reasons and a grade.

use super::{SEARCHING, end, head};
use crate::args::{Solve as Options, SolveFormat};
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::progress::Waiting;
use crate::support::solution::{print, rows};
use queens::Position;
use queens::solve::{self, End};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Prints a person's steps, how hard they are and where they lead, be it to no solution.
pub(super) fn run(
    options: &Options,
    position: &Position,
    mut out: Output,
) -> Result<ExitCode, Failure> {
    let explanation = solve::explain(position, &Waiting::new(SEARCHING))?;
    let solution = match &explanation.end {
        End::Solved(solution) => Some(solution),
        _ => None,
    };
    if options.format == SolveFormat::Json {
        let step = |step: &solve::Step| {
            let closed: Vec<String> = step.closed.iter().map(ToString::to_string).collect();
            json!({
                "rule": step.rule(),
                "queen": step.queen.map(|queen| queen.to_string()),
                "closed": closed,
                "grade": step.grade().name(),
                "text": step.to_string(),
            })
        };
        let mut object = head(position);
        object.insert("steps".into(), explanation.steps.iter().map(step).collect());
        object.insert("grade".into(), explanation.grade().name().into());
        object.insert("guesses".into(), explanation.guesses().into());
        object.insert("solution".into(), solution.map_or(Value::Null, rows));
        writeln!(out, "{}", Value::Object(object))?;
        out.finish()?;
        return end(solution.is_some(), position);
    }
    for (number, step) in explanation.steps.iter().enumerate() {
        writeln!(out, "{:>3}. {step}", number + 1)?;
    }
    match &explanation.end {
        End::Empty(unit) => writeln!(out, "     {unit} has no open square left: no solution")?,
        End::NoSolution => {
            writeln!(out, "     no rule gets further, and trying finds no solution")?
        }
        End::GivenAttack(..) => {}
        End::Solved(solution) => {
            writeln!(out)?;
            print(&mut out, options.format, position, solution)?;
            let guesses = if explanation.guesses() { ", with guessing" } else { "" };
            writeln!(out, "\ngrade: {}{guesses}", explanation.grade())?;
        }
    }
    out.finish()?;
    end(solution.is_some(), position)
}
