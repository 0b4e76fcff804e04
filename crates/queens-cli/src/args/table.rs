//! The options of `queens table`.

use super::machine::Machine;
use crate::support::format::Format;
use crate::support::sizes::Sizes;
use clap::Args as ClapArgs;

/// Print the number of queens that different searches place
///
/// Column 'naive' is the number of ways to place N queens one after the other on any free squares, computed by a formula.
/// 'plain' counts the queens that plain backtracking places, 'symmetric' those of the half-board search. Text and markdown
/// shorten large numbers to 1.402e9; csv and json are exact.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens table 1..12
  queens table 1..15 --format markdown
  queens table 8 --wide --format csv  # adds C(N^2, N), N^N and N!")]
pub(crate) struct Table {
    /// Board size, or an inclusive range such as 8..14
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    pub(crate) sizes: Sizes,

    /// Add columns C(N^2, N), N^N and N!
    #[arg(long)]
    pub(crate) wide: bool,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
