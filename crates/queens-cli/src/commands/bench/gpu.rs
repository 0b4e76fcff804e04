//! `queens bench --device gpu`: benchmarks GPUs.

use super::{Options, Runs, rate};
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::report::{Table, duration, grouped};
use crate::support::writer::{Format, Writer};
use queens::{Method, Plan, Request, Total};
use queens_cuda::{Cuda, Measured};
use queens_gpu::{Gpus, Unavailable};
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
    #[cfg(feature = "wgpu")]
    Batches { batches: u64, states: u64, longest_seconds: f64, seconds: f64 },
}

pub(crate) fn run(options: &Options, gpus: &Gpus) -> Result<(), Failure> {
    let default = if matches!(gpus, Gpus::Cuda(_)) { CUDA_SIZE } else { WGPU_SIZE };
    let size = options.size.unwrap_or(default);
    if size - SMALLER < Gpus::SMALLEST {
        let least = Gpus::SMALLEST + SMALLER;
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
        #[cfg(feature = "wgpu")]
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
    match gpus {
        Gpus::Cuda(cuda) => {
            let devices: Vec<usize> = cuda.devices().map(|info| info.device).collect();
            let counting = Cuda::counting_steps(&devices).map_err(Unavailable::from)?;
            let (total, _) = runs.once(plan, &counting)?;
            let timing = Cuda::open(&devices[..1]).map_err(Unavailable::from)?.timed();
            runs.once(plan, &timing)?;
            let (timed, counted) = (timing.measured(), counting.measured());
            Ok((total, Details::Phases { timed, counted }))
        }
        #[cfg(feature = "wgpu")]
        Gpus::Wgpu(wgpu) => {
            let (total, seconds) = runs.once(plan, gpus)?;
            let measured = wgpu.measured();
            let details = Details::Batches {
                batches: measured.batches,
                states: measured.parents.iter().sum(),
                longest_seconds: measured.longest_batch_seconds,
                seconds,
            };
            Ok((total, details))
        }
        other => Err(Failure::bad(format!("no benchmark of {}", other.backend()))),
    }
}

fn print(
    options: &Options,
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
        #[cfg(feature = "wgpu")]
        Details::Batches { batches, states, longest_seconds, seconds } => {
            let mut table = Table::new(["batches", "longest", "states", "states/s"]);
            table.push([
                grouped(*batches),
                duration(*longest_seconds),
                grouped(*states),
                rate(*states as f64, *seconds),
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
