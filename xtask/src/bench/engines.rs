//! `cargo xtask bench engines`: the counting engines against each other and another program, and how they gain from threads.
//!
//! As in `bench`, whole processes take turns, and the best and the median of several rounds are given.

use crate::bench::cpu;
use crate::command::{Line, target};
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use time::UtcDateTime;

/// Measure the counting engines.
///
/// Prints tables in Markdown. A missed bar is said and is no failure; a failed count is.
#[derive(clap::Args)]
pub struct Options {
    /// Also measure this program, which takes N as its only argument and prints the count
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
    /// The sizes of the boards
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "16,17,18")]
    sizes: Vec<u32>,
    /// The vector instructions to force, each in turn (default: the widest)
    #[arg(long, value_name = "SET,SET", value_delimiter = ',')]
    simd: Vec<String>,
    /// The methods to measure
    #[arg(long, value_name = "M,M", value_delimiter = ',', default_value = "join,cross")]
    methods: Vec<String>,
    /// How many rounds to take the best of
    #[arg(long, value_name = "K", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Also count on so many threads, and by as many runs on one thread started together
    #[arg(long, value_name = "T,T", value_delimiter = ',')]
    threads: Vec<u32>,
    /// This binary instead of building one
    #[arg(long, value_name = "PROGRAM")]
    queens: Option<PathBuf>,
}

/// A command line and its times.
struct Racer {
    shown: String,
    line: Line,
    times: Vec<Duration>,
}

impl Racer {
    fn new(shown: String, line: Line) -> Self {
        Self { shown, line, times: Vec::new() }
    }

    /// Seconds of the best and of the median run.
    fn best_and_median(&mut self) -> (f64, f64) {
        self.times.sort();
        (self.times[0].as_secs_f64(), self.times[self.times.len() / 2].as_secs_f64())
    }
}

/// Builds the command, runs everything in turn and prints the tables.
pub fn run(options: &Options) -> Result<()> {
    let queens = match &options.queens {
        Some(program) => fs::canonicalize(program)?,
        None => build()?,
    };
    println!(
        "{}, best of {} rounds in turn, {} UTC.",
        cpu(),
        options.rounds,
        UtcDateTime::now().date()
    );
    println!(
        "\n| N | program | best | median | times as fast, best | median |\n|--:|---|--:|--:|--:|--:|"
    );
    for &size in &options.sizes {
        race(options, &queens, size)?;
    }
    if !options.threads.is_empty() {
        println!(
            "\n| N | method | threads | one run | its share of as many runs started together | ratio | bar | |"
        );
        println!("|--:|---|--:|--:|--:|--:|---|---|");
        for &size in &options.sizes {
            for method in &options.methods {
                scale(options, &queens, size, method)?;
            }
        }
    }
    Ok(())
}

pub(crate) fn build() -> Result<PathBuf> {
    let build = Line::new("cargo build --release -p queens-cli");
    eprintln!("{build}");
    build.run()?;
    Ok(target()?.join("release").join(format!("queens{}", env::consts::EXE_SUFFIX)))
}

pub(crate) fn count(queens: &Path, size: u32, method: &str, threads: u32) -> (String, Line) {
    let arguments = format!("count {size} --method {method} --threads {threads}");
    let line = arguments.split_whitespace().fold(Line::new("").path(queens), Line::word);
    (format!("`queens {arguments}`"), line)
}

/// Runs the programs of one size in turn.
fn race(options: &Options, queens: &Path, size: u32) -> Result<()> {
    let mut racers = Vec::new();
    for method in &options.methods {
        let (shown, line) = count(queens, size, method, 1);
        if options.simd.is_empty() {
            racers.push(Racer::new(shown.clone(), line.clone()));
        }
        for simd in &options.simd {
            let shown = format!("{} --simd {simd}`", shown.trim_end_matches('`'));
            racers.push(Racer::new(shown, line.clone().word("--simd").word(simd)));
        }
    }
    if let Some(program) = &options.against {
        let path = fs::canonicalize(program).unwrap_or_else(|_| program.clone());
        let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
        let line = Line::new("").path(&path).word(size.to_string());
        racers.push(Racer::new(format!("`{name} {size}`"), line));
    }
    for round in 1..=options.rounds {
        eprintln!("N = {size}, round {round} of {}", options.rounds);
        for racer in &mut racers {
            racer.times.push(Duration::from_secs_f64(timed(&racer.line)?));
        }
    }
    // The last one is what the others are measured by.
    let last = racers.last_mut().context("there is nothing to measure")?.best_and_median();
    for racer in &mut racers {
        let (best, median) = racer.best_and_median();
        let shown = &racer.shown;
        let (by_best, by_median) = (last.0 / best, last.1 / median);
        println!(
            "| {size} | {shown} | {best:.4} s | {median:.4} s | {by_best:.2} | {by_median:.2} |"
        );
    }
    Ok(())
}

/// One run on some threads, and as many runs on one thread started together, in turn.
fn scale(options: &Options, queens: &Path, size: u32, method: &str) -> Result<()> {
    for &threads in &options.threads {
        let (_, together) = count(queens, size, method, threads);
        let (_, alone) = count(queens, size, method, 1);
        let (mut best, mut share) = (f64::INFINITY, f64::INFINITY);
        for round in 1..=options.rounds {
            eprintln!(
                "N = {size}, {method} on {threads} threads, round {round} of {}",
                options.rounds
            );
            best = best.min(timed(&together)?);
            let start = Instant::now();
            let runs: Vec<Child> =
                (0..threads).map(|_| start_quietly(&alone)).collect::<Result<_>>()?;
            runs.into_iter().try_for_each(|run| finish(run, &alone))?;
            share = share.min(start.elapsed().as_secs_f64() / f64::from(threads));
        }
        let ratio = share / best;
        let verdict = if ratio >= 0.95 { "holds" } else { "missed" };
        println!(
            "| {size} | {method} | {threads} | {best:.4} s | {share:.4} s | {ratio:.2} | at least 0.95 | {verdict} |"
        );
    }
    Ok(())
}

/// The seconds of a whole run.
pub(crate) fn timed(line: &Line) -> Result<f64> {
    let start = Instant::now();
    finish(start_quietly(line)?, line)?;
    Ok(start.elapsed().as_secs_f64())
}

fn start_quietly(line: &Line) -> Result<Child> {
    let mut command = line.command();
    command.stdout(Stdio::null()).spawn().with_context(|| format!("cannot run: {line}"))
}

/// Waits for the end; a count that the command itself finds wrong is an error.
fn finish(mut run: Child, line: &Line) -> Result<()> {
    let status = run.wait()?;
    if !status.success() {
        bail!("failed ({status}): {line}");
    }
    Ok(())
}
