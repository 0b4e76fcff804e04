//! `cargo xtask bench`: how fast the methods are, as ratios of programs that took turns in one run.
//!
//! A time alone says as much of the machine as of the program. So every round runs each program once, and the best of several
//! rounds is compared. Whole processes are timed, start and end included.

mod engines;
mod ledger;
mod methods;
mod page;
mod program;

use anyhow::Result;
use std::fs;
use xshell::Shell;

/// Measure the methods against each other and against other programs.
///
/// Prints a table in Markdown. A missed target is reported and is no failure; a wrong count is.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Options {
    #[command(subcommand)]
    part: Option<Part>,
    #[command(flatten)]
    methods: methods::MethodOptions,
}

/// What else to measure.
#[derive(clap::Subcommand)]
enum Part {
    Engines(engines::Options),
    Ledger(ledger::Options),
    Web(page::Options),
}

/// Builds the programs, runs them in turn and prints the table.
pub fn run(sh: &Shell, options: &Options) -> Result<()> {
    match &options.part {
        Some(Part::Engines(options)) => engines::run(sh, options),
        Some(Part::Ledger(options)) => ledger::run(sh, options),
        Some(Part::Web(options)) => page::run(sh, options),
        None => methods::run(sh, &options.methods),
    }
}

/// The model of the processor, where the system names it.
fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or("unknown", |(_, name)| name.trim()).to_string()
}

/// The word for a target in a table.
fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "missed" }
}
