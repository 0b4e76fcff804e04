//! `cargo xtask bench plain`: the plain methods against each other and against the textbook recursion in C.
//!
//! Starting a process takes part of the time, so small boards measure little.

use super::Context;
use super::known::{half_placements, solutions_of};
use super::measure::{Check, Program, in_turn};
use super::program::{Count, Rival};
use super::result::{Comparison, Figures, Plain, Target};
use crate::tools::succeeds;
use anyhow::{Context as _, Result};
use std::env;
use std::fs;
use tempfile::TempDir;
use xshell::{Shell, cmd};

/// Measure the plain methods against each other and against C (the default)
#[derive(clap::Args)]
pub struct Options {
    /// Also measure another program against `queens`: NAME=COMMAND, with the letter n in braces for the size
    #[arg(long, value_name = "NAME=COMMAND")]
    against: Option<Rival>,
    /// The size of the board
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(4..=19))]
    size: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { against: None, size: 15 }
    }
}

/// The recursion that every textbook has.
const RECURSION: &str = include_str!("../../reference/recursion.c");

pub fn run(context: &Context<'_>, options: &Options) -> Result<Figures> {
    let n = options.size;
    let folder = tempfile::tempdir()?;
    let count = |method| context.queens.count(Count { n, method, threads: 1, simd: None });
    let mut programs =
        vec![count(Some("bitmask-half"))?, count(Some("stacked"))?, count(Some("arrays-half"))?];
    let [bitmask_half, stacked, arrays_half] = [0, 1, 2];
    let mut pairs = vec![(stacked, arrays_half, Target::TimesAsFast(4.0))];
    if let Some(recursion) = recursion(context.sh, &folder, n)? {
        pairs.insert(0, (bitmask_half, programs.len(), Target::AtMost(1.1)));
        programs.push(recursion);
    }
    if let Some(rival) = &options.against {
        pairs.push((programs.len(), programs.len() + 1, Target::TimesAsFast(1.0)));
        programs.extend([count(None)?, rival.program(n, 1)?]);
    }
    in_turn(&format!("N = {n}"), &mut programs, context.rounds(7))?;
    let row = |&(measured, against, target): &(usize, usize, Target)| {
        let [measured, against] = [measured, against].map(|index| &programs[index]);
        Ok(Comparison {
            program: measured.shown(),
            time: measured.times()?,
            against: against.shown(),
            against_time: against.times()?,
            target,
        })
    };
    let rows = pairs.iter().map(row).collect::<Result<_>>()?;
    Ok(Figures::Plain(Plain { n, placements: half_placements(n)?, rows }))
}

/// The recursion in C, compiled; `None` without a compiler, which is reported.
fn recursion(sh: &Shell, folder: &TempDir, n: u32) -> Result<Option<Program>> {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_string());
    if !succeeds(cmd!(sh, "{compiler} --version")) {
        eprintln!("no C compiler ('{compiler}'): the recursion in C is skipped");
        return Ok(None);
    }
    let [source, program] = ["recursion.c", "recursion"].map(|name| folder.path().join(name));
    fs::write(&source, RECURSION)?;
    cmd!(sh, "{compiler} -O2 -o {program} {source}").quiet().run()?;
    let program = program.to_str().context("the temporary folder has no Unicode path")?;
    let check = Check::Line(solutions_of(n)?.to_string());
    Ok(Some(Program::new([program.to_string(), n.to_string()], check)))
}
