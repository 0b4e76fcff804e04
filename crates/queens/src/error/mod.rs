//! Everything that can go wrong: one type per domain, and [`Error`] for all of them.

mod backend;
mod board;
mod check;
mod draw;
mod position;
mod request;
mod solve;

pub use backend::BackendError;
pub use board::BoardError;
pub use check::CheckError;
pub use draw::DrawError;
pub use position::PositionError;
pub use request::RequestError;
pub use solve::SolveError;

use std::fmt;

/// A request that cannot be met. Its text is one line for people, with the value that was wrong and the values that are right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A square, board or solution that is not possible.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A position that cannot be read, or a solution that does not fit it.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A solver or a puzzle that does not exist.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A request that cannot be planned.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A count that cannot be right.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A backend that cannot run a plan, or failed while running it.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A picture that cannot be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// The search was stopped before its end.
    #[error("stopped")]
    Stopped,
}

impl Error {
    /// Whether something failed during the work, rather than that the request was a bad one.
    pub fn is_failure(&self) -> bool {
        match self {
            Self::Check(_) | Self::Solve(SolveError::NoSuchPuzzle { .. }) => true,
            Self::Backend(error) => error.is_failure(),
            _ => false,
        }
    }
}

/// A search was stopped by its observer before its end; what it counted is not a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped")
    }
}

impl std::error::Error for Stopped {}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Error::Stopped
    }
}
