//! The commands, one file or folder each. No command uses another; shared code is in `support`.

mod bench;
mod check;
mod compare;
mod completions;
mod count;
mod devices;
mod draw;
mod estimate;
mod export;
mod find;
mod ledger;
mod list;
mod man;
mod methods;
mod plan;
mod puzzle;
mod serve;
mod solve;
mod table;
mod trace;
mod tree;
mod verify;
mod watch;

use crate::args::Command;
use crate::support::failure::Failure;
use std::process::ExitCode;

/// Runs the command.
pub(crate) fn run(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Count(options) => count::run(&options),
        Command::Estimate(options) => estimate::run(&options),
        Command::Table(options) => table::run(&options),
        Command::List(options) => list::run(&options),
        Command::Find(options) => find::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Puzzle(options) => puzzle::run(&options),
        Command::Export(options) => export::run(&options),
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
        Command::Completions(options) => completions::run(&options),
        Command::Man(options) => man::run(&options),
    }
}
