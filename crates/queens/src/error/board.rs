//! What can be wrong with squares, boards and solutions.

use crate::{Rotation, Rules, Square};

/// A square, board or solution that is not possible. Its text is one line for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The board is larger than the searches go.
    #[error("N = {size} is too large: boards go from 0 to {limit}")]
    BoardTooLarge {
        /// The size asked for.
        size: usize,
        /// The largest size.
        limit: usize,
    },
    /// There is no such rotation of the board.
    #[error("unknown rotation '{name}': there are {}", {
        Rotation::ALL.map(Rotation::name).join(" and ")
    })]
    UnknownRotation {
        /// The name asked for.
        name: String,
    },
    /// A square outside the board.
    #[error("square {square} is not on a board of size {size}")]
    OffBoard {
        /// The square.
        square: Square,
        /// The size of the board.
        size: usize,
    },
    /// A text that names no square.
    #[error("'{text}' is not a square: a column letter and a row from 1, such as A1")]
    BadSquare {
        /// The text.
        text: String,
    },
    /// Two queens that attack each other, or stand on one square.
    #[error("the queens on {first} and {second} attack each other")]
    Attack {
        /// The one queen.
        first: Square,
        /// The other queen.
        second: Square,
    },
    /// There are no such rules.
    #[error("unknown rules '{name}': there are {}", Rules::ALL.map(Rules::name).join(", "))]
    UnknownRules {
        /// The name asked for.
        name: String,
    },
    /// A solution of another size than its position.
    #[error("{queens} queens on a board of size {size}")]
    WrongSize {
        /// The queens.
        queens: usize,
        /// The size of the board.
        size: usize,
    },
    /// A queen given on a closed square.
    #[error("square {square} cannot both hold a queen and be closed")]
    QueenOnClosedSquare {
        /// The square.
        square: Square,
    },
    /// A word in a solution that is no row number.
    #[error(
        "'{text}' is not a row: a solution is the row of the queen in each column, such as 2 4 1 3"
    )]
    BadRow {
        /// The word.
        text: String,
    },
    /// A row number outside the board.
    #[error("row {row} in column {}: rows go from 1 to {size}", Square::column_name(*.col))]
    RowOutOfRange {
        /// The row, counted from 1.
        row: u64,
        /// The column, counted from 0.
        col: u32,
        /// The size of the board.
        size: usize,
    },
}
