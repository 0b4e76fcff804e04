//! Board types: squares, sets, rules, regions, boards, solutions, symmetries.

pub(crate) mod check;
mod given;
mod regions;
mod rotation;
mod rules;
mod sets;
mod solution;
mod square;
mod symmetry;
#[cfg(test)]
mod tests;

pub use given::{Board, MAX_SIZE};
pub use regions::Regions;
pub use rotation::Rotation;
pub use rules::Rules;
pub use sets::{Columns, Diagonals, Rows};
pub use solution::Solution;
pub use square::Square;
pub use symmetry::{Symmetry, SymmetryClass};
