//! The options of `queens find`.

use super::solve::SolveFormat;
use super::values::{whole, within};
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Find one solution of any size
///
/// By default the solution is constructed by a formula, up to N = 4294967295. With --random it depends on the seed: up to
/// N = 13 all solutions are equally likely; larger boards use local search, which can find every solution, but not with
/// equal probability. With --first it is the lexicographically first solution, which is slow for N above 32. The
/// solution is checked before it is printed. N = 2 and N = 3 have no solution: exit code 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens find 8                            # prints 2 4 6 8 3 1 7 5
  queens find 100000000 --output huge.txt
  queens find 1000000 --random --seed 7
  queens find 30 --first")]
pub(crate) struct Find {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=u32::MAX))]
    pub(crate) size: u32,

    /// Find a random solution
    #[arg(long)]
    pub(crate) random: bool,

    /// Seed of --random; the same seed gives the same solution [default: random; the seed is printed on stderr]
    #[arg(long, value_name = "SEED", requires = "random", allow_negative_numbers = true)]
    // clap does not check `requires` if the required option conflicts with another one.
    #[arg(conflicts_with = "first")]
    #[arg(value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Find the lexicographically first solution
    #[arg(long, conflicts_with = "random")]
    pub(crate) first: bool,

    /// Output format; grid, board and leetcode up to N = 1000
    #[arg(long, value_enum, default_value_t = SolveFormat::Rows)]
    pub(crate) format: SolveFormat,

    /// Write to this file instead of stdout (-); FILE.svg and FILE.png are pictures
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
