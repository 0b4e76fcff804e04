//! `cargo xtask bench`: how fast the project is, compared with other programs and on one machine.
//!
//! Whole processes are timed, from start to end. Programs that are compared take turns, so that noise affects all of them, and the
//! best of several rounds is compared. Every count is checked. A result can be saved as a file of `docs/data/`, from which
//! `cargo xtask docs` makes the tables of the documents.

mod commands;
mod engines;
mod estimates;
mod gpu;
pub mod known;
mod ledger;
mod machine;
mod measure;
mod methods;
mod peers;
mod plain;
mod printed;
mod program;
mod puzzles;
pub mod render;
pub mod result;
mod threads;

use crate::project;
use anyhow::Result;
use program::Queens;
use result::{Figures, Machine, Saved};
use std::env;
use std::path::PathBuf;
use time::UtcDateTime;
use xshell::{Shell, cmd};

/// Measure `queens`, and other programs in turn with it.
///
/// Prints a table in Markdown. A missed target is reported and is no failure; a wrong count is.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    part: Option<Part>,
    /// This binary of `queens` instead of building one
    #[arg(long, global = true, value_name = "PROGRAM")]
    queens: Option<PathBuf>,
    /// How many rounds to take the best and the median of; a run of more than 20 seconds is not repeated
    #[arg(long, global = true, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Also write the result to this file, or to docs/data/NAME.json
    #[arg(long, global = true, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    save: Option<Option<PathBuf>>,
    /// The commit that the saved result names (default: that of the repository, if there is one)
    #[arg(long, global = true, value_name = "HASH")]
    commit: Option<String>,
}

/// What to measure.
#[derive(clap::Subcommand)]
enum Part {
    Plain(plain::Options),
    Methods(methods::Options),
    Engines(engines::Options),
    Threads(threads::Options),
    Estimates(estimates::Options),
    Gpu(gpu::Options),
    Commands(commands::Options),
    Ledger(ledger::Options),
    Peers(peers::Options),
    Positions(printed::Positions),
    Python(printed::Python),
    Web(printed::Web),
}

/// What every part needs.
struct Context<'a> {
    sh: &'a Shell,
    queens: Queens,
    rounds: Option<u32>,
    report: Report<'a>,
}

impl Context<'_> {
    fn rounds(&self, default: u32) -> u32 {
        self.rounds.unwrap_or(default)
    }

    /// Saves what was measured until now, so that it is not lost if a long benchmark is interrupted.
    fn keep(&self, figures: Figures) -> Result<()> {
        self.report.save(&self.report.saved(figures))
    }
}

/// How a result is described and where it is saved.
struct Report<'a> {
    name: &'static str,
    version: String,
    commit: Option<String>,
    options: &'a Options,
}

impl Report<'_> {
    fn saved(&self, figures: Figures) -> Saved {
        Saved {
            name: self.name.to_string(),
            command: program::shown_command(env::args()),
            date: UtcDateTime::now().date().to_string(),
            machine: Machine::here(),
            version: self.version.clone(),
            commit: self.commit.clone(),
            note: None,
            figures,
        }
    }

    fn save(&self, saved: &Saved) -> Result<()> {
        let Some(file) = &self.options.save else { return Ok(()) };
        let default = || project::data().join(format!("{}.json", self.name));
        let path = file.clone().unwrap_or_else(default);
        saved.write(&path)?;
        eprintln!("saved: {}", path.display());
        Ok(())
    }
}

impl Part {
    fn name(&self) -> &'static str {
        match self {
            Self::Plain(_) => "plain",
            Self::Methods(_) => "methods",
            Self::Engines(_) => "engines",
            Self::Threads(_) => "threads",
            Self::Estimates(_) => "estimates",
            Self::Gpu(_) => "gpu-wgpu",
            Self::Commands(_) => "commands",
            Self::Ledger(_) => "ledger",
            Self::Peers(_) => "peers",
            Self::Positions(_) => "positions",
            Self::Python(_) => "python",
            Self::Web(_) => "web",
        }
    }

    fn run(&self, context: &Context<'_>) -> Result<Figures> {
        match self {
            Self::Plain(options) => plain::run(context, options),
            Self::Methods(options) => methods::run(context, options),
            Self::Engines(options) => engines::run(context, options),
            Self::Threads(options) => threads::run(context, options),
            Self::Estimates(options) => estimates::measure(context, options),
            Self::Gpu(options) => gpu::run(context, options),
            Self::Commands(_) => commands::run(context),
            Self::Ledger(options) => ledger::run(context, options),
            Self::Peers(options) => peers::run(context, options),
            Self::Positions(_) => printed::positions(context),
            Self::Python(options) => printed::python(context, options),
            Self::Web(_) => printed::web(context),
        }
    }
}

/// Measures a part, prints its table and saves it.
pub fn run(sh: &Shell, options: &Options) -> Result<()> {
    let default = Part::Plain(plain::Options::default());
    let part = options.part.as_ref().unwrap_or(&default);
    if let Part::Web(_) = part {
        // The page is part of the command, so it comes first.
        printed::build_page(sh)?;
    }
    let queens = Queens::provide(sh, options.queens.as_deref())?;
    let commit = options.commit.clone().or_else(|| commit(sh));
    let report = Report { name: part.name(), version: queens.version(sh)?, commit, options };
    let context = Context { sh, queens, rounds: options.rounds, report };
    let saved = context.report.saved(part.run(&context)?);
    println!("{}", render::page(&saved, None)?);
    context.report.save(&saved)
}

/// The commit of the project; `None` where the project or git is not.
fn commit(sh: &Shell) -> Option<String> {
    if !project::root().exists() {
        return None;
    }
    let text = cmd!(sh, "git rev-parse --short=10 HEAD").quiet().ignore_stderr().read().ok()?;
    Some(text.trim().to_string()).filter(|hash| !hash.is_empty())
}
