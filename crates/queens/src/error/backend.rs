//! Errors of backends.

// The names of fields say what they are.
#![allow(missing_docs)]

/// An error of a backend: it cannot run a plan, or it failed while running it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        threads: usize,
        /// The message of the operating system.
        reason: String,
    },
    /// The backend does not support the plan.
    #[error("{backend} cannot run this request: {reason}")]
    Unsupported {
        backend: &'static str,
        /// What it does not support, and what it supports.
        reason: String,
    },
    /// The backend failed while it ran.
    #[error("{backend} failed: {reason}")]
    Failed {
        /// The backend, or the part of it that failed.
        backend: String,
        reason: String,
    },
    /// A device failed while it ran. The results that it has reported are valid. A later run may open it again; a CUDA device is lost until
    /// the process ends.
    #[error("{backend} was lost: {reason}")]
    Lost { backend: String, reason: String },
    /// The memory of this process does not suffice.
    #[error(
        "cannot allocate {bytes} bytes of memory: use fewer threads, or method 'cross', which needs little memory"
    )]
    NoMemory { bytes: u64 },
    /// A job ended in a panic.
    #[error("job {job} panicked: {reason}")]
    Panicked {
        job: u64,
        /// The message of the panic.
        reason: String,
    },
    /// The results could not be stored.
    #[error("cannot store the results: {reason}")]
    Sink { reason: String },
}

impl BackendError {
    /// Whether the backend failed while it ran. If not, it does not support the plan.
    pub(crate) fn is_failure(&self) -> bool {
        match self {
            Self::Failed { .. }
            | Self::Lost { .. }
            | Self::NoMemory { .. }
            | Self::Panicked { .. }
            | Self::Sink { .. } => true,
            Self::Threads { .. } | Self::Unsupported { .. } => false,
        }
    }
}
