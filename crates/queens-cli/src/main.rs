//! The `queens` command: builds requests, prints results.
//!
//! [`args`] reads the command line, [`commands`] has one file or folder per command, [`support`] what several of them share.

mod args;
mod commands;
mod support;

use args::Args;
use clap::Parser;
use std::process::ExitCode;
use support::{failure, interrupt};

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return failure::of_arguments(&error),
    };
    interrupt::install();
    match commands::run(args.command) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
