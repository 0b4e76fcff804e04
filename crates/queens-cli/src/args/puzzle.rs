//! The command line of positions: `solve`, `find`, `puzzle`, `check`.

use super::values::{grade, rules, solve_method, whole, within};
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use queens::solve::{Grade, Solver};
use queens::{Method, Rules};
use std::path::PathBuf;

/// Finish a position
///
/// The position is read from a file or standard input, in any of these forms: a drawn board, the top row first, with Q for a
/// given queen, . for an open square and # for a closed one, after an empty line perhaps a second grid with the letters of
/// coloured regions; the short form size:8 given:a1,c2 closed:d4, which may also stand on the command line; JSON with the same keys;
/// LeetCode's array of rows; CSPLib's instances of completion (79) and blocked queens (80). No solution: exit code 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens solve size:8 given:a1,b5         one solution
  queens solve board.txt --all --format rows
  queens solve size:20 given:c1 --count   exact, by the fastest engine
  queens solve puzzle.txt --unique        is there exactly one?
  queens solve puzzle.txt --explain       a person's steps, and how hard it is
  queens solve size:7 given:a1 --rules torus
  queens solve hard.param --method sat    by satisfiability")]
#[command(group(clap::ArgGroup::new("what")))]
pub(crate) struct Solve {
    /// The file, - for standard input, or the short form of a position
    #[arg(value_name = "FILE|-|POSITION", default_value = "-", hide_default_value = true)]
    pub(crate) position: Vec<String>,

    /// All solutions; by the rules of queens to size 32 in lexicographic order, otherwise in the order of the search
    #[arg(long, group = "what")]
    pub(crate) all: bool,

    /// How many solutions there are
    #[arg(long, group = "what")]
    pub(crate) count: bool,

    /// Whether there is exactly one: exit code 1 if not
    #[arg(long, group = "what")]
    pub(crate) unique: bool,

    /// A person's steps, with their reasons and a grade
    #[arg(long, group = "what")]
    pub(crate) explain: bool,

    /// List this many at most; with --count, stop counting there
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<u64>)]
    #[arg(conflicts_with_all = ["unique", "explain"])]
    pub(crate) limit: Option<u64>,

    /// What queens attack: queens, torus, superqueens or regions (default: what the position says)
    #[arg(long, value_name = "RULES", value_parser = rules(), hide_possible_values = true)]
    pub(crate) rules: Option<Rules>,

    /// What finds a solution: domains or sat; with --count also a method of 'queens methods' (default: auto)
    #[arg(short, long, value_name = "NAME", value_parser = solve_method(), default_value = "auto")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) method: SolveMethod,

    /// How solutions are printed; --count prints a number whatever this is, or a JSON object
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: SolveFormat,

    /// Write to this file instead; one solution as a picture, if it is FILE.svg or FILE.png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What finishes a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolveMethod {
    Auto,
    Solver(Solver),
    Count(Method),
}

/// How a solution of a position is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    /// As it is typed: Q, . and #, the top row first
    #[default]
    Grid,
    /// The row in each column: 1 5 8 6 3 7 2 4
    Rows,
    /// The names of the squares: A1 B5 C8 ...
    Squares,
    /// A chess board
    Board,
    /// One JSON value a line
    Json,
    /// One JSON array of strings a line, as in LeetCode's problem 51
    Leetcode,
}

/// Find one solution of any size
///
/// By a formula, in constant memory but for the check, to N = 4294967295. With --random another one for each seed: up to N = 13
/// every solution comes equally often; beyond, by local search, every solution can come but not equally often. With --first the
/// lexicographically first, which takes ever longer beyond N = 33. The solution is checked before it is written. N = 2 and 3 have
/// none: exit code 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens find 8                           2 4 6 8 3 1 7 5
  queens find 100000000 --output huge.txt
  queens find 1000000 --random --seed 7
  queens find 30 --first")]
pub(crate) struct Find {
    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=u32::MAX))]
    pub(crate) size: u32,

    /// A random solution
    #[arg(long)]
    pub(crate) random: bool,

    /// The seed of the random numbers: the same seed, the same solution (default: another one each time, which is told)
    #[arg(long, value_name = "S", requires = "random", allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,

    /// The first in lexicographic order
    #[arg(long, conflicts_with = "random")]
    pub(crate) first: bool,

    /// How it is printed; boards and grids to N = 1000
    #[arg(long, value_enum, default_value_t = SolveFormat::Rows)]
    pub(crate) format: SolveFormat,

    /// Write to this file instead; as a picture, if it is FILE.svg or FILE.png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

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
/// The same seed makes the same puzzle. Without a grade one is drawn too. 'queens solve' reads what this prints, and explains it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens puzzle new --size 8 --seed 1
  queens puzzle new --rules queens --size 10 --seed 1 --grade hard
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
    #[arg(long, value_name = "GRADE", value_parser = grade(), hide_possible_values = true)]
    pub(crate) grade: Option<Grade>,

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
    /// A JSON object: the position, its solution and its grade
    Json,
}

/// Check a solution, in time linear in its size
///
/// The row of the queen in each column (2 4 1 3), to 10^8 queens and beyond; squares (A2 B4 C1 D3); or any form of a position
/// with all its queens, by its own rules. If queens attack each other one pair is named, exit code 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens find 1000000 | queens check
  queens check huge.txt
  queens solve size:8 | queens check
  echo 1 3 5 2 4 | queens check --rules torus")]
pub(crate) struct Check {
    /// The file, or - for standard input
    #[arg(value_name = "FILE|-", default_value = "-", hide_default_value = true)]
    pub(crate) file: PathBuf,

    /// What queens attack: queens, torus, superqueens or regions (default: what a position says, otherwise queens)
    #[arg(long, value_name = "RULES", value_parser = rules(), hide_possible_values = true)]
    pub(crate) rules: Option<Rules>,
}
