//! QUBO: quadratic unconstrained binary optimisation, as JSON, for annealers and other optimisers.
//!
//! The value of an assignment is `constant + sum of linear[i] x[i] + sum of c x[i] x[j]` over the entries `[i, j, c]` of
//! `quadratic`, with `i < j` counted from 0. It is a sum of penalties of weight 1: for a constraint with exactly `k` queens the
//! square of (number of queens - `k`), for one with at most one queen the number of pairs of queens. So it is never negative, and
//! 0 exactly for solutions. Another weight of the penalties is a factor of all coefficients.
//!
//! Work and memory: the number of pairs of squares on a line; one variable at a time is in memory.
//! Reference: Lucas, "Ising formulations of many NP problems", Frontiers in Physics 2014.

use super::{Export, Format, Variable};
use crate::constraints::Constraints;
use crate::{Error, ExportError};
use std::fmt;

/// The largest number of pairs of squares, for a text of about 200 MB.
const MAX_PAIRS: usize = 10_000_000;

/// Refuses constraints with too many pairs of squares.
pub(super) fn check(constraints: &Constraints) -> Result<(), Error> {
    let pairs_of = |squares: usize| squares * squares.saturating_sub(1) / 2;
    let pairs = constraints.iter().map(|constraint| pairs_of(constraint.variables.len())).sum();
    if pairs > MAX_PAIRS {
        let (format, limit) = (Format::Qubo, MAX_PAIRS);
        return Err(Error::Export(ExportError::TooManyPairs { format, pairs, limit }));
    }
    Ok(())
}

pub(super) fn write(f: &mut fmt::Formatter<'_>, export: &Export) -> fmt::Result {
    let constraints = &export.constraints;
    let squares = constraints.squares();
    let by_variable = constraints.by_variable();
    writeln!(f, "{{\"comment\": \"{}; minimum 0 exactly for solutions\",", export.title)?;
    f.write_str("\"variables\": [")?;
    write_list(f, squares.iter().map(|&square| format!("\"{}\"", Variable(square))))?;
    f.write_str("],\n\"squares\": [")?;
    write_list(f, squares.iter().map(|square| format!("\"{square}\"")))?;
    let constant: u64 = constraints.iter().filter_map(|c| c.exactly()).map(square).sum();
    write!(f, "],\n\"constant\": {constant},\n\"linear\": [")?;
    let linear = |numbers: &Vec<u32>| -> i64 {
        let exact = numbers.iter().filter_map(|&n| constraints.get(n as usize).exactly());
        exact.map(|queens| 1 - 2 * i64::from(queens)).sum()
    };
    write_list(f, by_variable.iter().map(linear))?;
    f.write_str("],\n\"quadratic\": [")?;
    let mut is_first = true;
    for (one, numbers) in (0..).zip(&by_variable) {
        for (other, coefficient) in pairs(constraints, one, numbers) {
            f.write_str(if is_first { "\n" } else { ",\n" })?;
            write!(f, "[{one}, {other}, {coefficient}]")?;
            is_first = false;
        }
    }
    f.write_str("]}\n")
}

fn square(number: u32) -> u64 {
    u64::from(number) * u64::from(number)
}

/// The later variables that share a constraint with a variable, and their coefficients.
fn pairs(constraints: &Constraints, one: u32, numbers: &[u32]) -> Vec<(u32, u32)> {
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        let constraint = constraints.get(number as usize);
        let coefficient = if constraint.exactly().is_some() { 2 } else { 1 };
        let later = constraint.variables.iter().filter(|&&other| other > one);
        pairs.extend(later.map(|&other| (other, coefficient)));
    }
    pairs.sort_unstable();
    pairs.dedup_by(|later, kept| {
        let is_same = later.0 == kept.0;
        kept.1 += if is_same { later.1 } else { 0 };
        is_same
    });
    pairs
}

fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl Iterator<Item = T>,
) -> fmt::Result {
    for (place, item) in items.enumerate() {
        let comma = if place > 0 { ", " } else { "" };
        write!(f, "{comma}{item}")?;
    }
    Ok(())
}
