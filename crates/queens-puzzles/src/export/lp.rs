//! The LP format of CPLEX: linear constraints by name, without an objective, all variables 0 or 1.
//!
//! Given queens and closed squares are constraints, because programs disagree on bounds of binary variables.
//! Reference: IBM ILOG CPLEX, "LP file format".

use super::{Constraint, Export, Variable};
use queens::Square;
use std::fmt;

/// Lines are broken after this many variables. The format allows about 500 characters per line.
const PER_LINE: usize = 20;

pub(super) fn write(f: &mut fmt::Formatter<'_>, export: &Export) -> fmt::Result {
    let squares = export.constraints.squares();
    export.write_comments(f, "\\")?;
    f.write_str("Minimize\n obj:\nSubject To\n")?;
    for constraint in export.constraints.iter() {
        write_constraint(f, &constraint, squares)?;
    }
    if !squares.is_empty() {
        f.write_str("Binary\n")?;
    }
    for line in squares.chunks(PER_LINE) {
        line.iter().try_for_each(|&square| write!(f, " {}", Variable(square)))?;
        f.write_str("\n")?;
    }
    f.write_str("End\n")
}

fn write_constraint(
    f: &mut fmt::Formatter<'_>,
    constraint: &Constraint,
    squares: &[Square],
) -> fmt::Result {
    write!(f, " {}:", constraint.name)?;
    for (place, &variable) in constraint.variables.iter().enumerate() {
        if place > 0 {
            f.write_str(if place % PER_LINE == 0 { "\n  +" } else { " +" })?;
        }
        write!(f, " {}", Variable(squares[variable as usize]))?;
    }
    let relation = if constraint.exactly().is_some() { "=" } else { "<=" };
    writeln!(f, " {relation} {}", constraint.most)
}
