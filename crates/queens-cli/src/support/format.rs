//! The formats of results.

use clap::ValueEnum;

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object per line, integers exact
    Json,
    /// Comma-separated values with a heading
    Csv,
    /// A Markdown table
    Markdown,
}
