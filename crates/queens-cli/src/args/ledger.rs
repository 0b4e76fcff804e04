//! The options of `queens ledger`.

use super::values::whole;
use crate::support::format::Format;
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Inspect, export, merge and repair ledgers
///
/// A ledger is the file in which 'queens count N --ledger FILE' saves the result of every job.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens ledger status q20.db
  queens ledger show q20.db --job 17
  queens ledger export q20.db > q20.csv
  queens ledger export q20.db --certificate
  queens ledger merge q20.db 1.db 2.db 3.db
  queens ledger repair q20.db new.db")]
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
    Repair(LedgerRepair),
}

/// Show the progress and the sums of ledgers
///
/// Also works while a count is writing to the ledger. Several ledgers of one plan, such as shards, are also added up: a job
/// that is in more than one of them counts once, and the remaining time is that of the slowest one.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens ledger status q20.db
  queens ledger status 1.db 2.db 3.db    # each of them, and the total")]
pub(crate) struct LedgerStatus {
    /// Ledgers to show
    #[arg(value_name = "LEDGER", required = true)]
    pub(crate) ledgers: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Show the result of each job, conflicting results, audits, withdrawn results and events
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens ledger show q20.db --limit 10
  queens ledger show q20.db --job 17")]
pub(crate) struct LedgerShow {
    /// Ledger to read
    #[arg(value_name = "LEDGER")]
    pub(crate) ledger: PathBuf,

    /// Show only this job; jobs are numbered from 0
    #[arg(long, value_name = "JOB", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) job: Option<u64>,

    /// Show at most this many jobs
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) limit: Option<u64>,
}

/// Export the results as CSV or JSON, or print a certificate
///
/// A certificate contains the plan, the sum and a hash over the results of all jobs. It is the same for every complete and
/// correct run of the same plan, on any machine.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens ledger export q20.db > q20.csv
  queens ledger export q20.db --certificate")]
pub(crate) struct LedgerExport {
    /// Ledger to read
    #[arg(value_name = "LEDGER")]
    pub(crate) ledger: PathBuf,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ExportFormat,

    /// Print the certificate instead of the results
    #[arg(long, conflicts_with = "format")]
    pub(crate) certificate: bool,

    /// Write to this file instead of stdout (-)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How a ledger is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Comma-separated values with a header
    #[default]
    Csv,
    /// One JSON object per line
    Json,
}

/// Merge ledgers of the same plan into a new one
///
/// The ledgers may overlap: equal results are stored once. Different results of the same job are stored as conflicts,
/// excluded from the sum, and reported with exit code 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Example:
  queens ledger merge q20.db 1.db 2.db 3.db")]
pub(crate) struct LedgerMerge {
    /// New ledger to create
    #[arg(value_name = "OUT")]
    pub(crate) out: PathBuf,

    /// Ledgers to merge
    #[arg(value_name = "LEDGER", required = true)]
    pub(crate) ledgers: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Write what is intact in a damaged ledger into a new one
///
/// Keeps every result, audit, withdrawn result and conflict whose checksum is right, and what is readable of the log. Jobs whose
/// results are damaged are missing in the new ledger: 'queens count N --ledger NEW' counts them again. The damaged file is
/// unchanged.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens ledger repair q20.db new.db
  queens ledger repair q20.db new.db --plan-of other.db")]
pub(crate) struct LedgerRepair {
    /// Damaged ledger
    #[arg(value_name = "LEDGER")]
    pub(crate) ledger: PathBuf,

    /// New ledger to create
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,

    /// If the plan of the damaged ledger is damaged, use that of this ledger
    ///
    /// The ledger must be for the same count, method and shard. It needs no results: interrupt a count with --ledger to create
    /// it.
    #[arg(long, value_name = "OTHER")]
    pub(crate) plan_of: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
