//! Errors of exports.

// The names of fields say what they are.
#![allow(missing_docs)]

use super::either;
use crate::export::Format;

/// A position cannot be exported as requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum ExportError {
    /// There is no such format.
    #[error("unknown format '{name}': expected {}", either(Format::ALL.map(Format::name)))]
    UnknownFormat { name: String },
    /// The position has too many pairs of squares for the format.
    #[error("format '{format}' supports at most {limit} pairs of squares on a line, found {pairs}")]
    TooManyPairs { format: Format, pairs: usize, limit: usize },
}
