//! `queens plan`: the jobs of a count, its memory, and the time it will take here.

use crate::args;
use crate::count::{check_threads, cores, count};
use crate::device::cpu;
use crate::failure::Failure;
use crate::format::{Format, objects_as, rounded};
use crate::interrupt::STOP;
use crate::output::Output;
use queens::estimate::Estimate;
use queens::methods::ThreadUse;
use queens::report::{Table, duration, grouped};
use queens::{Board, Method, Plan, Request, Simd};
use serde_json::{Map, Value};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Seconds for which jobs are timed.
const CALIBRATION: f64 = 1.0;
/// Smaller boards are counted in full to check their estimates if these promise to take no longer than so many seconds.
const CHECKED: f64 = 2.0;
/// And timed for this part of it, so that they too are judged by a sample.
const CHECK_CALIBRATION: f64 = 0.2;
/// Their first, rough estimate is made in so many seconds.
const ROUGH: f64 = 0.02;
/// How many smaller boards are checked.
const CHECKS: usize = 3;

/// A plan, what it should take, and what it did where that was tried.
struct Line {
    plan: Plan,
    estimate: Estimate,
    took: Option<f64>,
}

impl Line {
    /// How far the estimate was off, in parts of the time taken.
    fn off(&self) -> Option<f64> {
        self.took.map(|took| self.estimate.seconds / took - 1.0)
    }
}

pub(crate) fn run(options: &args::Plan) -> Result<ExitCode, Failure> {
    let plan = plan(options.size, options.method.0, simd(options))?;
    check_threads(options.machine.threads, &plan)?;
    // The other sizes would be counted by other methods.
    let method = plan.method();
    let mut lines = vec![];
    let mut size = options.size;
    while lines.len() < CHECKS && size > 0 {
        size -= 1;
        if let Some(line) = checked(size, method, options)? {
            lines.insert(0, line);
        }
    }
    let estimate = estimate(&plan, options, CALIBRATION)?;
    lines.push(Line { plan, estimate, took: None });
    let mut out = Output::standard();
    print(options, &lines, &mut out)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn plan(size: usize, method: Option<Method>, simd: Simd) -> Result<Plan, Failure> {
    let request = Request::on(Board::new(size)?).simd(simd);
    Ok(method.map_or(request.clone(), |method| request.method(method)).plan()?)
}

/// For how many threads to plan: those asked for, where the method can use them.
fn threads(plan: &Plan, options: &args::Plan) -> usize {
    match plan.threads() {
        ThreadUse::One => 1,
        ThreadUse::Any => options.machine.threads.unwrap_or_else(cores),
        ThreadUse::OneAPlace => cores(),
    }
}

fn simd(options: &args::Plan) -> Simd {
    options.machine.simd.unwrap_or_else(Simd::best)
}

/// The estimate for the threads asked for; those that this machine does not have are taken to be as good as those it has.
fn estimate(plan: &Plan, options: &args::Plan, budget: f64) -> Result<Estimate, Failure> {
    let asked = threads(plan, options);
    let here = asked.min(cores());
    let backend = cpu(Some(here), options.machine.simd)?;
    let start = Instant::now();
    let clock = || start.elapsed().as_secs_f64();
    let estimate = Estimate::of(plan, &backend, here, budget, &clock, &STOP)?;
    let seconds = estimate.seconds * here as f64 / asked as f64;
    Ok(Estimate { seconds, ..estimate })
}

/// A smaller board estimated and counted, if that is quick.
fn checked(size: usize, method: Method, options: &args::Plan) -> Result<Option<Line>, Failure> {
    let plan = plan(size, Some(method), simd(options))?;
    let rough = estimate(&plan, options, ROUGH)?;
    if rough.seconds > CHECKED || rough.at_least {
        return Ok(None);
    }
    let estimate = estimate(&plan, options, rough.seconds * CHECK_CALIBRATION)?;
    let asked = threads(&plan, options);
    let here = asked.min(cores());
    let backend = cpu(Some(here), options.machine.simd)?;
    let start = Instant::now();
    count(&plan, &backend)?;
    let took = start.elapsed().as_secs_f64() * here as f64 / asked as f64;
    Ok(Some(Line { plan, estimate, took: Some(took) }))
}

fn megabytes(bytes: usize) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

fn print(options: &args::Plan, lines: &[Line], out: &mut Output) -> Result<(), Failure> {
    let threads = |line: &Line| threads(&line.plan, options);
    let simd = simd(options);
    let heads = ["N", "method", "jobs", "memory", "estimate", "took", "off"];
    let mut table = Table::new(heads).left(1);
    for line in lines {
        table.push([
            line.plan.size().to_string(),
            line.plan.name().to_string(),
            grouped(line.plan.jobs()),
            megabytes(line.estimate.memory(threads(line))),
            format!(
                "{}{}",
                if line.estimate.at_least { "over " } else { "" },
                duration(line.estimate.seconds)
            ),
            line.took.map_or("-".to_string(), duration),
            line.off().map_or("-".to_string(), |off| format!("{:+.0}%", 100.0 * off)),
        ]);
    }
    match options.format {
        Format::Text => write!(out, "{}", table.text())?,
        Format::Markdown => write!(out, "{}", table.markdown())?,
        Format::Csv | Format::Json => {
            let objects = lines.iter().map(|line| object(threads(line), simd, line));
            objects_as(options.format, objects, out)?;
        }
    }
    if options.format == Format::Text
        && let Some(last) = lines.last()
    {
        let shared = megabytes(last.estimate.shared_memory);
        let each = megabytes(last.estimate.worker_memory);
        writeln!(
            out,
            "\nplan version {}, threads: {}, {simd}; about {shared} for all and {each} a thread; estimated from {} of {} jobs",
            Plan::VERSION,
            threads(last),
            (last.estimate.sampled * 10.0).round() / 10.0,
            grouped(last.plan.jobs()),
        )?;
    }
    Ok(())
}

fn object(threads: usize, simd: Simd, line: &Line) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("n".into(), line.plan.size().into());
    object.insert("method".into(), line.plan.name().into());
    object.insert("plan_version".into(), Plan::VERSION.into());
    object.insert("jobs".into(), line.plan.jobs().into());
    object.insert("threads".into(), threads.into());
    object.insert("simd".into(), simd.name().into());
    object.insert("memory_bytes".into(), line.estimate.memory(threads).into());
    object.insert("estimated_seconds".into(), rounded(line.estimate.seconds, 1e6));
    object.insert("at_least".into(), line.estimate.at_least.into());
    object.insert("jobs_timed".into(), rounded(line.estimate.sampled, 1e3));
    object.insert("took_seconds".into(), line.took.map(|took| rounded(took, 1e6)).into());
    object.insert("off".into(), line.off().map(|off| rounded(off, 1e4)).into());
    object
}
