//! The options of `queens bench`.

use super::machine::Machine;
use super::values::within;
use crate::support::format::Format;
use clap::Args as ClapArgs;

/// Benchmark this machine
///
/// Counts fixed boards with fixed methods, first on one core, then on all cores, and prints solutions and placements per
/// second. Each figure is the best of several runs after a warm-up run; 'spread' is how much longer the median run took. Every
/// count is checked against the published number. On a GPU, the time and the steps of each phase are printed too, or with wgpu the batches.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens bench
  queens bench --size 18 --runs 3
  queens bench --device gpu
  queens bench --format json")]
pub(crate) struct Bench {
    /// Board size [default: 16; with CUDA: 20; with wgpu: 18]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 8..=22_usize))]
    pub(crate) size: Option<usize>,

    /// Number of runs of each measurement; the best is reported [default: 5, or more until they took half a second]
    #[arg(long, value_name = "NUM", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 1..=1000_usize))]
    pub(crate) runs: Option<usize>,

    #[command(flatten)]
    pub(crate) machine: Machine,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
