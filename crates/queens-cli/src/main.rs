//! The `queens` command: builds requests from the command line and prints results.
//!
//! [`args`] parses the command line, [`commands`] has one file or folder per command, [`support`] has what several
//! commands share.

mod args;
mod commands;
mod support;

use args::Args;
use clap::Parser;
use std::process::ExitCode;
use support::{arguments, interrupt};

fn main() -> ExitCode {
    interrupt::outlive_file_size_limit();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return arguments::report(error),
    };
    interrupt::install();
    match commands::run(args.command) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
