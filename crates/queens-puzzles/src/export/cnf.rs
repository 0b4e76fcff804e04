//! DIMACS CNF: the clauses that the SAT solver of this library uses, and those that make models unique.
//!
//! The squares are the first variables, in the order of the comments. The auxiliary variables after them are determined by the
//! squares, so there is exactly one model per solution. A proof of `solve::prove` refers to these clauses.
//! Reference: "Satisfiability: suggested format", DIMACS 1993.

use super::{Export, Variable};
use crate::constraints::{Clauses, Size, clauses, size};
use std::fmt;

pub(super) fn write(f: &mut fmt::Formatter<'_>, export: &Export) -> fmt::Result {
    let constraints = &export.constraints;
    export.write_comments(f, "c")?;
    writeln!(
        f,
        "c The other variables are determined by these, so there is one model per solution."
    )?;
    for (number, &square) in (1..).zip(constraints.squares()) {
        writeln!(f, "c {number} {} {square}", Variable(square))?;
    }
    let Size { variables, clauses: number } = size(constraints, Clauses::All);
    writeln!(f, "p cnf {variables} {number}")?;
    let mut written = Ok(());
    clauses(constraints, Clauses::All, |clause| {
        if written.is_ok() {
            written = clause.iter().try_for_each(|literal| write!(f, "{literal} "));
            written = written.and_then(|()| f.write_str("0\n"));
        }
    });
    written
}
