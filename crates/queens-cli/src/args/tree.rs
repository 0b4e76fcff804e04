//! The options of `queens tree`.

use super::values::{size, whole};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

/// Draw the search tree, a board at each node
///
/// The tree of plain backtracking, dead ends marked. It grows fast: 17 nodes for N = 4, 2057 for N = 8.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens tree 4 --format svg --output tree.svg
  queens tree 6 --depth 3 | dot -Tpng -o tree.png")]
pub(crate) struct Tree {
    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// How many queens deep to go (default: all)
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = whole::<usize>)]
    pub(crate) depth: Option<usize>,

    /// Graphviz, or a picture (default: by the name of the file, otherwise dot)
    #[arg(long, value_enum)]
    pub(crate) format: Option<TreeFormat>,

    /// Write to this file instead
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How the tree is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// A Graphviz program
    Dot,
    /// A picture
    Svg,
}
