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
const MAX_KEYS: usize = 1000;

/// The least number of rows of regions under another key than `regions`. Smaller grids are more likely something else, and the
/// smallest puzzle has 4 rows.
const MIN_ROWS: usize = 4;

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
        if entries.len() > MAX_KEYS {
            return Err(cursor.back_to(start).error(format!("more than {MAX_KEYS} keys")));
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
        let shapes: Vec<_> = shapes.filter(|(_, shape)| shape.rows >= MIN_ROWS).collect();
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
