//! `queens bench`: a measure of this machine.

mod gpu;

use crate::args::Bench;
use crate::support::device::{self, cpu};
use crate::support::failure::Failure;
use crate::support::format::{Format, exact, objects_as, rounded};
use crate::support::interrupt::STOP;
use crate::support::machine::{cores, cpu_name};
use crate::support::output::Output;
use queens::report::{Table, duration, grouped};
use queens::{Method, Plan, Request, Simd, Total, published};
use serde_json::{Map, Value};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// What is run: the textbook's recursion, and the two engines. Each is cut into the same jobs on every machine.
const METHODS: [Method; 3] = [Method::BITMASK, Method::CROSS, Method::JOIN];
/// The recursion is so much slower that it counts a board smaller by this.
const SMALLER: usize = 2;

/// One method on some threads.
struct Measured {
    plan: Plan,
    threads: usize,
    seconds: f64,
    solutions: u128,
    placements: Option<u64>,
}

/// What is counted if nothing is asked for.
const SIZE: usize = 16;

pub(crate) fn run(options: &Bench) -> Result<ExitCode, Failure> {
    let counter = device::open(&options.machine)?;
    if let Some(cuda) = counter.accelerator() {
        return gpu::run(options, cuda);
    }
    let simd = options.machine.simd.unwrap_or_else(Simd::best);
    let all = options.machine.threads.unwrap_or_else(cores);
    let mut measured = Vec::new();
    for method in METHODS {
        for threads in if all == 1 { vec![1] } else { vec![1, all] } {
            measured.push(measure(options, method, threads, simd)?);
        }
    }
    let mut out = Output::standard();
    print(options, simd, &measured, &mut out)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn measure(
    options: &Bench,
    method: Method,
    threads: usize,
    simd: Simd,
) -> Result<Measured, Failure> {
    let smaller = if method == Method::BITMASK { SMALLER } else { 0 };
    let size = options.size.unwrap_or(SIZE) - smaller;
    let request = Request::count(size)?.method(method);
    let plan = request.plan()?;
    let has_steps = !method.info().statistics.is_empty();
    let counting = has_steps.then(|| request.statistics().plan()).transpose()?;
    let backend = cpu(Some(threads), Some(simd))?;
    let run = |plan: &Plan| -> Result<(Total, f64), Failure> {
        let start = Instant::now();
        let total = plan.run(&backend, &STOP)?;
        let seconds = start.elapsed().as_secs_f64();
        check_published(plan, &total)?;
        Ok((total, seconds))
    };
    // The first run warms up, and counts the placements.
    let (warm, _) = run(counting.as_ref().unwrap_or(&plan))?;
    let mut seconds = f64::INFINITY;
    for _ in 0..options.runs {
        seconds = seconds.min(run(&plan)?.1);
    }
    let placements = warm.statistics.map(|statistics| statistics.placements);
    Ok(Measured { plan, threads, seconds, solutions: warm.solutions, placements })
}

/// A count that must be the published one.
pub(crate) fn check_published(plan: &Plan, total: &Total) -> Result<(), Failure> {
    let (size, name, counted) = (plan.size(), plan.name(), total.solutions);
    match published(size) == Some(counted) {
        true => Ok(()),
        false => Err(Failure::Failed(format!(
            "N = {size}: '{name}' counts {counted} solutions, which is not the published number"
        ))),
    }
}

/// A number of things a second, with the letter for its thousands.
pub(crate) fn rate(count: f64, seconds: f64) -> String {
    let rate = count / seconds;
    match rate {
        1e9.. => format!("{:.2} G", rate / 1e9),
        1e6.. => format!("{:.1} M", rate / 1e6),
        _ => format!("{:.1} k", rate / 1e3),
    }
}

fn print(
    options: &Bench,
    simd: Simd,
    measured: &[Measured],
    out: &mut Output,
) -> Result<(), Failure> {
    let heads = ["method", "N", "threads", "best", "solutions/s", "placements/s", "speed-up"];
    let mut table = Table::new(heads).left(0);
    for m in measured {
        let one = one_thread(measured, m);
        table.push([
            m.plan.name().to_string(),
            m.plan.size().to_string(),
            m.threads.to_string(),
            duration(m.seconds),
            rate(m.solutions as f64, m.seconds),
            m.placements.map_or("-".to_string(), |count| rate(count as f64, m.seconds)),
            format!("{:.2}x", one.seconds / m.seconds),
        ]);
    }
    match options.format {
        Format::Text => {
            writeln!(
                out,
                "queens {} bench: {}, {} cores, {simd}, best of {}, plan version {}\n",
                env!("CARGO_PKG_VERSION"),
                cpu_name(),
                cores(),
                options.runs,
                Plan::VERSION,
            )?;
            write!(out, "{}", table.text())?;
            let solutions: u128 = measured.iter().map(|m| m.solutions).sum();
            writeln!(out, "\nall {} solutions are the published ones", grouped(solutions))?;
        }
        Format::Markdown => write!(out, "{}", table.markdown())?,
        Format::Csv | Format::Json => {
            let objects = measured.iter().map(|m| object(options, simd, m));
            objects_as(options.format, objects, out)?;
        }
    }
    Ok(())
}

/// The same on one thread.
fn one_thread<'a>(measured: &'a [Measured], m: &'a Measured) -> &'a Measured {
    let same = |other: &&Measured| other.threads == 1 && other.plan == m.plan;
    measured.iter().find(same).unwrap_or(m)
}

fn object(options: &Bench, simd: Simd, m: &Measured) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    object.insert("plan_version".into(), Plan::VERSION.into());
    object.insert("cpu".into(), cpu_name().into());
    object.insert("cores".into(), cores().into());
    object.insert("simd".into(), simd.name().into());
    object.insert("method".into(), m.plan.name().into());
    object.insert("n".into(), m.plan.size().into());
    object.insert("threads".into(), m.threads.into());
    object.insert("runs".into(), options.runs.into());
    object.insert("best_seconds".into(), rounded(m.seconds, 1e9));
    object.insert("solutions".into(), exact(m.solutions));
    object.insert("solutions_a_second".into(), ((m.solutions as f64 / m.seconds) as u64).into());
    object.insert("placements".into(), m.placements.into());
    let rate = m.placements.map(|count| (count as f64 / m.seconds) as u64);
    object.insert("placements_a_second".into(), rate.into());
    object
}
