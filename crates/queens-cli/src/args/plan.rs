//! The options of `queens plan`.

use super::machine::Machine;
use super::values::{Choice, ChoiceName, size};
use crate::support::format::Format;
use clap::Args as ClapArgs;

/// Estimate the time and memory of a count
///
/// Runs a sample of the jobs for about a second and extrapolates to all jobs. Smaller boards are estimated in the same way
/// and then counted in full: column 'took' is the time this took, column 'error' the error of the estimate.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens plan 18
  queens plan 22 --threads 64
  queens plan 27 --method cross --format json")]
pub(crate) struct Plan {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// Counting method, or auto for the fastest; 'queens methods' lists them
    #[arg(short, long, value_name = "METHOD", value_parser = ChoiceName, default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub(crate) method: Choice,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
