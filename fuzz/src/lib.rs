//! What several targets check.

use queens_puzzles::position::Format;
use queens_puzzles::{Error, Position, PositionError};

/// The position of a text; or `None` where it is refused, which must be at a place in the text or just after it, in one line.
pub fn parses_or_points_inside(format: Format, text: &str) -> Option<Position> {
    match format.parse(text) {
        Ok(position) => Some(position),
        Err(Error::Position(PositionError::Parse { line, column, reason })) => {
            let length =
                text.split('\n').nth(line - 1).expect("a line of the text").chars().count();
            assert!((1..=length + 1).contains(&column), "line {line}, column {column}");
            assert!(!reason.is_empty() && !reason.contains('\n'), "{reason:?}");
            None
        }
        Err(other) => panic!("{other:?} does not say where"),
    }
}
