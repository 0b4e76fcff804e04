//! `queens plan`: estimates the time and memory of a count.

use crate::support::counting::{check_threads, count};
use crate::support::device::{self, Counter, cpu};
use crate::support::failure::Failure;
use crate::support::machine::cores;
use crate::support::options::Machine;
use crate::support::output::Output;
use crate::support::progress::Waiting;
use crate::support::report::{duration, duration_range, grouped, quantity};
use crate::support::values::{
    Choice, ChoiceName, plain_rules, queens_number, rotation, seconds, size,
};
use crate::support::writer::{Column, Format, Page, Readable, Writer, or_dash};
use clap::Args;
use queens::engines::ThreadUse;
use queens::estimate::{Basis, Estimate, Trial};
use queens::{Backend, Board, Method, Plan, Queens, Request, Rotation, Rules, Simd};
use queens_results::PlanResult;
use std::io::Write;
use std::time::Instant;

/// Estimate the time and memory of a count
///
/// Runs random parts of the jobs for 5 to 10 seconds and extrapolates to all jobs. A count that fits into that time is run in
/// full. If jobs cannot be divided and take too long, the time follows from smaller boards. The estimate is a range that contains the true time with a probability of 95%. Smaller boards are estimated in the
/// same way and then counted in full. Column 'took' is the measured time. Column 'error' is the relative error of the middle
/// of the estimate.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens plan 18
  queens plan 22 --threads 64
  queens plan 27 --method cross --format json
  queens plan 16 --queens 8
  queens plan 20 --rules superqueens")]
pub(crate) struct Options {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    size: usize,

    /// Counting method, or auto for the fastest; 'queens methods' lists them
    #[arg(short, long, value_name = "METHOD", value_parser = ChoiceName, default_value = "auto")]
    #[arg(hide_possible_values = true)]
    method: Choice,

    /// Number of queens: a number, any, maximal or with-pawn [default: N]
    #[arg(
        long,
        value_name = "NUM",
        allow_negative_numbers = true,
        default_value = "N",
        hide_default_value = true
    )]
    #[arg(value_parser = queens_number(), hide_possible_values = true)]
    queens: Queens,

    /// Attack rules
    #[arg(long, value_name = "RULES", default_value = "queens", value_parser = plain_rules())]
    rules: Rules,

    /// Only solutions symmetric under a rotation by 180 or 90 degrees
    #[arg(long, value_name = "DEGREES", value_parser = rotation, conflicts_with = "method")]
    only: Option<Rotation>,

    #[command(flatten)]
    machine: Machine,

    /// About how long to measure, in seconds; a longer measurement gives a narrower range
    #[arg(long, value_name = "S", default_value = "5", allow_negative_numbers = true)]
    #[arg(value_parser = seconds)]
    seconds: f64,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A smaller board is counted in full, to check its estimate, if that takes at most this many seconds.
const CHECKED: f64 = 2.0;
/// ... and at most this part of the time of the measurement.
const CHECKED_SHARE: f64 = 0.4;
/// Counting a board takes at most this many times as long as the next smaller one. If a board takes far too long, smaller ones
/// that do so too are skipped.
const GROWTH: f64 = 12.0;
/// The estimate of a smaller board times jobs for this part of its time, so that it is also based on a sample.
const CHECK_CALIBRATION: f64 = 0.2;
/// The seconds of a first, rough estimate of a smaller board.
const ROUGH: f64 = 0.05;
/// The number of smaller boards that are checked.
const CHECKS: usize = 3;

/// A plan, its estimate, and the result to print.
struct Line {
    plan: Plan,
    estimate: Estimate,
    result: PlanResult,
}

/// What became of a smaller board.
enum Checked {
    Quick(Box<Line>),
    /// It takes too long, and so does this number of boards before it.
    Slow {
        skip: usize,
    },
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let here = Here { options, counter: device::open(&options.machine)? };
    let request = request(options, options.size)?;
    let plan = device::plan(&here.counter, &request, options.method.0)?;
    check_threads(options.machine.threads, &plan)?;
    // Other sizes might have another default method.
    let method = plan.method();
    let estimate = here.estimate(&plan, options.seconds)?;
    let mut lines = vec![];
    let mut size = options.size.saturating_sub(here.skip(&estimate));
    // A GPU runs small boards as a whole for their estimates, so these tell nothing about larger ones.
    let checks = if device::gpus(&here.counter, &plan).is_some() { 0 } else { CHECKS };
    while lines.len() < checks && size > 0 {
        size -= 1;
        match here.checked(size, method)? {
            Checked::Quick(line) => lines.insert(0, *line),
            Checked::Slow { skip } => size = size.saturating_sub(skip),
        }
    }
    lines.push(here.line(plan, estimate, None));
    let mut out = Output::standard();
    print(&here, &lines, &mut out)?;
    out.finish()
}

/// The request without its method.
fn request(options: &Options, size: usize) -> Result<Request, Failure> {
    let request = Request::on(Board::new(size)?).rules(options.rules).queens(options.queens);
    Ok(options.only.map_or(request.clone(), |rotation| request.only(rotation)))
}

/// The options and the devices.
struct Here<'a> {
    options: &'a Options,
    counter: Counter,
}

impl Here<'_> {
    /// The number of threads to plan for: the requested number if the method can use it.
    fn threads(&self, plan: &Plan) -> usize {
        match plan.threads() {
            ThreadUse::One => 1,
            ThreadUse::Any => self.options.machine.threads.unwrap_or_else(cores),
            ThreadUse::OnePerFirstQueen => cores(),
        }
    }

    fn simd(&self) -> Simd {
        self.options.machine.simd.unwrap_or_else(Simd::best)
    }

    /// Does work on the devices, with at most one thread per core. Also returns the expected speedup with the requested
    /// number of threads: threads that this machine does not have are assumed to be as fast as those it has.
    fn run<T>(
        &self,
        plan: &Plan,
        work: impl FnOnce(&dyn Backend, Option<usize>) -> Result<T, Failure>,
    ) -> Result<(T, f64), Failure> {
        if device::gpus(&self.counter, plan).is_some() {
            return Ok((work(&self.counter, None)?, 1.0));
        }
        let requested = self.threads(plan);
        let here = requested.min(cores());
        let backend = cpu(Some(here), self.options.machine.simd)?;
        Ok((work(&backend, Some(here))?, requested as f64 / here as f64))
    }

    fn estimate(&self, plan: &Plan, seconds: f64) -> Result<Estimate, Failure> {
        let waiting = Waiting::new("measuring");
        let (estimate, faster) = self.run(plan, |backend, threads| {
            let start = Instant::now();
            let clock = || start.elapsed().as_secs_f64();
            let control = &waiting;
            Ok(Estimate::of(plan, &Trial { backend, threads, seconds, clock: &clock, control })?)
        })?;
        Ok(estimate.faster(faster))
    }

    /// The longest time of a smaller board that is counted in full.
    fn most(&self) -> f64 {
        CHECKED.min(CHECKED_SHARE * self.options.seconds)
    }

    /// The number of boards before this one that take too long, too.
    fn skip(&self, estimate: &Estimate) -> usize {
        (estimate.time.low / self.most()).max(1.0).log(GROWTH) as usize
    }

    /// Estimates a smaller board and counts it, if that is quick.
    fn checked(&self, size: usize, method: Option<Method>) -> Result<Checked, Failure> {
        let mut request = request(self.options, size)?;
        if let Some(method) = method {
            request = request.method(method);
        }
        let plan = self.counter.plan(&request)?.0;
        // A board without jobs tells nothing.
        if plan.jobs() == 0 {
            return Ok(Checked::Slow { skip: 0 });
        }
        // Without an estimate the board is not quick.
        let quick = |estimate: Result<Estimate, Failure>| match estimate {
            Err(Failure::BadRequest(_)) => Ok(None),
            estimate => estimate.map(Some),
        };
        let most = self.most();
        let slow = Ok(Checked::Slow { skip: 0 });
        let Some(rough) = quick(self.estimate(&plan, ROUGH))? else { return slow };
        if rough.time.seconds > most {
            return Ok(Checked::Slow { skip: self.skip(&rough) });
        }
        let seconds = rough.time.seconds * CHECK_CALIBRATION;
        let estimate = quick(self.estimate(&plan, seconds))?;
        let Some(estimate) = estimate.filter(|estimate| estimate.time.seconds <= most) else {
            return slow;
        };
        plan.forget();
        let (took, faster) = self.run(&plan, |backend, _| {
            let start = Instant::now();
            count(&plan, backend)?;
            Ok(start.elapsed().as_secs_f64())
        })?;
        Ok(Checked::Quick(Box::new(self.line(plan, estimate, Some(took / faster)))))
    }

    fn line(&self, plan: Plan, estimate: Estimate, took: Option<f64>) -> Line {
        let threads = self.threads(&plan);
        // The memory of the GPUs, or of this machine.
        let result = match device::gpus(&self.counter, &plan) {
            Some(gpus) => PlanResult::new(&plan, &estimate, gpus.memory(), took),
            None => PlanResult::new(&plan, &estimate, estimate.memory(threads), took)
                .on_threads(threads, self.simd()),
        };
        Line { plan, estimate, result }
    }

    /// The devices in words.
    fn counter(&self, plan: &Plan) -> String {
        match device::gpus(&self.counter, plan) {
            Some(gpus) => format!("{}, {}", gpus.names().join(" + "), gpus.devices().platform),
            None => format!("{}, {}", quantity(self.threads(plan), "thread"), self.simd()),
        }
    }
}

fn megabytes(bytes: usize) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

impl Readable for PlanResult {
    fn columns(&self, _page: Page) -> Vec<Column> {
        let estimate = duration_range(self.estimated_seconds_low, self.estimated_seconds_high);
        vec![
            Column::right("N", self.n),
            Column::left("method", &self.method),
            Column::right("jobs", grouped(self.jobs)),
            Column::right("memory", megabytes(self.memory_bytes)),
            Column::right("estimate", estimate),
            Column::right("took", or_dash(self.seconds, duration)),
            Column::right("error", or_dash(self.error, |error| format!("{:+.0}%", 100.0 * error))),
        ]
    }
}

fn print(here: &Here<'_>, lines: &[Line], out: &mut Output) -> Result<(), Failure> {
    let mut writer = Writer::new(here.options.format, out);
    writer.write_all(lines.iter().map(|line| &line.result))?;
    writer.finish()?;
    if here.options.format == Format::Text
        && let Some(Line { plan, estimate, .. }) = lines.last()
    {
        let (shared, each) = (megabytes(estimate.shared_memory), megabytes(estimate.worker_memory));
        let memory = match here.counter.accelerates(plan).is_some() {
            true => String::new(),
            false => format!(" memory: {shared} shared, {each} per thread;"),
        };
        let basis = match estimate.basis {
            Basis::Plan => "from runs of all jobs".to_string(),
            Basis::Parts => format!("from {} random parts of jobs", grouped(estimate.samples)),
            Basis::Jobs => {
                format!("from {} of {} jobs", grouped(estimate.samples), grouped(plan.jobs()))
            }
            Basis::Size(size) => format!("from boards up to N = {size}"),
        };
        writeln!(
            out,
            "\nplan version {}, {};{memory} 95% range {basis}",
            Plan::VERSION,
            here.counter(plan),
        )?;
    }
    Ok(())
}
