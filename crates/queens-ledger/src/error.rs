//! Errors of ledgers.

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
    /// The content of the ledger is damaged.
    #[error("{path} is damaged: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong, and where.
        what: String,
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
