//! The options of `queens check`.

use super::values::{rules, whole};
use clap::Args as ClapArgs;
use queens::Rules;
use std::path::PathBuf;

/// Check that no queens attack each other, or that they solve a position
///
/// Reads the row of the queen in each column (2 4 1 3), squares (A2 B4 C1 D3), or any form of a position with all its
/// queens: everything that 'queens find', 'list', 'solve' and 'draw' print, also many solutions one after the other. The first
/// wrong one is named. With --position, the queens must solve the position of another file. Takes time linear in the number of queens: a few
/// seconds for 10^8. If a list of queens is not a solution, prints one pair that attacks each other; for a position, prints all
/// violated rules. The exit code is then 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens find 1000000 | queens check
  queens list 8 | queens check              # 92 solutions, all valid
  queens check solution.txt
  queens solve size:8 | queens check
  queens check solution.txt --position puzzle.txt --stars 2
  echo 1 3 5 2 4 | queens check --rules torus")]
pub(crate) struct Check {
    /// File to check, or - for stdin
    #[arg(value_name = "FILE|-", default_value = "-")]
    pub(crate) file: PathBuf,

    /// Check that the queens solve this position: a file that 'queens solve' can read, or - for stdin
    #[arg(long, value_name = "FILE|-")]
    pub(crate) position: Option<String>,

    /// Attack rules [default: those of the position, otherwise queens]
    #[arg(long, value_name = "RULES", value_parser = rules())]
    pub(crate) rules: Option<Rules>,

    /// Queens per row, column and region [default: those of the position, otherwise 1]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<usize>)]
    pub(crate) stars: Option<usize>,
}
