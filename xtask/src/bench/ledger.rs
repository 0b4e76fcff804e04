//! `cargo xtask bench ledger`: what it costs to keep the results of a count.

use super::Context;
use super::measure::in_turn;
use super::program::Count;
use super::result::{Figures, Ledger};
use anyhow::{Context as _, Result};

/// Measure what a ledger costs: the same count with and without one, in turn
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
}

pub fn run(context: &Context<'_>, options: &Options) -> Result<Figures> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path().to_str().context("the temporary folder has no Unicode path")?;
    let Options { size: n, ref method, threads } = *options;
    let count = Count { n, method: Some(method), threads, simd: None };
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for round in 1..=context.rounds(3) {
        // A ledger that exists would be resumed.
        let ledger = format!("{count} --ledger {folder}/{round}.db");
        let mut programs =
            [context.queens.count(count)?, context.queens.program(&ledger, count.check()?)];
        in_turn(&format!("N = {n} ({round})"), &mut programs, 1)?;
        without.push(programs[0].times()?.best_seconds);
        with.push(programs[1].times()?.best_seconds);
    }
    let (without, with) = (super::result::Times::of(&without)?, super::result::Times::of(&with)?);
    Ok(Figures::Ledger(Ledger { command: format!("queens {count}"), without, with }))
}
