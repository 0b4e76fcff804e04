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
        let read = grid::row(row, Width::Size(size), grid::region_name);
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
