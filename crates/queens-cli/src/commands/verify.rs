//! `queens verify`: verifies a ledger independently of the engines.

use crate::support::failure::Failure;
use crate::support::interrupt::STOP;
use crate::support::progress::{Progress, Waiting};
use crate::support::report::{grouped, plain, quantity};
use crate::support::values::{threads, whole};
use crate::support::writer::{Column, Format, Page, Readable, or_dash, print};
use clap::Args;
use queens::{Control, Event};
use queens_ledger::Verification;
use queens_results::{VerificationOutcome, VerificationResult};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

/// Verify a ledger independently
///
/// Checks the structure, checksums, residues and sums of a ledger without running its engine, and recounts a sample of its
/// jobs by plain backtracking, on all cores. Prints one line: verified (exit code 0), checked if no job was recounted (0),
/// incomplete (1), or wrong with the reason (1).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens verify q20.db
  queens verify q14.db --sample all
  queens verify q20.db --certificate q20.certificate")]
pub(crate) struct Options {
    /// Ledger to verify
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,

    /// Number of jobs to recount, or all
    #[arg(long, value_name = "NUM|all", default_value = "4", allow_negative_numbers = true)]
    #[arg(value_parser = sample)]
    sample: Sample,

    /// Seed that selects the jobs to recount
    #[arg(long, value_name = "SEED", default_value_t = 0, allow_negative_numbers = true)]
    #[arg(value_parser = whole::<u64>)]
    seed: u64,

    /// Number of threads that recount [default: all cores]
    #[arg(short, long, value_name = "NUM", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<usize>,

    /// File with the certificate that the ledger must have
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The number of jobs that are recounted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample(pub(crate) u64);

fn sample(text: &str) -> Result<Sample, String> {
    match text {
        "all" => Ok(Sample(u64::MAX)),
        _ => whole(text).map(Sample).map_err(|_| "expected a whole number, or all".to_string()),
    }
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let verification = Verification {
        sample: options.sample.0,
        seed: options.seed,
        threads: options.threads.unwrap_or(0),
        certificate: options.certificate.clone(),
    };
    let verifying = Verifying::new();
    let result = verification.run(&options.ledger, &verifying)?;
    drop(verifying);
    let outcome = result.outcome;
    print(options.format, &[result])?;
    match outcome {
        VerificationOutcome::Verified | VerificationOutcome::Checked => Ok(()),
        VerificationOutcome::Incomplete | VerificationOutcome::Wrong => Err(Failure::Printed),
    }
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
