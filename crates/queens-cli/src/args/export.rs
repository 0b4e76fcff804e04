//! The options of `queens export`.

use super::values::{rules, whole};
use clap::{Args as ClapArgs, ValueEnum};
use queens::Rules;
use std::path::PathBuf;

/// Write a position for another solver, or a proof that it has no solution
///
/// The variable of a square is 1 if it has a queen: q_1_1 is the square A1. Comments in the output say which variable is which
/// square. The clauses of 'cnf' have exactly one model per solution. A proof ('drat') is one for these clauses, for checkers such
/// as drat-trim; if the position has a solution, nothing is written and the exit code is 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens export size:8 given:a1 --format cnf --output a1.cnf
  queens export puzzle.txt --format lp --output puzzle.lp
  queens export size:6 given:a1 --format drat --output a1.drat  # proves that there is no solution")]
pub(crate) struct Export {
    /// File with a position, - for stdin, a position in short form, or a link to the page
    #[arg(value_name = "FILE|-|POSITION", default_value = "-")]
    pub(crate) position: Vec<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ModelFormat,

    /// Attack rules [default: those of the position, otherwise queens]
    #[arg(long, value_name = "RULES", value_parser = rules())]
    pub(crate) rules: Option<Rules>,

    /// Queens per row, column and region [default: those of the position, otherwise 1]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<usize>)]
    pub(crate) stars: Option<usize>,

    /// Write to this file instead of stdout (-)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The format of another solver or checker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelFormat {
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
