//! Errors of exports.

use super::either;
use crate::export::Format;

/// A position cannot be exported as requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// There is no such format.
    #[error("unknown format '{name}': expected {}", either(Format::ALL.map(Format::name)))]
    UnknownFormat {
        /// The requested name.
        name: String,
    },
    /// The position has too many pairs of squares for the format.
    #[error("format '{format}' supports at most {limit} pairs of squares on a line, found {pairs}")]
    TooManyPairs {
        /// The requested format.
        format: Format,
        /// The number of pairs of squares in all lines.
        pairs: usize,
        /// The largest number.
        limit: usize,
    },
}
