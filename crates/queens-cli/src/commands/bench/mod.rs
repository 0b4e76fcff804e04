//! `queens bench`: benchmarks this machine.

mod gpu;

use crate::support::device::{self, cpu};
use crate::support::failure::Failure;
use crate::support::interrupt::STOP;
use crate::support::machine::{cores, cpu_name};
use crate::support::options::Machine;
use crate::support::output::Output;
use crate::support::progress::Progress;
use crate::support::report::{duration, grouped};
use crate::support::values::within;
use crate::support::writer::{Column, Format, Page, Readable, Writer, or_dash};
use clap::Args;
use queens::{Backend, Control, Event, Method, Plan, Request, Simd, Total, published};
use queens_results::{BenchmarkResult, rounded};
use std::io::Write;
use std::time::Instant;

/// Benchmark this machine
///
/// Counts fixed boards with fixed methods, first on one core, then on all cores, and prints solutions and placements per
/// second. Each figure is the best of several runs after a warm-up run; 'spread' is how much longer the median run took. Every
/// count is checked against the published number. On a GPU, the time and the steps of each phase are printed too, or with wgpu the batches.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens bench
  queens bench --size 18 --runs 3
  queens bench --device gpu
  queens bench --format json")]
pub(crate) struct Options {
    /// Board size [default: 16; with CUDA: 20; with wgpu: 18]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 8..=22_usize))]
    size: Option<usize>,

    /// Number of runs of each measurement; the best is reported [default: 5, or more until they took half a second]
    #[arg(long, value_name = "NUM", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 1..=1000_usize))]
    runs: Option<usize>,

    #[command(flatten)]
    machine: Machine,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The methods that are measured: plain backtracking and the two fastest engines. Their jobs are the same on every machine.
const METHODS: [Method; 3] = [Method::BITMASK, Method::CROSS, Method::JOIN];
/// Plain backtracking is much slower, so its board is smaller by this.
const SMALLER: usize = 2;

/// The default board size.
const SIZE: usize = 16;

/// Without `--runs`, a measurement has at least this many runs, which take at least this time together.
const MIN_RUNS: usize = 5;
const MIN_SECONDS: f64 = 0.5;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let counter = device::open(&options.machine)?;
    if let Some(gpus) = counter.accelerator() {
        return gpu::run(options, gpus);
    }
    let simd = options.machine.simd.unwrap_or_else(Simd::best);
    let all = options.machine.threads.unwrap_or_else(cores);
    let mut measured = Vec::new();
    let mut runs = Runs::new(METHODS.len() as u64 * if all > 1 { 2 } else { 1 }, options.runs);
    for method in METHODS {
        let one = measure(options, method, 1, simd, &mut runs)?;
        let mut on_all = || measure(options, method, all, simd, &mut runs);
        let several = (all > 1).then(&mut on_all).transpose()?;
        let best = one.best_seconds;
        for result in [one].into_iter().chain(several) {
            let speedup = Some(rounded(best / result.best_seconds, 4));
            measured.push(BenchmarkResult { speedup, ..result });
        }
    }
    drop(runs);
    let mut out = Output::standard();
    print(options, simd, &measured, &mut out)?;
    out.finish()
}

fn measure(
    options: &Options,
    method: Method,
    threads: usize,
    simd: Simd,
    runs: &mut Runs,
) -> Result<BenchmarkResult, Failure> {
    let smaller = if method == Method::BITMASK { SMALLER } else { 0 };
    let size = options.size.unwrap_or(SIZE) - smaller;
    let request = Request::count(size)?.method(method);
    let plan = request.plan()?;
    let has_steps = !method.info().statistics.is_empty();
    let counting = has_steps.then(|| request.statistics().plan()).transpose()?;
    let backend = cpu(Some(threads), Some(simd))?;
    // The first run is the warm-up, and counts the placements.
    let (warm, _) = runs.once(counting.as_ref().unwrap_or(&plan), &backend)?;
    let seconds = runs.measure(&plan, &backend)?;
    let placements = warm.statistics.map(|statistics| statistics.placements);
    let result = BenchmarkResult::new(&plan, cpu_name(), &seconds, (warm.solutions, placements));
    Ok(result.on_threads(threads, cores(), simd))
}

/// The runs of a benchmark, with a progress line.
pub(crate) struct Runs {
    progress: Progress,
    /// The number of runs of each measurement, if it was requested.
    runs: Option<usize>,
    /// The number of finished measurements.
    finished: u64,
}

impl Runs {
    pub(crate) fn new(measurements: u64, runs: Option<usize>) -> Self {
        let progress = Progress::with_unit("benchmark", measurements, "measurements");
        Self { progress, runs, finished: 0 }
    }

    /// Runs a plan several times, checks its counts and returns the seconds of each run.
    pub(crate) fn measure(
        &mut self,
        plan: &Plan,
        backend: &dyn Backend,
    ) -> Result<Vec<f64>, Failure> {
        let (runs, least) = match self.runs {
            Some(runs) => (runs, 0.0),
            None => (MIN_RUNS, MIN_SECONDS),
        };
        let (mut seconds, mut sum) = (Vec::new(), 0.0);
        while seconds.len() < runs || sum < least {
            let (_, time) = self.once(plan, backend)?;
            seconds.push(time);
            sum += time;
            let done = (seconds.len() as f64 / runs as f64).min(1.0);
            let done = if least > 0.0 { done.min(sum / least) } else { done };
            self.progress.event(Event::Progress(self.finished, done));
        }
        self.finished += 1;
        Ok(seconds)
    }

    /// Runs a plan, checks its count and returns its time.
    pub(crate) fn once(&self, plan: &Plan, backend: &dyn Backend) -> Result<(Total, f64), Failure> {
        let start = Instant::now();
        let total = plan.run(backend, &STOP)?;
        let seconds = start.elapsed().as_secs_f64();
        check_published(plan, &total)?;
        Ok((total, seconds))
    }
}

/// Compares a count with the published number.
fn check_published(plan: &Plan, total: &Total) -> Result<(), Failure> {
    let (size, name, counted) = (plan.size(), plan.name(), total.solutions);
    match published(size) {
        Some(known) if known == counted => Ok(()),
        known => Err(Failure::Failed(format!(
            "N = {size}: '{name}' counted {counted} solutions, published: {}",
            known.map_or("none".to_string(), |known| known.to_string())
        ))),
    }
}

/// A rate per second with a unit prefix: k, M or G.
pub(crate) fn rate(count: f64, seconds: f64) -> String {
    let rate = count / seconds;
    match rate {
        1e9.. => format!("{:.2} G", rate / 1e9),
        1e6.. => format!("{:.1} M", rate / 1e6),
        _ => format!("{:.1} k", rate / 1e3),
    }
}

fn print(
    options: &Options,
    simd: Simd,
    measured: &[BenchmarkResult],
    out: &mut Output,
) -> Result<(), Failure> {
    if options.format == Format::Text {
        writeln!(
            out,
            "queens {} bench: {}, {} cores, {simd}, plan version {}\n",
            env!("CARGO_PKG_VERSION"),
            cpu_name(),
            cores(),
            Plan::VERSION,
        )?;
    }
    let mut writer = Writer::new(options.format, out);
    for result in measured {
        writer.write(result)?;
    }
    writer.finish()?;
    if options.format == Format::Text {
        let solutions: u128 = measured.iter().map(|result| result.solutions).sum();
        writeln!(out, "\nall {} solutions match the published numbers", grouped(solutions))?;
    }
    Ok(())
}

impl Readable for BenchmarkResult {
    /// Threads and speedup are columns only for the CPU.
    fn columns(&self, _page: Page) -> Vec<Column> {
        let per_second = |count: f64| rate(count, self.best_seconds);
        let threads = self.threads.map(|threads| Column::right("threads", threads));
        let placements = or_dash(self.placements, |count| per_second(count as f64));
        let speedup = self.speedup.map(|times| Column::right("speedup", format!("{times:.2}x")));
        let mut columns = vec![Column::left("method", &self.method), Column::right("N", self.n)];
        columns.extend(threads);
        // Of thousands of short runs, the slowest is an interruption by another program.
        let spread = 100.0 * (self.median_seconds / self.best_seconds - 1.0);
        columns.push(Column::right("runs", self.runs));
        columns.push(Column::right("best", duration(self.best_seconds)));
        columns.push(Column::right("spread", format!("{spread:.0}%")));
        columns.push(Column::right("solutions/s", per_second(self.solutions as f64)));
        columns.push(Column::right("placements/s", placements));
        columns.extend(speedup);
        columns
    }
}
