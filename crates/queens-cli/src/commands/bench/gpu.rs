//! `queens bench --device cuda`: benchmarks GPUs.

use super::{Runs, rate};
use crate::args::Bench;
use crate::support::failure::Failure;
use crate::support::format::Format;
use crate::support::output::Output;
use crate::support::writer::Writer;
use queens::report::{Table, duration, grouped};
use queens::results::BenchmarkResult;
use queens::{Method, Plan, Request};
use queens_cuda::{Cuda, Measured};
use std::io::Write;
use std::process::ExitCode;

/// The default board size.
const SIZE: usize = 20;
/// Plain backtracking, which counts every placement, counts a board that is smaller by this.
const SMALLER: usize = 1;

/// The phases of the cross, measured one after the other.
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
        return Err(Failure::bad(format!(
            "N = {size} is too small for a GPU; expected {least} to 22"
        )));
    }

    let cross = Request::count(size)?.method(Method::CROSS).plan()?;
    let counting = Cuda::counting_steps(&devices)?;
    let mut runs = Runs::new(3 + 2 * u64::from(options.runs));
    let (total, _) = runs.run(&cross, &counting)?;
    let timing = Cuda::open(&devices[..1])?.timed();
    runs.run(&cross, &timing)?;
    let phases = Phases { size, timed: timing.measured(), counted: counting.measured() };
    let placements = phases.counted.steps.iter().sum();
    let seconds = best(&cross, cuda, options.runs, &mut runs)?;
    let names: Vec<&str> = cuda.devices().map(|info| info.name.as_str()).collect();
    let names = names.join(" + ");
    let result = |plan: &Plan, seconds, counted| {
        BenchmarkResult::new(plan, names.clone(), (options.runs, seconds), counted)
    };
    // The placements of the cross are those of its second phase.
    let cross = result(&cross, seconds, (total.solutions, Some(placements)));
    let cross = cross.with_phases(phases.timed.seconds);

    let plain = Request::count(size - SMALLER)?.method(Method::BITMASK).statistics().plan()?;
    let (total, _) = runs.run(&plain, cuda)?;
    let placements = total.statistics.unwrap_or_default().placements;
    let seconds = best(&plain, cuda, options.runs, &mut runs)?;
    let plain = result(&plain, seconds, (total.solutions, Some(placements)));

    drop(runs);
    let mut out = Output::standard();
    print(options, &[cross, plain], &phases, &mut out)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// The shortest time of a number of runs.
fn best(plan: &Plan, cuda: &Cuda, number: u32, runs: &mut Runs) -> Result<f64, Failure> {
    let mut best = f64::INFINITY;
    for _ in 0..number {
        best = best.min(runs.run(plan, cuda)?.1);
    }
    Ok(best)
}

fn print(
    options: &Bench,
    results: &[BenchmarkResult],
    phases: &Phases,
    out: &mut Output,
) -> Result<(), Failure> {
    let names = results.first().map_or("", |result| &result.device);
    if options.format == Format::Text {
        let (version, runs, plan) = (env!("CARGO_PKG_VERSION"), options.runs, Plan::VERSION);
        writeln!(out, "queens {version} bench: {names}, best of {runs}, plan version {plan}\n")?;
    }
    let mut writer = Writer::new(options.format, out);
    for result in results {
        writer.write(result)?;
    }
    writer.finish()?;
    match options.format {
        Format::Text => {
            writeln!(out, "\nphases of 'cross' at N = {}, run one after the other\n", phases.size)?;
            write!(out, "{}", phases_table(phases).text())?;
            writeln!(out, "\nall counts match the published numbers")?;
        }
        Format::Markdown => write!(out, "\n{}", phases_table(phases).markdown())?,
        Format::Csv | Format::Json => {}
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
