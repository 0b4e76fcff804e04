//! `queens solve`: completes a position.
//!
//! The options determine one [`Task`]; each task has its own file.

mod count;
mod explain;
mod list;
mod one;
mod task;
mod unique;

use crate::args::Solve as Options;
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::picture::{PictureFile, WIDTH, check_size, output_option};
use crate::support::position;
use crate::support::progress::Waiting;
use queens::draw::Picture;
use queens::report::duration;
use queens::solve::Refutation;
use queens::{Position, solve};
use std::process::ExitCode;
use std::time::Instant;
use task::Task;

/// The label of the progress line.
const SEARCHING: &str = "searching";

pub(crate) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let task = Task::of(options)?;
    let position = position::read_by(&options.position, options.rules, options.stars)?;
    if let Some(file) = picture(task, options)? {
        return draw(task, options, &position, file);
    }
    let out = Output::open(options.output.as_deref())?;
    match task {
        Task::One => one::run(options, &position, out),
        Task::All { limit } => list::run(options, &position, limit, out),
        Task::Count => count::run(options, &position, out),
        Task::Unique => unique::run(options, &position, out),
        Task::Explain => explain::run(options, &position, out),
    }
}

/// Success if there is a solution, otherwise the reason why there is none.
fn end(found: bool, position: &Position) -> Result<ExitCode, Failure> {
    if found { Ok(ExitCode::SUCCESS) } else { Err(none(position)?) }
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
        (Some(_), Task::All { .. } | Task::Count | Task::Explain) => Err(Failure::bad(
            "a picture shows one solution; it cannot be used with --all, --count, --explain or --limit",
        )),
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
        file.write(&Picture::from(&position.filled(solution)).svg(), WIDTH)?;
    }
    end(found.is_some(), position)
}
