//! `queens trace`: the search step by step, as JSON lines.

use crate::args;
use crate::support::failure::Failure;
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use queens::observe::Flow;
use queens::study::trace::{Step, Trace};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

#[derive(Serialize)]
struct Line {
    index: u64,
    #[serde(flatten)]
    step: Step,
}

pub(crate) fn run(options: &args::Trace) -> Result<ExitCode, Failure> {
    let trace = Trace::new(options.method, options.size)?;
    let mut out = Output::standard();
    let mut write = |index, step| -> io::Result<()> {
        serde_json::to_writer(&mut out, &Line { index, step })?;
        writeln!(out)
    };
    let mut written = Ok(());
    let stop_at = options.limit.map(|limit| options.from.saturating_add(limit));
    let end = trace.visit(options.from, &STOP, |index, step| {
        if stop_at.is_some_and(|stop| index >= stop) {
            return Flow::Break(());
        }
        written = write(index, step);
        if written.is_err() { Flow::Break(()) } else { Flow::Continue(()) }
    });
    written?;
    out.finish()?;
    end?;
    Ok(ExitCode::SUCCESS)
}
