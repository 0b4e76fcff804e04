//! The options of `queens find`.

use super::solve::SolveFormat;
use super::values::{whole, within};
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Find one solution of any size
///
/// By a formula, in constant memory but for the check, to N = 4294967295. With --random another one for each seed: up to N = 13
/// every solution comes equally often; beyond, by local search, every solution can come but not equally often. With --first the
/// lexicographically first, which takes ever longer beyond N = 33. The solution is checked before it is written. N = 2 and 3 have
/// none: exit code 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens find 8                           2 4 6 8 3 1 7 5
  queens find 100000000 --output huge.txt
  queens find 1000000 --random --seed 7
  queens find 30 --first")]
pub(crate) struct Find {
    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=u32::MAX))]
    pub(crate) size: u32,

    /// A random solution
    #[arg(long)]
    pub(crate) random: bool,

    /// The seed of the random numbers: the same seed, the same solution (default: another one each time, which is told)
    #[arg(long, value_name = "S", requires = "random", allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,

    /// The first in lexicographic order
    #[arg(long, conflicts_with = "random")]
    pub(crate) first: bool,

    /// How it is printed; boards and grids to N = 1000
    #[arg(long, value_enum, default_value_t = SolveFormat::Rows)]
    pub(crate) format: SolveFormat,

    /// Write to this file instead; as a picture, if it is FILE.svg or FILE.png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
