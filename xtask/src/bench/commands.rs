//! `cargo xtask bench commands`: time and memory of what else the command does: one solution, lists, other rules.

use super::Context;
use super::measure::{Check, Program, in_turn};
use super::result::{Command, Figures};
use anyhow::{Context as _, Result};

/// Measure time and memory of other commands: one solution of any size, lists, other rules
#[derive(clap::Args)]
pub struct Options {}

/// The arguments of the commands. `FILE` is a file that the first one writes.
const COMMANDS: [&str; 10] = [
    "find 100000000 --output FILE",
    "check FILE",
    "find 1000000",
    "find 1000000 --random --seed 7",
    "find 30 --first",
    "find 33 --first",
    "count 19 --rules torus",
    "count 17 --rules superqueens",
    "list 14",
    "list 14 --method dancing-links",
];

pub fn run(context: &Context<'_>) -> Result<Figures> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("FILE");
    let file = file.to_str().context("the temporary folder has no Unicode path")?;
    let program =
        |arguments: &str| context.queens.program(&arguments.replace("FILE", file), Check::Status);
    let mut programs: Vec<Program> = COMMANDS.into_iter().map(program).collect();
    in_turn("commands", &mut programs, context.rounds(3))?;
    let row = |program: &Program| {
        let (command, time) = (program.shown(), program.times()?);
        Ok(Command { command, time, peak_memory_bytes: program.peak_memory() })
    };
    Ok(Figures::Commands(programs.iter().map(row).collect::<Result<_>>()?))
}
