//! The options of `queens verify`.

use super::values::{threads, whole};
use crate::support::format::Format;
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Verify a ledger independently
///
/// Checks the structure, checksums, residues and sums of a ledger without running its engine, and recounts a sample of its
/// jobs by plain backtracking, on all cores. Prints one line: verified (exit code 0), checked if no job was recounted (0),
/// incomplete (1), or wrong with the reason (1).
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens verify q20.db
  queens verify q14.db --sample all
  queens verify q20.db --certificate q20.certificate")]
pub(crate) struct Verify {
    /// Ledger to verify
    #[arg(value_name = "LEDGER")]
    pub(crate) ledger: PathBuf,

    /// Number of jobs to recount, or all
    #[arg(long, value_name = "NUM|all", default_value = "4", allow_negative_numbers = true)]
    #[arg(value_parser = sample)]
    pub(crate) sample: Sample,

    /// Seed that selects the jobs to recount
    #[arg(long, value_name = "SEED", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>)]
    pub(crate) seed: u64,

    /// Number of threads that recount [default: all cores]
    #[arg(short, long, value_name = "NUM", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// File with the certificate that the ledger must have
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// The number of jobs that are recounted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample(pub(crate) u64);

fn sample(text: &str) -> Result<Sample, String> {
    match text {
        "all" => Ok(Sample(u64::MAX)),
        _ => whole(text).map(Sample).map_err(|_| "expected a whole number, or all".to_string()),
    }
}
