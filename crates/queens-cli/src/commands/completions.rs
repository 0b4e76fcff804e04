//! `queens completions`: prints shell completions.

use crate::support::failure::Failure;
use crate::support::output::write_all;
use clap::{Args, CommandFactory};

/// Print shell completions
#[derive(Debug, Args)]
#[command(after_help = "Example:
  queens completions bash > ~/.local/share/bash-completion/completions/queens")]
pub(crate) struct Options {
    /// Shell to print completions for
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut super::Args::command(), "queens", &mut script);
    write_all(None, &script)
}
