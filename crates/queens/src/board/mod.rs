//! The words of the board: squares, sets, positions, solutions, symmetries.

mod position;
mod sets;
mod solution;
mod square;
mod symmetry;

pub use position::{Board, MAX_SIZE};
pub use sets::{Columns, Diagonals, Rows};
pub use solution::Solution;
pub use square::Square;
pub use symmetry::{Symmetry, SymmetryClass};
