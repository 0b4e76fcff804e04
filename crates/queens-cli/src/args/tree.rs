//! The options of `queens tree`.

use super::values::{size, whole};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

/// Draw the search tree
///
/// Draws the tree of plain backtracking; dead ends and solutions are marked. In the terminal each line has the last queen of a
/// board. The other formats draw the boards. The tree has 17 nodes for N = 4 and 2057 for N = 8.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens tree 4
  queens tree 4 --output tree.svg
  queens tree 6 --depth 3 --format dot | dot -Tpng -o tree.png")]
pub(crate) struct Tree {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// Greatest number of queens on a board of the tree [default: N]
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<usize>)]
    pub(crate) depth: Option<usize>,

    /// Output format [default: by the extension of --output, otherwise text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<TreeFormat>,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The format of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// Lines of text
    Text,
    /// A Graphviz graph
    Dot,
    /// An SVG picture
    Svg,
}
