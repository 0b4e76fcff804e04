//! The options of `queens puzzle`.

use super::sheet::PuzzleSheet;
use super::values::{day, difficulty, positive, rules, theme, threads, whole};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use queens::Rules;
use queens_puzzles::puzzle::{Day, Theme};
use queens_puzzles::solve::Difficulty;
use std::path::PathBuf;

/// Create puzzles with exactly one solution, or read them from pictures
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens puzzle new --size 8 --seed 1
  queens puzzle sheet --count 6 --output sheet.pdf
  queens puzzle read screenshot.png")]
pub(crate) struct Puzzle {
    #[command(subcommand)]
    pub(crate) command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleCommand {
    New(PuzzleNew),
    Sheet(PuzzleSheet),
    Read(PuzzleRead),
}

/// Create one or more puzzles
///
/// The same seed gives the same puzzle. Without --difficulty, the difficulty is random too. 'queens solve' reads the output
/// and solves or explains it. With --count, the seeds follow each other, and all puzzles are different.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens puzzle new --size 8 --seed 1
  queens puzzle new --rules queens --size 10 --seed 1 --difficulty hard
  queens puzzle new --size 9 --stars 2 --seed 1
  queens puzzle new --day today
  queens puzzle new --size 7 --seed 1 --count 100 --format json
  queens puzzle new --size 9 --seed 3 | queens solve --explain")]
pub(crate) struct PuzzleNew {
    /// Attack rules: regions (coloured regions) or queens (some queens are given)
    #[arg(long, value_name = "RULES", value_parser = rules(), default_value = "regions")]
    #[arg(hide_possible_values = true)]
    pub(crate) rules: Rules,

    /// Board size: 4 to 20 with regions (8 to 14 with 2 stars, 12 to 14 with 3, 16 or 17 with 4), 4 to
    /// 32 with queens
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<usize>)]
    pub(crate) size: usize,

    /// Queens in each row, column and region: 1 to 4
    #[arg(long, value_name = "NUM", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<usize>)]
    pub(crate) stars: usize,

    /// Seed of the random numbers [default: random; the seed is printed on stderr]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,

    /// The puzzle of a day, such as 2026-11-15 or today: the date is the seed, the day of the week sets size and difficulty
    #[arg(long, value_name = "DATE", allow_hyphen_values = true, value_parser = day)]
    #[arg(conflicts_with_all = ["rules", "size", "stars", "seed", "difficulty", "theme", "singles", "count"])]
    pub(crate) day: Option<Day>,

    /// Difficulty [default: random]
    #[arg(long, value_name = "DIFFICULTY", value_parser = difficulty())]
    pub(crate) difficulty: Option<Difficulty>,

    /// Shapes of the regions: mixed (large and small), balanced (about N squares each; little effect from size 16 on) or snakes (long and thin) [default: mixed]
    #[arg(long, value_name = "THEME", value_parser = theme())]
    #[arg(hide_possible_values = true)]
    pub(crate) theme: Option<Theme>,

    /// Most regions of a single square [default: 0 from size 6 on, any number on smaller boards]
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<usize>)]
    pub(crate) singles: Option<usize>,

    /// Number of puzzles
    #[arg(long, value_name = "NUM", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = positive)]
    pub(crate) count: u64,

    /// Number of threads for several puzzles [default: all cores]
    #[arg(short, long, value_name = "NUM", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PuzzleFormat,

    /// Write to this file instead of stdout (-); FILE.svg and FILE.png are pictures
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Read a region puzzle from a picture
///
/// The picture is a screenshot or a drawing, not a photo: PNG, JPEG, WebP or GIF. The board has 4 x 4 to 20 x 20 squares, all of
/// them visible. Large marks are given queens; crosses and dots are listed. What may be wrong is printed on stderr. A picture
/// that is not clear is refused.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens puzzle read screenshot.png
  queens puzzle read screenshot.png | queens solve --explain
  queens puzzle read screenshot.png --format json")]
pub(crate) struct PuzzleRead {
    /// Picture: a PNG, JPEG, WebP or GIF file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Close the squares with a cross or dot
    #[arg(long)]
    pub(crate) close_crosses: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReadFormat,

    /// Write to this file instead of stdout (-)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a puzzle that was read is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReadFormat {
    /// A drawn position
    #[default]
    Text,
    /// The short form on one line: size:8 ...
    Short,
    /// A JSON object with the position, the crosses, the confidence and the warnings
    Json,
}

/// How a puzzle is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleFormat {
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
