//! `cargo xtask bench ledger`: what it costs to keep the results of a count.

use super::program::{Count, build, timed};
use super::{cpu, verdict};
use crate::project::target;
use anyhow::Result;
use std::fs;
use time::UtcDateTime;
use xshell::Shell;

/// Measure what a ledger costs: the same count with and without, in turn.
///
/// Prints a table in Markdown. A missed target is reported and is no failure; a failed count is.
#[derive(clap::Args)]
pub struct Options {
    /// The size of the board
    #[arg(long, value_name = "N", default_value_t = 20)]
    size: u32,
    /// The method
    #[arg(long, value_name = "M", default_value = "join")]
    method: String,
    /// How many threads to use
    #[arg(long, value_name = "T", default_value_t = 2)]
    threads: u32,
    /// How many rounds to take the best of
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// How much longer the best run may take with a ledger.
const TARGET: f64 = 1.01;

/// Runs the two in turn and prints the table.
pub fn run(sh: &Shell, options: &Options) -> Result<()> {
    let queens = build(sh)?;
    let folder = target()?.join("ledger-bench");
    fs::create_dir_all(&folder)?;
    let Options { size, ref method, threads, .. } = *options;
    let count = Count { size, method: Some(method), threads, simd: None };
    let command = || count.command(sh, &queens).ignore_stdout();
    let shown = count.shown();
    let mut times = [Vec::new(), Vec::new()];
    for round in 1..=options.rounds {
        eprintln!("N = {}, round {round} of {}", options.size, options.rounds);
        let path = folder.join(format!("{round}.db"));
        let _ = fs::remove_file(&path);
        times[0].push(timed(&command())?);
        times[1].push(timed(&command().arg("--ledger").arg(&path))?);
    }
    fs::remove_dir_all(&folder)?;
    times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    let [plain, kept] = &times;
    let middle = |times: &[f64]| times[times.len() / 2];
    let (best, median) = (kept[0] / plain[0], middle(kept) / middle(plain));
    let verdict = verdict(best <= TARGET);
    println!("{}, best of {} in turn, {} UTC.\n", cpu(), options.rounds, UtcDateTime::now().date());
    println!(
        "| command | best | median | with `--ledger`, best | median | ratio, best | median | target | |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|---|---|");
    println!(
        "| {shown} | {:.3} s | {:.3} s | {:.3} s | {:.3} s | {best:.4} | {median:.4} | at most {TARGET} | {verdict} |",
        plain[0],
        middle(plain),
        kept[0],
        middle(kept),
    );
    Ok(())
}
