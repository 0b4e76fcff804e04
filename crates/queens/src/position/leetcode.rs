//! Boards in the form of LeetCode's problem 51: a JSON array with one string per row.

use super::Position;
use super::grid::{self, Mark, Width};
use super::json::{Name, read};
use super::parse::error;
use crate::Error;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, SeqAccess, Visitor};
use std::fmt;

/// Reads a board, or an array with one; see [`Format::Leetcode`](super::Format::Leetcode).
pub(super) fn parse(text: &str) -> Result<Position, Error> {
    let inside = text.trim_start().strip_prefix('[').map(str::trim_start);
    if inside.is_some_and(|inside| inside.starts_with('[')) {
        return read(text, Boards);
    }
    let board = read(text, Rows)?;
    if board.size() == 0 {
        // LeetCode's answer if there is no solution.
        return Err(error(text, 0, "0 boards: expected one"));
    }
    Ok(board)
}

/// An array with one board.
struct Boards;

impl<'de> DeserializeSeed<'de> for Boards {
    type Value = Position;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Position, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Boards {
    type Value = Position;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an array with one board")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Position, A::Error> {
        let first = list.next_element_seed(Rows)?;
        let mut boards = usize::from(first.is_some());
        while list.next_element::<IgnoredAny>()?.is_some() {
            boards += 1;
        }
        let wrong = || A::Error::custom(format!("{boards} boards: expected one"));
        first.filter(|_| boards == 1).ok_or_else(wrong)
    }
}

/// The rows of a board.
struct Rows;

impl<'de> DeserializeSeed<'de> for Rows {
    type Value = Position;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Position, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Rows {
    type Value = Position;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an array of rows such as [\".Q\", \"..\"]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Position, A::Error> {
        let mut rows: Vec<Vec<Mark>> = Vec::new();
        loop {
            let width = rows.first().map_or(Width::First, |first| Width::AsFirst(first.len()));
            let row = |row: &str| grid::board_row(row, width).map_err(|wrong| wrong.reason);
            match list.next_element_seed(Name(row))? {
                Some(row) => rows.push(row),
                None => break,
            }
        }
        match rows.first().map(Vec::len).filter(|&width| width != rows.len()) {
            Some(width) => Err(A::Error::custom(grid::wrong_height(rows.len(), width))),
            None => grid::position(&rows).map_err(A::Error::custom),
        }
    }
}

impl Position {
    /// The given queens as one string per row, the top row first, as in LeetCode's problem 51. Closed squares and regions are
    /// omitted.
    pub fn to_leetcode(&self) -> Vec<String> {
        self.drawn_rows(false)
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;
    use crate::position::Format;
    use crate::position::parse::tests::{parses_or_points_inside, positions, refused};
    use proptest::prelude::*;

    #[test]
    fn a_board_may_be_alone_or_in_an_array() {
        let rows = r#"[".Q..","...Q", "Q...","..#."]"#;
        for text in [rows.to_string(), format!(" [ {rows} ] ")] {
            let position = Format::Leetcode.parse(&text).unwrap();
            assert_eq!(position.to_short(), "size:4 given:A2,B4,D3 closed:C1");
            assert_eq!(position.to_leetcode(), [".Q..", "...Q", "Q...", "...."]);
        }
        assert_eq!(Format::Leetcode.parse("[[]]"), Position::new(0));
    }

    #[test]
    fn errors_name_line_and_column() {
        for (text, expected) in [
            ("", "line 1, column 1: EOF while parsing a value"),
            ("[]", "line 1, column 1: 0 boards: expected one"),
            (
                "{}",
                "line 1, column 1: invalid type: map, expected an array of rows such as [\".Q\", \"..\"]",
            ),
            ("[[\"Q\"],\n[\"Q\"],[\".\"]]", "line 2, column 12: 3 boards: expected one"),
            ("[\".Q\",\n\".z\"]", "line 2, column 4: unknown mark 'z': Q is a queen"),
            ("[\".Q\", \".\"]", "line 1, column 10: row of length 1: the first row has length 2"),
            ("[\".Q\"]", "line 1, column 6: 1 row of length 2"),
            ("[1]", "line 1, column 2: invalid type: integer `1`, expected a string"),
            ("[\"Q\"", "line 1, column 5: EOF while parsing a list"),
            ("[\"\", \"\"]", "line 1, column 8: 2 rows of length 0"),
            ("[\"Q\"] 1", "line 1, column 7: trailing characters"),
        ] {
            let refused = refused(Format::Leetcode, text);
            assert!(refused.starts_with(expected), "{refused}\n{expected}");
        }
    }

    /// A position written as rows and read back.
    fn read_back(position: &Position) -> Position {
        let rows = serde_json::to_string(&[position.to_leetcode()]).unwrap();
        Format::Leetcode.parse(&rows).unwrap()
    }

    fn queens_only(position: &Position) -> Position {
        let queens = position.given().iter().copied();
        Position::new(position.size()).unwrap().with_given(queens).unwrap()
    }

    proptest! {
        #[test]
        fn given_queens_print_and_parse_back(position in positions()) {
            prop_assert_eq!(read_back(&position), queens_only(&position));
        }

        #[test]
        fn texts_parse_or_point_inside(text in "\\[?\\[(\"[Q.#é ]{0,3}\",? ?){0,3}\\]?\\]?[\n\\]]?") {
            if let Some(position) = parses_or_points_inside(Format::Leetcode, &text) {
                prop_assert_eq!(read_back(&position), queens_only(&position));
            }
        }
    }
}
