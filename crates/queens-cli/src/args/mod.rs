//! The command line: one file per command. The first paragraph of a doc comment is the short help (`-h`), all of it the
//! long help (`--help`).

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
mod machine;
mod man;
mod methods;
mod plan;
mod puzzle;
mod serve;
mod sheet;
mod solve;
mod table;
mod trace;
mod tree;
mod values;
mod verify;
mod watch;

pub(crate) use bench::Bench;
pub(crate) use check::Check;
pub(crate) use compare::Compare;
pub(crate) use completions::Completions;
pub(crate) use count::Count;
pub(crate) use devices::Devices;
pub(crate) use draw::Draw;
pub(crate) use estimate::Estimate;
pub(crate) use export::{Export, ModelFormat};
pub(crate) use find::Find;
pub(crate) use ledger::{
    ExportFormat, Ledger, LedgerCommand, LedgerExport, LedgerMerge, LedgerRepair, LedgerShow,
    LedgerStatus,
};
pub(crate) use list::{List, ListFormat};
pub(crate) use machine::Machine;
pub(crate) use man::Man;
pub(crate) use methods::Methods;
pub(crate) use plan::Plan;
pub(crate) use puzzle::{Puzzle, PuzzleCommand, PuzzleFormat, PuzzleNew, PuzzleRead, ReadFormat};
pub(crate) use serve::Serve;
pub(crate) use sheet::PuzzleSheet;
pub(crate) use solve::{Solve, SolveFormat, SolveMethod};
pub(crate) use table::Table;
pub(crate) use trace::Trace;
pub(crate) use tree::{Tree, TreeFormat};
pub(crate) use verify::Verify;
pub(crate) use watch::{FASTEST, SLOWEST, Watch};

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
    Count(Count),
    Estimate(Estimate),
    Table(Table),
    List(List),
    Find(Find),
    Solve(Solve),
    Puzzle(Puzzle),
    Export(Export),
    Check(Check),
    Draw(Draw),
    Tree(Tree),
    Trace(Trace),
    Watch(Watch),
    Serve(Serve),
    Compare(Compare),
    Plan(Plan),
    Bench(Bench),
    Ledger(Ledger),
    Verify(Verify),
    Devices(Devices),
    Methods(Methods),
    Completions(Completions),
    Man(Man),
}
