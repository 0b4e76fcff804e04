//! The options of `queens man`.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Print the man page
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens man | man -l -
  queens man --output ~/.local/share/man/man1   one page per command")]
pub(crate) struct Man {
    /// Write a page for each command into this folder instead
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}
