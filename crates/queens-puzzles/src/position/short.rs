//! The short form: `size:8 rules:torus given:A1,C2 closed:D4`, words in any order.

use super::grid::{self, Width};
use super::parse::{self, Cursor, error, excerpt};
use super::{Position, Regions};
use crate::Error;
use queens::Square;

/// The keys. Only the first one is required.
pub(super) const KEYS: [&str; 6] = ["size", "rules", "stars", "given", "closed", "regions"];

/// Reads the short form; see [`Format::Short`](super::Format::Short).
pub(super) fn parse(text: &str) -> Result<Position, Error> {
    let [size, rules, stars, given, closed, regions] = values(text)?;
    let allowed = || format!("key 'size' is missing; the keys are {}", KEYS.join(", "));
    let (offset, size) = size.ok_or_else(|| error(text, text.len(), allowed()))?;
    let size = parse::size(size).map_err(|reason| error(text, offset, reason))?;
    let squares = |value: Option<(usize, &str)>| match value {
        Some((offset, list)) => squares(text, offset, list, size),
        None => Ok(Vec::new()),
    };
    let closed = squares(closed)?.into_iter().map(|(_, square)| square).collect();
    let position = Position::new(size)?;
    let mut position = parse::with_squares(text, position, closed, &squares(given)?)?;
    if let Some((offset, rows)) = regions {
        position = position.with_regions(named_regions(text, offset, rows, size)?)?;
    }
    if let Some((offset, name)) = rules {
        let rules = parse::rules(name).map_err(|reason| error(text, offset, reason))?;
        position = position.with_rules(rules).map_err(|wrong| error(text, offset, wrong))?;
    }
    if let Some((offset, stars)) = stars {
        let stars = parse::stars(stars).map_err(|reason| error(text, offset, reason))?;
        position = position.with_stars(stars).map_err(|wrong| error(text, offset, wrong))?;
    }
    Ok(position)
}

/// The value of each key, and its byte offset.
fn values(text: &str) -> Result<[Option<(usize, &str)>; KEYS.len()], Error> {
    let mut values = [None; KEYS.len()];
    let mut cursor = Cursor::new(text);
    loop {
        cursor.take_while(char::is_whitespace);
        let start = cursor.offset();
        let word = cursor.take_while(|letter| !letter.is_whitespace());
        if word.is_empty() {
            return Ok(values);
        }
        let refused = |reason: String| {
            let reason = format!("{reason}; the keys are {}", KEYS.join(", "));
            Err(error(text, start, reason))
        };
        let Some((key, value)) = word.split_once(':') else {
            return refused(format!("'{}' has no key: expected key:value", excerpt(word)));
        };
        let Some(place) = KEYS.iter().position(|known| *known == key) else {
            return refused(format!("unknown key '{}'", excerpt(key)));
        };
        if values[place].replace((start + key.len() + 1, value)).is_some() {
            return refused(format!("key '{key}' is repeated"));
        }
    }
}

/// The squares of a list, and the byte offset of each.
fn squares(
    text: &str,
    mut offset: usize,
    list: &str,
    size: usize,
) -> Result<Vec<(usize, Square)>, Error> {
    let mut squares = Vec::new();
    for name in list.split(',') {
        let square = parse::square(name, size).map_err(|reason| error(text, offset, reason))?;
        squares.push((offset, square));
        offset += name.len() + 1;
    }
    Ok(squares)
}

/// The regions of rows that are separated by `/`. A `/` after the last row is allowed.
fn named_regions(text: &str, start: usize, value: &str, size: usize) -> Result<Regions, Error> {
    let mut rows = Vec::new();
    let mut offset = start;
    for row in value.split_terminator('/') {
        let read = grid::region_row(row, Width::Size(size));
        let wrong = |wrong: grid::Wrong| error(text, offset + wrong.offset, wrong.reason);
        rows.push(read.map_err(wrong)?);
        offset += row.len() + 1;
    }
    grid::regions(&rows, size).map_err(|reason| error(text, start, reason))
}

impl Position {
    /// The position in [`Format::Short`](super::Format::Short), in one line: `size:8 given:A1,C2`.
    pub fn to_short(&self) -> String {
        let mut words = vec![format!("size:{}", self.size)];
        words.extend(self.rules_to_say().map(|rules| format!("rules:{rules}")));
        words.extend(self.stars_to_say().map(|stars| format!("stars:{stars}")));
        for (key, squares) in [("given", &self.given), ("closed", &self.closed)] {
            let names: Vec<String> = squares.iter().map(Square::to_string).collect();
            if !names.is_empty() {
                words.push(format!("{key}:{}", names.join(",")));
            }
        }
        words.extend(self.region_rows().map(|rows| format!("regions:{}", rows.join("/"))));
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;
    use crate::position::Format;
    use crate::position::parse::tests::{parses_or_points_inside, positions, refused};
    use proptest::prelude::*;

    #[test]
    fn words_may_be_in_any_order() {
        let text = "regions:AB/AB/ closed:b1\ngiven:a1,A1 \t rules:torus\r\nsize:2";
        let position = Format::Short.parse(text).unwrap();
        let expected = "size:2 rules:torus given:A1 closed:B1 regions:AB/AB";
        assert_eq!(position.to_short(), expected);
        assert_eq!(position.to_text(), "rules: torus\n..\nQ#\n\nAB\nAB\n");
    }

    #[test]
    fn large_boards_are_read_from_short_texts() {
        let position = Format::Short.parse("size:5000 closed:GJH5000").unwrap();
        assert_eq!((position.size(), position.closed().len()), (5000, 1));
    }

    #[test]
    fn errors_name_line_and_column() {
        for (text, expected) in [
            (
                "given:a1",
                "line 1, column 9: key 'size' is missing; the keys are size, rules, stars, given, closed, regions",
            ),
            (
                "size:8 sise:8",
                "line 1, column 8: unknown key 'sise'; the keys are size, rules, stars, given",
            ),
            ("size:8\n size:8", "line 2, column 2: key 'size' is repeated; the keys are"),
            ("size:8 a1", "line 1, column 8: 'a1' has no key: expected key:value; the keys are"),
            ("size:-8", "line 1, column 6: '-8' is not a size: expected a number from 0 to 5000"),
            ("size:5001", "line 1, column 6: N = 5001 is too large: boards go from 0 to 5000"),
            (
                "size:99999999999999999999999",
                "line 1, column 6: N = 99999999999999999999999 is too",
            ),
            ("given:a1,,b2 size:8", "line 1, column 10: '' is not a square"),
            ("given:a1,b9 size:8", "line 1, column 10: square B9 is not on a board of size 8"),
            ("given:a1 size:0", "line 1, column 7: square A1 is not on a board of size 0"),
            (
                "size:8 closed:b2 given:a1,b2",
                "line 1, column 27: square B2 cannot both hold a queen and be closed",
            ),
            ("size:8 rules:Torus", "line 1, column 14: unknown rules 'Torus': expected queens, t"),
            ("size:8 rules:regions", "line 1, column 14: a board of size 8 needs 8 regions, f"),
            ("size:8 stars:2", "line 1, column 14: 2 stars need the rules 'regions', not 'queens'"),
            (
                "size:2 stars:0 regions:AB/AB",
                "line 1, column 14: a board of size 2 has 1 to 1 stars, not 0",
            ),
            ("size:2 stars:x", "line 1, column 14: 'x' is not a number of stars: expected 1 to h"),
            ("size:2 regions:AB/A", "line 1, column 20: row of length 1: the board has size 2"),
            ("size:2 regions:AB//", "line 1, column 19: row of length 0: the board has size 2"),
            ("size:2 regions:AB/A.", "line 1, column 20: '.' is not a region"),
            ("size:2 regions:AB", "line 1, column 16: 1 row: the board has size 2"),
            ("size:2 regions:AA/AA", "line 1, column 16: a board of size 2 needs 2 regions, f"),
        ] {
            let refused = refused(Format::Short, text);
            assert!(refused.starts_with(expected), "{refused}\n{expected}");
        }
    }

    fn parses_back(text: &str) -> bool {
        let position = parses_or_points_inside(Format::Short, text);
        let back = |position: Position| Format::Short.parse(&position.to_short()) == Ok(position);
        position.is_none_or(back)
    }

    proptest! {
        #[test]
        fn positions_print_and_parse_back(position in positions()) {
            prop_assert!(parses_back(&position.to_short()));
            prop_assert_eq!(Format::Short.parse(&position.to_short()), Ok(position));
        }

        #[test]
        fn texts_parse_or_point_inside(
            text in "size:[0-3]( (rules:(torus|regions|é)|stars:[012]|given:[abA][12é](,[ab][12])?|closed:[abc][123]|\
                     regions:[AB]{1,3}/[ABé]{2}/?|[a-z:,/ 0-9]{1,9})){0,4}",
        ) {
            prop_assert!(parses_back(&text), "{}", text);
        }
    }
}
