//! The options of `queens table`.

use super::machine::Machine;
use crate::support::format::Format;
use crate::support::sizes::Sizes;
use clap::Args as ClapArgs;

/// Print the placement table: naive, plain, half of the board, solutions
///
/// How many queens each way of searching sets. The last three columns are counted while you wait; csv and json are
/// exact, text and markdown shorten large numbers to 1.402 x 10^9.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens table 1..12
  queens table 1..15 --format markdown
  queens table 8 --wide --format csv      adds C(N^2,N), N^N and N!")]
pub(crate) struct Table {
    /// The size of the board, or a range A..B with both ends
    #[arg(value_name = "A..B", allow_negative_numbers = true)]
    pub(crate) sizes: Sizes,

    /// Add C(N^2, N), N^N and N!
    #[arg(long)]
    pub(crate) wide: bool,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
