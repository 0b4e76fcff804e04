//! Errors in positions.

use super::{counted, either, shown};
use crate::{Rules, Square};

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
    /// The number of coloured regions is not the number of queens.
    #[error("a board of size {size} needs {}, found {regions}", counted(*size, "region"))]
    WrongRegions { size: usize, regions: usize },
    /// A character is not the name of a region.
    #[error("'{}' is not a region: expected a letter or digit", shown(*name))]
    BadRegion { name: char },
    /// A board has no room for this number of queens per row, column and region.
    #[error("a board of size {size} has 1 to {most} stars, not {stars}")]
    WrongStars { size: usize, stars: usize, most: usize },
    /// Several queens per row and column need regions.
    #[error("{stars} stars need the rules 'regions', not '{rules}'")]
    StarsWithoutRegions { stars: usize, rules: Rules },
    /// A solution has the wrong number of queens in a row or region.
    #[error("{what} has {}, expected {expected}", counted(*queens, "queen"))]
    WrongNumber { what: String, queens: usize, expected: usize },
    /// The queens of a column are not in ascending order.
    #[error(
        "the queen on {square} comes after one above it: expected the rows of a column in ascending order"
    )]
    Unsorted { square: Square },
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
