//! The options of `queens compare`.

use super::values::{MethodName, seconds, within};
use crate::support::format::Format;
use crate::support::sizes::Sizes;
use clap::Args as ClapArgs;
use queens::Method;
use std::path::PathBuf;

/// Compare methods side by side
///
/// In each round every method runs once; the best round counts. 'ratio' is how many times as fast as the first method;
/// 'cap' is the most that one thread per row of the first queen can gain on any number of cores. Methods run on
/// one thread, but for columns.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens compare 10
  queens compare 8..13 --methods arrays,bitmask,stacked --plot times.svg
  queens compare 12 --methods arrays-iterative,columns")]
pub(crate) struct Compare {
    /// The size of the board, or a range A..B with both ends
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    pub(crate) sizes: Sizes,

    /// The methods, the first of which the others are measured by (default: all)
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    #[arg(value_parser = MethodName, hide_possible_values = true)]
    pub(crate) methods: Vec<Method>,

    /// How often each runs
    #[arg(long, value_name = "K", default_value_t = 3, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 1..=1000_u32))]
    pub(crate) runs: u32,

    /// Skip a method when one run takes longer than this
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, allow_negative_numbers = true)]
    #[arg(value_parser = seconds)]
    pub(crate) limit: f64,

    /// How to print
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// Write a plot of time against N to this file: FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
}
