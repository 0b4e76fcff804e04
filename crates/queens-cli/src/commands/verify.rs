//! `queens verify`: verifies a ledger independently of the engines.

use crate::args::Verify;
use crate::support::failure::{EXIT_FAILED, Failure, plain};
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use crate::support::progress::{Progress, Waiting};
use crate::support::report::{grouped, quantity};
use crate::support::writer::{Column, Page, Readable, Writer, or_dash};
use queens::{Control, Event};
use queens_ledger::Verification;
use queens_results::{VerificationOutcome, VerificationResult};
use std::process::ExitCode;
use std::sync::{Mutex, OnceLock};

pub(crate) fn run(options: &Verify) -> Result<ExitCode, Failure> {
    let verification = Verification {
        sample: options.sample.0,
        seed: options.seed,
        threads: options.threads.unwrap_or(0),
        certificate: options.certificate.clone(),
    };
    let verifying = Verifying::new();
    let result = verification.run(&options.ledger, &verifying)?;
    drop(verifying);
    let mut out = Output::standard();
    let mut writer = Writer::new(options.format, &mut out);
    writer.write(&result)?;
    writer.finish()?;
    out.finish()?;
    Ok(match result.outcome {
        VerificationOutcome::Verified | VerificationOutcome::Checked => ExitCode::SUCCESS,
        VerificationOutcome::Incomplete | VerificationOutcome::Wrong => ExitCode::from(EXIT_FAILED),
    })
}

/// Stops on an interrupt and shows the progress: the elapsed time while the file is read, then the recounted jobs.
struct Verifying {
    reading: Mutex<Option<Waiting>>,
    recounting: OnceLock<Progress>,
}

impl Verifying {
    fn new() -> Self {
        let reading = Mutex::new(Some(Waiting::new("checking the ledger")));
        Self { reading, recounting: OnceLock::new() }
    }
}

impl Control for Verifying {
    fn stopped(&self) -> bool {
        STOP.stopped()
    }

    fn event(&self, event: Event<'_>) {
        match event {
            Event::Selected(jobs) => {
                drop(self.reading.lock().expect("no holder of the lock panics").take());
                let all = jobs.iter().max().map_or(0, |last| last + 1);
                self.recounting.get_or_init(|| Progress::of_some("recounting", all, jobs.len()));
            }
            Event::Progress(..) => {
                if let Some(recounting) = self.recounting.get() {
                    recounting.event(event);
                }
            }
            Event::Begun(_) | Event::Warning(_) => STOP.event(event),
        }
    }
}

impl Readable for VerificationResult {
    fn columns(&self, _page: Page) -> Vec<Column> {
        let recounted = self.recounted.as_ref().map(Vec::len);
        vec![
            Column::left("ledger", &self.ledger),
            Column::left("outcome", self.outcome.name()),
            Column::right("N", or_dash(self.n, |n| n.to_string())),
            Column::left("shard", self.shard.as_deref().unwrap_or("-")),
            Column::right("jobs", or_dash(self.jobs, grouped)),
            Column::right("finished", or_dash(self.finished, grouped)),
            Column::right("solutions", or_dash(self.solutions, grouped)),
            Column::right("recounted", or_dash(recounted, grouped)),
            Column::left("reason", self.reason.as_deref().unwrap_or("-")),
        ]
    }

    fn text(&self, page: Page) -> Option<String> {
        let (path, word) = (&self.ledger, self.outcome.name());
        let line = match &self.reason {
            Some(reason) => format!("{path}: {word}: {reason}"),
            None => {
                let (n, jobs, done) = (self.n?, quantity(self.jobs?, "job"), self.finished?);
                let solutions = quantity(self.solutions?, "solution");
                let special =
                    [&self.rules, &self.queens, &self.only].into_iter().any(Option::is_some);
                let again = match (self.recounted.as_ref()?.len(), special) {
                    (0, _) => "no job was recounted".to_string(),
                    (again, false) => {
                        format!("{} recounted by plain backtracking", quantity(again, "job"))
                    }
                    (again, true) => {
                        format!("{} recounted square by square", quantity(again, "job"))
                    }
                };
                let named = |name: &str, value: &Option<String>| {
                    value.as_ref().map(|value| format!(", {name}: {value}")).unwrap_or_default()
                };
                let what = [
                    named("rules", &self.rules),
                    named("queens", &self.queens),
                    named("only", &self.only),
                    named("shard", &self.shard),
                ];
                format!(
                    "{path}: {word}: N = {n}{}, {done} of {jobs}, {solutions}; {again}",
                    what.concat()
                )
            }
        };
        (page == Page::Terminal).then(|| format!("{}\n", plain(&line)))
    }
}
