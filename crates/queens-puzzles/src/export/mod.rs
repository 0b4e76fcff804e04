//! Positions in the formats of other solvers: SAT, pseudo-Boolean, integer programming, constraint programming and QUBO.
//!
//! All formats are written from the same constraints, one file per format. A variable `q_C_R` is 1 if there is a queen in column
//! `C` and row `R`, both counted from 1: `q_1_1` is A1. Comments of each text say so. Closed squares and squares that a given
//! queen attacks have no variable.
//!
//! ```
//! use queens_puzzles::export::{Export, Format};
//! use queens::Never;
//! use queens_puzzles::Position;
//!
//! let position: Position = "size:4 given:A2".parse()?;
//! let text = Export::new(&position, Format::Lp, &Never)?.to_string();
//! assert!(text.contains(" given_1_2: q_1_2 = 1\n"));
//! assert!(text.contains(" row_1: q_3_1 + q_4_1 = 1\n"));
//! # Ok::<(), queens_puzzles::Error>(())
//! ```

mod cnf;
mod lp;
mod minizinc;
mod mps;
mod opb;
mod qubo;

use crate::constraints::{Constraint, Constraints};
use crate::solve::named;
use crate::{Error, ExportError, Position};
use queens::{Control, Rules, Square};
use std::fmt;

/// A format of another solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// DIMACS CNF, for SAT solvers and model counters. It has exactly one model per solution.
    Cnf,
    /// OPB, for pseudo-Boolean solvers.
    Opb,
    /// The LP format of CPLEX, for solvers of integer programs.
    Lp,
    /// MPS with free columns, for solvers of integer programs.
    Mps,
    /// A MiniZinc model with its data, for constraint solvers.
    Minizinc,
    /// Quadratic unconstrained binary optimisation as JSON. The minimum is 0 if there is a solution; the assignments with the
    /// value 0 are exactly the solutions.
    Qubo,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] =
        [Self::Cnf, Self::Opb, Self::Lp, Self::Mps, Self::Minizinc, Self::Qubo];
}

named!(
    Format,
    ExportError::UnknownFormat,
    Cnf "cnf",
    Opb "opb",
    Lp "lp",
    Mps "mps",
    Minizinc "minizinc",
    Qubo "qubo"
);

/// A position in the format of another solver. `Display` writes its text.
#[derive(Clone, Debug)]
pub struct Export {
    constraints: Constraints,
    format: Format,
    /// What the position is, in one line.
    title: String,
}

impl Export {
    /// The position in this format, or an error if it is too large: more than 10^6 open squares, or more than 10^7 pairs of
    /// squares on a line for [`Format::Qubo`].
    pub fn new(position: &Position, format: Format, control: &dyn Control) -> Result<Self, Error> {
        let constraints = Constraints::of(position, control)?;
        if format == Format::Qubo {
            qubo::check(&constraints)?;
        }
        Ok(Self { constraints, format, title: title(position) })
    }

    /// Writes the comments with which every format begins. Each line starts with a mark.
    fn write_comments(&self, f: &mut fmt::Formatter<'_>, mark: &str) -> fmt::Result {
        writeln!(f, "{mark} {}", self.title)?;
        writeln!(
            f,
            "{mark} q_C_R is 1 if there is a queen in column C and row R, both counted from 1: q_1_1 is A1."
        )?;
        writeln!(
            f,
            "{mark} Closed squares, and squares that a given queen attacks, have no variable."
        )
    }
}

impl fmt::Display for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format {
            Format::Cnf => cnf::write(f, self),
            Format::Opb => opb::write(f, self),
            Format::Lp => lp::write(f, self),
            Format::Mps => mps::write(f, self),
            Format::Minizinc => minizinc::write(f, self),
            Format::Qubo => qubo::write(f, self),
        }
    }
}

/// A position in one line: its size, rules, and numbers of given queens and closed squares.
fn title(position: &Position) -> String {
    let mut title = format!("N = {}, rules: {}", position.size(), position.rules());
    if position.rules() == Rules::Regions {
        title += &format!(", queens per row, column and region: {}", position.stars());
    }
    let (given, closed) = (position.given().len(), position.closed().len());
    title + &format!(", given queens: {given}, closed squares: {closed}")
}

/// The name of the variable of a square.
struct Variable(Square);

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "q_{}_{}", self.0.col + 1, self.0.row + 1)
    }
}

#[cfg(test)]
mod tests;
