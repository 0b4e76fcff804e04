//! OPB: linear constraints on Boolean variables `x1`, `x2` and so on, for pseudo-Boolean solvers.
//!
//! The format has fixed names of variables, so comments say which square each one is.
//! Reference: Roussel, Manquinho, "Input/output format of the pseudo-Boolean competition".

use super::{Export, Variable};
use std::fmt;

pub(super) fn write(f: &mut fmt::Formatter<'_>, export: &Export) -> fmt::Result {
    let constraints = &export.constraints;
    let (variables, number) = (constraints.squares().len(), constraints.len());
    // The first line, by which programs recognise the format.
    writeln!(f, "* #variable= {variables} #constraint= {number}")?;
    export.write_comments(f, "*")?;
    for (number, &square) in (1..).zip(constraints.squares()) {
        writeln!(f, "* x{number} {} {square}", Variable(square))?;
    }
    for constraint in constraints.iter() {
        // The relations are = and >=.
        let sign = if constraint.exactly().is_some() { '+' } else { '-' };
        for variable in constraint.variables {
            write!(f, "{sign}1 x{} ", variable + 1)?;
        }
        match constraint.exactly() {
            Some(queens) => writeln!(f, "= {queens} ;")?,
            None => writeln!(f, ">= -{} ;", constraint.most)?,
        }
    }
    Ok(())
}
