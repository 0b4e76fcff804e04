//! The options of `queens compare`.

use super::values::{MethodName, seconds, within};
use crate::support::format::Format;
use crate::support::sizes::Sizes;
use clap::Args as ClapArgs;
use queens::Method;
use std::path::PathBuf;

/// Compare the speed of methods
///
/// Every method counts the same board once per round, on one thread; only 'columns' uses more. Prints the best and the
/// median time. 'ratio' is the speed relative to the first method. For methods with one thread per row of
/// the first queen, the highest possible speedup on any number of cores is printed too.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens compare 10
  queens compare 8..13 --methods arrays,bitmask,stacked --plot times.svg
  queens compare 12 --methods arrays-iterative,columns")]
pub(crate) struct Compare {
    /// Board size, or an inclusive range such as 8..14
    #[arg(value_name = "N|A..B", allow_negative_numbers = true)]
    pub(crate) sizes: Sizes,

    /// Methods to compare, the reference first [default: all]
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',')]
    #[arg(value_parser = MethodName, hide_possible_values = true)]
    pub(crate) methods: Vec<Method>,

    /// Number of rounds
    #[arg(long, value_name = "NUM", default_value_t = 3, allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 1..=1000_u32))]
    pub(crate) runs: u32,

    /// Skip a method if one run takes longer than this
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, allow_negative_numbers = true)]
    #[arg(value_parser = seconds)]
    pub(crate) limit: f64,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,

    /// Plot time against N to this file, FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
}
