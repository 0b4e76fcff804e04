//! The options of `queens bench`.

use super::machine::Machine;
use super::values::within;
use crate::support::format::Format;
use clap::Args as ClapArgs;

/// Measure this machine
///
/// Counts fixed boards with fixed methods, first on one core, then on all: solutions and placements per second, best of
/// several runs after one to warm up. Every count is checked. On a GPU also the steps, and the time of each phase alone.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens bench
  queens bench --size 18 --runs 3
  queens bench --device cuda
  queens bench --format json")]
pub(crate) struct Bench {
    /// The size of the board (default: 16, on a GPU 20)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 8..=22_usize))]
    pub(crate) size: Option<usize>,

    /// How often each is run; the best counts
    #[arg(long, value_name = "K", default_value_t = 5, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 1..=1000_u32))]
    pub(crate) runs: u32,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
