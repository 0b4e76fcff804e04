//! The tasks of the project: `cargo xtask test`, `bench`, `web` and `npm`.
//!
//! Only Rust is needed to start: what a task needs beyond that it fetches into the project's own folders (`target`, `web/node_modules`).
//! `tools.rs` says which tools of the system are needed, and when they are installed. The task runner does not use the library, so that it
//! runs when the library does not compile.

mod bench;
mod command;
mod engines;
mod ledger;
mod npm;
mod platforms;
mod python;
mod test;
mod tools;
mod web;

use clap::Parser;
use std::process::ExitCode;

/// The tasks of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    Test(test::Options),
    Bench(bench::Options),
    Web(web::Options),
    Npm(npm::Options),
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Test(options) => test::run(&options),
        Task::Bench(options) => bench::run(&options),
        Task::Web(options) => web::run(&options),
        Task::Npm(options) => npm::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
