//! `queens tree`: draws the search tree.

use crate::support::failure::Failure;
use crate::support::output::{extension, write_all};
use crate::support::values::{size, whole};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Draw the search tree
///
/// Draws the tree of plain backtracking; dead ends and solutions are marked. In the terminal each line has the last queen of a
/// board. The other formats draw the boards. The tree has 17 nodes for N = 4 and 2057 for N = 8.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens tree 4
  queens tree 4 --output tree.svg
  queens tree 6 --depth 3 --format dot | dot -Tpng -o tree.png")]
pub(crate) struct Options {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    size: usize,

    /// Greatest number of queens on a board of the tree [default: N]
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<usize>)]
    depth: Option<usize>,

    /// Output format [default: by the extension of --output, otherwise text]
    #[arg(long, value_enum)]
    format: Option<TreeFormat>,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The format of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TreeFormat {
    /// Lines of text
    Text,
    /// A Graphviz graph
    Dot,
    /// An SVG picture
    Svg,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let format = match (options.format, &options.output) {
        (Some(format), _) => format,
        (None, None) => TreeFormat::Text,
        (None, Some(path)) => match extension(path).as_str() {
            "svg" => TreeFormat::Svg,
            "txt" => TreeFormat::Text,
            "dot" | "gv" => TreeFormat::Dot,
            _ => {
                let path = path.display();
                return Err(Failure::bad(format!(
                    "{path}: unknown tree format; expected FILE.svg, FILE.txt, FILE.dot or FILE.gv"
                )));
            }
        },
    };
    let tree = queens::study::tree::Tree::new(options.size, options.depth)?;
    let drawing = queens_draw::tree::TreeDrawing::of(&tree);
    let text = match format {
        TreeFormat::Text => drawing.text(),
        TreeFormat::Dot => drawing.dot(),
        TreeFormat::Svg => drawing.svg(),
    };
    write_all(options.output.as_deref(), text.as_bytes())
}
