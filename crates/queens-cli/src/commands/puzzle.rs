//! `queens puzzle`: creates positions with exactly one solution, and reads positions from pictures.

mod read;
mod sheet;

use crate::support::failure::Failure;
use crate::support::machine::cores;
use crate::support::output::Output;
use crate::support::picture::{PictureFile, WIDTH};
use crate::support::progress::{Progress, Waiting, suspend};
use crate::support::seed::seed;
use crate::support::values::{day, difficulty, positive, rules, theme, threads, whole};
use crate::support::writer::json_line;
use clap::{Args, Subcommand, ValueEnum};
use queens::Rules;
use queens_draw::Drawing;
use queens_puzzles::puzzle::{Batch, Day, Puzzle, PuzzleRequest, Theme};
use queens_puzzles::solve::Difficulty;
use queens_results::PuzzleResult;
use std::io::Write;
use std::path::PathBuf;

/// Create puzzles with exactly one solution, or read them from pictures
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens puzzle new --size 8 --seed 1
  queens puzzle sheet --count 6 --output sheet.pdf
  queens puzzle read screenshot.png")]
pub(crate) struct Options {
    #[command(subcommand)]
    command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzleCommand {
    New(NewOptions),
    Sheet(sheet::Options),
    Read(read::Options),
}

/// Create one or more puzzles
///
/// The same seed gives the same puzzle. Without --difficulty, the difficulty is random too. 'queens solve' reads the output
/// and solves or explains it. With --count, the seeds follow each other, and all puzzles are different.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens puzzle new --size 8 --seed 1
  queens puzzle new --rules queens --size 10 --seed 1 --difficulty hard
  queens puzzle new --size 9 --stars 2 --seed 1
  queens puzzle new --day today
  queens puzzle new --size 7 --seed 1 --count 100 --format json
  queens puzzle new --size 9 --seed 3 | queens solve --explain")]
pub(crate) struct NewOptions {
    /// Attack rules: regions (coloured regions) or queens (some queens are given)
    #[arg(long, value_name = "RULES", value_parser = rules(), default_value = "regions")]
    #[arg(hide_possible_values = true)]
    rules: Rules,

    /// Board size: 4 to 20 with regions (8 to 14 with 2 stars, 12 to 14 with 3, 16 or 17 with 4), 4 to
    /// 32 with queens
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<usize>)]
    size: usize,

    /// Queens in each row, column and region: 1 to 4
    #[arg(long, value_name = "NUM", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<usize>)]
    stars: usize,

    /// Seed of the random numbers [default: random; the seed is printed on stderr]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<u64>)]
    seed: Option<u64>,

    /// The puzzle of a day, such as 2026-11-15 or today: the date is the seed, the day of the week sets size and difficulty
    #[arg(long, value_name = "DATE", allow_hyphen_values = true, value_parser = day)]
    #[arg(conflicts_with_all = ["rules", "size", "stars", "seed", "difficulty", "theme", "singles", "count"])]
    day: Option<Day>,

    /// Difficulty [default: random]
    #[arg(long, value_name = "DIFFICULTY", value_parser = difficulty())]
    difficulty: Option<Difficulty>,

    /// Shapes of the regions: mixed (large and small), balanced (about N squares each; little effect from size 16 on) or snakes (long and thin) [default: mixed]
    #[arg(long, value_name = "THEME", value_parser = theme())]
    #[arg(hide_possible_values = true)]
    theme: Option<Theme>,

    /// Most regions of a single square [default: 0 from size 6 on, any number on smaller boards]
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<usize>)]
    singles: Option<usize>,

    /// Number of puzzles
    #[arg(long, value_name = "NUM", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = positive)]
    count: u64,

    /// Number of threads for several puzzles [default: all cores]
    #[arg(short, long, value_name = "NUM", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<usize>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: PuzzleFormat,

    /// Write to this file instead of stdout (-); FILE.svg and FILE.png are pictures
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a puzzle is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum PuzzleFormat {
    /// A drawn position
    #[default]
    Text,
    /// The short form on one line: size:8 ...
    Short,
    /// A JSON object per puzzle, on one line: the position, its solution and its difficulty; also called jsonl
    #[value(alias = "jsonl")]
    Json,
    /// A link to the section Play of the web page, without the address of the page: #/play?p=...
    Link,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        PuzzleCommand::New(options) => new(options),
        PuzzleCommand::Sheet(options) => sheet::run(options),
        PuzzleCommand::Read(options) => read::run(options),
    }
}

fn new(options: &NewOptions) -> Result<(), Failure> {
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
        return Ok(());
    }
    let mut out = out;
    write_puzzle(&mut out, options.format, &puzzle)?;
    out.finish()
}

/// Makes several puzzles. After an interrupt, those that are finished are kept.
fn several(options: &NewOptions, request: PuzzleRequest, mut out: Output) -> Result<(), Failure> {
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
    Ok(())
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
