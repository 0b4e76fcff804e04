//! The options of `queens draw`.

use super::values::{Choice, ChoiceName, whole, within};
use crate::support::picture::LARGEST;
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Draw a board
///
/// Draws a solution, a position or a board of a job in the terminal, or with --output as an SVG or PNG picture. Boards are
/// drawn up to N = 1000.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens draw --first 8
  queens draw 1 5 8 6 3 7 2 4 --output board.png
  queens draw --given 1,6,8 --size 8 --bits --output bits.svg
  queens draw --position puzzle.txt --output puzzle.png
  queens draw --job 20 --method join --size 8  # the first board that job 20 counts")]
#[command(group(clap::ArgGroup::new("what").required(true)))]
pub(crate) struct Draw {
    /// Solution to draw: the row in each column (1 5 8 ...) or squares (A1 B5 ...)
    #[arg(value_name = "SOLUTION", group = "what")]
    pub(crate) solution: Vec<String>,

    /// Draw the lexicographically first solution of this size
    #[arg(long, value_name = "N", group = "what", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=queens::MAX_SIZE))]
    pub(crate) first: Option<usize>,

    /// Draw these queens: squares (A1,F2,H3), or the column of the queen in row 1, row 2, ... (1,6,8)
    #[arg(long, value_name = "QUEENS", value_delimiter = ',', group = "what", requires = "size")]
    pub(crate) given: Vec<String>,

    /// Draw a position from a file that 'queens solve' can read, or - for stdin
    #[arg(long, value_name = "FILE|-", group = "what")]
    pub(crate) position: Option<String>,

    /// Queens per row, column and region of the position [default: those of the position, otherwise 1]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<usize>)]
    // clap does not check `requires` if the required option conflicts with another one.
    #[arg(requires = "position", conflicts_with_all = ["first", "solution", "given", "job"])]
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
    #[arg(hide_possible_values = true, conflicts_with_all = ["first", "solution", "given", "position"])]
    pub(crate) method: Option<Choice>,

    /// Board size: up to 1000 with --given, up to 32 with --job
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["first", "solution", "position"])]
    #[arg(value_parser = |text: &str| within(text, 0..=LARGEST))]
    pub(crate) size: Option<usize>,

    /// Also show the three bit sets and the free columns of the next row
    #[arg(long)]
    pub(crate) bits: bool,

    /// Mark attacked squares
    #[arg(long)]
    pub(crate) attacks: bool,

    /// Write a picture to this file, FILE.svg or FILE.png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Width of a PNG picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 16..=8192_u32))]
    pub(crate) width: u32,
}
