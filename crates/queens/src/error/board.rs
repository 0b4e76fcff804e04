//! Errors in squares, boards and solutions.

// The names of fields say what they are.
#![allow(missing_docs)]

use super::{either, shown};
use crate::report::quantity;
use crate::{Rotation, Rules, Square};

/// An error in a square, board or solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The board is larger than the function supports.
    #[error("N = {size} is too large: boards go from 0 to {limit}")]
    BoardTooLarge { size: usize, limit: usize },
    /// There is no such rotation of the board.
    #[error("unknown rotation '{name}': expected {}", either(Rotation::ALL.map(Rotation::name)))]
    UnknownRotation { name: String },
    /// A square is outside the board.
    #[error("square {square} is not on a board of size {size}")]
    OffBoard { square: Square, size: usize },
    /// A text does not name a square.
    #[error("'{text}' is not a square: expected a column letter and a row number, such as A1")]
    BadSquare { text: String },
    /// Two queens attack each other or are on the same square.
    #[error("the queens on {first} and {second} attack each other")]
    Attack { first: Square, second: Square },
    /// There are no such rules.
    #[error("unknown rules '{name}': expected {}", either(Rules::ALL.map(Rules::name)))]
    UnknownRules { name: String },
    /// A solution has another number of queens than its position needs.
    #[error(
        "{} on a board of size {size}: expected {}",
        quantity(*queens, "queen"),
        quantity(*expected, "queen")
    )]
    WrongSize { queens: usize, size: usize, expected: usize },
    /// A queen is given on a closed square.
    #[error("square {square} cannot both hold a queen and be closed")]
    QueenOnClosedSquare { square: Square },
    /// Only solutions of boards without regions are listed one by one.
    #[error(
        "a board with {}: expected one without; a search for positions lists its solutions",
        quantity(*regions, "region")
    )]
    HasRegions { regions: usize },
    /// A word in a solution is not a row number.
    #[error("'{text}' is not a row: expected the row of the queen in each column, such as 2 4 1 3")]
    BadRow { text: String },
    /// A row number is outside the board.
    #[error("row {row} in column {}: rows go from 1 to {size}", Square::column_name(*.col))]
    RowOutOfRange {
        /// The row, counted from 1.
        row: u64,
        /// The column, counted from 0.
        col: u32,
        size: usize,
    },
    /// The number of coloured regions is not the number of queens.
    #[error("a board of size {size} needs {}, found {regions}", quantity(*size, "region"))]
    WrongRegions {
        /// The size of the board.
        size: usize,
        /// The number of regions.
        regions: usize,
    },
    /// A character is not the name of a region.
    #[error("'{}' is not a region: expected a letter or digit", shown(*name))]
    BadRegion {
        /// The name.
        name: char,
    },
    /// A board has no room for this number of queens per row, column and region.
    #[error("a board of size {size} has 1 to {most} stars, not {stars}")]
    WrongStars {
        /// The size of the board.
        size: usize,
        /// The requested number.
        stars: usize,
        /// The largest number.
        most: usize,
    },
    /// A solution has the wrong number of queens in a row or region.
    #[error("{what} has {}, expected {expected}", quantity(*queens, "queen"))]
    WrongNumber {
        /// The row or region.
        what: String,
        /// The number of queens.
        queens: usize,
        /// The right number.
        expected: usize,
    },
    /// The queens of a column are not in ascending order.
    #[error(
        "the queen on {square} comes after one above it: expected the rows of a column in ascending order"
    )]
    Unsorted {
        /// The square.
        square: Square,
    },
}
