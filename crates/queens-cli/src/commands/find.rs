//! `queens find`: finds one solution of any size.

use crate::support::failure::Failure;
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use crate::support::picture::{PictureFile, WIDTH, check_size, output_option};
use crate::support::progress::Waiting;
use crate::support::seed::seed;
use crate::support::solution::{self, SolveFormat};
use crate::support::values::{whole, within};
use clap::{Args, ValueEnum};
use queens::find::{self, Construction};
use queens::{BoardError, Control, Error, Solution, Square};
use queens_draw::Drawing;
use queens_puzzles::{Position, solve};
use std::io::Write;
use std::path::PathBuf;

/// Find one solution of any size
///
/// By default the solution is constructed by a formula, up to N = 4294967295. With --random it depends on the seed: up to
/// N = 13 all solutions are equally likely; larger boards use local search, which can find every solution, but not with
/// equal probability. With --first it is the lexicographically first solution, which is slow for N above 32. The
/// solution is checked before it is printed. N = 2 and N = 3 have no solution: exit code 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens find 8                            # prints 2 4 6 8 3 1 7 5
  queens find 100000000 --output huge.txt
  queens find 1000000 --random --seed 7
  queens find 30 --first")]
pub(crate) struct Options {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=u32::MAX))]
    size: u32,

    /// Find a random solution
    #[arg(long)]
    random: bool,

    /// Seed of --random; the same seed gives the same solution [default: random; the seed is printed on stderr]
    #[arg(long, value_name = "SEED", requires = "random", allow_negative_numbers = true)]
    // clap does not check `requires` if the required option conflicts with another one.
    #[arg(conflicts_with = "first")]
    #[arg(value_parser = whole::<u64>)]
    seed: Option<u64>,

    /// Find the lexicographically first solution
    #[arg(long, conflicts_with = "random")]
    first: bool,

    /// Output format; grid, board and leetcode up to N = 1000
    #[arg(long, value_enum, default_value_t = SolveFormat::Rows)]
    format: SolveFormat,

    /// Write to this file instead of stdout (-); FILE.svg and FILE.png are pictures
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The approximate size of the blocks in which numbers are written, in bytes.
const BLOCK: usize = 1 << 18;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let size = options.size;
    let drawn =
        matches!(options.format, SolveFormat::Grid | SolveFormat::Board | SolveFormat::Leetcode);
    if drawn {
        let format = options.format.to_possible_value().map(|value| value.get_name().to_string());
        check_size(&format!("--format {}", format.unwrap_or_default()), size as usize)?;
    }
    let picture = PictureFile::if_picture(options.output.as_deref())?;
    if picture.is_some() {
        check_size(&output_option(options.output.as_deref()), size as usize)?;
    }
    // A file that cannot be written is reported now, before any work.
    let out = Output::open(options.output.as_deref().filter(|_| picture.is_none()))?;
    let none = || Failure::Failed(format!("N = {size} has no solution"));
    if options.random || options.first {
        let solution = if options.first {
            solve::first(size as usize, &Waiting::new("searching"))
                .map_err(|error| Failure::of_option("--first", error))?
        } else {
            check_random(size as usize)?;
            let seed = seed(options.seed);
            find::random(size as usize, seed, &Waiting::new("searching"))?
        };
        let solution = solution.ok_or_else(none)?;
        return write(options.format, picture, out, &solution);
    }
    let construction = Construction::new(size).ok_or_else(none)?;
    if !construction.check(&STOP)? {
        return Err(Failure::Failed(format!("N = {size}: the constructed solution is not valid")));
    }
    if drawn || picture.is_some() {
        let rows: Vec<u32> = construction.rows().collect();
        return write(options.format, picture, out, &Solution::new(rows)?);
    }
    stream(options.format, construction.rows(), out)
}

/// Refuses a board that is too large for local search, before a random seed is printed.
fn check_random(size: usize) -> Result<(), Failure> {
    let limit = find::MAX_RANDOM;
    if size <= limit {
        return Ok(());
    }
    let error = Error::Board(BoardError::BoardTooLarge { size, limit });
    Err(Failure::of_option("--random", error))
}

fn write(
    format: SolveFormat,
    picture: Option<PictureFile>,
    mut out: Output,
    solution: &Solution,
) -> Result<(), Failure> {
    if let Some(file) = picture {
        file.write(&Drawing::from(solution).canvas(), WIDTH)?;
        return Ok(());
    }
    match format {
        SolveFormat::Rows | SolveFormat::Squares | SolveFormat::Json => {
            return stream(format, solution.rows().iter().copied(), out);
        }
        format => solution::print(&mut out, format, &Position::new(solution.size())?, solution)?,
    }
    out.finish()
}

/// Writes rows one by one, as numbers, squares or a JSON array, without keeping them in memory.
fn stream(
    format: SolveFormat,
    rows: impl Iterator<Item = u32>,
    mut out: Output,
) -> Result<(), Failure> {
    let mut block: Vec<u8> = Vec::with_capacity(BLOCK + 64);
    let mut digits = itoa::Buffer::new();
    let (open, between, close) = match format {
        SolveFormat::Json => ("[", ",", "]\n"),
        _ => ("", " ", "\n"),
    };
    block.extend(open.bytes());
    for (col, row) in rows.enumerate() {
        if col > 0 {
            block.extend(between.bytes());
        }
        if format == SolveFormat::Squares {
            block.extend(Square::column_name(col as u32).bytes());
        }
        block.extend(digits.format(u64::from(row) + 1).bytes());
        if block.len() >= BLOCK {
            if STOP.stopped() {
                return Err(Failure::Interrupted(Some("interrupted".to_string())));
            }
            out.write_all(&block)?;
            block.clear();
        }
    }
    block.extend(close.bytes());
    out.write_all(&block)?;
    out.finish()
}
