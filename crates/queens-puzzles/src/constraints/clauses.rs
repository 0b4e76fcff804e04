//! Constraints as clauses for solvers of Boolean satisfiability.
//!
//! "At least one queen" is one clause. "At most one" is a clause per pair for a few squares, and a counter for more. The counter
//! has auxiliary variables "at least `j` of the first `i` squares have a queen", for `j` up to the largest number of queens.
//! Each is defined by clauses in both directions, so the squares determine its value: the clauses have exactly one model per
//! solution of the position, and a model counter counts solutions.
//!
//! To find one solution, "at most one" needs only one direction: [`Clauses::Needed`] leaves the other one out, which saves a SAT
//! solver a fifth of its time on hard positions. A proof that uses only some of the clauses is also one for all of them.
//!
//! Work and memory: four clauses and one auxiliary variable per square of a line with one queen.
//! References: Sinz, CP 2005, for the counter.  Checked by counting models in `tests/export.rs`.

use super::{Constraint, Constraints};

/// Sets of at most this many squares with at most one queen are encoded pair by pair.
const SHORT: usize = 12;

/// Which clauses are made. Both have the same variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clauses {
    /// All clauses: one model per solution.
    All,
    /// Without those that only make models unique.
    #[cfg(feature = "sat")]
    Needed,
}

/// The numbers of variables and of clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// The variables: one per square with a variable, and the auxiliary ones.
    pub(crate) variables: usize,
    pub(crate) clauses: usize,
}

/// The size of the clauses of the constraints.
pub(crate) fn size(constraints: &Constraints, which: Clauses) -> Size {
    let mut size = Size::default();
    size.variables = clauses(constraints, which, |_| size.clauses += 1);
    size
}

/// Passes every clause to `add`, always in the same order, and returns the number of variables.
///
/// A literal is the number of a variable counted from 1, negative if it is negated. The squares come first, in their order.
pub(crate) fn clauses(constraints: &Constraints, which: Clauses, add: impl FnMut(&[i32])) -> usize {
    let mut encoder = Encoder { last: constraints.squares().len() as i32, which, add };
    for constraint in constraints.iter() {
        encoder.constraint(&constraint);
    }
    encoder.last as usize
}

struct Encoder<F> {
    /// The last variable in use.
    last: i32,
    which: Clauses,
    add: F,
}

impl<F: FnMut(&[i32])> Encoder<F> {
    fn constraint(&mut self, constraint: &Constraint) {
        let literals: Vec<i32> = constraint.variables.iter().map(|&v| v as i32 + 1).collect();
        let (least, most) = (constraint.least as usize, constraint.most as usize);
        if most == 0 {
            return literals.iter().for_each(|&literal| (self.add)(&[-literal]));
        }
        if least == literals.len() {
            return literals.iter().for_each(|&literal| (self.add)(&[literal]));
        }
        if least > literals.len() {
            // Too few squares. Some programs cannot read an empty clause.
            return [literals[0], -literals[0]].iter().for_each(|&literal| (self.add)(&[literal]));
        }
        if least == 1 {
            (self.add)(&literals);
        }
        if most == 1 && literals.len() <= SHORT {
            self.pairs(&literals);
        } else {
            self.counter(&literals, least, most);
        }
    }

    /// At most one of the literals is true.
    fn pairs(&mut self, literals: &[i32]) {
        for (place, &one) in literals.iter().enumerate() {
            for &other in &literals[..place] {
                (self.add)(&[-other, -one]);
            }
        }
    }

    /// At most `most` of the literals are true, and at least `least` if that is more than 1.
    fn counter(&mut self, literals: &[i32], least: usize, most: usize) {
        // For each number, the literal that says that at least that many of the literals until now are true; `None` if there
        // were fewer literals.
        let mut reached: Vec<Option<i32>> = vec![None; most];
        let is_defined = self.which == Clauses::All || least > 1;
        for (place, &literal) in literals.iter().enumerate() {
            if let Some(full) = reached[most - 1] {
                (self.add)(&[-full, -literal]);
            }
            if place + 1 == literals.len() && least < 2 {
                return;
            }
            for number in (0..most).rev() {
                let before = number.checked_sub(1).map(|less| reached[less]);
                reached[number] = match (reached[number], before) {
                    (None, None) => Some(literal),
                    (None, Some(None)) => None,
                    (None, Some(Some(less))) => Some(self.both(literal, less)),
                    (Some(same), None) => Some(self.either(same, literal, is_defined)),
                    (Some(same), Some(less)) => {
                        // Fewer are always reached earlier.
                        let next = less.map(|less| self.both(literal, less));
                        next.map(|next| self.either(same, next, is_defined))
                    }
                };
            }
        }
        if let Some(full) = reached[most - 1] {
            (self.add)(&[full]);
        }
    }

    /// A new variable that is true if both literals are.
    fn both(&mut self, one: i32, other: i32) -> i32 {
        self.last += 1;
        let both = self.last;
        (self.add)(&[-both, one]);
        (self.add)(&[-both, other]);
        (self.add)(&[both, -one, -other]);
        both
    }

    /// A new variable that is true if one of the literals is, and only then if it is defined.
    fn either(&mut self, one: i32, other: i32, is_defined: bool) -> i32 {
        self.last += 1;
        let either = self.last;
        (self.add)(&[either, -one]);
        (self.add)(&[either, -other]);
        if is_defined {
            (self.add)(&[-either, one, other]);
        }
        either
    }
}
