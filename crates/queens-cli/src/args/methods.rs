//! The options of `queens methods`.

use crate::support::format::Format;
use clap::Args as ClapArgs;

/// List the counting methods
///
/// For each method: its name, the board sizes it accepts, how many threads it uses, the statistics it counts, and its idea.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens methods
  queens methods --format json")]
pub(crate) struct Methods {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
