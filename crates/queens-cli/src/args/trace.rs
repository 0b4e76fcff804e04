//! The options of `queens trace`.

use super::values::{MethodName, size, whole};
use clap::Args as ClapArgs;
use queens::Method;

/// Print a search step by step as JSON lines
///
/// Each line is one step: place, remove, reject, enqueue, dequeue, solution or duplicate.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens trace arrays 4
  queens trace breadth 8 --from 1000 --limit 20")]
pub(crate) struct Trace {
    /// Method to trace; 'queens methods' lists them
    #[arg(value_name = "METHOD", value_parser = MethodName, hide_possible_values = true)]
    pub(crate) method: Method,

    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    pub(crate) size: usize,

    /// First step to print, counted from 0
    #[arg(long, value_name = "STEP", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>)]
    pub(crate) from: u64,

    /// Stop after this many steps
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) limit: Option<u64>,
}
