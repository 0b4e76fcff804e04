//! The tasks of the project: `cargo xtask test`, `cargo xtask bench`, `cargo xtask web`.
//!
//! Nothing is needed but Rust: what a task needs beyond that it fetches into the folders of the project (`target`,
//! `web/node_modules`). A package of the system it installs where it is root, and otherwise says in a line which. The task runner does not use the library, so that it runs when the library does not compile.

mod bench;
mod command;
mod engines;
mod ledger;
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
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Test(options) => test::run(&options),
        Task::Bench(options) => bench::run(&options),
        Task::Web(options) => web::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
