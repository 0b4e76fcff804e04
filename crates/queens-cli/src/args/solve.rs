//! The options of `queens solve`.

use super::values::{rules, solve_method, whole};
use clap::{Args as ClapArgs, ValueEnum};
use queens::solve::Solver;
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

    /// A person's steps, with their reasons and a difficulty
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
    /// One JSON value per line
    Json,
    /// One JSON array of strings per line, as in LeetCode's problem 51
    Leetcode,
}
