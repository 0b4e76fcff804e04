//! Errors of ledgers.

use queens::report::quantity;

/// Why a ledger cannot be used. The text is one line, which begins with the file at `path`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum Error {
    /// The file cannot be read or written.
    #[error("{path}: {reason}")]
    File { path: String, reason: String },
    /// Reading or writing the disk failed.
    #[error("{path}: {reason}")]
    Io { path: String, reason: String },
    /// The file is not a ledger, or has another format version.
    #[error("{path} is not a ledger: {reason}")]
    NotALedger { path: String, reason: String },
    /// The file is not a certificate.
    #[error("{path} is not a certificate: {reason}")]
    NotACertificate { path: String, reason: String },
    /// The ledger belongs to another plan.
    #[error("{path} belongs to another count: {what} is {there} in the ledger, {here} in {than}")]
    Differs { path: String, what: &'static str, there: String, here: String, than: String },
    /// Another process is writing to the ledger.
    #[error("{path} is in use by another process")]
    InUse { path: String },
    /// Another process has begun to write to the ledger during this run.
    #[error("{path}: another process has begun to write to it, so this run has ended")]
    TakenOver { path: String },
    /// The file is no longer at its path.
    #[error(
        "{path}: the file was moved or deleted during the run, which has ended; what was saved is in the moved file"
    )]
    Moved { path: String },
    /// The run was stopped while another process kept it from saving.
    #[error(
        "{path}: {} cannot be saved: another process is reading or writing it",
        quantity(results, "result")
    )]
    Unsaved { path: String, results: usize },
    /// The content of the ledger is damaged.
    #[error("{path} is damaged: {what}")]
    Damaged { path: String, what: String },
    /// The ledger cannot be repaired without the plan of another ledger.
    #[error(
        "{path} cannot be repaired: its plan is damaged, or it is not a ledger; an intact ledger of the same count has the plan (--plan-of)"
    )]
    NoPlan { path: String },
    /// The ledger has conflicting results, so no run can continue it.
    #[error(
        "{path} has conflicting results for {jobs} jobs; find the wrong ledger and merge again without it"
    )]
    Contradicted { path: String, jobs: u64 },
    /// The count failed or was stopped.
    #[error(transparent)]
    Count(#[from] queens::Error),
}
