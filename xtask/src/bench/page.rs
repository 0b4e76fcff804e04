//! `cargo xtask bench web`: what the page costs in a browser.

use super::{cpu, program};
use crate::tools::{self, Tool};
use crate::web;
use anyhow::Result;
use time::UtcDateTime;
use xshell::Shell;

/// Measure what the page costs in a browser: the time to the first answer, and a count compared with the command's.
///
/// Prints a table in Markdown. A missed target is reported and is no failure; a wrong count is.
#[derive(clap::Args)]
pub struct Options {
    /// How many rounds to take the best and the median of
    #[arg(long, value_name = "K", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// Builds the page and the command with it, and measures.
pub fn run(sh: &Shell, options: &Options) -> Result<()> {
    Tool::Chromium.provide(sh)?;
    let chromium = tools::chromium(sh)?;
    web::run(sh, &web::Options {})?;
    let queens = program::build(sh)?;
    println!("{}, {} rounds in turn, {} UTC.\n", cpu(), options.rounds, UtcDateTime::now().date());
    let bench = web::npm(sh).args(["run", "bench"]).env("QUEENS_COMMAND", queens);
    let bench = bench.env("QUEENS_CHROMIUM", chromium);
    Ok(bench.env("QUEENS_ROUNDS", options.rounds.to_string()).quiet().run()?)
}
