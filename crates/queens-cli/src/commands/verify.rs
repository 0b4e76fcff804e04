//! `queens verify`: a ledger checked without the engines.

use crate::args::Verify;
use crate::support::failure::{EXIT_FAILED, Failure, plain};
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use queens_ledger::{Checked, Verdict, verify};
use std::io::Write;
use std::process::ExitCode;

pub(crate) fn run(options: &Verify) -> Result<ExitCode, Failure> {
    let path = options.ledger.display();
    let verdict = verify(&options.ledger, options.sample.0, options.seed, &STOP)?;
    let mut out = Output::standard();
    let say = |word: &str, checked: &Checked| {
        let Checked { size, jobs, sums, recounted } = checked;
        let (done, solutions, again) = (sums.jobs, sums.solutions, recounted.len());
        format!(
            "{path}: {word}: N = {size}, {done} of {jobs} jobs, {solutions} solutions; {again} jobs recounted by the plain search"
        )
    };
    let (line, code) = match &verdict {
        Verdict::Verified(checked) => (say("verified", checked), ExitCode::SUCCESS),
        Verdict::Incomplete(checked) => (say("incomplete", checked), ExitCode::from(EXIT_FAILED)),
        Verdict::Wrong(what) => (format!("{path}: wrong: {what}"), ExitCode::from(EXIT_FAILED)),
    };
    writeln!(out, "{}", plain(&line))?;
    out.finish()?;
    Ok(code)
}
