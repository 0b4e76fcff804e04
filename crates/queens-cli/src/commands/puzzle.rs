//! `queens puzzle`: creates positions with exactly one solution, and reads positions from pictures.

mod read;
mod sheet;

use crate::args::{Puzzle as Options, PuzzleCommand, PuzzleFormat, PuzzleNew};
use crate::support::failure::Failure;
use crate::support::machine::cores;
use crate::support::output::Output;
use crate::support::picture::{PictureFile, WIDTH};
use crate::support::progress::{Progress, Waiting, suspend};
use crate::support::seed::seed;
use crate::support::writer::json_line;
use queens_draw::Drawing;
use queens_puzzles::puzzle::{Batch, Puzzle, PuzzleRequest};
use queens_results::PuzzleResult;
use std::io::Write;
use std::process::ExitCode;

pub(crate) fn run(options: &Options) -> Result<ExitCode, Failure> {
    match &options.command {
        PuzzleCommand::New(options) => new(options),
        PuzzleCommand::Sheet(options) => sheet::run(options),
        PuzzleCommand::Read(options) => read::run(options),
    }
}

fn new(options: &PuzzleNew) -> Result<ExitCode, Failure> {
    let picture = PictureFile::if_picture(options.output.as_deref())?;
    if options.count != 1 && picture.is_some() {
        return Err(Failure::bad("a picture shows one puzzle: leave out --count"));
    }
    let mut request = PuzzleRequest::new(options.size)
        .rules(options.rules)
        .stars(options.stars)
        .difficulty(options.difficulty)
        .theme(options.theme)
        .singles(options.singles);
    request.check()?;
    let out = Output::open(options.output.as_deref().filter(|_| picture.is_none()))?;
    request = match options.day {
        Some(day) => PuzzleRequest::of_day(day),
        None => request.seed(seed(options.seed)),
    };
    if options.count != 1 {
        return several(options, request, out);
    }
    let waiting = Waiting::new("creating a puzzle");
    let puzzle = request.make(&waiting)?;
    drop(waiting);
    if let Some(file) = picture {
        file.write(&Drawing::from(&puzzle.position).canvas(), WIDTH)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = out;
    write_puzzle(&mut out, options.format, &puzzle)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Makes several puzzles. After an interrupt, those that are finished are kept.
fn several(
    options: &PuzzleNew,
    request: PuzzleRequest,
    mut out: Output,
) -> Result<ExitCode, Failure> {
    let progress = Progress::with_unit("puzzles", options.count, "puzzles");
    let mut made = 0_u64;
    let batch = Batch::new(request, options.count).threads(options.threads.unwrap_or_else(cores));
    let end = batch.run(&progress, &mut |puzzle| {
        suspend(|| {
            if made > 0 && options.format == PuzzleFormat::Text {
                writeln!(out)?;
            }
            write_puzzle(&mut out, options.format, &puzzle)
        })?;
        made += 1;
        Ok::<(), Failure>(())
    });
    drop(progress);
    match end {
        Ok(()) => out.finish()?,
        Err(Failure::Interrupted(_)) => {
            out.finish()?;
            let saved = options.output.as_ref();
            let saved =
                saved.map_or(String::new(), |path| format!(", saved in {}", path.display()));
            let message = format!("interrupted after {made} puzzles{saved}");
            return Err(Failure::Interrupted(Some(message)));
        }
        Err(Failure::Failed(message)) => {
            out.finish()?;
            return Err(Failure::Failed(message));
        }
        Err(failure) => return Err(failure),
    }
    Ok(ExitCode::SUCCESS)
}

fn write_puzzle(out: &mut Output, format: PuzzleFormat, puzzle: &Puzzle) -> Result<(), Failure> {
    match format {
        PuzzleFormat::Text => write!(out, "{}", puzzle.position.to_text())?,
        PuzzleFormat::Short => writeln!(out, "{}", puzzle.position.to_short())?,
        PuzzleFormat::Link => writeln!(out, "{}", puzzle.position.to_link())?,
        PuzzleFormat::Json => json_line(out, &PuzzleResult::from(puzzle))?,
    }
    Ok(())
}
