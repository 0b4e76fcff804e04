//! `queens count`: how many solutions.

use crate::args::Count;
use crate::failure::Failure;
use crate::format::{Format, csv, json_line, rounded};
use crate::output::Output;
use crate::progress::Progress;
use queens::methods::ThreadUse;
use queens::{Backend, Board, Error, Method, Plan, Request, Threads, Total, published};
use serde_json::{Map, Value};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// A number found beside the count: its name, and its value or values.
struct Extra {
    name: &'static str,
    values: Vec<u128>,
}

pub(crate) fn run(options: &Count) -> Result<ExitCode, Failure> {
    let plans = plans(options)?;
    let backend = backend(options.threads)?;
    let mut out = Output::standard();
    for (place, plan) in plans.iter().enumerate() {
        let start = Instant::now();
        let total = count(plan, &backend)?;
        let time = start.elapsed().as_secs_f64();
        print(options, plan, &total, time, place == 0, &mut out)?;
        out.flush()?;
        check(plan, &total)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All plans at once, so that a bad one is refused before the first is run.
fn plans(options: &Count) -> Result<Vec<Plan>, Failure> {
    Board::new(options.sizes.last())?;
    let mut plans = Vec::new();
    for size in options.sizes.iter() {
        let mut request = Request::on(Board::new(size)?);
        if let Some(method) = options.method {
            request = request.method(method);
        }
        if options.placements {
            request = request.statistics();
        }
        if options.fundamental || options.symmetry || options.by_first {
            request = request.tally();
        }
        let plan = request.plan()?;
        let method = plan.method();
        match (options.threads, method.info().threads) {
            (Some(2..), ThreadUse::One) | (Some(_), ThreadUse::OneAPlace) => {
                return Err(Error::ThreadsFixed { method }.into());
            }
            _ => {}
        }
        plans.push(plan);
    }
    Ok(plans)
}

/// This many threads, or as many as there are cores.
pub(crate) fn backend(threads: Option<usize>) -> Result<Threads, Failure> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Threads::new(threads.unwrap_or_else(cores))?)
}

/// Runs a plan with progress shown; an interrupt says how far it came.
pub(crate) fn count(plan: &Plan, backend: &Threads) -> Result<Total, Failure> {
    let mut total = Total::new(plan);
    let progress = Progress::new(format!("N = {}", plan.size()), plan.jobs());
    let end = backend.run(plan, &plan.all_jobs(), &mut total, &progress);
    drop(progress);
    if end == Err(Error::Stopped) {
        return Err(Failure::Interrupted(Some(format!(
            "interrupted at N = {}: {} of {} jobs done, {} solutions in them",
            plan.size(),
            total.jobs,
            plan.jobs(),
            total.solutions
        ))));
    }
    end?;
    Ok(total)
}

/// Compares with the published number, where there is one.
fn check(plan: &Plan, total: &Total) -> Result<(), Failure> {
    match published(plan.size()) {
        Some(published) if published != total.solutions => Err(Failure::Failed(format!(
            "N = {}: method '{}' counts {} solutions, published are {published}",
            plan.size(),
            plan.method(),
            total.solutions
        ))),
        _ => Ok(()),
    }
}

fn extras(options: &Count, method: Method, total: &Total) -> Vec<Extra> {
    let mut extras = Vec::new();
    if let Some(statistics) = &total.statistics {
        for statistic in method.info().statistics {
            let values = vec![statistic.value(statistics, total.solutions)];
            extras.push(Extra { name: statistic.name, values });
        }
    }
    if let Some(tally) = &total.tally {
        let mut add = |name, values: &[u64]| {
            extras.push(Extra { name, values: values.iter().map(|&v| v.into()).collect() });
        };
        if options.fundamental {
            add("fundamental", &[tally.fundamental]);
        }
        if options.symmetry {
            add("fixed_by_90", &[tally.by_90]);
            add("fixed_by_180_only", &[tally.by_180]);
            add("fixed_by_none", &[tally.by_none]);
        }
        if options.by_first {
            add("by_first", &tally.by_first);
        }
    }
    extras
}

fn print(
    options: &Count,
    plan: &Plan,
    total: &Total,
    time: f64,
    first: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    let extras = extras(options, plan.method(), total);
    let words =
        |extra: &Extra| extra.values.iter().map(u128::to_string).collect::<Vec<_>>().join(" ");
    let cells: Vec<String> =
        [plan.size().to_string(), total.solutions.to_string(), format!("{time:.6}")]
            .into_iter()
            .chain(extras.iter().map(words))
            .collect();
    let heads: Vec<String> = ["size", "count", "seconds"]
        .into_iter()
        .chain(extras.iter().map(|extra| extra.name))
        .map(str::to_string)
        .collect();
    match options.format {
        Format::Text => {
            writeln!(out, "{}: {}", plan.size(), total.solutions)?;
            for extra in &extras {
                writeln!(out, "   {}: {}", extra.name.replace('_', " "), words(extra))?;
            }
        }
        Format::Csv => {
            let heading = first.then_some(heads);
            csv(out, heading.into_iter().chain([cells]))?;
        }
        Format::Markdown => {
            if first {
                writeln!(out, "| {} |\n|{}", heads.join(" | "), "--:|".repeat(heads.len()))?;
            }
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
        Format::Json => json_line(out, &object(plan, total, time, &extras))?,
    }
    Ok(())
}

fn object(plan: &Plan, total: &Total, time: f64, extras: &[Extra]) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("n".into(), plan.size().into());
    object.insert("method".into(), plan.method().name().into());
    object.insert("solutions".into(), exact(total.solutions));
    object.insert("seconds".into(), rounded(time, 1e6));
    for Extra { name, values } in extras {
        let value = match (*name, &values[..]) {
            ("by_first", values) => Value::from_iter(values.iter().map(|&v| exact(v))),
            (_, values) => exact(values[0]),
        };
        object.insert((*name).into(), value);
    }
    object
}

/// A JSON integer, however large.
pub(crate) fn exact(number: u128) -> Value {
    Value::Number(serde_json::Number::from_string_unchecked(number.to_string()))
}
