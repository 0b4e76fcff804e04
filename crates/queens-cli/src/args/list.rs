//! The options of `queens list`.

use super::values::{MethodName, size, whole};
use clap::{Args as ClapArgs, ValueEnum};
use queens::Method;
use std::path::PathBuf;

/// List solutions
///
/// Prints each solution as it is found, in constant memory; 'tiles' and 'dancing-links' collect and sort all solutions first.
/// A line has the row of the queen in each column, counted from 1: 1 5 8 6 3 7 2 4 stands for A1 B5 C8 D6 E3 F7 G2 H4.
/// If there is no solution, the list is empty and the exit code is 0.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens list 8                          # 92 lines in lexicographic order
  queens list 8 --fundamental            # 12 lines
  queens list 6 --format board --mirror  # each board next to its mirror image
  queens list 12 --limit 10 --format json
  queens list 14 --output all.txt")]
pub(crate) struct List {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ListFormat,

    /// Stop after this many solutions
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) limit: Option<u64>,

    /// List only one of the solutions that are rotations or reflections of each other
    #[arg(long)]
    pub(crate) fundamental: bool,

    /// List each solution next to its mirror image, each pair once
    #[arg(long)]
    pub(crate) mirror: bool,

    /// Print only a dot per solution, 100 per line
    #[arg(long, conflicts_with_all = ["mirror", "format"])]
    pub(crate) dots: bool,

    /// Search method, which determines the order; 'queens methods' lists them [default: bitmask-iterative]
    #[arg(short, long, value_name = "METHOD", value_parser = MethodName, hide_possible_values = true)]
    pub(crate) method: Option<Method>,

    /// Write to this file instead of stdout (-)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a solution is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// The row in each column: 1 5 8 6 3 7 2 4
    #[default]
    Rows,
    /// The same with a number in front
    Numbered,
    /// The names of the squares: A1 B5 C8 ...
    Squares,
    /// Rows of 0 and 1, numbered, with a total
    Grid,
    /// A drawn board, numbered, with a total
    Board,
    /// One JSON array of rows per line
    Json,
    /// One JSON array of strings per line, as in LeetCode's problem 51
    Leetcode,
}
