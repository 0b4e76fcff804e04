//! The options of `queens list`.

use super::values::{MethodName, size, whole};
use clap::{Args as ClapArgs, ValueEnum};
use queens::Method;
use std::path::PathBuf;

/// List the solutions
///
/// One at a time, as they are found, in constant memory (tiles and dancing-links collect and sort them first). A line
/// gives the row of the queen in each column, counted from 1: 1 5 8 6 3 7 2 4 stands for A1 B5 C8 D6 E3 F7 G2 H4.
/// No solution is an empty list, exit code 0.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens list 8                           92 lines in lexicographic order
  queens list 8 --fundamental             12 lines
  queens list 6 --format board --mirror   each beside its mirror image
  queens list 12 --limit 10 --format json
  queens list 14 --output all.txt")]
pub(crate) struct List {
    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// How each solution is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ListFormat,

    /// Stop after this many
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) limit: Option<u64>,

    /// Only one of those that are the same but for a rotation or reflection
    #[arg(long)]
    pub(crate) fundamental: bool,

    /// Each solution beside its mirror image, each pair once
    #[arg(long)]
    pub(crate) mirror: bool,

    /// One dot per solution, 100 per line
    #[arg(long, conflicts_with_all = ["mirror", "format"])]
    pub(crate) dots: bool,

    /// The method, which decides the order; 'queens methods' lists them
    #[arg(short, long, value_name = "NAME", value_parser = MethodName, hide_possible_values = true)]
    pub(crate) method: Option<Method>,

    /// Write to this file instead
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a solution is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// The row in each column: 1 5 8 6 3 7 2 4
    #[default]
    Rows,
    /// The same with a running number
    Numbered,
    /// The names of the squares: A1 B5 C8 ...
    Squares,
    /// Rows of 0 and 1 with a running number and a total
    Grid,
    /// A chess board with a running number and a total
    Board,
    /// One JSON array of rows per line
    Json,
    /// One JSON array of strings per line, as in LeetCode's problem 51
    Leetcode,
}
