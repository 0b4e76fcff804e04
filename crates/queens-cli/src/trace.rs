//! `queens trace`: the search step by step, as JSON lines.

use crate::args;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use queens::search::Flow;
use queens::trace::{Step, Trace};
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
    let mut end = Ok(());
    let stop_at = options.limit.map(|limit| options.from.saturating_add(limit));
    trace.visit(options.from, |index, step| {
        if stop_at.is_some_and(|stop| index >= stop) || interrupt::stopped() {
            return Flow::Break(());
        }
        end = write(index, step);
        if end.is_err() { Flow::Break(()) } else { Flow::Continue(()) }
    });
    end?;
    out.finish()?;
    if interrupt::stopped() { Err(Failure::Interrupted) } else { Ok(ExitCode::SUCCESS) }
}
