//! The options of `queens verify`.

use super::values::whole;
use crate::support::format::Format;
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Check a ledger without the engines
///
/// Its structure, checksums, remainders and sums; then some of its jobs are counted again by plain backtracking. Ends in one
/// line: verified (exit code 0), incomplete, or wrong and where (1).
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens verify q20.db
  queens verify q14.db --sample all")]
pub(crate) struct Verify {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    pub(crate) ledger: PathBuf,

    /// How many jobs to count again, or all
    #[arg(long, value_name = "K|all", default_value = "4", allow_negative_numbers = true)]
    #[arg(value_parser = sample)]
    pub(crate) sample: Sample,

    /// Another seed takes other jobs
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>)]
    pub(crate) seed: u64,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// How many jobs are counted again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample(pub(crate) u64);

fn sample(text: &str) -> Result<Sample, String> {
    match text {
        "all" => Ok(Sample(u64::MAX)),
        _ => whole(text).map(Sample).map_err(|_| "a whole number from 0 on, or all".to_string()),
    }
}
