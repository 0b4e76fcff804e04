//! The options of `queens draw`.

use super::values::{Choice, ChoiceName, size, whole, within};
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Draw a full or partial board
///
/// In the terminal, or as a picture with --output.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens draw --first 8
  queens draw 1 5 8 6 3 7 2 4 --output board.png
  queens draw --given 1,6,8 --size 8 --bits --output bits.svg
  queens draw --position puzzle.txt --output puzzle.png
  queens draw --job 20 --method join --size 8   the first board that a job counts")]
#[command(group(clap::ArgGroup::new("what").required(true)))]
pub(crate) struct Draw {
    /// A solution: the row in each column (1 5 8 ...) or its squares (A1 B5 ...)
    #[arg(value_name = "SOLUTION", group = "what")]
    pub(crate) solution: Vec<String>,

    /// The first solution of this size
    #[arg(long, value_name = "N", group = "what", allow_negative_numbers = true, value_parser = size)]
    pub(crate) first: Option<usize>,

    /// Given queens: their columns in the first rows (1,6,8), or their squares (A1,F2,H3)
    #[arg(long, value_name = "QUEENS", value_delimiter = ',', group = "what", requires = "size")]
    pub(crate) given: Vec<String>,

    /// A position: a file in any form that 'queens solve' reads, or - for standard input
    #[arg(long, value_name = "FILE|-", group = "what")]
    pub(crate) position: Option<String>,

    /// The first board of a job, as 'queens plan' counts them from 0
    #[arg(
        long,
        value_name = "JOB",
        group = "what",
        requires = "size",
        allow_negative_numbers = true
    )]
    #[arg(value_parser = whole::<u64>)]
    pub(crate) job: Option<u64>,

    /// The method whose job it is, or auto for the fastest
    #[arg(short, long, value_name = "NAME", value_parser = ChoiceName, requires = "job")]
    #[arg(hide_possible_values = true)]
    pub(crate) method: Option<Choice>,

    /// The size of the board with the given queens, or of the job
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with_all = ["first", "solution", "position"])]
    #[arg(value_parser = size)]
    pub(crate) size: Option<usize>,

    /// Add the three bit sets, their values and the free columns of the next row
    #[arg(long)]
    pub(crate) bits: bool,

    /// Mark the attacked squares
    #[arg(long)]
    pub(crate) attacks: bool,

    /// The picture to write: FILE.svg or FILE.png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The width of a PNG picture in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 800, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 16..=8192_u32))]
    pub(crate) width: u32,
}
