//! `queens ledger`: shows, exports, merges and repairs ledgers.

use crate::args::{self, ExportFormat, LedgerCommand};
use crate::support::failure::Failure;
use crate::support::format::Format;
use crate::support::interrupt::STOP;
use crate::support::ledger::{program, read};
use crate::support::output::Output;
use crate::support::report::{Table, duration, grouped, plain, quantity};
use crate::support::writer::{Column, Page, Readable, Writer, fields, or_dash, vertical};
use queens::{Error, RequestError};
use queens_ledger::{Ledger, Provenance, StatusTotal, date, merge, repair};
use queens_results::{JobRecord, LedgerStatus, MergeResult, RepairResult};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn run(options: &args::Ledger) -> Result<ExitCode, Failure> {
    let mut out = Output::standard();
    match &options.command {
        LedgerCommand::Status(options) => status(options, &mut out)?,
        LedgerCommand::Show(options) => show(options, &mut out)?,
        LedgerCommand::Export(options) => {
            let mut out = Output::open(options.output.as_deref())?;
            export(options, &mut out)?;
            out.finish()?;
        }
        LedgerCommand::Merge(options) => return merged(options, &mut out),
        LedgerCommand::Repair(options) => repaired(options, &mut out)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn status(options: &args::LedgerStatus, out: &mut Output) -> Result<(), Failure> {
    let mut total = StatusTotal::default();
    let status = |path: &PathBuf| Ok(total.add(&read(path)?)?);
    let mut all = options.ledgers.iter().map(status).collect::<Result<Vec<_>, Failure>>()?;
    all.extend(total.status());
    let mut writer = Writer::new(options.format, out);
    writer.write_all(&all)?;
    Ok(writer.finish()?)
}

impl Readable for LedgerStatus {
    fn columns(&self, _page: Page) -> Vec<Column> {
        let fields = fields(self).unwrap_or_default().into_iter();
        let known = fields.filter(|(_, value)| !value.is_empty());
        known.map(|(key, value)| Column::left(key.replace('_', " "), value)).collect()
    }

    fn text(&self, page: Page) -> Option<String> {
        Some(vertical(self.columns(page), page))
    }
}

fn show(options: &args::LedgerShow, out: &mut Output) -> Result<(), Failure> {
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
fn show_audits(
    ledger: &Ledger,
    options: &args::LedgerShow,
    out: &mut Output,
) -> Result<(), Failure> {
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

fn export(options: &args::LedgerExport, out: &mut Output) -> Result<(), Failure> {
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

fn merged(options: &args::LedgerMerge, out: &mut Output) -> Result<ExitCode, Failure> {
    let ledgers: Vec<&Path> = options.ledgers.iter().map(|path| path.as_path()).collect();
    let result = merge(&options.out, &ledgers, &provenance("merge"), &STOP)?;
    let mut writer = Writer::new(options.format, out);
    writer.write(&result)?;
    writer.finish()?;
    let shown = options.out.display();
    match result.conflicts {
        0 => Ok(ExitCode::SUCCESS),
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

fn repaired(options: &args::LedgerRepair, out: &mut Output) -> Result<(), Failure> {
    let args::LedgerRepair { ledger, new, plan_of, format } = options;
    let result = repair(ledger, new, plan_of.as_deref(), &provenance("repair"), &STOP)?;
    let mut writer = Writer::new(*format, out);
    writer.write(&result)?;
    Ok(writer.finish()?)
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
