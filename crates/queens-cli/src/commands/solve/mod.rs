//! `queens solve`: finishes a position.
//!
//! The options are resolved into one [`Task`]; each task has its file.

mod count;
mod explain;
mod list;
mod one;
mod task;
mod unique;

use crate::args::Solve as Options;
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::picture::{LARGEST, PictureFile, WIDTH};
use crate::support::position;
use crate::support::progress::Waiting;
use queens::draw::Picture;
use queens::{Position, solve};
use std::process::ExitCode;
use task::Task;

/// What is shown while a search takes long.
const SEARCHING: &str = "searching";

pub(crate) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let task = Task::of(options)?;
    let position = position(options)?;
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

/// The position, by the rules asked for.
fn position(options: &Options) -> Result<Position, Failure> {
    let position = position::read(&options.position)?;
    match options.rules {
        Some(rules) => Ok(position.with_rules(rules)?),
        None => Ok(position),
    }
}

/// Success if there is a solution; otherwise why there is none.
fn end(found: bool, position: &Position) -> Result<ExitCode, Failure> {
    if found { Ok(ExitCode::SUCCESS) } else { Err(none(position)?) }
}

/// That there is no solution, and why.
fn none(position: &Position) -> Result<Failure, Failure> {
    Ok(Failure::Failed(match solve::refute(position, &Waiting::new("looking for a reason"))? {
        Some(reason) => format!("no solution: {reason}"),
        None => "no solution".to_string(),
    }))
}

/// The picture that the solution is to be drawn into.
fn picture(task: Task, options: &Options) -> Result<Option<PictureFile>, Failure> {
    let file = PictureFile::asked_for(options.output.as_deref())?;
    match (file, task) {
        (Some(_), Task::All { .. } | Task::Count | Task::Explain) => Err(Failure::bad(
            "a picture has one solution: without --all, --count, --explain and --limit",
        )),
        (file, _) => Ok(file),
    }
}

/// Draws the solution, which is the only one if that was asked for.
fn draw(
    task: Task,
    options: &Options,
    position: &Position,
    file: PictureFile,
) -> Result<ExitCode, Failure> {
    if position.size() > LARGEST {
        let size = position.size();
        return Err(Failure::bad(format!("N = {size}: positions are drawn to N = {LARGEST}")));
    }
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
