//! `queens export`: writes a position for another solver, or a proof that it has no solution.

use crate::support::failure::Failure;
use crate::support::interrupt::ending_at_once;
use crate::support::output::Output;
use crate::support::position;
use crate::support::progress::Waiting;
use crate::support::values::{rules, whole};
use clap::{Args, ValueEnum};
use queens::Rules;
use queens_puzzles::Position;
use queens_puzzles::export::{Export, Format};
use std::io::Write;
use std::path::PathBuf;

/// Write a position for another solver, or a proof that it has no solution
///
/// The variable of a square is 1 if it has a queen: q_1_1 is the square A1. Comments in the output say which variable is which
/// square. The clauses of 'cnf' have exactly one model per solution. A proof ('drat') is one for these clauses, for checkers such
/// as drat-trim; if the position has a solution, nothing is written and the exit code is 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens export size:8 given:a1 --format cnf --output a1.cnf
  queens export puzzle.txt --format lp --output puzzle.lp
  queens export size:6 given:a1 --format drat --output a1.drat  # proves that there is no solution")]
pub(crate) struct Options {
    /// File with a position, - for stdin, a position in short form, or a link to the page
    #[arg(value_name = "FILE|-|POSITION", default_value = "-")]
    position: Vec<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: ModelFormat,

    /// Attack rules [default: those of the position, otherwise queens]
    #[arg(long, value_name = "RULES", value_parser = rules())]
    rules: Option<Rules>,

    /// Queens per row, column and region [default: those of the position, otherwise 1]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<usize>)]
    stars: Option<usize>,

    /// Write to this file instead of stdout (-)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The format of another solver or checker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ModelFormat {
    /// DIMACS CNF, for SAT solvers and model counters
    #[default]
    Cnf,
    /// OPB, for pseudo-Boolean solvers
    Opb,
    /// CPLEX LP, for integer programming
    Lp,
    /// MPS, for integer programming
    Mps,
    /// A MiniZinc model with its data, for constraint programming
    Minizinc,
    /// QUBO as JSON, for annealers: minimum 0 exactly for solutions
    Qubo,
    /// A DRAT proof that the clauses of cnf, and so the position, have no solution
    #[cfg(feature = "sat")]
    Drat,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let position = position::read_by(&options.position, options.rules, options.stars)?;
    let mut out = Output::open(options.output.as_deref())?;
    match format(options.format) {
        Some(format) => {
            let export = Export::new(&position, format, &Waiting::new("exporting"))?;
            // A part of a model is of no use.
            ending_at_once(|| write!(out, "{export}"))?;
        }
        None => prove(&position, &mut out)?,
    }
    out.finish()
}

/// The format of the position; `None` for a proof.
fn format(format: ModelFormat) -> Option<Format> {
    match format {
        ModelFormat::Cnf => Some(Format::Cnf),
        ModelFormat::Opb => Some(Format::Opb),
        ModelFormat::Lp => Some(Format::Lp),
        ModelFormat::Mps => Some(Format::Mps),
        ModelFormat::Minizinc => Some(Format::Minizinc),
        ModelFormat::Qubo => Some(Format::Qubo),
        #[cfg(feature = "sat")]
        ModelFormat::Drat => None,
    }
}

/// Writes a proof that the position has no solution.
///
/// It is collected in a temporary file, because the solver may find a solution after many steps.
#[cfg(feature = "sat")]
fn prove(position: &Position, out: &mut Output) -> Result<(), Failure> {
    use queens::observe::Flow;
    use std::io::{self, Seek};

    /// A longer proof is kept on disk.
    const IN_MEMORY: usize = 1 << 24;

    let mut steps = io::BufWriter::new(tempfile::spooled_tempfile(IN_MEMORY));
    let mut broken = Ok(());
    let found = queens_puzzles::solve::prove(position, &Waiting::new("searching"), |step| {
        broken = writeln!(steps, "{step}");
        if broken.is_ok() { Flow::Continue(()) } else { Flow::Break(()) }
    });
    let unwritable = |error| Failure::bad(format!("cannot write a temporary file: {error}"));
    broken.map_err(unwritable)?;
    if let Some(solution) = found? {
        let squares = match solution.square_names() {
            names if names.is_empty() => "the board without squares".to_string(),
            names => names,
        };
        return Err(Failure::Failed(format!(
            "there is no proof, because the position has a solution: {squares}"
        )));
    }
    let mut steps = steps.into_inner().map_err(|error| unwritable(error.into_error()))?;
    steps.rewind().map_err(unwritable)?;
    io::copy(&mut steps, out)?;
    Ok(())
}

#[cfg(not(feature = "sat"))]
fn prove(_position: &Position, _out: &mut Output) -> Result<(), Failure> {
    Err(Failure::bad("proofs need the SAT solver, which is not part of this build"))
}
