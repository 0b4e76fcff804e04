//! The options of `queens count`.

use super::machine::Machine;
use super::values::{Choice, ChoiceName, plain_rules};
use crate::support::format::Format;
use crate::support::sizes::Sizes;
use clap::Args as ClapArgs;
use queens::{Rotation, Rules};
use queens_ledger::Shard;
use std::path::PathBuf;

/// Count the solutions
///
/// Prints a line for each N as soon as it is counted. Where a published number exists, the count is compared with it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens count 8                          8: 92
  queens count 8..14 --format csv         n,method,solutions,seconds
  queens count 8 --placements             the 2056 placements of plain backtracking
  queens count 8 --method breadth --placements
  queens count 1..12 --fundamental --symmetry
  queens count 16 --double-check          twice by different ideas, and some jobs a third time
  queens count 26 --only 180              solutions symmetric under 180 degrees
  queens count 13 --rules torus           diagonals that go round
  queens count 22 --device cuda           on an NVIDIA GPU
  queens count 20 --ledger q20.db         interrupted or not, it can go on
  queens count 20 --method cross --ledger 3.db --shard 3/8")]
pub(crate) struct Count {
    /// The size of the board, or a range A..B with both ends
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    pub(crate) sizes: Sizes,

    /// The method, or auto for the fastest; 'queens methods' lists them
    #[arg(short, long, value_name = "NAME", value_parser = ChoiceName, default_value = "auto")]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub(crate) method: Choice,

    /// Also count the queens set, and the method's other statistics
    ///
    /// The named method's own numbers; without --method those of plain backtracking, as the textbooks count:
    /// every queen that is set, the last one of a solution included.
    #[arg(long)]
    pub(crate) placements: bool,

    /// Also count the solutions that differ by more than a rotation or reflection
    #[arg(long)]
    pub(crate) fundamental: bool,

    /// Also count the solutions symmetric under 90 degrees, only under 180, or under no rotation
    #[arg(long)]
    pub(crate) symmetry: bool,

    /// Also count by the column of the queen in the first row
    #[arg(long)]
    pub(crate) by_first: bool,

    /// Count only the solutions symmetric under a rotation by 180 or 90 degrees
    #[arg(long, value_name = "DEGREES", value_parser = |text: &str| text.parse::<Rotation>().map_err(|e| e.to_string()))]
    #[arg(conflicts_with_all = ["method", "placements", "fundamental", "symmetry", "by_first", "double_check"])]
    pub(crate) only: Option<Rotation>,

    /// What queens attack: queens, torus (diagonals go round) or superqueens (also a knight's move)
    #[arg(long, value_name = "RULES", default_value = "queens", hide_default_value = true)]
    #[arg(value_parser = plain_rules(), hide_possible_values = true)]
    pub(crate) rules: Rules,

    /// Count again by another idea, and a sample of the jobs by plain backtracking; of a GPU's count only a sample, by the CPU
    #[arg(long, conflicts_with_all = ["placements", "by_first"])]
    pub(crate) double_check: bool,

    /// Keep the result of every job in this file; the same command again resumes it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["only", "by_first"])]
    pub(crate) ledger: Option<PathBuf>,

    /// Only share I of K shares of the jobs, into its own ledger, with --method; 'queens ledger merge' joins them
    #[arg(long, value_name = "I/K", requires = "ledger")]
    #[arg(conflicts_with_all = ["double_check", "fundamental", "symmetry"])]
    pub(crate) shard: Option<Shard>,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
