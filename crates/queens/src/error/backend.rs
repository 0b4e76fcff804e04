//! What can go wrong while a backend runs jobs.

/// A backend that cannot run a plan, or failed while running it. Its text is one line for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// The threads could not be started.
    #[error("{threads} threads could not be started: {reason}")]
    Threads {
        /// The number asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// A backend that cannot run a plan.
    #[error("{backend} cannot count this: {reason}")]
    Unsupported {
        /// The backend.
        backend: &'static str,
        /// What it cannot do, and what it can.
        reason: String,
    },
    /// A backend that failed while it ran.
    #[error("{backend} failed: {reason}")]
    Failed {
        /// The backend, or which part of it.
        backend: String,
        /// What went wrong.
        reason: String,
    },
    /// A job that ended in a panic.
    #[error("job {job} panicked: {reason}")]
    Panicked {
        /// The number of the job.
        job: u64,
        /// What the panic said.
        reason: String,
    },
    /// Results that could not be kept.
    #[error("the results cannot be kept: {reason}")]
    Sink {
        /// What went wrong.
        reason: String,
    },
}

impl BackendError {
    /// Whether the backend failed, rather than that it cannot run the plan.
    pub(crate) fn is_failure(&self) -> bool {
        matches!(self, Self::Failed { .. } | Self::Panicked { .. } | Self::Sink { .. })
    }
}
