//! Error types: one per domain, and [`Error`] for all of them.

mod backend;
mod board;
mod check;
mod request;

pub use backend::BackendError;
pub use board::BoardError;
pub use check::{CheckError, CountOf};
pub use request::RequestError;

use std::fmt;

/// Any error of the library. Its text is one line that names the wrong value and the values that are allowed.
///
/// ```
/// use queens::{BoardError, Error, Request};
/// let error = Request::count(33).unwrap_err();
/// assert_eq!(error.to_string(), "N = 33 is too large: boards go from 0 to 32");
/// assert_eq!(error, Error::Board(BoardError::BoardTooLarge { size: 33, limit: 32 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An error in a square, board or solution.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A request cannot be planned.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A count failed a check.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A backend cannot run a plan, or failed while running it.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The search was stopped before its end.
    #[error("stopped")]
    Stopped,
}

impl Error {
    /// Whether the work failed. If not, the request was invalid or the search was stopped.
    pub fn is_failure(&self) -> bool {
        match self {
            Self::Check(_) | Self::Request(RequestError::TooFewSamples { .. }) => true,
            Self::Backend(error) => error.is_failure(),
            _ => false,
        }
    }
}

/// An observer stopped a search before its end, so the search has no total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped")
    }
}

/// A character of a message. A control character is escaped.
fn shown(letter: char) -> String {
    if letter.is_control() { letter.escape_default().to_string() } else { letter.to_string() }
}

/// The names as alternatives in a sentence: `easy, medium or hard`.
fn either<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

impl std::error::Error for Stopped {}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Error::Stopped
    }
}
