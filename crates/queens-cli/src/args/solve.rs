//! The options of `queens solve`.

use super::values::{rules, solve_method, whole};
use clap::{Args as ClapArgs, ValueEnum};
use queens::{Method, Rules};
use queens_puzzles::solve::Solver;
use std::path::PathBuf;

/// Complete a position, count its solutions or explain it
///
/// Places the missing queens on a board with given queens and closed squares. If there is no solution, says why and exits
/// with code 1. The position is read from a file, from stdin or from the command line, in one of these forms:
///
/// - a drawn board, the top row first: Q is a given queen, . an open square, # a closed square; optionally an empty line and
///   a second grid with one letter per region
///
/// - the short form: size:8 given:a1,c2 closed:d4
///
/// - JSON with the same keys, an array of rows as in LeetCode, or the JavaScript file of a level with its regions
///
/// - a link to the section Play of the web page
///
/// - instances of CSPLib problems 79 (n-queens completion) and 80 (blocked n-queens)
///
/// - the output of 'queens find', 'list', 'solve', 'draw' and 'puzzle new'
///
/// Several boards are solved one after the other.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens solve size:8 given:a1,b5             # one solution
  queens solve board.txt --all --format rows  # all solutions
  queens solve size:20 given:c1 --count       # number of solutions
  queens solve size:8 --count --by-square     # and on each square
  queens solve puzzle.txt --unique            # exactly one solution?
  queens solve puzzle.txt --explain           # logical steps and difficulty
  queens solve puzzle.txt --hint              # the first of these steps
  queens solve size:7 given:a1 --rules torus
  queens solve regions.txt --stars 2          # Star Battle: two queens per row, column and region
  queens solve hard.param --method sat        # with a SAT solver")]
#[command(group(clap::ArgGroup::new("what")))]
pub(crate) struct Solve {
    /// File with positions, - for stdin, a position in short form, a list of queens, or a link to the page
    #[arg(value_name = "FILE|-|POSITION", default_value = "-")]
    pub(crate) position: Vec<String>,

    /// List all solutions
    ///
    /// With the rules 'queens' up to N = 32 they are in lexicographic order, otherwise in the order of the search.
    #[arg(long, group = "what")]
    pub(crate) all: bool,

    /// Count the solutions
    #[arg(long, group = "what")]
    pub(crate) count: bool,

    /// With --count, also count the solutions with a queen on each square
    #[arg(long, requires = "count", conflicts_with = "limit")]
    pub(crate) by_square: bool,

    /// Check that there is exactly one solution; exit code 1 if not
    #[arg(long, group = "what")]
    pub(crate) unique: bool,

    /// Explain the solution step by step, as a person would find it, and rate its difficulty
    #[arg(long, group = "what")]
    pub(crate) explain: bool,

    /// Give the first step of --explain only
    #[arg(long, group = "what")]
    pub(crate) hint: bool,

    /// List at most this many solutions; with --count, stop counting there
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<u64>)]
    #[arg(conflicts_with_all = ["unique", "explain", "hint"])]
    pub(crate) limit: Option<u64>,

    /// Attack rules [default: those of the position, otherwise queens]
    #[arg(long, value_name = "RULES", value_parser = rules())]
    pub(crate) rules: Option<Rules>,

    /// Queens per row, column and region [default: those of the position, otherwise 1]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<usize>)]
    pub(crate) stars: Option<usize>,

    /// Solver: auto, domains or sat; with --count also a method of 'queens methods'
    #[arg(short, long, value_name = "METHOD", value_parser = solve_method(), default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub(crate) method: SolveMethod,

    /// Output format; --count prints a number, or a JSON object with json
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: SolveFormat,

    /// Write to this file instead of stdout (-); FILE.svg and FILE.png are pictures of one solution
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
    /// A drawn board of Q, . and #, the top row first
    #[default]
    Grid,
    /// The row in each column: 1 5 8 6 3 7 2 4
    Rows,
    /// The names of the squares: A1 B5 C8 ...
    Squares,
    /// A drawn board with coordinates
    Board,
    /// One JSON value per line
    Json,
    /// One JSON array of strings per line, as in LeetCode's problem 51
    Leetcode,
}
