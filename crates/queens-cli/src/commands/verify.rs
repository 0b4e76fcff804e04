//! `queens verify`: verifies a ledger independently of the engines.

use crate::args::Verify;
use crate::support::failure::{EXIT_FAILED, Failure, plain};
use crate::support::output::Output;
use crate::support::progress::Waiting;
use crate::support::writer::{Column, Page, Readable, Writer, or_dash};
use queens::report::grouped;
use queens::results::{VerificationOutcome, VerificationResult};
use queens_ledger::verify;
use std::process::ExitCode;

pub(crate) fn run(options: &Verify) -> Result<ExitCode, Failure> {
    let waiting = Waiting::new("verifying");
    let verdict = verify(&options.ledger, options.sample.0, options.seed, &waiting)?;
    drop(waiting);
    let result = verdict.result(&options.ledger);
    let mut out = Output::standard();
    let mut writer = Writer::new(options.format, &mut out);
    writer.write(&result)?;
    writer.finish()?;
    out.finish()?;
    Ok(match result.outcome {
        VerificationOutcome::Verified => ExitCode::SUCCESS,
        VerificationOutcome::Incomplete | VerificationOutcome::Wrong => ExitCode::from(EXIT_FAILED),
    })
}

/// The outcome as a word.
fn word(outcome: VerificationOutcome) -> &'static str {
    match outcome {
        VerificationOutcome::Verified => "verified",
        VerificationOutcome::Incomplete => "incomplete",
        VerificationOutcome::Wrong => "wrong",
    }
}

impl Readable for VerificationResult {
    fn columns(&self, _page: Page) -> Vec<Column> {
        let recounted = self.recounted.as_ref().map(Vec::len);
        vec![
            Column::left("ledger", &self.ledger),
            Column::left("outcome", word(self.outcome)),
            Column::right("N", or_dash(self.n, |n| n.to_string())),
            Column::right("jobs", or_dash(self.jobs, grouped)),
            Column::right("finished", or_dash(self.finished, grouped)),
            Column::right("solutions", or_dash(self.solutions, grouped)),
            Column::right("recounted", or_dash(recounted, grouped)),
            Column::left("reason", self.reason.as_deref().unwrap_or("-")),
        ]
    }

    fn text(&self, page: Page) -> Option<String> {
        let (path, word) = (&self.ledger, word(self.outcome));
        let line = match &self.reason {
            Some(reason) => format!("{path}: {word}: {reason}"),
            None => {
                let (n, jobs, done) = (self.n?, self.jobs?, self.finished?);
                let (solutions, again) = (self.solutions?, self.recounted.as_ref()?.len());
                format!(
                    "{path}: {word}: N = {n}, {done} of {jobs} jobs, {solutions} solutions; {again} jobs recounted by plain backtracking"
                )
            }
        };
        (page == Page::Terminal).then(|| format!("{}\n", plain(&line)))
    }
}
