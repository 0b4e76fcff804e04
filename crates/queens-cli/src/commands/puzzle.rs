//! `queens puzzle`: creates positions with exactly one solution, and reads positions from pictures.

use crate::args::{Puzzle, PuzzleCommand, PuzzleFormat, PuzzleNew, PuzzleRead, ReadFormat};
use crate::support::failure::{Failure, say};
use crate::support::output::Output;
use crate::support::picture::{self, PictureFile, WIDTH};
use crate::support::progress::Waiting;
use crate::support::seed::seed;
use crate::support::writer::json_line;
use queens::draw::Picture;
use queens::results::{PictureResult, PuzzleResult};
use queens::{Error, SolveError};
use std::io::Write;
use std::process::ExitCode;

pub(crate) fn run(options: &Puzzle) -> Result<ExitCode, Failure> {
    match &options.command {
        PuzzleCommand::New(options) => new(options),
        PuzzleCommand::Read(options) => read(options),
    }
}

fn new(options: &PuzzleNew) -> Result<ExitCode, Failure> {
    let picture = PictureFile::if_picture(options.output.as_deref())?;
    let mut out = Output::open(options.output.as_deref().filter(|_| picture.is_none()))?;
    let PuzzleNew { rules, size, difficulty, .. } = *options;
    let sizes = queens::puzzle::Puzzle::sizes(rules)
        .ok_or(Error::Solve(SolveError::NoPuzzles { rules }))?;
    if !sizes.contains(&size) {
        let (least, most) = (*sizes.start(), *sizes.end());
        return Err(Error::Solve(SolveError::PuzzleSize { size, rules, least, most }).into());
    }
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
        PuzzleFormat::Json => json_line(&mut out, &PuzzleResult::from(&puzzle))?,
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn read(options: &PuzzleRead) -> Result<ExitCode, Failure> {
    let mut reading = picture::read(&options.file)?;
    let mut out = Output::open(options.output.as_deref())?;
    if options.close_crosses {
        reading.position = reading.with_crosses_closed();
    }
    match options.format {
        ReadFormat::Text => write!(out, "{}", reading.position.to_text())?,
        ReadFormat::Short => writeln!(out, "{}", reading.position.to_short())?,
        ReadFormat::Json => json_line(&mut out, &PictureResult::from(&reading))?,
    }
    out.finish()?;
    // The JSON result contains them.
    if options.format != ReadFormat::Json {
        let crosses: Vec<String> = reading.crosses.iter().map(ToString::to_string).collect();
        if !crosses.is_empty() && !options.close_crosses {
            say(&format!("crosses: {}", crosses.join(" ")));
        }
        say(&format!("confidence: {}", reading.confidence));
        for warning in &reading.warnings {
            say(&format!("warning: {warning}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}
