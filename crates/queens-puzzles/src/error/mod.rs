//! Error types: one per domain, and [`Error`] for all of them.

mod export;
mod picture;
mod position;
mod solve;

pub use export::ExportError;
pub use picture::PictureError;
pub use position::PositionError;
pub use solve::SolveError;

use queens::{BackendError, BoardError, CheckError, RequestError, Stopped};

/// Any error of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A square, board, solution, request, check or backend, or the control stopped the call.
    #[error(transparent)]
    Queens(#[from] queens::Error),
    /// A position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A solver or a puzzle.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// An export.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// A picture that is read.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

impl Error {
    /// Whether the call failed although the request is right. If not, the request cannot be met.
    pub fn is_failure(&self) -> bool {
        match self {
            Self::Queens(error) => error.is_failure(),
            Self::Solve(SolveError::NoSuchPuzzle { .. } | SolveError::NoMorePuzzles { .. }) => true,
            _ => false,
        }
    }
}

/// Conversions of the parts of [`queens::Error`].
macro_rules! from_parts {
    ($($part:ty),*) => {
        $(impl From<$part> for Error {
            fn from(error: $part) -> Self {
                Self::Queens(error.into())
            }
        })*
    };
}

from_parts!(BackendError, BoardError, CheckError, RequestError, Stopped);

/// A list of allowed names.
fn either<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
