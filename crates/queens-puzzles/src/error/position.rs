//! Errors in positions.

// The names of fields say what they are.
#![allow(missing_docs)]

use super::either;
use queens::{Rules, Square};

/// An error in the text of a position, or a solution that does not solve its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum PositionError {
    /// A text is not a position.
    #[error("line {line}, column {column}: {reason}")]
    Parse { line: usize, column: usize, reason: String },
    /// The rules are only for counts of empty boards.
    #[error(
        "a position cannot have the rules '{rules}', by which only empty boards are counted: expected {}",
        either(Rules::ALL.map(Rules::name))
    )]
    OnlyCounted { rules: Rules },
    /// Several queens per row and column need regions.
    #[error("{stars} stars need the rules 'regions', not '{rules}'")]
    StarsWithoutRegions { stars: usize, rules: Rules },
    /// A solution does not contain a given queen.
    #[error("the given queen on {square} is missing")]
    MissingGiven { square: Square },
    /// A solution has a queen on a closed square.
    #[error("the queen on {square} is on a closed square")]
    OnClosed { square: Square },
    /// A solution has two queens in one coloured region.
    #[error("the queens on {first} and {second} are in the same region")]
    SameRegion { first: Square, second: Square },
    /// A position has too many open squares for a SAT solver or an export.
    #[error("a SAT solver or an export supports at most {limit} open squares, found {squares}")]
    TooManySquares { squares: usize, limit: usize },
}
