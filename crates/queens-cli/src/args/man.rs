//! The options of `queens man`.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Print the man page
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens man | man -l -
  queens man --output ~/.local/share/man/man1  # one page per command")]
pub(crate) struct Man {
    /// Write one page per command into this directory instead of stdout
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}
