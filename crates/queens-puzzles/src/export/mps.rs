//! MPS with free columns: the integer program of the LP format, variable by variable.
//!
//! Names have more than eight characters, so the fields are separated by spaces ("free MPS").
//! Reference: IBM ILOG CPLEX, "MPS file format".

use super::{Export, Variable};
use std::fmt;

pub(super) fn write(f: &mut fmt::Formatter<'_>, export: &Export) -> fmt::Result {
    let constraints = &export.constraints;
    export.write_comments(f, "*")?;
    f.write_str("NAME queens\nROWS\n N obj\n")?;
    for constraint in constraints.iter() {
        let relation = if constraint.exactly().is_some() { 'E' } else { 'L' };
        writeln!(f, " {relation} {}", constraint.name)?;
    }
    f.write_str("COLUMNS\n")?;
    for (&square, numbers) in constraints.squares().iter().zip(constraints.by_variable()) {
        for number in numbers {
            writeln!(f, " {} {} 1", Variable(square), constraints.get(number as usize).name)?;
        }
    }
    f.write_str("RHS\n")?;
    for constraint in constraints.iter().filter(|constraint| constraint.most > 0) {
        writeln!(f, " RHS {} {}", constraint.name, constraint.most)?;
    }
    f.write_str("BOUNDS\n")?;
    for &square in constraints.squares() {
        writeln!(f, " BV BND {}", Variable(square))?;
    }
    f.write_str("ENDATA\n")
}
