//! `queens trace`: prints a search step by step as JSON lines.

use crate::args;
use crate::support::failure::Failure;
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use crate::support::writer::json_line;
use queens::observe::Flow;
use queens::study::trace::Trace;
use queens_results::TraceStep;
use std::process::ExitCode;

pub(crate) fn run(options: &args::Trace) -> Result<ExitCode, Failure> {
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
    Ok(ExitCode::SUCCESS)
}
