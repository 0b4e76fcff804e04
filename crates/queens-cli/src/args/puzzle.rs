//! The options of `queens puzzle`.

use super::sheet::PuzzleSheet;
use super::values::{difficulty, rules, whole};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use queens::Rules;
use queens::solve::Difficulty;
use std::path::PathBuf;

/// Create puzzles with exactly one solution
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens puzzle new --size 8 --seed 1
  queens puzzle sheet --count 6 --output sheet.pdf")]
pub(crate) struct Puzzle {
    #[command(subcommand)]
    pub(crate) command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleCommand {
    New(PuzzleNew),
    Sheet(PuzzleSheet),
}

/// Create a puzzle
///
/// The same seed gives the same puzzle. Without --difficulty, the difficulty is random too. 'queens solve' reads the output
/// and solves or explains it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens puzzle new --size 8 --seed 1
  queens puzzle new --rules queens --size 10 --seed 1 --difficulty hard
  queens puzzle new --size 9 --seed 3 | queens solve --explain")]
pub(crate) struct PuzzleNew {
    /// Attack rules: regions (coloured regions) or queens (some queens are given)
    #[arg(long, value_name = "RULES", value_parser = rules(), default_value = "regions")]
    #[arg(hide_possible_values = true)]
    pub(crate) rules: Rules,

    /// Board size: 4 to 16 with regions, 4 to 32 with queens
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<usize>)]
    pub(crate) size: usize,

    /// Seed of the random numbers [default: random; the seed is printed on stderr]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Difficulty [default: random]
    #[arg(long, value_name = "DIFFICULTY", value_parser = difficulty())]
    pub(crate) difficulty: Option<Difficulty>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PuzzleFormat,

    /// Write to this file instead of stdout; FILE.svg and FILE.png are pictures
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a puzzle is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleFormat {
    /// A drawn position
    #[default]
    Text,
    /// The short form on one line: size:8 ...
    Short,
    /// A JSON object with the position, its solution and its difficulty
    Json,
    /// A link to the section Play of the web page, without the address of the page: #/play?p=...
    Link,
}
