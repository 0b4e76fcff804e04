//! `cargo xtask bench engines`: the counting engines against each other and another program, and how they gain from threads.
//!
//! As in `bench`, whole processes take turns, and the best and the median of several rounds are given.

use super::program::{Count, build, other, timed, timed_together};
use super::{cpu, verdict};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use time::UtcDateTime;
use xshell::{Cmd, Shell};

/// Measure the counting engines.
///
/// Prints tables in Markdown. A missed target is reported and is no failure; a failed count is.
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
    /// Also count on this number of threads, and by the same number of runs on one thread started together
    #[arg(long, value_name = "T,T", value_delimiter = ',')]
    threads: Vec<u32>,
    /// This binary instead of building one
    #[arg(long, value_name = "PROGRAM")]
    queens: Option<PathBuf>,
}

/// A command line and its times.
struct Racer<'sh> {
    shown: String,
    command: Cmd<'sh>,
    times: Vec<Duration>,
}

impl<'sh> Racer<'sh> {
    fn new(shown: String, command: Cmd<'sh>) -> Self {
        Self { shown, command: command.ignore_stdout(), times: Vec::new() }
    }

    /// Seconds of the best and of the median run.
    fn best_and_median(&mut self) -> (f64, f64) {
        self.times.sort();
        (self.times[0].as_secs_f64(), self.times[self.times.len() / 2].as_secs_f64())
    }
}

/// Builds the command, runs everything in turn and prints the tables.
pub fn run(sh: &Shell, options: &Options) -> Result<()> {
    let queens = match &options.queens {
        Some(program) => fs::canonicalize(program)?,
        None => build(sh)?,
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
        race(sh, options, &queens, size)?;
    }
    if !options.threads.is_empty() {
        println!(
            "\n| N | method | threads | one run | its share of as many runs started together | ratio | target | |"
        );
        println!("|--:|---|--:|--:|--:|--:|---|---|");
        for &size in &options.sizes {
            for method in &options.methods {
                scale(sh, options, &queens, size, method)?;
            }
        }
    }
    Ok(())
}

/// Runs the programs of one size in turn.
fn race(sh: &Shell, options: &Options, queens: &Path, size: u32) -> Result<()> {
    let simd: Vec<Option<&str>> = match &options.simd[..] {
        [] => vec![None],
        named => named.iter().map(|simd| Some(simd.as_str())).collect(),
    };
    let mut racers = Vec::new();
    for method in &options.methods {
        for &simd in &simd {
            let count = Count { size, method: Some(method), threads: 1, simd };
            racers.push(Racer::new(count.shown(), count.command(sh, queens)));
        }
    }
    if let Some(program) = &options.against {
        let (shown, command) = other(sh, program, size);
        racers.push(Racer::new(shown, command));
    }
    for round in 1..=options.rounds {
        eprintln!("N = {size}, round {round} of {}", options.rounds);
        for racer in &mut racers {
            racer.times.push(Duration::from_secs_f64(timed(&racer.command)?));
        }
    }
    // The others are compared with the last one.
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
fn scale(sh: &Shell, options: &Options, queens: &Path, size: u32, method: &str) -> Result<()> {
    for &threads in &options.threads {
        let count = |threads| {
            let count = Count { size, method: Some(method), threads, simd: None };
            count.command(sh, queens).ignore_stdout()
        };
        let (mut best, mut share) = (f64::INFINITY, f64::INFINITY);
        for round in 1..=options.rounds {
            eprintln!(
                "N = {size}, {method} on {threads} threads, round {round} of {}",
                options.rounds
            );
            best = best.min(timed(&count(threads))?);
            let together = timed_together((0..threads).map(|_| count(1)).collect())?;
            share = share.min(together / f64::from(threads));
        }
        let ratio = share / best;
        let verdict = verdict(ratio >= 0.95);
        println!(
            "| {size} | {method} | {threads} | {best:.4} s | {share:.4} s | {ratio:.2} | at least 0.95 | {verdict} |"
        );
    }
    Ok(())
}
