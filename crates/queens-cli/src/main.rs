//! The `queens` command: builds requests, prints results.

mod args;
mod bench;
mod bench_gpu;
mod check;
mod compare;
mod count;
mod device;
mod devices;
mod draw;
mod failure;
mod find;
mod format;
mod interrupt;
mod ledger;
mod list;
mod methods;
mod output;
mod plan;
mod position;
mod progress;
mod puzzle;
mod serve;
mod shell;
mod sizes;
mod solve;
mod table;
mod trace;
mod tree;
mod verify;
mod watch;

use args::{Args, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return failure::of_arguments(&error),
    };
    interrupt::install();
    match run(args.command) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Count(options) => count::run(&options),
        Command::Table(options) => table::run(&options),
        Command::List(options) => list::run(&options),
        Command::Find(options) => find::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Puzzle(options) => puzzle::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Draw(options) => draw::run(&options),
        Command::Tree(options) => tree::run(&options),
        Command::Trace(options) => trace::run(&options),
        Command::Watch(options) => watch::run(&options),
        Command::Serve(options) => serve::run(&options),
        Command::Compare(options) => compare::run(&options),
        Command::Plan(options) => plan::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Ledger(options) => ledger::run(&options),
        Command::Verify(options) => verify::run(&options),
        Command::Devices(options) => devices::run(&options),
        Command::Methods(options) => methods::run(&options),
        Command::Completions(options) => shell::completions(&options),
        Command::Man(options) => shell::man(&options),
    }
}
