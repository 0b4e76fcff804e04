//! Positions as objects of JSON or JavaScript, with the keys of the short form.
//!
//! An object is read twice: first for its keys, then for their values, because the squares can be checked only when the size is
//! known.
//!
//! The objects of other programs name the regions differently, and have more keys:
//!
//! ```text
//!   const level42 = { path: "/level/42", size: 8, colorRegions: [["A", "A", "B", ...], ...], isNew: true };
//! ```
//!
//! In a module, or if the regions have another name, the other keys are therefore ignored. The regions are then the only value that
//! is a square grid.

use super::array;
use super::javascript::{End, end_of_item, list, skip, skip_value, string};
use super::module;
use super::parse::{self, Cursor, excerpt};
use super::short::KEYS;
use super::{Position, Regions};
use crate::Error;
use queens::{BoardError, Square};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Keys of results that contain a position: a puzzle, and a position that was read from a picture.
const IGNORED: [&str; 8] =
    ["solution", "difficulty", "score", "seed", "crosses", "confidence", "certain", "warnings"];

/// The most keys of an object.
const MOST_KEYS: usize = 1000;

/// The least number of rows of regions under another key than `regions`. Smaller grids are more likely something else, and the
/// smallest puzzle has 4 rows.
const FEWEST_ROWS: usize = 4;

/// Reads an object; see [`Format::Json`](super::Format::Json).
pub(super) fn parse(text: &str) -> Result<Position, Error> {
    let value = module::value(text)?;
    let mut cursor = Cursor::new(text).back_to(value.offset);
    let entries = entries(&mut cursor)?;
    if !value.in_module {
        module::end(&mut cursor)?;
    }
    let object = Object { start: cursor.back_to(value.offset), entries };
    object.position(value.in_module)
}

/// The rows of the solution in a result of `queens solve`, counted from 0.
pub(super) fn solved(text: &str) -> Option<Vec<u32>> {
    #[derive(Deserialize)]
    struct Solved {
        #[serde(rename = "n")]
        _size: usize,
        solution: Vec<u32>,
    }
    let Solved { solution, .. } = serde_json::from_str(text).ok()?;
    solution.into_iter().map(|row| row.checked_sub(1)).collect()
}

/// Whether an array may be a board, or an object has the keys of a position or a grid.
pub(super) fn is_position(mut cursor: Cursor) -> bool {
    if cursor.peek() == Some('[') {
        return array::shape(cursor).is_some_and(|shape| shape.is_square || shape.is_nested);
    }
    let start = cursor.back_to(cursor.offset());
    let Ok(entries) = entries(&mut cursor) else { return false };
    let object = Object { start, entries };
    let has = |key: &str| object.value(key).is_some();
    has("size") || has("regions") || !object.grids(None).is_empty()
}

/// A key, and the value after it.
struct Entry {
    key: String,
    /// The byte offset of the key.
    start: usize,
    /// The byte offset of the value.
    value: usize,
}

/// Reads the keys of an object, and moves over their values.
fn entries(cursor: &mut Cursor) -> Result<Vec<Entry>, Error> {
    if !cursor.eat('{') {
        return Err(cursor.unexpected("an object such as {\"size\": 8, \"given\": [\"A1\"]}"));
    }
    let mut entries = Vec::new();
    list(cursor, '}', |cursor| {
        let start = cursor.offset();
        let key = match cursor.peek() {
            Some('"' | '\'') => {
                string(cursor)?.letters.into_iter().map(|(_, letter)| letter).collect()
            }
            _ => {
                let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
                cursor.take_while(is_part).to_string()
            }
        };
        if cursor.offset() == start {
            return Err(cursor.unexpected("a key such as \"size\", or '}'"));
        }
        skip(cursor)?;
        if !cursor.eat(':') {
            return Err(cursor.unexpected("':'"));
        }
        skip(cursor)?;
        entries.push(Entry { key, start, value: cursor.offset() });
        if entries.len() > MOST_KEYS {
            return Err(cursor.back_to(start).error(format!("more than {MOST_KEYS} keys")));
        }
        skip_value(cursor, End::Comma)
    })?;
    Ok(entries)
}

/// An object: its text from its start, and its entries.
struct Object<'a> {
    start: Cursor<'a>,
    entries: Vec<Entry>,
}

impl<'a> Object<'a> {
    /// The value of a key.
    fn value(&self, key: &str) -> Option<Cursor<'a>> {
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        Some(self.start.back_to(entry.value))
    }

    fn position(&self, in_module: bool) -> Result<Position, Error> {
        self.check_repeated()?;
        let size = match self.value("size") {
            Some(mut cursor) => Some(number(&mut cursor, parse::size)?),
            None => None,
        };
        let grids = match self.value("regions") {
            Some(_) if !in_module => Vec::new(),
            _ => self.grids(size),
        };
        let regions = self
            .value("regions")
            .or_else(|| grids.first().map(|entry| self.start.back_to(entry.value)));
        if !(in_module && regions.is_some()) && grids.is_empty() {
            self.check_unknown(in_module)?;
        }
        self.check_only(&grids)?;
        let regions = match regions {
            Some(mut cursor) => {
                let (size, regions) = array::regions(&mut cursor, size)?;
                end_of_item(&mut cursor, '}')?;
                Some((size, regions))
            }
            None => None,
        };
        let missing = || {
            let keys = KEYS.join(", ");
            self.start.error(format!("key 'size' is missing; the keys are {keys}"))
        };
        let size = size.or(regions.as_ref().map(|&(size, _)| size)).ok_or_else(missing)?;
        self.complete(size, regions.map(|(_, regions)| regions))
    }

    /// The position of this size with these regions and the other values.
    fn complete(&self, size: usize, regions: Option<Regions>) -> Result<Position, Error> {
        let closed = match self.value("closed") {
            Some(mut cursor) => squares(&mut cursor, size, &[])?,
            None => Vec::new(),
        };
        let given = match self.value("given") {
            Some(mut cursor) => squares(&mut cursor, size, &closed)?,
            None => Vec::new(),
        };
        let mut position = Position::new(size)?.with_closed(closed)?.with_given(given)?;
        if let Some(regions) = regions {
            position = position.with_regions(regions)?;
        }
        if let Some(mut cursor) = self.value("rules") {
            let start = cursor.back_to(cursor.offset());
            let rules = name(&mut cursor, "a name of rules such as \"torus\"", parse::rules)?;
            end_of_item(&mut cursor, '}')?;
            position = position.with_rules(rules).map_err(|wrong| start.error(wrong))?;
        }
        if let Some(mut cursor) = self.value("stars") {
            let start = cursor.back_to(cursor.offset());
            let stars = number(&mut cursor, parse::stars)?;
            position = position.with_stars(stars).map_err(|wrong| start.error(wrong))?;
        }
        Ok(position)
    }

    /// Refuses a second value of a key.
    fn check_repeated(&self) -> Result<(), Error> {
        let mut seen: Vec<&str> = Vec::new();
        for Entry { key, start, .. } in &self.entries {
            if seen.contains(&&**key) {
                return Err(self.start.back_to(*start).error(format!("key '{key}' is repeated")));
            }
            if KEYS.contains(&&**key) {
                seen.push(key);
            }
        }
        Ok(())
    }

    /// Refuses keys that mean nothing.
    fn check_unknown(&self, in_module: bool) -> Result<(), Error> {
        let known = |key: &str| KEYS.contains(&key) || IGNORED.contains(&key);
        match self.entries.iter().find(|entry| !known(&entry.key)) {
            Some(Entry { key, start, .. }) => {
                let (key, keys) = (excerpt(key), KEYS.join(", "));
                let others = if in_module { "; no other key has regions" } else { "" };
                let reason = format!("unknown key '{key}'; the keys are {keys}{others}");
                Err(self.start.back_to(*start).error(reason))
            }
            None => Ok(()),
        }
    }

    /// The entries that may be regions by another name: square grids of this size, otherwise the only array of arrays.
    fn grids(&self, size: Option<usize>) -> Vec<&Entry> {
        let is_own = |key: &str| KEYS.contains(&key) || IGNORED.contains(&key);
        let others = self.entries.iter().filter(|entry| !is_own(&entry.key));
        let shapes = others
            .filter_map(|entry| Some((entry, array::shape(self.start.back_to(entry.value))?)));
        let shapes: Vec<_> = shapes.filter(|(_, shape)| shape.rows >= FEWEST_ROWS).collect();
        let is_square =
            |shape: &array::Shape| shape.is_square && size.is_none_or(|size| shape.rows == size);
        let square = shapes.iter().filter(|(_, shape)| is_square(shape));
        let square: Vec<&Entry> = square.map(|&(entry, _)| entry).collect();
        if !square.is_empty() || self.value("regions").is_some() {
            return square;
        }
        let nested = shapes.iter().filter(|(_, shape)| shape.is_nested).map(|&(entry, _)| entry);
        let nested: Vec<&Entry> = nested.collect();
        if nested.len() == 1 { nested } else { Vec::new() }
    }

    /// Refuses several grids.
    fn check_only(&self, grids: &[&Entry]) -> Result<(), Error> {
        let own = self.entries.iter().find(|entry| entry.key == "regions");
        let mut all = own.into_iter().chain(grids.iter().copied());
        let (Some(first), Some(second)) = (all.next(), all.next()) else { return Ok(()) };
        let [one, other] = [first, second].map(|entry| excerpt(&entry.key));
        let reason = format!("both '{one}' and '{other}' may be the regions: expected one of them");
        Err(self.start.back_to(second.start).error(reason))
    }
}

/// Reads a number.
fn number(
    cursor: &mut Cursor,
    read: impl FnOnce(&str) -> Result<usize, String>,
) -> Result<usize, Error> {
    let start = cursor.back_to(cursor.offset());
    let digits =
        match cursor.take_while(|letter| letter.is_alphanumeric() || "+-._".contains(letter)) {
            "" => {
                skip_value(cursor, End::Comma)?;
                start.text_up_to(cursor)
            }
            digits => digits,
        };
    let number = read(digits.trim()).map_err(|reason| start.error(reason))?;
    end_of_item(cursor, '}')?;
    Ok(number)
}

/// Reads a string.
fn name<T>(
    cursor: &mut Cursor,
    expected: &str,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, Error> {
    if !matches!(cursor.peek(), Some('"' | '\'' | '`')) {
        return Err(cursor.unexpected(expected));
    }
    let text = string(cursor)?;
    let name: String = text.letters.iter().map(|&(_, letter)| letter).collect();
    read(&name).map_err(|reason| cursor.back_to(text.start).error(reason))
}

/// Reads a list of squares, and sorts it. None of them may be among the other squares, which are sorted.
fn squares(cursor: &mut Cursor, size: usize, others: &[Square]) -> Result<Vec<Square>, Error> {
    if !cursor.eat('[') {
        return Err(cursor.unexpected("an array of squares such as [\"A1\", \"C2\"]"));
    }
    let square = |name: &str| {
        let square = parse::square(name, size)?;
        match others.binary_search(&square) {
            Ok(_) => Err(Error::from(BoardError::QueenOnClosedSquare { square }).to_string()),
            Err(_) => Ok(square),
        }
    };
    let mut squares = Vec::new();
    list(cursor, ']', |cursor| {
        squares.push(name(cursor, "a square such as \"A1\"", square)?);
        Ok(())
    })?;
    end_of_item(cursor, '}')?;
    squares.sort_unstable();
    Ok(squares)
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
    fn regions_may_be_arrays_of_names_or_numbers() {
        let short = |regions: &str| {
            let text = format!("{{\"size\": 2, \"regions\": {regions}}}");
            Format::Json.parse(&text).unwrap().to_short()
        };
        assert_eq!(short(r#"["AB", "BB"]"#), "size:2 regions:AB/BB");
        assert_eq!(short(r#"[["b", "A"], ["A", "A"]]"#), "size:2 regions:bA/AA");
        assert_eq!(short("[[10, 3], [3, 3]]"), "size:2 regions:AB/BB");
        assert_eq!(short(r##"[["light blue", "A"], ["A", "A"]]"##), "size:2 regions:AB/BB");
        assert_eq!(short(r#"[["10", "11"], ["10", "11"]]"#), "size:2 regions:AB/AB");
    }

    #[test]
    fn the_size_may_follow_from_the_regions() {
        let position = Format::Json.parse(r#"{"regions": [[0, 1], [0, 1]]}"#).unwrap();
        assert_eq!(position.to_short(), "size:2 regions:AB/AB");
        let text = r#"{"given": ["B2"], "regions": ["AB", "AB"], "rules": "queens"}"#;
        let short = "size:2 rules:queens given:B2 regions:AB/AB";
        assert_eq!(Format::Json.parse(text).unwrap().to_short(), short);
    }

    #[test]
    fn the_notation_of_javascript_is_read() {
        for text in [
            "{size: 4, given: ['A2'], closed: [`D4`],}",
            "const level = {size: 4, // the board\n  'given': [\"A2\",], /* one */ closed: ['D4'] };",
            "export default {\n size : 4,\n given: ['A2'],\n closed: ['D4'],\n seed: 5,\n};\n",
            "/* a\n * level */ {size: 4, \"clos\\u0065d\": ['D4'], given: ['A\\u0032'],};",
        ] {
            assert_eq!(Format::of(text), Format::Json, "{text}");
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_short(), "size:4 given:A2 closed:D4", "{text}");
        }
        let regions = "let level = {size: 2, regions: [[0, 1], [0, 1,],]}";
        assert_eq!(regions.parse::<Position>().unwrap().to_short(), "size:2 regions:AB/AB");
    }

    /// The regions of the levels below, in the notation of JavaScript.
    const GRID: &str = "[['A','A','B','B'],['A','C','B','B'],['A','C','D','D'],['C','C','D','D']]";
    const GRID_SHORT: &str = "size:4 regions:AABB/ACBB/ACDD/CCDD";

    #[test]
    fn levels_of_other_programs_are_read() {
        for text in [
            "import { red, tan } from \"../colours\";\n\nconst level42 = {\n  path: \"/level/42\",\n  size: 4,\n  \
             colorRegions: GRID,\n  regionColors: { A: red, B: tan, C: '#fff', D: tan },\n  isNew: true,\n  \
             solutionsCount: 1,\n  createdBy: \"x\",\n};\n\nexport default level42;\n",
            "const level = {colorRegions: GRID}",
            "export const level = { size: 4, regions: GRID, id: 7 };",
            "export default { name: 'it\\'s', regions: GRID, solution: GRID, };",
            "// one\n/* two */ 'use strict';\nvar a = {n: 4, zones: [\"AABB\", \"ACBB\", 'ACDD', `CCDD`], names: ['ab', 'cd']};\n\
             module.exports = a;",
            "module.exports = { grid: GRID, date: new Date(2024, 1), f: (a, b) => { return a; } };",
            "import type { Level } from './types'\nconst level: Level = { cells: GRID, text: `two\nlines` } as const\nexport default level",
            "import a from 'a'; import * as b from 'b'; import './c.css';\nexport const level = { areas: GRID }",
            "{\"id\": 3, \"size\": 4, \"areas\": GRID, \"queens\": [[0, 1], [1, 3], [2, 0], [3, 2]], \"tags\": [\"ab\"]}",
            "const red = '#f00'\nconst colours = { A: red }\nlet level = { size: 4, regions: GRID } satisfies Level;\nexport { level };",
            "const names = ['a', 'b'];\nconst level = { regions: GRID, colours: names };",
            "const one = { regions: GRID };\nconst two = { size: 4, regions: [] };\nexport default one;",
            "const n = 4, m = 5;\nconst regions = GRID;\n",
        ] {
            let text = text.replace("GRID", GRID);
            let position = text.parse::<Position>();
            let position = position.unwrap_or_else(|error| panic!("{text}\n{error}"));
            assert_eq!(position.to_short(), GRID_SHORT, "{text}");
        }
    }

    #[test]
    fn levels_that_are_not_clear_are_refused() {
        for (text, expected) in [
            (
                "const level = {\n  one: GRID,\n  two: GRID };",
                "line 3, column 3: both 'one' and 'two' may be the regions: expected one of them",
            ),
            (
                "export default { regions: GRID, board: GRID };",
                "line 1, column 102: both 'regions' and 'board' may be the regions",
            ),
            (
                "const one = { regions: GRID };\nconst two = { size: 4 };",
                "line 2, column 13: both 'one' and 'two' are positions: expected one, or export default",
            ),
            (
                "const one = {};\nconst two = {};",
                "line 1, column 13: none of the arrays and objects",
            ),
            ("const one = {};\nexport default two;", "line 2, column 16: 'two' is not an array or"),
            (
                "const one = f({ regions: GRID });",
                "line 1, column 103: unexpected end of text: expected an array",
            ),
            (
                "const level = { size: 5, areas: GRID };",
                "line 1, column 50: row of length 4: the board has size 5",
            ),
            (
                "const level = { size: 4, areas: 5, };",
                "line 1, column 26: unknown key 'areas'; the keys are size, ",
            ),
            (
                "const level = { size: 4, regions: red };",
                "line 1, column 35: unexpected 'r': expected an array of rows",
            ),
            (
                "const level = { name: `${x}`, regions: GRID };",
                "line 1, column 24: a string with ${...} is not",
            ),
            ("const level = { name: 'x, regions: 1 };", "line 1, column 23: string without end"),
            (
                "const level = { regions: GRID;",
                "line 1, column 100: unexpected end of text: expected '}'",
            ),
            (
                "const level = { regions: GRID } + 1;",
                "line 1, column 102: unexpected '+': expected ';' or",
            ),
            (
                "const level = { ...base, regions: GRID };",
                "line 1, column 17: unexpected '.': expected a key such",
            ),
            (
                "const level = { size, regions: GRID };",
                "line 1, column 21: unexpected ',': expected ':'",
            ),
            ("/* const level = { size: 4 };", "line 1, column 1: comment without end: expected */"),
            (
                "const level = {};\nfunction f() {}",
                "line 2, column 1: unexpected 'f': expected an array or object",
            ),
            (
                "export default {};\nexport default {};",
                "line 2, column 16: second default export after 'default'",
            ),
            (
                "import { red from \"colours\"",
                "line 1, column 28: unexpected end of text: expected an array",
            ),
        ] {
            let text = text.replace("GRID", GRID);
            let refused = refused(Format::of(&text), &text);
            assert!(refused.starts_with(expected), "{refused}\n{expected}");
        }
        for text in [
            format!("const a = {{ b: {}", "[".repeat(100_000)),
            format!("const a = {{ b: {} }}", "[{a:(".repeat(30)),
            format!("const a = {{ {} }}", "b: 1,".repeat(2000)),
            "const a = [];".repeat(2000),
        ] {
            assert!(refused(Format::of(&text), &text).contains("more than "), "{text:.20}");
        }
    }

    #[test]
    fn errors_name_line_and_column() {
        for (text, expected) in [
            (
                "{",
                "line 1, column 2: unexpected end of text: expected a key such as \"size\", or '}'",
            ),
            (
                "[8]",
                "line 1, column 1: unexpected '[': expected an object such as {\"size\": 8, \"given\": [\"A1\"]}",
            ),
            (
                "{\"size\": 2, \"regions\": \"AB\"}",
                "line 1, column 24: unexpected '\"': expected an array of rows such as [\"AB\", \"AB\"]",
            ),
            ("{\"size\": 8}\n}", "line 2, column 1: unexpected '}': expected the end of the text"),
            (
                "{\"size\": 8}\n{\"size\": 8}",
                "line 2, column 1: a second position begins here: expected one position; if each line has one, \
                 give one line at a time",
            ),
            ("{}", "line 1, column 1: key 'size' is missing; the keys are size, rules, stars"),
            ("{\"size\": 8, \"size\": 8}", "line 1, column 13: key 'size' is repeated"),
            (
                "{\"size\": 8,\n\"gaven\": 1}",
                "line 2, column 1: unknown key 'gaven'; the keys are size, rules, stars, given, closed, regions",
            ),
            (
                "{\"size\": 8, \"given\": [], \"given\": []}",
                "line 1, column 26: key 'given' is repeated",
            ),
            (
                "{\"size\": 5001}",
                "line 1, column 10: N = 5001 is too large: boards go from 0 to 5000",
            ),
            (
                "{\"size\": -1}",
                "line 1, column 10: '-1' is not a size: expected a number from 0 to 5000",
            ),
            ("{\"size\": 8.5}", "line 1, column 10: '8.5' is not a size: expected a number from 0"),
            ("{\"size\": [8, 8]}", "line 1, column 10: '[8, 8]' is not a size: expected a number"),
            (
                "{\"size\": 99999999999999999999999}",
                "line 1, column 10: N = 99999999999999999999999 is too large: boards",
            ),
            (
                "{\"size\": \"8\"}",
                "line 1, column 10: '\"8\"' is not a size: expected a number from",
            ),
            (
                "{\"size\": 8 \"given\": []}",
                "line 1, column 12: unexpected '\"': expected ',' or '}'",
            ),
            ("{\"size\": , \"given\": []}", "line 1, column 10: unexpected ',': expected a value"),
            (
                "{\"size\": 8, \"rules\": \"törus\"}",
                "line 1, column 22: unknown rules 'törus': expected queens, t",
            ),
            (
                "{\"size\": 8, \"rules\": \"regions\"}",
                "line 1, column 22: a board of size 8 needs 8 regions",
            ),
            (
                "{\"size\": 8, \"rules\": 8}",
                "line 1, column 22: unexpected '8': expected a name of rules such as",
            ),
            (
                "{\"size\": 8, \"stars\": -1}",
                "line 1, column 22: '-1' is not a number of stars: expected 1 to half the size, rounded up",
            ),
            (
                "{\"size\": 8, \"stars\": 5}",
                "line 1, column 22: a board of size 8 has 1 to 4 stars, not 5",
            ),
            ("{\"size\": 8, \"stars\": 2}", "line 1, column 22: 2 stars need the rules 'regions'"),
            (
                "{\"given\": [\"A1\",\n \"A9\"], \"size\": 8}",
                "line 2, column 2: square A9 is not on a board of",
            ),
            (
                "{\"size\": 4,\n  given: [A1]}",
                "line 2, column 11: unexpected 'A': expected a square such as",
            ),
            (
                "{\"given\": [\"\\u0000\"], \"size\": 8}",
                "line 1, column 12: '\\u{0}' is not a square: expected a column",
            ),
            (
                "{\"given\": [\"A1\"], \"closed\": [\"A1\"], \"size\": 8}",
                "line 1, column 12: square A1 cannot both",
            ),
            (
                "{\"given\": \"A1\", \"size\": 8}",
                "line 1, column 11: unexpected '\"': expected an array of squares",
            ),
            (
                "{\"size\": 2, \"regions\": [\"AB\", \"A\"]}",
                "line 1, column 33: row of length 1: the board has size 2",
            ),
            (
                "{\"size\": 2, \"regions\": [\"AA\", \"AA\"]}",
                "line 1, column 24: a board of size 2 needs 2 regions, found 1",
            ),
            (
                "{\"size\": 2, \"regions\": [\"AB\"]}",
                "line 1, column 24: 1 row: the board has size 2",
            ),
            (
                "{\"size\": 2, \"regions\": [1, 2]}",
                "line 1, column 25: unexpected '1': expected a row such as",
            ),
            (
                "{\"size\": 2, \"regions\": [[0, 1.5]]}",
                "line 1, column 30: unexpected '.': expected ',' or",
            ),
            (
                "{\"size\": 2, \"regions\": [[0], [1]]}",
                "line 1, column 27: row of length 1: the board has size 2",
            ),
            (
                "{\"size\": 2, \"regions\": [[0, 0, 0], [1]]}",
                "line 1, column 32: row of length 3: the board has size 2",
            ),
            (
                "{\"size\": 2, \"regions\": [[\"A\", \"BC\"], [\"A\", \"D\"]]}",
                "line 1, column 24: a board of size 2 needs 2 regions, found 3",
            ),
            (
                "{\"size\": 2, \"regions\": [[\"A\", \"!\"], [\"A\", \"A\"]]}",
                "line 1, column 32: '!' is not a region: expected a letter or digit",
            ),
            (
                "{\"size\": 1, \"regions\": [[0], \"A\"]}",
                "line 1, column 30: a string: the first row is an array of numbers",
            ),
            (
                "{\"size\": 2, \"regions\": [[\"A\", 0]]}",
                "line 1, column 31: unexpected '0': expected a string",
            ),
            (
                "{\"size\": 2, \"regions\": [[0, \"A\"]]}",
                "line 1, column 29: unexpected '\"': expected a number",
            ),
            (
                "{\"size\": 2, \"regions\": [[[]]]}",
                "line 1, column 26: unexpected '[': expected a number, a",
            ),
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

        #[test]
        fn any_object_is_read_or_refused(text in r#"(const a = )?\{[a-c:;,'"`{}\[\]/*\\ \n0-9é]{0,30}"#) {
            parses_or_points_inside(Format::Json, &text);
        }

        #[test]
        fn any_module_is_read_or_refused(
            text in r#"((import|const|a|=|export|default|module\.exports|size:|regions:|4|'AABB'|[{}\[\]:;,/*\n])( ?|\n)){0,16}"#,
        ) {
            parses_or_points_inside(Format::of(&text), &text);
        }
    }
}
