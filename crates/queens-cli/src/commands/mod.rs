//! The commands with their options, one file or folder each. No command uses another; shared code is in `support`.
//!
//! The first paragraph of a doc comment of options is the short help (`-h`), all of it the long help (`--help`).

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

use crate::support::failure::Failure;
use clap::{Parser, Subcommand};

/// Solve the N-queens problem: count, list, find and draw solutions, solve and create puzzles
///
/// The problem is to place N queens on an N x N board so that no two attack each other. Results are written to stdout,
/// messages and progress to stderr. 'queens COMMAND --help' explains a command.
///
/// Exit codes, the same in every command: 0 success; 1 no solution, or a check or a device failed; 2 invalid request, or a
/// file or stdout that cannot be read or written; 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "queens", version, propagate_version = true)]
#[command(after_help = "Examples:
  queens count 8..14            # number of solutions
  queens estimate 100           # about how many solutions a large board has
  queens list 8                 # all 92 solutions, one per line
  queens find 1000000           # one solution of any size
  queens solve size:8 given:a1  # complete a position
  queens draw --first 8         # a board in the terminal
  queens watch 8                # an animated search
  queens serve --open           # the web page
  queens compare 8..12          # speed of the methods")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Count(count::Options),
    Estimate(estimate::Options),
    Table(table::Options),
    List(list::Options),
    Find(find::Options),
    Solve(solve::Options),
    Puzzle(puzzle::Options),
    Export(export::Options),
    Check(check::Options),
    Draw(draw::Options),
    Tree(tree::Options),
    Trace(trace::Options),
    Watch(watch::Options),
    Serve(serve::Options),
    Compare(compare::Options),
    Plan(plan::Options),
    Bench(bench::Options),
    Ledger(ledger::Options),
    Verify(verify::Options),
    Devices(devices::Options),
    Methods(methods::Options),
    Completions(completions::Options),
    Man(man::Options),
}

/// Runs the command.
pub(crate) fn run(command: Command) -> Result<(), Failure> {
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
