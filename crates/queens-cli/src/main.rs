//! The `queens` command: builds requests from the command line and prints results.
//!
//! [`commands`] has one file or folder per command with its options, [`support`] has what several commands share.

mod commands;
mod support;

use clap::Parser;
use commands::Args;
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
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
