//! `queens ledger`: shows, exports, merges and repairs ledgers.

use crate::support::failure::Failure;
use crate::support::interrupt::STOP;
use crate::support::ledger::{program, read};
use crate::support::output::Output;
use crate::support::report::{Table, duration, grouped, plain, quantity};
use crate::support::values::whole;
use crate::support::writer::{Column, Format, Page, Readable, Writer, or_dash, print, vertical};
use clap::{Args, Subcommand, ValueEnum};
use queens::{Error, RequestError};
use queens_ledger::{Ledger, Provenance, StatusTotal, date, merge, repair};
use queens_results::{JobRecord, LedgerStatus, MergeResult, RepairResult};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Inspect, export, merge and repair ledgers
///
/// A ledger is the file in which 'queens count N --ledger FILE' saves the result of every job.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens ledger status q20.db
  queens ledger show q20.db --job 17
  queens ledger export q20.db > q20.csv
  queens ledger export q20.db --certificate
  queens ledger merge q20.db 1.db 2.db 3.db
  queens ledger repair q20.db new.db")]
pub(crate) struct Options {
    #[command(subcommand)]
    command: LedgerCommand,
}

#[derive(Debug, Subcommand)]
enum LedgerCommand {
    Status(StatusOptions),
    Show(ShowOptions),
    Export(ExportOptions),
    Merge(MergeOptions),
    Repair(RepairOptions),
}

/// Show the progress and the sums of ledgers
///
/// Also works while a count is writing to the ledger. Several ledgers of one plan, such as shards, are also added up: a job
/// that is in more than one of them counts once, and the remaining time is that of the slowest one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens ledger status q20.db
  queens ledger status 1.db 2.db 3.db    # each of them, and the total")]
pub(crate) struct StatusOptions {
    /// Ledgers to show
    #[arg(value_name = "LEDGER", required = true)]
    ledgers: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Show the result of each job, conflicting results, audits, withdrawn results and events
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens ledger show q20.db --limit 10
  queens ledger show q20.db --job 17")]
pub(crate) struct ShowOptions {
    /// Ledger to read
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,

    /// Show only this job; jobs are numbered from 0
    #[arg(long, value_name = "JOB", allow_negative_numbers = true, value_parser = whole::<u64>)]
    job: Option<u64>,

    /// Show at most this many jobs
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<u64>)]
    limit: Option<u64>,
}

/// Export the results as CSV or JSON, or print a certificate
///
/// A certificate contains the plan, the sum and a hash over the results of all jobs. It is the same for every complete and
/// correct run of the same plan, on any machine.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens ledger export q20.db > q20.csv
  queens ledger export q20.db --certificate")]
pub(crate) struct ExportOptions {
    /// Ledger to read
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: ExportFormat,

    /// Print the certificate instead of the results
    #[arg(long, conflicts_with = "format")]
    certificate: bool,

    /// Write to this file instead of stdout (-)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a ledger is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// Comma-separated values with a header
    #[default]
    Csv,
    /// One JSON object per line
    Json,
}

/// Merge ledgers of the same plan into a new one
///
/// The ledgers may overlap: equal results are stored once. Different results of the same job are stored as conflicts,
/// excluded from the sum, and reported with exit code 1.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queens ledger merge q20.db 1.db 2.db 3.db")]
pub(crate) struct MergeOptions {
    /// New ledger to create
    #[arg(value_name = "OUT")]
    out: PathBuf,

    /// Ledgers to merge
    #[arg(value_name = "LEDGER", required = true)]
    ledgers: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Write what is intact in a damaged ledger into a new one
///
/// Keeps every result, audit, withdrawn result and conflict whose checksum is right, and what is readable of the log. Jobs whose
/// results are damaged are missing in the new ledger: 'queens count N --ledger NEW' counts them again. The damaged file is
/// unchanged.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens ledger repair q20.db new.db
  queens ledger repair q20.db new.db --plan-of other.db")]
pub(crate) struct RepairOptions {
    /// Damaged ledger
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,

    /// New ledger to create
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// If the plan of the damaged ledger is damaged, use that of this ledger
    ///
    /// The ledger must be for the same count, method and shard. It needs no results: interrupt a count with --ledger to create
    /// it.
    #[arg(long, value_name = "OTHER")]
    plan_of: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    match &options.command {
        LedgerCommand::Status(options) => status(options),
        LedgerCommand::Show(options) => {
            let mut out = Output::standard();
            show(options, &mut out)?;
            out.finish()
        }
        LedgerCommand::Export(options) => {
            let mut out = Output::open(options.output.as_deref())?;
            export(options, &mut out)?;
            out.finish()
        }
        LedgerCommand::Merge(options) => merged(options),
        LedgerCommand::Repair(options) => repaired(options),
    }
}

fn status(options: &StatusOptions) -> Result<(), Failure> {
    let mut total = StatusTotal::default();
    let status = |path: &PathBuf| Ok(total.add(&read(path)?)?);
    let mut all = options.ledgers.iter().map(status).collect::<Result<Vec<_>, Failure>>()?;
    all.extend(total.status());
    print(options.format, &all)
}

impl Readable for LedgerStatus {
    fn columns(&self, _page: Page) -> Vec<Column> {
        let all = [
            ("ledger", Some(self.ledger.clone())),
            ("n", Some(self.n.to_string())),
            ("rules", self.rules.clone()),
            ("queens", self.queens.clone()),
            ("only", self.only.clone()),
            ("method", Some(self.method.clone())),
            ("plan version", Some(self.plan_version.to_string())),
            ("plan jobs", Some(self.plan_jobs.to_string())),
            ("shard", self.shard.clone()),
            ("jobs", Some(self.jobs.to_string())),
            ("finished", Some(self.finished.to_string())),
            ("fraction", Some(float(self.fraction))),
            ("solutions", Some(self.solutions.to_string())),
            ("placements", self.placements.map(|count| count.to_string())),
            ("conflicts", Some(self.conflicts.to_string())),
            ("audited", Some(self.audited.to_string())),
            ("withdrawn", Some(self.withdrawn.to_string())),
            ("seconds", Some(float(self.seconds))),
            ("sessions", Some(self.sessions.to_string())),
            ("attempts", Some(self.attempts.to_string())),
            ("jobs per second", self.jobs_per_second.map(float)),
            ("remaining seconds", self.remaining_seconds.map(float)),
        ];
        all.into_iter().filter_map(|(name, value)| Some(Column::left(name, value?))).collect()
    }

    fn text(&self, page: Page) -> Option<String> {
        Some(vertical(self.columns(page), page))
    }
}

/// A number as in JSON: with a digit after the point.
fn float(number: f64) -> String {
    format!("{number:?}")
}

fn show(options: &ShowOptions, out: &mut Output) -> Result<(), Failure> {
    let ledger = read(&options.ledger)?;
    if let Some(job) = options.job {
        check_job(&ledger, job)?;
    }
    let is_shown = |job: u64| options.job.is_none_or(|one| one == job);
    let heads = ["job", "solutions", "took", "finished", "device", "engine", "program"];
    let mut table = Table::new(heads).left(3).left(4).left(5).left(6);
    let row = |record: JobRecord| {
        let JobRecord { job, solutions, seconds, finished, device, engine, program, .. } = record;
        let [job, took] = [job.to_string(), duration(seconds)];
        [job, grouped(solutions), took, finished, device, engine, program]
    };
    let mut found = 0;
    let mut left = options.limit.unwrap_or(u64::MAX);
    ledger.each(|record| {
        if is_shown(record.job) && left > 0 {
            left -= 1;
            found += 1;
            table.push(row(JobRecord::from(&record)));
        }
        Ok(())
    })?;
    let mut conflicts = ledger.conflicts()?;
    conflicts.retain(|(_, record)| is_shown(record.job));
    if let Some(job) = options.job.filter(|_| found == 0 && conflicts.is_empty() && left > 0) {
        let path = options.ledger.display();
        return Err(Failure::Failed(format!("job {job} is not finished in {path}")));
    }
    write!(out, "{}", table.text())?;
    if !conflicts.is_empty() {
        let heads = ["conflict", "solutions", "placements", "ledger", "device"];
        let mut table = Table::new(heads).left(3).left(4);
        for (source, record) in conflicts {
            table.push([
                format!("job {}", record.job),
                grouped(record.count.solutions),
                record.placements.map_or("-".to_string(), grouped),
                source,
                record.device,
            ]);
        }
        write!(out, "\n{}", table.text())?;
    }
    show_audits(&ledger, options, out)
}

/// Lists second counts, withdrawn results, and events, each only if there are any.
fn show_audits(ledger: &Ledger, options: &ShowOptions, out: &mut Output) -> Result<(), Failure> {
    let limit = options.limit.map_or(usize::MAX, |limit| limit as usize);
    let is_shown = |job: u64| options.job.is_none_or(|one| one == job);
    let mut rows = Vec::new();
    ledger.each_audit(|record| {
        if is_shown(record.job) && rows.len() < limit {
            let JobRecord { job, solutions, finished, device, engine, .. } =
                JobRecord::from(&record);
            rows.push(vec![format!("job {job}"), grouped(solutions), finished, device, engine]);
        }
        Ok(())
    })?;
    let audits = Table::new(["audit", "solutions", "finished", "device", "engine"]);
    write_rows(audits.left(2).left(3).left(4), rows, out)?;
    let mut withdrawn = ledger.withdrawn()?;
    withdrawn.retain(|(_, record)| is_shown(record.job));
    let rows = withdrawn.into_iter().take(limit).map(|(reason, record)| {
        vec![format!("job {}", record.job), grouped(record.count.solutions), record.device, reason]
    });
    let table = Table::new(["withdrawn", "solutions", "device", "reason"]);
    write_rows(table.left(2).left(3), rows.collect(), out)?;
    if options.job.is_some() {
        return Ok(());
    }
    let events = ledger.events()?.into_iter().take(limit);
    let rows = events.map(|(at, text)| vec![date(at), text]).collect();
    write_rows(Table::new(["event", "what happened"]).left(0).left(1), rows, out)
}

/// Prints a table after an empty line, if it has rows.
fn write_rows(mut table: Table, rows: Vec<Vec<String>>, out: &mut Output) -> Result<(), Failure> {
    if !rows.is_empty() {
        rows.into_iter().for_each(|row| table.push(row));
        write!(out, "\n{}", table.text())?;
    }
    Ok(())
}

/// Checks that a job belongs to the ledger.
fn check_job(ledger: &Ledger, job: u64) -> Result<(), Failure> {
    let header = ledger.header();
    if job >= header.jobs {
        return Err(Error::Request(RequestError::NoSuchJob { job, jobs: header.jobs }).into());
    }
    match header.shard {
        Some(shard) if !shard.has(job) => {
            let (path, of) = (ledger.path().display(), shard.of);
            let own = job % of + 1;
            Err(Failure::bad(format!(
                "job {job} belongs to shard {own}/{of}, but {path} is for shard {shard}"
            )))
        }
        _ => Ok(()),
    }
}

fn export(options: &ExportOptions, out: &mut Output) -> Result<(), Failure> {
    let ledger = read(&options.ledger)?;
    if options.certificate {
        write!(out, "{}", ledger.certificate()?)?;
        return Ok(());
    }
    let format = match options.format {
        ExportFormat::Csv => Format::Csv,
        ExportFormat::Json => Format::Json,
    };
    // Checks all records first: of a damaged ledger nothing is exported.
    ledger.sums()?;
    let mut writer = Writer::new(format, out);
    let mut written = Ok(());
    ledger.each(|record| {
        if written.is_ok() {
            written = writer.write_data(&JobRecord::from(&record));
        }
        Ok(())
    })?;
    written?;
    Ok(writer.finish()?)
}

/// What a ledger that was not counted contains about its origin.
fn provenance(engine: &str) -> Provenance {
    Provenance { device: "-".to_string(), engine: engine.to_string(), program: program() }
}

fn merged(options: &MergeOptions) -> Result<(), Failure> {
    let ledgers: Vec<&Path> = options.ledgers.iter().map(|path| path.as_path()).collect();
    let result = merge(&options.out, &ledgers, &provenance("merge"), &STOP)?;
    let conflicts = result.conflicts;
    print(options.format, &[result])?;
    let shown = options.out.display();
    match conflicts {
        0 => Ok(()),
        conflicts => Err(Failure::Failed(format!(
            "{conflicts} jobs have conflicting results, which are excluded from the sum; 'queens ledger show {shown}' lists them"
        ))),
    }
}

impl Readable for MergeResult {
    fn columns(&self, _page: Page) -> Vec<Column> {
        vec![
            Column::left("ledger", &self.ledger),
            Column::right("jobs", grouped(self.jobs)),
            Column::right("finished", grouped(self.finished)),
            Column::right("duplicates", grouped(self.duplicates)),
            Column::right("conflicts", grouped(self.conflicts)),
            Column::right("solutions", or_dash(self.solutions, grouped)),
            Column::left("complete", if self.complete { "yes" } else { "no" }),
        ]
    }

    fn text(&self, page: Page) -> Option<String> {
        let Self { ledger, finished, .. } = self;
        let outcome = if self.complete { "complete" } else { "incomplete" };
        let [jobs, duplicates] =
            [quantity(self.jobs, "job"), quantity(self.duplicates, "duplicate result")];
        let solutions = self.solutions.map(|sum| format!(", {}", quantity(sum, "solution")));
        let solutions = solutions.unwrap_or_default();
        let text = format!("{ledger}: {outcome}: {finished} of {jobs}{solutions}; {duplicates}");
        (page == Page::Terminal).then(|| format!("{}\n", plain(&text)))
    }
}

fn repaired(options: &RepairOptions) -> Result<(), Failure> {
    let RepairOptions { ledger, new, plan_of, format } = options;
    let result = repair(ledger, new, plan_of.as_deref(), &provenance("repair"), &STOP)?;
    print(*format, &[result])
}

/// The number of lost jobs that a text lists.
const LISTED_JOBS: usize = 10;

impl Readable for RepairResult {
    fn columns(&self, _page: Page) -> Vec<Column> {
        vec![
            Column::left("ledger", &self.ledger),
            Column::left("damaged", &self.damaged),
            Column::right("jobs", grouped(self.jobs)),
            Column::right("finished", grouped(self.finished)),
            Column::right("conflicts", grouped(self.conflicts)),
            Column::right("lost", grouped(self.lost_jobs.len())),
        ]
    }

    fn text(&self, page: Page) -> Option<String> {
        let Self { ledger, finished, lost_jobs, .. } = self;
        let listed = lost_jobs.iter().take(LISTED_JOBS).map(u64::to_string).collect::<Vec<_>>();
        let (listed, jobs) = (listed.join(", "), quantity(self.jobs, "job"));
        let lost = match lost_jobs.len() {
            0 => "none lost".to_string(),
            lost if lost > LISTED_JOBS => format!("{lost} lost: {listed}, ..."),
            lost => format!("{lost} lost: {listed}"),
        };
        let text = format!("{ledger}: {finished} of {jobs} kept, {lost}");
        (page == Page::Terminal).then(|| format!("{}\n", plain(&text)))
    }
}
