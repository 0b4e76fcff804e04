//! Errors of ledgers.

use queens::report::quantity;

/// Why a ledger cannot be used. The text is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read or written.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// The error of the system or of SQLite.
        reason: String,
    },
    /// Reading or writing the disk failed.
    #[error("{path}: {reason}")]
    Io {
        /// The file.
        path: String,
        /// The error of the system or of SQLite.
        reason: String,
    },
    /// The file is not a ledger, or has another format version.
    #[error("{path} is not a ledger: {reason}")]
    NotALedger {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// The file is not a certificate.
    #[error("{path} is not a certificate: {reason}")]
    NotACertificate {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// The ledger belongs to another plan.
    #[error("{path} belongs to another count: {what} is {there} in the ledger, {here} in {than}")]
    Differs {
        /// The file.
        path: String,
        /// What differs.
        what: &'static str,
        /// The value of the ledger.
        there: String,
        /// The value that was expected.
        here: String,
        /// What it was compared with: this run, another ledger, or the plan of this program.
        than: String,
    },
    /// Another process is writing to the ledger.
    #[error("{path} is in use by another process")]
    InUse {
        /// The file.
        path: String,
    },
    /// Another process has begun to write to the ledger during this run.
    #[error("{path}: another process has begun to write to it, so this run has ended")]
    TakenOver {
        /// The file.
        path: String,
    },
    /// The file is no longer at its path.
    #[error(
        "{path}: the file was moved or deleted during the run, which has ended; what was saved is in the moved file"
    )]
    Moved {
        /// Where it was.
        path: String,
    },
    /// The run was stopped while another process kept it from saving.
    #[error(
        "{path}: {} cannot be saved: another process is reading or writing it",
        quantity(results, "result")
    )]
    Unsaved {
        /// The file.
        path: String,
        /// The number of results that are not saved.
        results: usize,
    },
    /// The content of the ledger is damaged.
    #[error("{path} is damaged: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong, and where.
        what: String,
    },
    /// The ledger cannot be repaired without the plan of another ledger.
    #[error(
        "{path} cannot be repaired: its plan is damaged, or it is not a ledger; an intact ledger of the same count has the plan (--plan-of)"
    )]
    NoPlan {
        /// The file.
        path: String,
    },
    /// The ledger has conflicting results, so no run can continue it.
    #[error(
        "{path} has conflicting results for {jobs} jobs; find the wrong ledger and merge again without it"
    )]
    Contradicted {
        /// The file.
        path: String,
        /// The number of jobs with conflicting results.
        jobs: u64,
    },
    /// The count failed or was stopped.
    #[error(transparent)]
    Count(#[from] queens::Error),
}
