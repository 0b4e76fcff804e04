//! The options of `queens check`.

use super::values::rules;
use clap::Args as ClapArgs;
use queens::Rules;
use std::path::PathBuf;

/// Check a solution, in time linear in its size
///
/// The row of the queen in each column (2 4 1 3), to 10^8 queens and beyond; squares (A2 B4 C1 D3); or any form of a position
/// with all its queens, by its own rules. If queens attack each other one pair is named, exit code 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens find 1000000 | queens check
  queens check huge.txt
  queens solve size:8 | queens check
  echo 1 3 5 2 4 | queens check --rules torus")]
pub(crate) struct Check {
    /// The file, or - for standard input
    #[arg(value_name = "FILE|-", default_value = "-", hide_default_value = true)]
    pub(crate) file: PathBuf,

    /// What queens attack: queens, torus, superqueens or regions (default: what a position says, otherwise queens)
    #[arg(long, value_name = "RULES", value_parser = rules(), hide_possible_values = true)]
    pub(crate) rules: Option<Rules>,
}
