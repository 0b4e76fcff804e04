//! `queens solve`: completes a position.
//!
//! The options determine one [`Task`]; each task has its own file.

mod count;
mod explain;
mod hint;
mod list;
mod one;
mod task;
mod unique;

use crate::args::{Solve as Options, SolveFormat};
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::picture::{PictureFile, WIDTH, check_size, output_option};
use crate::support::position::{self, Boards};
use crate::support::progress::Waiting;
use crate::support::report::duration;
use queens_draw::Drawing;
use queens_puzzles::solve::Refutation;
use queens_puzzles::{Position, solve};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;
use task::Task;

/// The label of the progress line.
const SEARCHING: &str = "searching";

pub(crate) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let task = Task::of(options)?;
    let mut boards = Boards::of(&options.position)?;
    let none = boards.none();
    let (line, first) = boards.next_position()?.ok_or(none)?;
    let mut next = boards.next_position()?;
    let is_one = next.is_none();
    let position = position::with(first, options.rules, options.stars)?;
    if let Some(file) = picture(task, options)? {
        if !is_one {
            return Err(Failure::bad("a picture shows one solution; the input has several boards"));
        }
        return draw(task, options, &position, file);
    }
    let mut out = Output::open(options.output.as_deref())?;
    let mut solved = solve_one(task, options, &position, &mut out);
    let mut line = line;
    while solved.is_ok()
        && let Some((number, position)) = next
    {
        line = number;
        if matches!(options.format, SolveFormat::Grid | SolveFormat::Board) && task != Task::Count {
            writeln!(out)?;
        }
        let position = position::with(position, options.rules, options.stars)?;
        solved = solve_one(task, options, &position, &mut out);
        next = boards.next_position()?;
    }
    // What was found is kept. Without it, an existing file is not changed.
    if solved.is_ok() || out.has_text() {
        out.finish()?;
    }
    match solved {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(Failure::Failed(message)) if !is_one => {
            Err(Failure::Failed(format!("{}: line {line}: {message}", boards.name)))
        }
        Err(failure) => Err(failure),
    }
}

fn solve_one(
    task: Task,
    options: &Options,
    position: &Position,
    out: &mut Output,
) -> Result<(), Failure> {
    match task {
        Task::One => one::run(options, position, out),
        Task::All { limit } => list::run(options, position, limit, out),
        Task::Count => count::run(options, position, out),
        Task::Unique => unique::run(options, position, out),
        Task::Explain => explain::run(options, position, out),
        Task::Hint => hint::run(options, position, out),
    }
}

/// Success if there is a solution, otherwise the reason why there is none.
fn end(found: bool, position: &Position) -> Result<(), Failure> {
    if found { Ok(()) } else { Err(none(position)?) }
}

/// The failure of a position without a solution, with a short reason if one is found quickly.
fn none(position: &Position) -> Result<Failure, Failure> {
    let waiting = Waiting::new("finding the reason");
    if let Some(other) = solve::other_stars(position, &waiting)? {
        let own = match position.stars() {
            1 => "one queen".to_string(),
            stars => format!("{stars} queens"),
        };
        return Ok(Failure::Failed(format!(
            "no solution with {own} per row, column and region; with stars:{other} there is one"
        )));
    }
    let start = Instant::now();
    Ok(Failure::Failed(match solve::refute(position, &waiting)? {
        Some(reason @ Refutation::Explained(..)) => {
            format!("no solution: {reason}; --explain lists them")
        }
        Some(reason) => format!("no solution: {reason}"),
        None => {
            let time = duration(start.elapsed().as_secs_f64());
            format!("no solution; no short reason was found in {time}")
        }
    }))
}

/// The picture file for the solution, if one is requested.
fn picture(task: Task, options: &Options) -> Result<Option<PictureFile>, Failure> {
    let file = PictureFile::if_picture(options.output.as_deref())?;
    match (file, task) {
        (Some(_), Task::All { .. } | Task::Count | Task::Explain | Task::Hint) => {
            Err(Failure::bad(
                "a picture shows one solution; it cannot be used with --all, --count, --explain, --hint or --limit",
            ))
        }
        (file, _) => Ok(file),
    }
}

/// Draws a solution; with `--unique`, only if it is the only one.
fn draw(
    task: Task,
    options: &Options,
    position: &Position,
    file: PictureFile,
) -> Result<ExitCode, Failure> {
    check_size(&output_option(options.output.as_deref()), position.size())?;
    let found = match task {
        Task::Unique => match unique::find(position)? {
            Some((solution, Some(other))) => return Err(unique::refuted(&solution, &other)),
            found => found.map(|(solution, _)| solution),
        },
        _ => one::find(options, position)?,
    };
    if let Some(solution) = &found {
        file.write(&Drawing::from(&position.filled(solution)).canvas(), WIDTH)?;
    }
    end(found.is_some(), position)?;
    Ok(ExitCode::SUCCESS)
}
