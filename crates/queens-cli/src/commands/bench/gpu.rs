//! `queens bench --device gpu`: benchmarks GPUs.

use super::{Options as Bench, Runs, rate};
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::report::{Table, duration, grouped};
use crate::support::writer::{Format, Writer};
use queens::{Method, Plan, Request, Total};
use queens_gpu::{Devices, Gpus, Measured, Options, Platform, SMALLEST};
use queens_results::BenchmarkResult;
use std::io::Write;

/// The default board size with CUDA, and with wgpu, whose GPUs may be small.
const CUDA_SIZE: usize = 20;
const WGPU_SIZE: usize = 18;
/// Plain backtracking, which counts every placement, counts a board that is smaller by this.
const SMALLER: usize = 1;

/// What is measured of `cross` in addition to its time.
enum Details {
    /// The phases of the kernels of CUDA, run one after the other: their times, and with other kernels their steps.
    Phases { timed: Measured, counted: Measured },
    /// The batches of the first run with wgpu.
    Batches { measured: Measured, seconds: f64 },
}

pub(crate) fn run(options: &Bench, gpus: &Gpus) -> Result<(), Failure> {
    let default = match gpus.devices().platform {
        Platform::Cuda => CUDA_SIZE,
        Platform::Wgpu => WGPU_SIZE,
    };
    let size = options.size.unwrap_or(default);
    if size - SMALLER < SMALLEST {
        let least = SMALLEST + SMALLER;
        return Err(Failure::bad(format!(
            "N = {size} is too small for a GPU; expected {least} to 22"
        )));
    }
    let names = gpus.names().join(" + ");
    let result = |plan: &Plan, seconds: &[f64], counted| {
        BenchmarkResult::new(plan, names.clone(), seconds, counted)
    };

    let cross = Request::count(size)?.method(Method::CROSS).plan()?;
    let mut runs = Runs::new(2, options.runs);
    let (total, details) = warm_up(&cross, gpus, &runs)?;
    let seconds = runs.measure(&cross, gpus)?;
    let cross = match &details {
        // The placements of the cross are those of its second phase.
        Details::Phases { timed, counted } => {
            let placements = counted.steps.iter().sum();
            result(&cross, &seconds, (total.solutions, Some(placements))).with_phases(timed.seconds)
        }
        Details::Batches { .. } => result(&cross, &seconds, (total.solutions, None)),
    };

    let plain = Request::count(size - SMALLER)?.method(Method::BITMASK).statistics().plan()?;
    let (total, _) = runs.once(&plain, gpus)?;
    let placements = total.statistics.unwrap_or_default().placements;
    let seconds = runs.measure(&plain, gpus)?;
    let plain = result(&plain, &seconds, (total.solutions, Some(placements)));

    drop(runs);
    let mut out = Output::standard();
    print(options, &[cross, plain], &details, &mut out)?;
    out.finish()
}

/// The first runs of `cross`, which measure what is not the time of a whole run.
fn warm_up(plan: &Plan, gpus: &Gpus, runs: &Runs) -> Result<(Total, Details), Failure> {
    let Devices { platform, numbers } = gpus.devices();
    match platform {
        Platform::Cuda => {
            let first = Devices { platform, numbers: vec![numbers[0]] };
            let steps = Options { steps: true, ..Options::default() };
            let counting = Gpus::with_options(&gpus.devices(), steps)?;
            let (total, _) = runs.once(plan, &counting)?;
            let phases = Options { timed: true, ..Options::default() };
            let timing = Gpus::with_options(&first, phases)?;
            runs.once(plan, &timing)?;
            let (timed, counted) = (timing.measured(), counting.measured());
            Ok((total, Details::Phases { timed, counted }))
        }
        Platform::Wgpu => {
            let (total, seconds) = runs.once(plan, gpus)?;
            Ok((total, Details::Batches { measured: gpus.measured(), seconds }))
        }
    }
}

fn print(
    options: &Bench,
    results: &[BenchmarkResult; 2],
    details: &Details,
    out: &mut Output,
) -> Result<(), Failure> {
    let [BenchmarkResult { device, n, .. }, _] = results;
    if options.format == Format::Text {
        let (version, plan) = (env!("CARGO_PKG_VERSION"), Plan::VERSION);
        writeln!(out, "queens {version} bench: {device}, plan version {plan}\n")?;
    }
    let mut writer = Writer::new(options.format, out);
    for result in results {
        writer.write(result)?;
    }
    writer.finish()?;
    let (title, table) = match details {
        Details::Phases { timed, counted } => {
            let title = format!("phases of 'cross' at N = {n}, run one after the other");
            (title, phases_table(timed, counted))
        }
        Details::Batches { measured, seconds } => {
            let states: u64 = measured.parents.iter().sum();
            let mut table = Table::new(["batches", "longest", "states", "states/s"]);
            table.push([
                grouped(measured.batches),
                duration(measured.longest_batch_seconds),
                grouped(states),
                rate(states as f64, *seconds),
            ]);
            (format!("batches of the first run of 'cross' at N = {n}"), table)
        }
    };
    match options.format {
        Format::Text => {
            writeln!(out, "\n{title}\n")?;
            write!(out, "{}", table.text())?;
            writeln!(out, "\nall counts match the published numbers")?;
        }
        Format::Markdown => write!(out, "\n{}", table.markdown())?,
        Format::Csv | Format::Json => {}
    }
    Ok(())
}

fn phases_table(timed: &Measured, counted: &Measured) -> Table {
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
