//! The options of `queens plan`.

use super::machine::Machine;
use super::values::{Choice, ChoiceName, QueensNumber, plain_rules, rotation, seconds, size};
use crate::support::format::Format;
use clap::Args as ClapArgs;
use queens::{Queens, Rotation, Rules};

/// Estimate the time and memory of a count
///
/// Runs random parts of the jobs for 5 to 10 seconds and extrapolates to all jobs. A count that fits into that time is run in
/// full. If jobs cannot be divided and take too long, the time follows from smaller boards. The estimate is a range that contains the true time with a probability of 95%. Smaller boards are estimated in the
/// same way and then counted in full. Column 'took' is the measured time. Column 'error' is the relative error of the middle
/// of the estimate.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens plan 18
  queens plan 22 --threads 64
  queens plan 27 --method cross --format json
  queens plan 16 --queens 8
  queens plan 20 --rules superqueens")]
pub(crate) struct Plan {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// Counting method, or auto for the fastest; 'queens methods' lists them
    #[arg(short, long, value_name = "METHOD", value_parser = ChoiceName, default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub(crate) method: Choice,

    /// Number of queens: a number, any, maximal or with-pawn [default: N]
    #[arg(
        long,
        value_name = "NUM",
        allow_negative_numbers = true,
        default_value = "N",
        hide_default_value = true
    )]
    #[arg(value_parser = QueensNumber, hide_possible_values = true)]
    pub(crate) queens: Queens,

    /// Attack rules
    #[arg(long, value_name = "RULES", default_value = "queens", value_parser = plain_rules())]
    pub(crate) rules: Rules,

    /// Only solutions symmetric under a rotation by 180 or 90 degrees
    #[arg(long, value_name = "DEGREES", value_parser = rotation, conflicts_with = "method")]
    pub(crate) only: Option<Rotation>,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// About how long to measure, in seconds; a longer measurement gives a narrower range
    #[arg(long, value_name = "S", default_value = "5", allow_negative_numbers = true)]
    #[arg(value_parser = seconds)]
    pub(crate) seconds: f64,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
