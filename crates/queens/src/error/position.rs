//! What can be wrong with positions.

use crate::Square;

/// A position that cannot be read, or a solution that does not fit it. Its text is one line for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A text that is no position, and where it goes wrong.
    #[error("line {line}, column {column}: {reason}")]
    Parse {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong, and what is allowed.
        reason: String,
    },
    /// Coloured regions that are not one for each queen, or rules that need regions where there are none.
    #[error("a board of size {size} needs {size} regions, and there are {regions}")]
    WrongRegions {
        /// The size of the board.
        size: usize,
        /// The number of regions.
        regions: usize,
    },
    /// A name that no region can have.
    #[error("'{}' names no region: letters and digits do", name.escape_default())]
    BadRegion {
        /// The name.
        name: char,
    },
    /// A solution that leaves out a given queen.
    #[error("the given queen on {square} is missing")]
    MissingGiven {
        /// Where the queen is given.
        square: Square,
    },
    /// A solution with a queen on a closed square.
    #[error("the queen on {square} stands on a closed square")]
    OnClosed {
        /// The square.
        square: Square,
    },
    /// Two queens in one coloured region.
    #[error("the queens on {first} and {second} stand in one region")]
    SameRegion {
        /// The one queen.
        first: Square,
        /// The other queen.
        second: Square,
    },
}
