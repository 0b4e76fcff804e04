//! The options of `queens plan`.

use super::machine::Machine;
use super::values::{Choice, ChoiceName, size};
use crate::support::format::Format;
use clap::Args as ClapArgs;

/// Plan a count: jobs, memory, the time it will take here
///
/// Times a sample of the jobs, on as many threads as the whole will have, and takes the others to be like them. Takes
/// some seconds. The same is done for smaller boards, which
/// are then counted in full: the last column says how far their estimates were off.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens plan 18
  queens plan 22 --threads 64
  queens plan 27 --method cross --format json")]
pub(crate) struct Plan {
    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// The method, or auto for the fastest; 'queens methods' lists them
    #[arg(short, long, value_name = "NAME", value_parser = ChoiceName, default_value = "auto")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) method: Choice,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
