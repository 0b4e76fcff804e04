//! `queens trace`: prints a search step by step as JSON lines.

use crate::support::failure::Failure;
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use crate::support::values::{MethodName, size, whole};
use crate::support::writer::json_line;
use clap::Args;
use queens::Method;
use queens::observe::Flow;
use queens::study::trace::Trace;
use queens_results::TraceStep;

/// Print a search step by step as JSON lines
///
/// Each line is one step: place, remove, reject, enqueue, dequeue, solution or duplicate.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens trace arrays 4
  queens trace breadth 8 --from 1000 --limit 20")]
pub(crate) struct Options {
    /// Method to trace; 'queens methods' lists them
    #[arg(value_name = "METHOD", value_parser = MethodName, hide_possible_values = true)]
    method: Method,

    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    size: usize,

    /// First step to print, counted from 0
    #[arg(long, value_name = "STEP", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>)]
    from: u64,

    /// Stop after this many steps
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<u64>)]
    limit: Option<u64>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let trace = Trace::new(options.method, options.size)?;
    let mut out = Output::standard();
    let mut written = Ok(());
    let stop_at = options.limit.map(|limit| options.from.saturating_add(limit));
    let end = trace.visit(options.from, &STOP, |index, step| {
        if stop_at.is_some_and(|stop| index >= stop) {
            return Flow::Break(());
        }
        written = json_line(&mut out, &TraceStep::new(index, step));
        if written.is_err() { Flow::Break(()) } else { Flow::Continue(()) }
    });
    written?;
    out.finish()?;
    end?;
    Ok(())
}
