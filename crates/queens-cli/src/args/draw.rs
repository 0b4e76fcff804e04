//! The options of `queens draw`.

use super::values::{Choice, ChoiceName, whole, within};
use crate::support::picture::LARGEST;
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Draw boards
///
/// Draws solutions and positions in the terminal, or with --output as SVG or PNG pictures. Reads what 'queens solve' reads:
/// also many boards one after the other, such as the output of 'queens list'. Their pictures are FILE-1.svg, FILE-2.svg and so
/// on. Boards are drawn up to N = 1000.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens draw --first 8
  queens draw 1 5 8 6 3 7 2 4 --output board.png
  queens list 6 | queens draw
  queens draw puzzle.txt --output puzzle.png
  queens draw --given A1,F2,H3 --size 8 --bits --output bits.svg
  queens draw --job 20 --method join --size 8  # the first board that job 20 counts")]
#[command(group(clap::ArgGroup::new("what")))]
pub(crate) struct Draw {
    /// File with boards, - for stdin, a position in short form, a link, or a solution: the row in each column (1 5 8 ...) or
    /// squares (A1 B5 ...)
    #[arg(value_name = "FILE|-|BOARD", default_value = "-", group = "what")]
    pub(crate) boards: Vec<String>,

    /// Draw the lexicographically first solution of this size
    #[arg(long, value_name = "N", group = "what", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=queens::MAX_SIZE))]
    pub(crate) first: Option<usize>,

    /// Draw these queens: squares (A1,F2,H3), or the row of the queen in column A, B, ... (1,5,8)
    #[arg(long, value_name = "QUEENS", value_delimiter = ',', group = "what", requires = "size")]
    pub(crate) given: Vec<String>,

    /// Queens per row, column and region of a position, or per column of a list [default: those of the position, otherwise 1]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<usize>)]
    #[arg(conflicts_with_all = ["first", "given", "job"])]
    pub(crate) stars: Option<usize>,

    /// Draw the first board of this job of a count; jobs are numbered from 0
    #[arg(
        long,
        value_name = "JOB",
        group = "what",
        requires = "size",
        allow_negative_numbers = true
    )]
    #[arg(value_parser = whole::<u64>)]
    pub(crate) job: Option<u64>,

    /// Method of the job, or auto for the fastest [default: auto]
    #[arg(short, long, value_name = "METHOD", value_parser = ChoiceName, requires = "job")]
    // clap does not check `requires` if the required option conflicts with another one.
    #[arg(hide_possible_values = true, conflicts_with_all = ["first", "given"])]
    pub(crate) method: Option<Choice>,

    /// Board size: up to 1000 with --given, up to 32 with --job
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["first"])]
    #[arg(value_parser = |text: &str| within(text, 0..=LARGEST))]
    pub(crate) size: Option<usize>,

    /// Also show the three bit sets and the free columns of the next row
    #[arg(long)]
    pub(crate) bits: bool,

    /// Mark attacked squares
    #[arg(long)]
    pub(crate) attacks: bool,

    /// Write a picture to this file, FILE.svg or FILE.png; - for stdout and text
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Width of a PNG picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 16..=8192_u32))]
    pub(crate) width: u32,
}
