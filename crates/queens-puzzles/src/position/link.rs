//! Links to the section Play of the web page: a position in one address.
//!
//! ```text
//!   https://example.org/queens/#/play?p=size:8+given:A1+closed:D4    a position in the short form
//!   #/play?n=8&q=A1,B5&x=D4                                          a size, queens and closed squares
//! ```
//!
//! The address of the page does not matter, and may be missing. The keys `q` and `x` are the marks of the player: queens and closed
//! squares. The format is that of the page: web/src/play/link.ts. Links to puzzles are read by [`PuzzleLink`](crate::puzzle::PuzzleLink).

use super::parse::{self, byte_of, error, excerpt};
use super::{Format, Position};
use crate::{Error, PositionError};
use queens::{BoardError, Square};
use std::ops::RangeInclusive;

/// The keys of links. The first four describe a position, the next six a puzzle. `beat` is the time to beat in a challenge, which only
/// the page uses.
const KEYS: [&str; 11] =
    ["n", "p", "q", "x", "puzzle", "size", "stars", "seed", "difficulty", "day", "beat"];

/// Where the section Play begins in an address.
const ROUTE: &str = "#/play";

/// The value of each key, in the order of [`KEYS`].
pub(crate) type Values = [Option<Value>; KEYS.len()];

/// A value without its escapes.
#[derive(Clone)]
pub(crate) struct Value {
    /// The byte offset of its key in the link.
    key: usize,
    text: String,
    /// The byte offset in the link of each byte of the value, and of its end.
    offsets: Vec<usize>,
}

impl Value {
    /// The byte offset in the link of a byte of the value.
    fn place(&self, byte: usize) -> usize {
        self.offsets[byte.min(self.text.len())]
    }

    /// What is read from the value. An error is at its beginning.
    pub(crate) fn read<T, E: ToString>(
        &self,
        link: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, Error> {
        read(&self.text).map_err(|reason| error(link, self.place(0), reason))
    }

    /// The words between commas, and their byte offsets in the value.
    fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut offset = 0;
        self.text.split(',').filter(|_| !self.text.is_empty()).map(move |word| {
            let start = offset;
            offset += word.len() + 1;
            (start, word)
        })
    }
}

/// Whether a word is an address.
pub(super) fn is_link(word: &str) -> bool {
    word.contains("#/") || word.contains("://")
}

/// Reads a link; see [`Format::Link`].
pub(super) fn parse(text: &str) -> Result<Position, Error> {
    let (query, [size, position, queens, crosses, puzzle @ .., _]) = values(text)?;
    if let Some(value) = puzzle.into_iter().flatten().next() {
        let reason = "a link to a puzzle has its seed or its date, not its position: \
                      make it with queens puzzle new";
        return Err(error(text, value.key, reason));
    }
    let position = match (position, size) {
        (Some(value), _) => nested(text, &value)?,
        (None, Some(size)) => Position::new(size.read(text, parse::size)?)?,
        (None, None) => return Err(error(text, query, "no position: expected p= or n=")),
    };
    let queens = squares(text, queens, position.size())?;
    let crosses = squares(text, crosses, position.size())?;
    let on_queen = |(_, square): &&(usize, Square)| position.given().contains(square);
    if let Some(&(place, square)) = crosses.iter().find(on_queen) {
        let reason = Error::from(BoardError::QueenOnClosedSquare { square });
        return Err(error(text, place, reason));
    }
    let closed = crosses.into_iter().map(|(_, square)| square).collect();
    parse::with_squares(text, position, closed, &queens)
}

/// The values of a link to a puzzle, by key, or `None` if the text is not a link to a puzzle.
pub(crate) fn puzzle_values(text: &str) -> Result<Option<Values>, Error> {
    if Format::of(text) != Format::Link {
        return Ok(None);
    }
    let (_, values) = values(text)?;
    let [.., puzzle, _, _, _, _, day, _] = &values;
    Ok((puzzle.is_some() || day.is_some()).then_some(values))
}

/// A number in a value, or an error message.
pub(crate) fn number(value: &str, what: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let digits = value.bytes().all(|byte| byte.is_ascii_digit());
    let number = value.parse().ok().filter(|number| digits && range.contains(number));
    let (given, least, most) = (excerpt(value), range.start(), range.end());
    number
        .ok_or_else(|| format!("'{given}' is not {what}: expected a number from {least} to {most}"))
}

/// The squares of a value, and the byte offset of each in the link.
pub(crate) fn squares(
    text: &str,
    value: Option<Value>,
    size: usize,
) -> Result<Vec<(usize, Square)>, Error> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let square = |(start, name): (usize, &str)| {
        let place = value.place(start);
        let square = parse::square(name, size).map_err(|reason| error(text, place, reason))?;
        Ok((place, square))
    };
    value.words().map(square).collect()
}

/// The byte offset of the query of a link, and the values of its keys.
fn values(text: &str) -> Result<(usize, Values), Error> {
    let start = text.len() - text.trim_start().len();
    let link = text.trim_end();
    if let Some(blank) = link.get(start..).unwrap_or_default().find(char::is_whitespace) {
        return Err(error(text, start + blank, "blank in a link: expected + or %20"));
    }
    let Some(route) = link.find("#/") else {
        return Err(error(text, start, "link without #/play?: expected #/play?p= and a position"));
    };
    let section = &link[route..];
    let name = section.split(['?', '&', '=']).next().unwrap_or(section);
    if name != ROUTE {
        let reason = format!("'{}' is not a position: expected #/play?", excerpt(name));
        return Err(error(text, route, reason));
    }
    let query = route + ROUTE.len();
    let Some(pairs) = link[query..].strip_prefix('?') else {
        return Err(error(text, query, "no position: expected ? and p= or n="));
    };
    let mut values = [const { None }; KEYS.len()];
    let mut offset = query + 1;
    for pair in pairs.split('&') {
        let key_offset = offset;
        offset += pair.len() + 1;
        if pair.is_empty() {
            continue;
        }
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let Some(place) = KEYS.iter().position(|known| *known == key) else {
            let keys = KEYS[..4].join(", ");
            let reason = format!("unknown key '{}': expected {keys}", excerpt(key));
            return Err(error(text, key_offset, reason));
        };
        let value = decoded(text, key_offset, key_offset + pair.len() - value.len(), value)?;
        if values[place].replace(value).is_some() {
            return Err(error(text, key_offset, format!("key '{key}' is repeated")));
        }
    }
    Ok((query + 1, values))
}

/// A value without the escapes of addresses: `+` is a blank, `%2C` a comma.
fn decoded(text: &str, key: usize, start: usize, value: &str) -> Result<Value, Error> {
    let mut bytes = Vec::new();
    let mut offsets = Vec::new();
    let mut rest = value.as_bytes();
    while let [first, after @ ..] = rest {
        let offset = start + value.len() - rest.len();
        let (byte, length) = match (first, after) {
            (b'+', _) => (b' ', 1),
            (b'%', _) => {
                let digit = |place: usize| char::from(*after.get(place)?).to_digit(16);
                let byte = digit(0).zip(digit(1)).map(|(high, low)| high * 16 + low);
                let wrong = "unknown escape: expected % and two hexadecimal digits";
                (byte.ok_or_else(|| error(text, offset, wrong))? as u8, 3)
            }
            (&byte, _) => (byte, 1),
        };
        bytes.push(byte);
        offsets.push(offset);
        rest = &rest[length..];
    }
    offsets.push(start + value.len());
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Value { key, text, offsets }),
        Err(wrong) => {
            let place = offsets[wrong.utf8_error().valid_up_to()];
            Err(error(text, place, "escapes that are not UTF-8"))
        }
    }
}

/// The position of the key `p`, in any format except that of links.
fn nested(text: &str, value: &Value) -> Result<Position, Error> {
    let format = Format::of(&value.text);
    if format == Format::Link {
        return Err(error(text, value.place(0), "link inside a link: expected p=size:8 and so on"));
    }
    format.parse(&value.text).map_err(|wrong| match wrong {
        Error::Position(PositionError::Parse { line, column, reason }) => {
            error(text, value.place(byte_of(&value.text, line, column)), reason)
        }
        other => error(text, value.place(0), other),
    })
}

impl Position {
    /// The position in [`Format::Link`], without the address of the page: `#/play?p=size:8+given:A1,C2`.
    ///
    /// ```
    /// use queens_puzzles::Position;
    /// let position: Position = "size:8 given:a1 closed:d4".parse()?;
    /// assert_eq!(position.to_link(), "#/play?p=size:8+given:A1+closed:D4");
    /// assert_eq!(format!("https://example.org/{}", position.to_link()).parse(), Ok(position));
    /// # Ok::<(), queens_puzzles::Error>(())
    /// ```
    pub fn to_link(&self) -> String {
        let short = self.to_short();
        if short == format!("size:{}", self.size) {
            return format!("{ROUTE}?n={}", self.size);
        }
        // All other characters of the short form may be in an address.
        format!("{ROUTE}?p={}", short.replace(' ', "+"))
    }
}
