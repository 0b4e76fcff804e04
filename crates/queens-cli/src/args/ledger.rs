//! The options of `queens ledger`.

use super::values::whole;
use crate::support::format::Format;
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Look into ledgers, and join them
///
/// A ledger is the file that 'queens count N --ledger FILE' keeps.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens ledger status q20.db
  queens ledger show q20.db --job 17
  queens ledger export q20.db > q20.csv
  queens ledger export q20.db --certificate
  queens ledger merge q20.db 1.db 2.db 3.db")]
pub(crate) struct Ledger {
    #[command(subcommand)]
    pub(crate) command: LedgerCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LedgerCommand {
    Status(LedgerStatus),
    Show(LedgerShow),
    Export(LedgerExport),
    Merge(LedgerMerge),
}

/// How far a ledger is; also while it is written
#[derive(Debug, ClapArgs)]
pub(crate) struct LedgerStatus {
    /// The ledgers
    #[arg(value_name = "LEDGER", required = true)]
    pub(crate) ledgers: Vec<PathBuf>,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// The results of the jobs, and those that contradict each other
#[derive(Debug, ClapArgs)]
pub(crate) struct LedgerShow {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    pub(crate) ledger: PathBuf,

    /// Only this job
    #[arg(long, value_name = "JOB", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) job: Option<u64>,

    /// At most this many
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) limit: Option<u64>,
}

/// The results of the jobs for programs, or a certificate of all
///
/// The certificate names the plan, the sum, and a hash over the results of all jobs: two complete runs of a plan have the
/// same, whoever made them.
#[derive(Debug, ClapArgs)]
pub(crate) struct LedgerExport {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    pub(crate) ledger: PathBuf,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ExportFormat,

    /// The certificate
    #[arg(long, conflicts_with = "format")]
    pub(crate) certificate: bool,

    /// Write to this file instead
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a ledger is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Comma-separated values with a heading
    #[default]
    Csv,
    /// One JSON object per line
    Json,
}

/// Join ledgers of the same plan into a new one
///
/// The same result twice is fine. Results that contradict each other are kept and shown, and count in no sum; exit code 1.
#[derive(Debug, ClapArgs)]
pub(crate) struct LedgerMerge {
    /// The new ledger
    #[arg(value_name = "OUT")]
    pub(crate) out: PathBuf,

    /// The ledgers to join
    #[arg(value_name = "LEDGER", required = true)]
    pub(crate) ledgers: Vec<PathBuf>,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
