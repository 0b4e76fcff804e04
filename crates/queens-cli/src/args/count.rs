//! The options of `queens count`.

use super::machine::Machine;
use super::values::{Choice, ChoiceName, QueensNumber, plain_rules, rotation};
use crate::support::format::Format;
use crate::support::sizes::Sizes;
use clap::Args as ClapArgs;
use queens::{Queens, Rotation, Rules};
use queens_ledger::{AuditShare, Shard};
use std::path::PathBuf;

/// Count all solutions
///
/// Prints one line per N as soon as it is counted. If the number of solutions is published, the count is checked against
/// it. An interrupted count is lost unless --ledger saves it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens count 8                                # prints 8: 92
  queens count 8..14 --format csv               # one row per N
  queens count 8 --placements                   # also the 2056 placements of plain backtracking
  queens count 8 --placements --by-level        # also the placements in each column
  queens count 8 --method breadth --placements  # also the statistics of another method
  queens count 1..12 --fundamental --symmetry   # also solutions up to symmetry
  queens count 16 --double-check                # count again with a second method
  queens count 26 --only 180                    # only solutions symmetric under 180 degrees
  queens count 13 --rules torus                 # diagonals wrap around the edges
  queens count 9..12 --queens 8                 # 8 queens on larger boards
  queens count 8 --queens maximal               # queens to which none can be added
  queens count 22 --device gpu                  # on the fastest GPU
  queens count 17 --placements --by-level --device gpu
  queens count 20 --ledger q20.db               # run the same command again to resume
  queens count 20 --ledger q20.db --audit 5%    # count some jobs twice to find wrong devices
  queens count 20 --method cross --ledger 3.db --shard 3/8  # one of 8 parts")]
pub(crate) struct Count {
    /// Board size, or an inclusive range such as 8..14
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    pub(crate) sizes: Sizes,

    /// Counting method, or auto for the fastest; 'queens methods' lists them
    #[arg(short, long, value_name = "METHOD", value_parser = ChoiceName, default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub(crate) method: Choice,

    /// Also count the queens placed, and other statistics of the method
    ///
    /// With --method, prints the statistics of that method. Without, counts the placements of plain backtracking (bitmask):
    /// every queen that the search places, including the last queen of each solution.
    #[arg(long)]
    pub(crate) placements: bool,

    /// With --placements: also count the queens placed in each column by plain backtracking
    ///
    /// Without --method, only half of the board is searched and the counts are doubled. --method bitmask searches the whole
    /// board, divided into different jobs. Not available with other methods, --by-first, --only, --rules and --ledger.
    #[arg(long, requires = "placements", conflicts_with_all = ["by_first", "only", "ledger", "shard"])]
    pub(crate) by_level: bool,

    /// Also count fundamental solutions, those that differ by more than rotation or reflection
    #[arg(long)]
    pub(crate) fundamental: bool,

    /// Also count solutions unchanged by a rotation of 90 degrees, of 180 degrees only, and by none
    #[arg(long)]
    pub(crate) symmetry: bool,

    /// Also count solutions by the row of the queen in the first column
    #[arg(long)]
    pub(crate) by_first: bool,

    /// Count only solutions symmetric under a rotation by 180 or 90 degrees
    #[arg(long, value_name = "DEGREES", value_parser = rotation)]
    #[arg(conflicts_with_all = ["method", "placements", "fundamental", "symmetry", "by_first"])]
    pub(crate) only: Option<Rotation>,

    /// Attack rules
    ///
    /// On a torus, diagonals wrap around the edges. A superqueen also attacks as a knight does; --only, --fundamental and
    /// --symmetry are available for it. A semi-queen attacks along rows, columns and rising diagonals. Diagonals of reflecting
    /// queens are reflected at a line next to the first column.
    #[arg(long, value_name = "RULES", default_value = "queens", value_parser = plain_rules())]
    pub(crate) rules: Rules,

    /// Number of queens: a number, any, maximal or with-pawn [default: N]
    ///
    /// No two queens may attack each other. With 'any', every number of queens is counted, including none. With 'maximal', the
    /// queens occupy or attack every square, so that none can be added. With 'with-pawn', N + 1 queens and a pawn are placed; the
    /// pawn blocks the lines between queens.
    #[arg(
        long,
        value_name = "NUM",
        allow_negative_numbers = true,
        default_value = "N",
        hide_default_value = true
    )]
    #[arg(value_parser = QueensNumber, hide_possible_values = true)]
    pub(crate) queens: Queens,

    /// Count again with another method
    ///
    /// Counts everything again with a different method, and a sample of the jobs by plain backtracking. For a
    /// count on GPUs, the CPU recounts a sample of the jobs.
    #[arg(long, conflicts_with_all = ["placements", "by_first"])]
    pub(crate) double_check: bool,

    /// Save the result of every job in this file; run the same command again to resume
    ///
    /// After an interrupt or a crash, the same command counts only the jobs that are missing. 'queens ledger' inspects the
    /// file, 'queens verify' checks it.
    #[arg(long, value_name = "FILE", conflicts_with = "by_first")]
    pub(crate) ledger: Option<PathBuf>,

    /// Count only shard I of K, every K-th job; needs --ledger and, where methods can be chosen, --method
    ///
    /// Each shard has its own ledger and can be counted on a different machine. 'queens ledger merge' merges them. All shards
    /// must use the same method. With --rules, --only and --queens there is one engine, and --method cannot be used.
    #[arg(long, value_name = "I/K", requires = "ledger")]
    // The last one conflicts with --ledger, and clap does not check `requires` then.
    #[arg(conflicts_with_all = ["double_check", "fundamental", "symmetry", "by_first"])]
    pub(crate) shard: Option<Shard>,

    /// Count this share of all jobs twice while the run continues [default: 5%]; needs --ledger
    ///
    /// Jobs are selected at random. The CPU counts the jobs of a GPU again. The portable code of the same method counts the jobs
    /// of the CPU again. If two counts differ, plain backtracking (bitmask) decides, and the results of the wrong device are
    /// withdrawn. The CPU counts the jobs of a wrong GPU; if the CPU is wrong, the run ends with exit code 1. Not available with
    /// --placements.
    #[arg(long, value_name = "SHARE", requires = "ledger", conflicts_with = "placements")]
    #[arg(allow_negative_numbers = true)]
    #[arg(num_args = 0..=1, default_missing_value = "5%")]
    pub(crate) audit: Option<AuditShare>,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
