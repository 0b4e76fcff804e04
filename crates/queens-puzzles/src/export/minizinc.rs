//! A MiniZinc model with its data: sets of squares and their numbers of queens.
//!
//! The output lists the squares of the queens, as `queens check` reads them.
//! Reference: Nethercote and others, CP 2007; the MiniZinc handbook.

use super::{Export, Variable};
use std::fmt;

/// The model, after its data.
const MODEL: &str = r#"
array[1..squares] of var 0..1: q;

constraint forall(i in index_set(exactly))(sum(s in exactly[i])(q[s]) = queens[i]);
constraint forall(i in index_set(at_most_one))(sum(s in at_most_one[i])(q[s]) <= 1);

solve satisfy;

output [name[s] ++ " " | s in 1..squares where fix(q[s]) = 1];
"#;

pub(super) fn write(f: &mut fmt::Formatter<'_>, export: &Export) -> fmt::Result {
    let constraints = &export.constraints;
    export.write_comments(f, "%")?;
    f.write_str(
        "% q[s] is the variable of square s. The comments below name q_C_R for each s.\n\n",
    )?;
    writeln!(f, "int: squares = {};", constraints.squares().len())?;
    f.write_str("array[1..squares] of string: name = [\n")?;
    for (number, &square) in (1..).zip(constraints.squares()) {
        writeln!(f, "  \"{square}\", % {number} {}", Variable(square))?;
    }
    f.write_str(
        "];\n\n% The numbers of queens on sets of squares.\narray[int] of int: queens = [",
    )?;
    let exact = || constraints.iter().filter_map(|constraint| constraint.exactly());
    exact().try_for_each(|queens| write!(f, "{queens}, "))?;
    f.write_str("];\n")?;
    for (name, is_exact) in [("exactly", true), ("at_most_one", false)] {
        writeln!(f, "array[int] of set of int: {name} = [")?;
        let constraints = constraints.iter();
        for constraint in constraints.filter(|c| c.exactly().is_some() == is_exact) {
            f.write_str("  {")?;
            for (place, variable) in constraint.variables.iter().enumerate() {
                let comma = if place > 0 { ", " } else { "" };
                write!(f, "{comma}{}", variable + 1)?;
            }
            writeln!(f, "}}, % {}", constraint.name)?;
        }
        f.write_str("];\n")?;
    }
    f.write_str(MODEL)
}
