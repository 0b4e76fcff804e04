//! The options of `queens puzzle`.

use super::values::{difficulty, rules, whole};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use queens::Rules;
use queens::solve::Difficulty;
use std::path::PathBuf;

/// Make puzzles with exactly one solution
#[derive(Debug, ClapArgs)]
pub(crate) struct Puzzle {
    #[command(subcommand)]
    pub(crate) command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleCommand {
    New(PuzzleNew),
}

/// Make a new puzzle
///
/// The same seed makes the same puzzle. Without a difficulty one is drawn too. 'queens solve' reads what this prints, and explains it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens puzzle new --size 8 --seed 1
  queens puzzle new --rules queens --size 10 --seed 1 --difficulty hard
  queens puzzle new --size 9 --seed 3 | queens solve --explain")]
pub(crate) struct PuzzleNew {
    /// What queens attack: regions, or queens (then some queens are given)
    #[arg(long, value_name = "RULES", value_parser = rules(), default_value = "regions")]
    #[arg(hide_possible_values = true)]
    pub(crate) rules: Rules,

    /// The size of the board
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<usize>)]
    pub(crate) size: usize,

    /// The seed of the random numbers: the same seed, the same puzzle (default: another one each time, which is told)
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,

    /// How hard: easy, medium or hard
    #[arg(long, value_name = "DIFFICULTY", value_parser = difficulty(), hide_possible_values = true)]
    pub(crate) difficulty: Option<Difficulty>,

    /// How it is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PuzzleFormat,

    /// Write to this file instead; as a picture, if it is FILE.svg or FILE.png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a puzzle is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzleFormat {
    /// Drawn
    #[default]
    Text,
    /// On one line: size:8 ...
    Short,
    /// A JSON object: the position, its solution and its difficulty
    Json,
}
