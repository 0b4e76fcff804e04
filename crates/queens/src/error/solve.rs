//! What can be wrong when a position is to be solved or a puzzle made.

use crate::Rules;
use crate::solve::{Difficulty, Solver};

/// A solver or a puzzle that does not exist. Its text is one line for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// There is no such difficulty.
    #[error("unknown difficulty '{name}': there are {}", Difficulty::ALL.map(Difficulty::name).join(", "))]
    UnknownDifficulty {
        /// The name asked for.
        name: String,
    },
    /// Rules by which no puzzles are made.
    #[error("there are no puzzles by the rules '{rules}': queens or regions")]
    NoPuzzles {
        /// The rules asked for.
        rules: Rules,
    },
    /// A size that puzzles do not have.
    #[error("a puzzle by the rules '{rules}' has size {least} to {most}, not {size}")]
    PuzzleSize {
        /// The size asked for.
        size: usize,
        /// The rules asked for.
        rules: Rules,
        /// The smallest size.
        least: usize,
        /// The largest size.
        most: usize,
    },
    /// A puzzle of a difficulty that did not turn up.
    #[error(
        "no{} puzzle of size {size} by the rules '{rules}' turned up in {tries} tries: another size, difficulty or seed may have one",
        difficulty.map_or(String::new(), |difficulty| format!(" {difficulty}"))
    )]
    NoSuchPuzzle {
        /// The size asked for.
        size: usize,
        /// The rules asked for.
        rules: Rules,
        /// The difficulty asked for.
        difficulty: Option<Difficulty>,
        /// How many were made.
        tries: usize,
    },
    /// There is no such solver, or it was not built in.
    #[error("unknown solver '{name}': there are {}", {
        Solver::ALL.iter().map(|solver| solver.name()).collect::<Vec<_>>().join(", ")
    })]
    UnknownSolver {
        /// The name asked for.
        name: String,
    },
}
