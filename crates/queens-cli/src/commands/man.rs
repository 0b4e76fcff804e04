//! `queens man`: prints the man pages.

use crate::support::failure::Failure;
use crate::support::output::{file, write_all};
use clap::{Args, CommandFactory};
use std::path::PathBuf;

/// Print the man page
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens man | man -l -
  queens man --output ~/.local/share/man/man1  # one page per command")]
pub(crate) struct Options {
    /// Write one page per command into this directory instead of stdout
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut command = super::Args::command();
    command.build();
    let Some(folder) = file(options.output.as_deref()) else {
        write_all(None, &page(command)?)?;
        return Ok(());
    };
    let pages: Vec<clap::Command> =
        command.get_subcommands().filter(|sub| sub.get_name() != "help").cloned().collect();
    for sub in pages {
        let name = format!("queens-{}", sub.get_name());
        write_all(Some(&folder.join(format!("{name}.1"))), &page(sub)?)?;
    }
    write_all(Some(&folder.join("queens.1")), &page(command)?)
}

fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}
