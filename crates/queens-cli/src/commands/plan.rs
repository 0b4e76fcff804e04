//! `queens plan`: the jobs of a count, its memory, and the time it will take here.

use crate::args;
use crate::support::counting::{check_threads, count};
use crate::support::device::{self, Counter, cpu};
use crate::support::failure::Failure;
use crate::support::format::{Format, objects_as, rounded};
use crate::support::interrupt::STOP;
use crate::support::machine::cores;
use crate::support::output::Output;
use queens::engines::ThreadUse;
use queens::estimate::Estimate;
use queens::report::{Table, duration, grouped};
use queens::{Backend, Board, Method, Plan, Request, Simd};
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
/// As if a GPU had so many threads: the jobs timed at first are four for each.
const FILLING: usize = 64;
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
    let here = Here { options, counter: device::open(&options.machine)? };
    let request = Request::on(Board::new(options.size)?);
    let plan = device::plan(&here.counter, &request, options.method.0)?;
    check_threads(options.machine.threads, &plan)?;
    // The other sizes would be counted by other methods.
    let method = Method::new(plan.engine().info());
    let mut lines = vec![];
    let mut size = options.size;
    while lines.len() < CHECKS && size > 0 {
        size -= 1;
        if let Some(line) = here.checked(size, method)? {
            lines.insert(0, line);
        }
    }
    let estimate = here.estimate(&plan, CALIBRATION)?;
    lines.push(Line { plan, estimate, took: None });
    let mut out = Output::standard();
    print(&here, &lines, &mut out)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// What is planned for: the options, and what will count.
struct Here<'a> {
    options: &'a args::Plan,
    counter: Counter,
}

impl Here<'_> {
    /// For how many threads to plan: those asked for, where the method can use them; on GPUs so many that the jobs timed fill them.
    fn threads(&self, plan: &Plan) -> usize {
        match plan.threads() {
            _ if self.counter.accelerates(plan).is_some() => FILLING,
            ThreadUse::One => 1,
            ThreadUse::Any => self.options.machine.threads.unwrap_or_else(cores),
            ThreadUse::OnePerFirstQueen => cores(),
        }
    }

    fn simd(&self) -> Simd {
        self.options.machine.simd.unwrap_or_else(Simd::best)
    }

    /// Does something with the threads asked for, or as many as there are, or with GPUs; gives also by how much it will be faster with all
    /// threads: those that this machine does not have are taken to be as good as those it has.
    fn run<T>(
        &self,
        plan: &Plan,
        work: impl FnOnce(&dyn Backend, usize) -> Result<T, Failure>,
    ) -> Result<(T, f64), Failure> {
        let asked = self.threads(plan);
        if self.counter.accelerates(plan).is_some() {
            return Ok((work(&self.counter, asked)?, 1.0));
        }
        let here = asked.min(cores());
        let backend = cpu(Some(here), self.options.machine.simd)?;
        Ok((work(&backend, here)?, asked as f64 / here as f64))
    }

    fn estimate(&self, plan: &Plan, budget: f64) -> Result<Estimate, Failure> {
        let (estimate, faster) = self.run(plan, |backend, threads| {
            let start = Instant::now();
            let clock = || start.elapsed().as_secs_f64();
            Ok(Estimate::of(plan, backend, threads, budget, &clock, &STOP)?)
        })?;
        Ok(Estimate { seconds: estimate.seconds / faster, ..estimate })
    }

    /// A smaller board estimated and counted, if that is quick.
    fn checked(&self, size: usize, method: Method) -> Result<Option<Line>, Failure> {
        let plan = self.counter.plan(&Request::count(size)?.method(method))?.0;
        let rough = self.estimate(&plan, ROUGH)?;
        if rough.seconds > CHECKED || rough.at_least {
            return Ok(None);
        }
        let estimate = self.estimate(&plan, rough.seconds * CHECK_CALIBRATION)?;
        let (took, faster) = self.run(&plan, |backend, _| {
            let start = Instant::now();
            count(&plan, backend)?;
            Ok(start.elapsed().as_secs_f64())
        })?;
        Ok(Some(Line { plan, estimate, took: Some(took / faster) }))
    }

    /// The bytes that a count holds: of this machine's memory, or of the GPUs'.
    fn memory(&self, line: &Line) -> usize {
        match self.counter.accelerates(&line.plan) {
            Some(cuda) => cuda.memory(),
            None => line.estimate.memory(self.threads(&line.plan)),
        }
    }

    /// What counts, in words.
    fn counter(&self, plan: &Plan) -> String {
        match self.counter.accelerates(plan) {
            Some(cuda) => {
                cuda.devices().map(|info| info.name.clone()).collect::<Vec<_>>().join(" + ")
            }
            None => format!("threads: {}, {}", self.threads(plan), self.simd()),
        }
    }
}

fn megabytes(bytes: usize) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

fn print(here: &Here<'_>, lines: &[Line], out: &mut Output) -> Result<(), Failure> {
    let format = here.options.format;
    let heads = ["N", "method", "jobs", "memory", "estimate", "took", "off"];
    let mut table = Table::new(heads).left(1);
    for line in lines {
        table.push([
            line.plan.size().to_string(),
            line.plan.name().to_string(),
            grouped(line.plan.jobs()),
            megabytes(here.memory(line)),
            format!(
                "{}{}",
                if line.estimate.at_least { "over " } else { "" },
                duration(line.estimate.seconds)
            ),
            line.took.map_or("-".to_string(), duration),
            line.off().map_or("-".to_string(), |off| format!("{:+.0}%", 100.0 * off)),
        ]);
    }
    match format {
        Format::Text => write!(out, "{}", table.text())?,
        Format::Markdown => write!(out, "{}", table.markdown())?,
        Format::Csv | Format::Json => {
            let objects = lines.iter().map(|line| object(here, line));
            objects_as(format, objects, out)?;
        }
    }
    if format == Format::Text
        && let Some(last) = lines.last()
    {
        let shared = megabytes(last.estimate.shared_memory);
        let each = megabytes(last.estimate.worker_memory);
        let memory = match here.counter.accelerates(&last.plan).is_some() {
            true => String::new(),
            false => format!(" about {shared} for all and {each} a thread;"),
        };
        writeln!(
            out,
            "\nplan version {}, {};{memory} estimated from {} of {} jobs",
            Plan::VERSION,
            here.counter(&last.plan),
            (last.estimate.sampled * 10.0).round() / 10.0,
            grouped(last.plan.jobs()),
        )?;
    }
    Ok(())
}

fn object(here: &Here<'_>, line: &Line) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("n".into(), line.plan.size().into());
    object.insert("method".into(), line.plan.name().into());
    object.insert("plan_version".into(), Plan::VERSION.into());
    object.insert("jobs".into(), line.plan.jobs().into());
    let cpu = here.counter.accelerates(&line.plan).is_none();
    object.insert("threads".into(), cpu.then(|| here.threads(&line.plan)).into());
    object.insert("simd".into(), cpu.then(|| here.simd().name()).into());
    object.insert("memory_bytes".into(), here.memory(line).into());
    object.insert("estimated_seconds".into(), rounded(line.estimate.seconds, 1e6));
    object.insert("at_least".into(), line.estimate.at_least.into());
    object.insert("jobs_timed".into(), rounded(line.estimate.sampled, 1e3));
    object.insert("took_seconds".into(), line.took.map(|took| rounded(took, 1e6)).into());
    object.insert("off".into(), line.off().map(|off| rounded(off, 1e4)).into());
    object
}
