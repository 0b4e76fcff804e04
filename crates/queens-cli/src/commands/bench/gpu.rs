//! `queens bench --device cuda`: a measure of GPUs.

use super::{check_published, rate};
use crate::args::Bench;
use crate::support::failure::Failure;
use crate::support::format::{Format, exact, objects_as, rounded};
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use queens::report::{Table, duration, grouped};
use queens::{Method, Plan, Request, Total};
use queens_cuda::{Cuda, Measured};
use serde_json::{Map, Value};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// What is counted if nothing is asked for.
const SIZE: usize = 20;
/// The plain search, which counts every placement, is given a board smaller by this.
const SMALLER: usize = 1;

/// A method on the GPUs.
struct Line {
    plan: Plan,
    seconds: f64,
    solutions: u128,
    /// Queens set: by the plain search all, by the cross those of the second phase.
    placements: u64,
}

/// The phases of the cross, one after the other.
struct Phases {
    size: usize,
    timed: Measured,
    counted: Measured,
}

pub(crate) fn run(options: &Bench, cuda: &Cuda) -> Result<ExitCode, Failure> {
    let devices: Vec<usize> = cuda.devices().map(|info| info.device).collect();
    let size = options.size.unwrap_or(SIZE);
    if size - SMALLER < Cuda::SMALLEST {
        let least = Cuda::SMALLEST + SMALLER;
        return Err(Failure::bad(format!("N = {size} is too small for a GPU: {least} to 22")));
    }

    let cross = Request::count(size)?.method(Method::CROSS).plan()?;
    let counting = Cuda::counting_steps(&devices)?;
    let (total, _) = count(&cross, &counting)?;
    let timing = Cuda::open(&devices[..1])?.timed();
    count(&cross, &timing)?;
    let phases = Phases { size, timed: timing.measured(), counted: counting.measured() };
    let placements = phases.counted.steps.iter().sum();
    let seconds = best(&cross, cuda, options.runs)?;
    let cross = Line { plan: cross, seconds, solutions: total.solutions, placements };

    let plain = Request::count(size - SMALLER)?.method(Method::BITMASK).statistics().plan()?;
    let (total, _) = count(&plain, cuda)?;
    let placements = total.statistics.unwrap_or_default().placements;
    let seconds = best(&plain, cuda, options.runs)?;
    let plain = Line { plan: plain, seconds, solutions: total.solutions, placements };

    let names: Vec<&str> = cuda.devices().map(|info| info.name.as_str()).collect();
    let mut out = Output::standard();
    print(options, &names.join(" + "), &[cross, plain], &phases, &mut out)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// One checked run, and its time.
fn count(plan: &Plan, cuda: &Cuda) -> Result<(Total, f64), Failure> {
    let start = Instant::now();
    let total = plan.run(cuda, &STOP)?;
    let seconds = start.elapsed().as_secs_f64();
    check_published(plan, &total)?;
    Ok((total, seconds))
}

fn best(plan: &Plan, cuda: &Cuda, runs: u32) -> Result<f64, Failure> {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        best = best.min(count(plan, cuda)?.1);
    }
    Ok(best)
}

fn print(
    options: &Bench,
    names: &str,
    lines: &[Line],
    phases: &Phases,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut table = Table::new(["method", "N", "best", "solutions/s", "placements/s"]).left(0);
    for line in lines {
        table.push([
            line.plan.name().to_string(),
            line.plan.size().to_string(),
            duration(line.seconds),
            rate(line.solutions as f64, line.seconds),
            rate(line.placements as f64, line.seconds),
        ]);
    }
    match options.format {
        Format::Text => {
            let (version, runs) = (env!("CARGO_PKG_VERSION"), options.runs);
            let plan = Plan::VERSION;
            writeln!(
                out,
                "queens {version} bench: {names}, best of {runs}, plan version {plan}\n"
            )?;
            write!(out, "{}", table.text())?;
            writeln!(out, "\nthe phases of 'cross' at N = {}, one after the other\n", phases.size)?;
            write!(out, "{}", phases_table(phases).text())?;
            writeln!(out, "\nall counts are the published ones")?;
        }
        Format::Markdown => {
            write!(out, "{}\n{}", table.markdown(), phases_table(phases).markdown())?
        }
        Format::Csv | Format::Json => {
            let objects = lines.iter().map(|line| object(options, names, line, phases));
            objects_as(options.format, objects, out)?;
        }
    }
    Ok(())
}

fn phases_table(phases: &Phases) -> Table {
    let Phases { timed, counted, .. } = phases;
    let mut table = Table::new(["phase", "time", "states", "steps", "steps/s"]).left(0);
    let [first, free, gaps] = timed.seconds;
    let states = grouped(timed.parents.iter().sum::<u64>());
    table.push(["first", &duration(first), &states, "-", "-"].map(String::from));
    for (i, (name, seconds)) in [("second", free), ("second, gaps", gaps)].into_iter().enumerate() {
        let steps = counted.steps[i];
        table.push([
            name.to_string(),
            duration(seconds),
            grouped(timed.parents[i]),
            grouped(steps),
            rate(steps as f64, seconds),
        ]);
    }
    table
}

fn object(options: &Bench, names: &str, line: &Line, phases: &Phases) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    object.insert("plan_version".into(), Plan::VERSION.into());
    object.insert("device".into(), names.into());
    object.insert("method".into(), line.plan.name().into());
    object.insert("n".into(), line.plan.size().into());
    object.insert("runs".into(), options.runs.into());
    object.insert("best_seconds".into(), rounded(line.seconds, 1e9));
    object.insert("solutions".into(), exact(line.solutions));
    let a_second = |count: f64| Value::from((count / line.seconds) as u64);
    object.insert("solutions_a_second".into(), a_second(line.solutions as f64));
    object.insert("placements".into(), line.placements.into());
    object.insert("placements_a_second".into(), a_second(line.placements as f64));
    let is_cross = line.plan.method() == Some(Method::CROSS);
    let names = ["first_seconds", "second_seconds", "gaps_seconds"];
    for (name, seconds) in names.into_iter().zip(phases.timed.seconds) {
        object.insert(name.into(), is_cross.then(|| rounded(seconds, 1e6)).into());
    }
    object
}
