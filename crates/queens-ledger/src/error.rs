//! What can be wrong with a ledger.

/// Why a ledger cannot be used. Its text is one line for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read or written.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// What the system or SQLite says.
        reason: String,
    },
    /// The disk or the system fails.
    #[error("{path}: {reason}")]
    Io {
        /// The file.
        path: String,
        /// What the system or SQLite says.
        reason: String,
    },
    /// It is not a ledger, or one of another version.
    #[error("{path} is not a ledger: {reason}")]
    NotALedger {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It is the ledger of another count.
    #[error("{path} is a ledger of another count: the {what} is {there} there, {here} here")]
    Differs {
        /// The file.
        path: String,
        /// What differs.
        what: &'static str,
        /// What the ledger has.
        there: String,
        /// What was asked for.
        here: String,
    },
    /// Another process writes to it.
    #[error("{path} is in use: another process counts into it")]
    InUse {
        /// The file.
        path: String,
    },
    /// Something in it is not as it was written.
    #[error("{path} is damaged: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong, and where.
        what: String,
    },
    /// It has results that contradict each other: nothing is counted into it.
    #[error(
        "{path} has results of {jobs} jobs that contradict each other: find out which ledger is wrong, and merge again without it"
    )]
    Contradicted {
        /// The file.
        path: String,
        /// How many jobs.
        jobs: u64,
    },
    /// The count itself.
    #[error(transparent)]
    Count(#[from] queens::Error),
}
