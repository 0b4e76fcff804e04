//! `queens ledger`: the state, the results and the union of ledgers.

use crate::args::{self, LedgerCommand};
use crate::support::failure::Failure;
use crate::support::format::{Format, cell, exact, objects_as, rounded};
use crate::support::ledger::program;
use crate::support::output::Output;
use queens::report::{Table, duration, grouped};
use queens_ledger::{Header, Ledger, Record, Who, merge};
use serde_json::{Map, Value};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// `queens ledger`
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
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn status(options: &args::LedgerStatus, out: &mut Output) -> Result<(), Failure> {
    let status = |path: &PathBuf| status_of(path, &Ledger::open(path)?);
    let objects = options.ledgers.iter().map(status).collect::<Result<Vec<_>, Failure>>()?;
    if matches!(options.format, Format::Csv | Format::Json) {
        return Ok(objects_as(options.format, objects.into_iter(), out)?);
    }
    for object in objects {
        let known = object.iter().filter(|(_, value)| !value.is_null());
        let mut lines = known.map(|(key, value)| [key.replace('_', " "), cell(value)]);
        let heads = lines.next().unwrap_or_default();
        let mut table = Table::new(heads.each_ref().map(String::as_str)).left(0).left(1);
        lines.for_each(|line| table.push(line));
        let markdown = options.format == Format::Markdown;
        write!(out, "{}", if markdown { table.markdown() } else { table.text() })?;
    }
    Ok(())
}

fn status_of(path: &Path, ledger: &Ledger) -> Result<Map<String, Value>, Failure> {
    let Header { size, method, version, jobs, shard, .. } = ledger.header().clone();
    let own = ledger.header().own_jobs();
    let sums = ledger.sums()?;
    let mut object = Map::new();
    object.insert("ledger".into(), path.display().to_string().into());
    object.insert("n".into(), size.into());
    object.insert("method".into(), method.name().into());
    object.insert("plan_version".into(), version.into());
    object.insert("plan_jobs".into(), jobs.into());
    object.insert("shard".into(), shard.map(|shard| shard.to_string()).into());
    object.insert("jobs".into(), own.into());
    object.insert("finished".into(), sums.jobs.into());
    let part = if own == 0 { 1.0 } else { sums.jobs as f64 / own as f64 };
    object.insert("part".into(), rounded(part, 1e4));
    object.insert("solutions".into(), exact(sums.solutions));
    object.insert("placements".into(), sums.placements.map(exact).into());
    object.insert("conflicts".into(), sums.conflicts.into());
    object.insert("seconds".into(), rounded(sums.microseconds as f64 / 1e6, 1e3));
    object.insert("sessions".into(), ledger.sessions()?.into());
    object.insert("attempts".into(), ledger.attempts()?.into());
    Ok(object)
}

/// When a job was finished, as people and programs read it.
fn time(milliseconds: u64) -> String {
    let time = OffsetDateTime::from_unix_timestamp(milliseconds as i64 / 1000);
    time.ok().and_then(|time| time.format(&Rfc3339).ok()).unwrap_or_default()
}

fn show(options: &args::LedgerShow, out: &mut Output) -> Result<(), Failure> {
    let ledger = Ledger::open(&options.ledger)?;
    let heads = ["job", "solutions", "took", "finished", "device", "engine", "program"];
    let mut table = Table::new(heads).left(3).left(4).left(5).left(6);
    let row = |record: &Record| {
        [
            record.job.to_string(),
            grouped(record.count.solutions),
            duration(record.microseconds as f64 / 1e6),
            time(record.finished),
            record.device.clone(),
            record.engine.clone(),
            record.program.clone(),
        ]
    };
    let mut left = options.limit.unwrap_or(u64::MAX);
    ledger.each(|record| {
        if options.job.is_none_or(|job| job == record.job) && left > 0 {
            left -= 1;
            table.push(row(&record));
        }
        Ok(())
    })?;
    write!(out, "{}", table.text())?;
    let conflicts = ledger.conflicts()?;
    if !conflicts.is_empty() {
        let heads = ["contradiction", "solutions", "placements", "ledger", "device"];
        let mut table = Table::new(heads).left(3).left(4);
        for conflict in conflicts {
            let record = conflict.record;
            table.push([
                format!("job {}", record.job),
                grouped(record.count.solutions),
                record.placements.map_or("-".to_string(), grouped),
                conflict.source,
                record.device,
            ]);
        }
        write!(out, "\n{}", table.text())?;
    }
    Ok(())
}

fn export(options: &args::LedgerExport, out: &mut Output) -> Result<(), Failure> {
    let ledger = Ledger::open(&options.ledger)?;
    if options.certificate {
        write!(out, "{}", ledger.certificate()?)?;
        return Ok(());
    }
    let mut objects = Vec::new();
    ledger.each(|record| {
        objects.push(object(&record));
        Ok(())
    })?;
    let format = match options.format {
        args::ExportFormat::Csv => Format::Csv,
        args::ExportFormat::Json => Format::Json,
    };
    objects_as(format, objects.into_iter(), out)?;
    Ok(())
}

fn object(record: &Record) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("job".into(), record.job.into());
    object.insert("solutions".into(), record.count.solutions.into());
    object.insert("residue_1".into(), record.count.residues[0].into());
    object.insert("residue_2".into(), record.count.residues[1].into());
    object.insert("placements".into(), record.placements.into());
    object.insert("seconds".into(), rounded(record.microseconds as f64 / 1e6, 1e6));
    object.insert("finished".into(), time(record.finished).into());
    object.insert("session".into(), record.session.into());
    object.insert("device".into(), record.device.clone().into());
    object.insert("engine".into(), record.engine.clone().into());
    object.insert("program".into(), record.program.clone().into());
    object
}

fn merged(options: &args::LedgerMerge, out: &mut Output) -> Result<ExitCode, Failure> {
    let ledgers: Vec<&Path> = options.ledgers.iter().map(|path| path.as_path()).collect();
    let [device, engine] = ["-", "merge"].map(String::from);
    let who = Who { device, engine, program: program() };
    let merged = merge(&options.out, &ledgers, &who)?;
    let shown = options.out.display();
    let jobs = Ledger::open(&options.out)?.header().jobs;
    writeln!(
        out,
        "{shown}: {} of {jobs} jobs, {} of them in more than one",
        merged.jobs, merged.same
    )?;
    out.flush()?;
    match merged.conflicts {
        0 => Ok(ExitCode::SUCCESS),
        conflicts => Err(Failure::Failed(format!(
            "{conflicts} jobs have results that contradict each other: they are kept, and count in no sum; 'queens ledger show {shown}' lists them"
        ))),
    }
}
