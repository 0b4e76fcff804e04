//! The formats of results.

use clap::ValueEnum;

/// The formats of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text or a table
    #[default]
    Text,
    /// One JSON object per line
    Json,
    /// Comma-separated values with a header
    Csv,
    /// A Markdown table
    Markdown,
}
