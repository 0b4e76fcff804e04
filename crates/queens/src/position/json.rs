//! Positions as objects of JSON or JavaScript, with the keys of the short form.
//!
//! A text is read twice: first for its size, then for the rest. So an error can name the place of each value.

use super::grid::{self, NumberedRegions, Width};
use super::javascript::translated;
use super::parse::{self, beginning, byte_of, error, excerpt};
use super::short::KEYS;
use super::{MAX_POSITION, Position, Regions};
use crate::{BoardError, Error, PositionError, Square};
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};
use std::fmt;

/// Reads an object; see [`Format::Json`](super::Format::Json).
pub(super) fn parse(text: &str) -> Result<Position, Error> {
    let wrong = match strict(text) {
        Ok(position) => return Ok(position),
        Err(wrong) => wrong,
    };
    let translated = translated(text);
    if translated.json == text {
        return Err(wrong);
    }
    strict(&translated.json).map_err(|wrong| match wrong {
        Error::Position(PositionError::Parse { line, column, reason }) => {
            let byte = byte_of(&translated.json, line, column);
            error(text, translated.original(byte), reason)
        }
        other => other,
    })
}

/// Reads an object of JSON.
fn strict(text: &str) -> Result<Position, Error> {
    let sized: Sized = serde_json::from_str(text).map_err(|wrong| located(text, &wrong))?;
    read(text, Object { size: sized.size })
}

/// Reads a whole text from a seed.
pub(super) fn read<'de, S: DeserializeSeed<'de>>(
    text: &'de str,
    seed: S,
) -> Result<S::Value, Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = seed.deserialize(&mut deserializer);
    let value = value.and_then(|value| deserializer.end().map(|()| value));
    value.map_err(|wrong| located(text, &wrong))
}

/// The error at the position of the reader, which counts bytes up to the last one that it read.
fn located(text: &str, wrong: &serde_json::Error) -> Error {
    let place = format!(" at line {} column {}", wrong.line(), wrong.column());
    let reason = wrong.to_string();
    let reason = beginning(reason.strip_suffix(&place).unwrap_or(&reason), 200);
    if wrong.is_eof() {
        return error(text, text.len(), reason);
    }
    let lines = text.split_inclusive('\n').take(wrong.line().saturating_sub(1));
    let line: usize = lines.map(str::len).sum();
    error(text, line + wrong.column().saturating_sub(1), reason)
}

/// The result of the first reading.
#[derive(serde::Deserialize)]
struct Sized {
    #[serde(deserialize_with = "size")]
    size: usize,
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    struct Size;
    impl Visitor<'_> for Size {
        type Value = usize;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            write!(f, "a size from 0 to {MAX_POSITION}")
        }

        fn visit_u64<E: serde::de::Error>(self, size: u64) -> Result<usize, E> {
            parse::size(&size.to_string()).map_err(E::custom)
        }
    }
    deserializer.deserialize_u64(Size)
}

/// Keys of results that contain a position.
const IGNORED: [&str; 8] =
    ["solution", "difficulty", "score", "seed", "crosses", "confidence", "certain", "warnings"];

/// The object, on a board of this size.
struct Object {
    size: usize,
}

impl<'de> DeserializeSeed<'de> for Object {
    type Value = Position;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Position, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object {
    type Value = Position;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object such as {\"size\": 8, \"given\": [\"A1\"]}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Position, A::Error> {
        let size = self.size;
        let (mut given, mut closed): (Vec<Square>, Vec<Square>) = (Vec::new(), Vec::new());
        let (mut rules, mut stars, mut regions) = (None, None, None);
        let mut seen: Vec<&str> = Vec::new();
        loop {
            let key = |name: &str| match KEYS.into_iter().find(|&key| key == name) {
                Some(key) if seen.contains(&key) => Err(format!("key '{key}' is repeated")),
                Some(key) => Ok(key),
                // A puzzle has these keys in addition to its position, and a position read from a picture has the others.
                None if IGNORED.contains(&name) => Ok("ignored"),
                None => {
                    let (name, keys) = (excerpt(name), KEYS.join(", "));
                    Err(format!("unknown key '{name}'; the keys are {keys}"))
                }
            };
            let Some(key) = map.next_key_seed(Name(key))? else { break };
            seen.push(key);
            match key {
                "rules" => rules = Some(map.next_value_seed(Name(parse::rules))?),
                "stars" => stars = Some(map.next_value_seed(Stars)?),
                "given" => given = map.next_value_seed(Squares { size, others: &closed })?,
                "closed" => closed = map.next_value_seed(Squares { size, others: &given })?,
                "regions" => regions = Some(map.next_value_seed(RegionRows { size })?),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let position = || {
            let position = Position::new(size)?.with_closed(closed)?.with_given(given)?;
            let position = match regions {
                Some(regions) => position.with_regions(regions)?,
                None => position,
            };
            let position = match rules {
                Some(rules) => position.with_rules(rules)?,
                None => position,
            };
            position.with_stars(stars.unwrap_or(1))
        };
        position().map_err(A::Error::custom)
    }
}

/// A string that this function reads.
pub(super) struct Name<F>(pub(super) F);

impl<'de, T, F: FnOnce(&str) -> Result<T, String>> DeserializeSeed<'de> for Name<F> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for Name<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<T, E> {
        (self.0)(name).map_err(E::custom)
    }
}

/// A number of stars.
struct Stars;

impl<'de> DeserializeSeed<'de> for Stars {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_u64(self)
    }
}

impl Visitor<'_> for Stars {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a number of stars, 1 or more")
    }

    fn visit_u64<E: serde::de::Error>(self, stars: u64) -> Result<usize, E> {
        parse::stars(&stars.to_string()).map_err(E::custom)
    }
}

/// A list of squares, which it sorts. None of them may be among the other squares, which are sorted.
struct Squares<'a> {
    size: usize,
    others: &'a [Square],
}

impl<'de> DeserializeSeed<'de> for Squares<'_> {
    type Value = Vec<Square>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Square>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Squares<'_> {
    type Value = Vec<Square>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an array of squares such as [\"A1\", \"C2\"]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Square>, A::Error> {
        let square = |name: &str| {
            let square = parse::square(name, self.size)?;
            match self.others.binary_search(&square) {
                Ok(_) => Err(Error::Board(BoardError::QueenOnClosedSquare { square }).to_string()),
                Err(_) => Ok(square),
            }
        };
        let mut squares = Vec::new();
        while let Some(square) = list.next_element_seed(Name(square))? {
            squares.push(square);
        }
        squares.sort_unstable();
        Ok(squares)
    }
}

/// The rows of the regions.
struct RegionRows {
    size: usize,
}

impl<'de> DeserializeSeed<'de> for RegionRows {
    type Value = Regions;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Regions, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RegionRows {
    type Value = Regions;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an array of rows such as [\"AB\", \"AB\"]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Regions, A::Error> {
        let mut row =
            RegionRow { size: self.size, numbered: NumberedRegions::default(), named: false };
        let mut rows = Vec::new();
        while let Some(names) = list.next_element_seed(&mut row)? {
            rows.push(names);
        }
        grid::regions(&rows, self.size).map_err(A::Error::custom)
    }
}

/// Reads rows of regions: strings, or arrays with a number or a string for each square.
struct RegionRow {
    size: usize,
    /// The regions that the rows call by numbers.
    numbered: NumberedRegions,
    /// Whether the rows name regions by letters.
    named: bool,
}

impl RegionRow {
    /// The name of the region of a square, or an error message.
    fn name(&mut self, square: &Value) -> Result<char, String> {
        match square {
            Value::Number(_) if self.named => Err("number of a region after letters".to_string()),
            Value::String(_) if self.numbered.len() > 0 => {
                Err("letter of a region after numbers".to_string())
            }
            Value::Number(number) => match number.as_u64() {
                Some(number) => self.numbered.name(number),
                None => Err(format!("{number} is not a region: expected a number from 0")),
            },
            Value::String(name) => {
                self.named = true;
                let mut letters = name.chars();
                match (letters.next(), letters.next()) {
                    (Some(letter), None) => grid::region_name(letter),
                    _ => {
                        let name = excerpt(name);
                        Err(format!("'{name}' is not a region: expected a letter or digit"))
                    }
                }
            }
            _ => Err("unknown region: expected a letter, digit or number".to_string()),
        }
    }
}

impl<'de> DeserializeSeed<'de> for &mut RegionRow {
    type Value = Vec<char>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<char>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut RegionRow {
    type Value = Vec<char>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a row such as \"AAB\", [\"A\", \"A\", \"B\"] or [0, 0, 1]")
    }

    fn visit_str<E: serde::de::Error>(self, row: &str) -> Result<Vec<char>, E> {
        if self.numbered.len() > 0 {
            return Err(E::custom("letters of regions after numbers"));
        }
        self.named = true;
        grid::region_row(row, Width::Size(self.size)).map_err(|wrong| E::custom(wrong.reason))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<char>, A::Error> {
        let mut row = Vec::new();
        while let Some(square) = list.next_element::<Value>()? {
            row.push(self.name(&square).map_err(A::Error::custom)?);
            if row.len() > self.size {
                break;
            }
        }
        if row.len() == self.size {
            return Ok(row);
        }
        let (length, size) = (row.len(), self.size);
        let more = if length > size { "more than " } else { "" };
        Err(A::Error::custom(format!(
            "row of length {more}{}: the board has size {size}",
            length.min(size)
        )))
    }
}

impl Position {
    /// The position in [`Format::Json`](super::Format::Json), in one line: `{"size":8,"given":["A1","C2"]}`.
    pub fn to_json(&self) -> String {
        let mut object = Map::new();
        object.insert("size".into(), self.size.into());
        if let Some(rules) = self.rules_to_say() {
            object.insert("rules".into(), rules.name().into());
        }
        if let Some(stars) = self.stars_to_say() {
            object.insert("stars".into(), stars.into());
        }
        for (key, squares) in [("given", &self.given), ("closed", &self.closed)] {
            let names: Vec<String> = squares.iter().map(Square::to_string).collect();
            if !names.is_empty() {
                object.insert(key.into(), names.into());
            }
        }
        if let Some(rows) = self.region_rows() {
            object.insert("regions".into(), rows.into());
        }
        Value::Object(object).to_string()
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;
    use crate::position::Format;
    use crate::position::parse::tests::{parses_or_points_inside, positions, refused};
    use proptest::prelude::*;

    #[test]
    fn keys_may_be_in_any_order() {
        let text = r#"{"regions": ["AB", "A B"], "closed": ["B1"], "given": ["a1"],
            "rules": "torus", "size": 2}"#;
        let position = Format::Json.parse(text).unwrap();
        let expected = "size:2 rules:torus given:A1 closed:B1 regions:AB/AB";
        assert_eq!(position.to_short(), expected);
        let json =
            r#"{"size":2,"rules":"torus","given":["A1"],"closed":["B1"],"regions":["AB","AB"]}"#;
        assert_eq!(position.to_json(), json);
    }

    #[test]
    fn the_other_keys_of_a_puzzle_are_ignored() {
        let text =
            "{\"size\": 8, \"difficulty\": \"hard\", \"given\": [\"A1\"], \"solution\": [1, 2]}";
        let plain = "{\"size\": 8, \"given\": [\"A1\"]}";
        assert_eq!(Format::Json.parse(text).unwrap(), Format::Json.parse(plain).unwrap());
    }

    #[test]
    fn regions_may_be_arrays_of_letters_or_numbers() {
        let short = |regions: &str| {
            let text = format!("{{\"size\": 2, \"regions\": {regions}}}");
            Format::Json.parse(&text).unwrap().to_short()
        };
        assert_eq!(short(r#"["AB", "BB"]"#), "size:2 regions:AB/BB");
        assert_eq!(short(r#"[["A", "B"], ["B", "B"]]"#), "size:2 regions:AB/BB");
        assert_eq!(short("[[10, 3], [3, 3]]"), "size:2 regions:AB/BB");
    }

    #[test]
    fn errors_name_line_and_column() {
        for (text, expected) in [
            ("{", "line 1, column 2: EOF while parsing an object"),
            (
                "[8]",
                "line 1, column 1: invalid type: sequence, expected an object such as {\"size\": 8, \"given\": [\"A1\"]}",
            ),
            (
                "{\"size\": 2, \"regions\": \"AB\"}",
                "line 1, column 27: invalid type: string \"AB\", expected an array of rows such as [\"AB\", \"AB\"]",
            ),
            ("{\"size\": 8}\n}", "line 2, column 1: trailing characters"),
            ("{}", "line 1, column 2: missing field `size`"),
            ("{\"size\": 8, \"size\": 8}", "line 1, column 18: duplicate field `size`"),
            (
                "{\"size\": 8,\n\"gaven\": 1}",
                "line 2, column 7: unknown key 'gaven'; the keys are size, rules, stars, given, closed, regions",
            ),
            (
                "{\"size\": 8, \"given\": [], \"given\": []}",
                "line 1, column 32: key 'given' is repeated",
            ),
            (
                "{\"size\": 5001}",
                "line 1, column 13: N = 5001 is too large: boards go from 0 to 5000",
            ),
            (
                "{\"size\": -1}",
                "line 1, column 11: invalid type: integer `-1`, expected a size from 0 to 5000",
            ),
            (
                "{\"size\": 99999999999999999999999}",
                "line 1, column 32: invalid type: floating point",
            ),
            (
                "{\"size\": \"8\"}",
                "line 1, column 12: invalid type: string \"8\", expected a size from",
            ),
            (
                "{\"size\": 8, \"rules\": \"törus\"}",
                "line 1, column 28: unknown rules 'törus': expected queens, t",
            ),
            (
                "{\"size\": 8, \"rules\": \"regions\"}",
                "line 1, column 31: a board of size 8 needs 8 regions",
            ),
            (
                "{\"size\": 8, \"rules\": 8}",
                "line 1, column 22: invalid type: integer `8`, expected a string",
            ),
            (
                "{\"given\": [\"A1\",\n \"A9\"], \"size\": 8}",
                "line 2, column 5: square A9 is not on a board of",
            ),
            (
                "{\"given\": [\"\\u0000\"], \"size\": 8}",
                "line 1, column 19: '\\u{0}' is not a square: expected a column",
            ),
            (
                "{\"given\": [\"A1\"], \"closed\": [\"A1\"], \"size\": 8}",
                "line 1, column 33: square A1 cannot both",
            ),
            (
                "{\"given\": \"A1\", \"size\": 8}",
                "line 1, column 14: invalid type: string \"A1\", expected an array of squares",
            ),
            (
                "{\"size\": 2, \"regions\": [\"AB\", \"A\"]}",
                "line 1, column 33: row of length 1: the board has size 2",
            ),
            (
                "{\"size\": 2, \"regions\": [\"AA\", \"AA\"]}",
                "line 1, column 35: a board of size 2 needs 2 regions, found 1",
            ),
            ("{\"size\": 2, \"regions\": [\"AB\"]}", "line 1, column 29: 1 row"),
            (
                "{\"size\": 2, \"regions\": [1, 2]}",
                "line 1, column 25: invalid type: integer `1`, expected a row such as",
            ),
            ("{\"size\": 2, \"regions\": [[0, 1.5]]}", "line 1, column 32: 1.5 is not a region"),
            (
                "{\"size\": 2, \"regions\": [[0], [1]]}",
                "line 1, column 27: row of length 1: the board has size 2",
            ),
            (
                "{\"size\": 2, \"regions\": [[0, 0, 0], [1]]}",
                "line 1, column 33: row of length more than 2: the board has size 2",
            ),
            (
                "{\"size\": 2, \"regions\": [[\"A\", \"BC\"]]}",
                "line 1, column 35: 'BC' is not a region: expected a letter or digit",
            ),
            (
                "{\"size\": 1, \"regions\": [[0], \"A\"]}",
                "line 1, column 32: letters of regions af",
            ),
            ("{\"size\": 2, \"regions\": [[\"A\", 0]]}", "line 1, column 32: number of a region a"),
            ("{\"size\": 2, \"regions\": [[0, \"A\"]]}", "line 1, column 32: letter of a region a"),
            ("{\"size\": 2, \"regions\": [[[]]]}", "line 1, column 28: unknown region: expected"),
        ] {
            let refused = refused(Format::Json, text);
            assert!(refused.starts_with(expected), "{refused}\n{expected}");
        }
    }

    #[test]
    fn deep_nesting_is_an_error() {
        refused(Format::Json, &format!("{{\"size\":1,\"given\":{}", "[".repeat(100_000)));
        refused(Format::Json, &"[".repeat(100_000));
        refused(Format::Array, &"[".repeat(100_000));
    }

    fn parses_back(text: &str) -> bool {
        let position = parses_or_points_inside(Format::Json, text);
        let back = |position: Position| Format::Json.parse(&position.to_json()) == Ok(position);
        position.is_none_or(back)
    }

    proptest! {
        #[test]
        fn positions_print_and_parse_back(position in positions()) {
            prop_assert_eq!(Format::Json.parse(&position.to_json()), Ok(position));
        }

        #[test]
        fn damaged_positions_parse_or_point_inside(
            position in positions(), place in any::<usize>(), change in any::<char>(), kept in any::<bool>(),
        ) {
            let mut text: Vec<char> = position.to_json().chars().collect();
            let place = place % text.len();
            text[place] = change;
            text.truncate(if kept { text.len() } else { place + 1 });
            prop_assert!(parses_back(&text.into_iter().collect::<String>()));
        }
    }
}
