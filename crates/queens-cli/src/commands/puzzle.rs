//! `queens puzzle`: creates positions with exactly one solution.

mod sheet;

use crate::args::{Puzzle, PuzzleCommand, PuzzleFormat, PuzzleNew};
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::picture::{PictureFile, WIDTH};
use crate::support::progress::Waiting;
use crate::support::seed::seed;
use crate::support::writer::json_line;
use queens::draw::Picture;
use queens::results::PuzzleResult;
use queens::{Error, Rules, SolveError};
use std::io::Write;
use std::process::ExitCode;

pub(crate) fn run(options: &Puzzle) -> Result<ExitCode, Failure> {
    match &options.command {
        PuzzleCommand::New(options) => new(options),
        PuzzleCommand::Sheet(options) => sheet::run(options),
    }
}

fn new(options: &PuzzleNew) -> Result<ExitCode, Failure> {
    let picture = PictureFile::if_picture(options.output.as_deref())?;
    let mut out = Output::open(options.output.as_deref().filter(|_| picture.is_none()))?;
    let PuzzleNew { rules, size, difficulty, .. } = *options;
    check_size(rules, size)?;
    let seed = seed(options.seed);
    let waiting = Waiting::new("creating a puzzle");
    let puzzle = queens::puzzle::Puzzle::new(rules, size, seed, difficulty, &waiting)?;
    drop(waiting);
    if let Some(file) = picture {
        file.write(&Picture::from(&puzzle.position).svg(), WIDTH)?;
        return Ok(ExitCode::SUCCESS);
    }
    match options.format {
        PuzzleFormat::Text => write!(out, "{}", puzzle.position.to_text())?,
        PuzzleFormat::Short => writeln!(out, "{}", puzzle.position.to_short())?,
        PuzzleFormat::Link => writeln!(out, "{}", puzzle.position.to_link())?,
        PuzzleFormat::Json => json_line(&mut out, &PuzzleResult::from(&puzzle))?,
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses rules and sizes of which there are no puzzles.
fn check_size(rules: Rules, size: usize) -> Result<(), Failure> {
    let sizes = queens::puzzle::Puzzle::sizes(rules)
        .ok_or(Error::Solve(SolveError::NoPuzzles { rules }))?;
    if sizes.contains(&size) {
        return Ok(());
    }
    let (least, most) = (*sizes.start(), *sizes.end());
    Err(Error::Solve(SolveError::PuzzleSize { size, rules, least, most }).into())
}
