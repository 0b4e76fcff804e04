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
use super::{Format, MAX_POSITION, Position};
use crate::{Error, PositionError};
use queens::{BoardError, Rules, Square};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The keys of links. The first four describe a position, the next six a puzzle. `beat` is the time to beat in a challenge, which only
/// the page uses.
const KEYS: [&str; 11] =
    ["n", "p", "q", "x", "puzzle", "size", "stars", "seed", "difficulty", "day", "beat"];

/// Where the section Play begins in an address.
const ROUTE: &str = "#/play";

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

    /// The value as a type of the library.
    pub(crate) fn parse<T: FromStr<Err = Error>>(&self, link: &str) -> Result<T, Error> {
        excerpt(&self.text).parse().map_err(|reason| self.wrong(link, reason))
    }

    /// An error at the beginning of the value.
    fn wrong(&self, link: &str, reason: impl Display) -> Error {
        error(link, self.place(0), reason)
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
        (None, Some(size)) => {
            let number = parse::size(&size.text);
            Position::new(number.map_err(|reason| error(text, size.place(0), reason))?)?
        }
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

/// The keys of a link to a puzzle, which must be made again. Missing keys have the values of the page.
pub(crate) struct PuzzleKeys {
    pub(crate) rules: Rules,
    pub(crate) size: usize,
    pub(crate) stars: usize,
    pub(crate) seed: u64,
    pub(crate) difficulty: Option<Value>,
    pub(crate) day: Option<Value>,
    queens: Option<Value>,
}

impl PuzzleKeys {
    /// The keys, or `None` if the text is not a link to a puzzle.
    pub(crate) fn of(text: &str) -> Result<Option<Self>, Error> {
        if Format::of(text) != Format::Link {
            return Ok(None);
        }
        let (_, [_, _, queens, _, puzzle, size, stars, seed, difficulty, day, _]) = values(text)?;
        if puzzle.is_none() && day.is_none() {
            return Ok(None);
        }
        let rules = puzzle.map_or(Ok(Rules::Regions), |value| {
            parse::rules(&value.text).map_err(|reason| value.wrong(text, reason))
        })?;
        let size = size.map_or(Ok(8), |value| {
            parse::size(&value.text).map_err(|reason| value.wrong(text, reason))
        })?;
        let number = |value: Value, what: &str, range: RangeInclusive<u64>| {
            let digits = value.text.bytes().all(|byte| byte.is_ascii_digit());
            let number = value.text.parse().ok().filter(|number| digits && range.contains(number));
            number.ok_or_else(|| {
                let (given, least, most) = (excerpt(&value.text), range.start(), range.end());
                let reason =
                    format!("'{given}' is not {what}: expected a number from {least} to {most}");
                value.wrong(text, reason)
            })
        };
        let most_stars = MAX_POSITION as u64;
        let stars =
            stars.map_or(Ok(1), |value| number(value, "a number of stars", 1..=most_stars))?;
        let seed = seed.map_or(Ok(1), |value| number(value, "a seed", 0..=u64::MAX))?;
        Ok(Some(Self { rules, size, stars: stars as usize, seed, difficulty, day, queens }))
    }

    /// The queens that the player has placed on a board of this size.
    pub(crate) fn queens(self, text: &str, size: usize) -> Result<Vec<Square>, Error> {
        let queens = squares(text, self.queens, size)?;
        Ok(queens.into_iter().map(|(_, square)| square).collect())
    }
}

/// The squares of a value, and the byte offset of each in the link.
fn squares(text: &str, value: Option<Value>, size: usize) -> Result<Vec<(usize, Square)>, Error> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let square = |(start, name): (usize, &str)| {
        let place = value.place(start);
        let square = parse::square(name, size).map_err(|reason| error(text, place, reason))?;
        Ok((place, square))
    };
    value.words().map(square).collect()
}

/// The byte offset of the query of a link, and the values of its keys.
fn values(text: &str) -> Result<(usize, [Option<Value>; KEYS.len()]), Error> {
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
            (b'%', [high, low, ..]) => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                let byte = digit(*high).zip(digit(*low)).map(|(high, low)| high * 16 + low);
                let wrong =
                    || error(text, offset, "unknown escape: expected % and two hexadecimal digits");
                (byte.ok_or_else(wrong)? as u8, 3)
            }
            (b'%', _) => {
                return Err(error(
                    text,
                    offset,
                    "unknown escape: expected % and two hexadecimal digits",
                ));
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

#[cfg(test)]
mod tests {
    use crate::position::Format;
    use crate::position::parse::tests::{parses_or_points_inside, positions, refused};
    use proptest::prelude::*;

    fn short(text: &str) -> String {
        assert_eq!(Format::of(text), Format::Link, "{text}");
        Format::Link.parse(text).unwrap().to_short()
    }

    #[test]
    fn links_of_the_page_are_read() {
        assert_eq!(short("#/play?n=8&q=A1,B5&x=D4"), "size:8 given:A1,B5 closed:D4");
        assert_eq!(short("#/play?p=size:8+given:A1+closed:D4"), "size:8 given:A1 closed:D4");
        assert_eq!(short(" https://example.org/q/?a=b#/play?n=4\n"), "size:4");
        assert_eq!(short("#/play?p=size%3A4%20closed%3aB2&q=A1&x="), "size:4 given:A1 closed:B2");
        assert_eq!(short("#/play?p=regions:AB/AB+size:2&q=a1"), "size:2 given:A1 regions:AB/AB");
        assert_eq!(short("#/play?p=.Q%0A%23."), "size:2 given:B2 closed:A1");
        assert_eq!(short("#/play?p=size:4+given:A1&beat=60"), "size:4 given:A1");
        assert_eq!(short("file:///queens.html#/play?n=0"), "size:0");
    }

    #[test]
    fn errors_name_line_and_column() {
        for (text, expected) in [
            ("https://example.org/", "line 1, column 1: link without #/play?"),
            ("\n #/watch?n=8", "line 2, column 2: '#/watch' is not a position: expected #/play?"),
            ("#/play", "line 1, column 7: no position: expected ? and p= or n="),
            ("#/play?", "line 1, column 8: no position: expected p= or n="),
            ("#/play?q=A1", "line 1, column 8: no position: expected p= or n="),
            ("#/play?n=8&m=7", "line 1, column 12: unknown key 'm': expected n, p, q, x"),
            ("#/play?n=8&n=8", "line 1, column 12: key 'n' is repeated"),
            ("#/play?n=5001", "line 1, column 10: N = 5001 is too large"),
            ("#/play?n=", "line 1, column 10: '' is not a size"),
            ("#/play?n=8&q=A1,I1", "line 1, column 17: square I1 is not on a board of size 8"),
            ("#/play?n=8&x=%41%31&q=A1", "line 1, column 23: square A1 cannot both hold a queen"),
            ("#/play?p=size:8+given:A1&x=A1", "line 1, column 28: square A1 cannot both hold a"),
            ("#/play?p=size:8+closed:A1&q=A1", "line 1, column 29: square A1 cannot both hold"),
            ("#/play?p=size:8+given:%41%39", "line 1, column 23: square A9 is not on a board"),
            ("#/play?p=..%0A.z", "line 1, column 16: unknown mark 'z'"),
            ("#/play?p=size:8%", "line 1, column 16: unknown escape: expected % and two"),
            ("#/play?p=size:8%4x", "line 1, column 16: unknown escape: expected % and two"),
            ("#/play?p=%C3%A4%FF", "line 1, column 16: escapes that are not UTF-8"),
            ("#/play?p=#/play?n=8", "line 1, column 10: link inside a link"),
            (
                "#/play?puzzle=regions&size=8&seed=5",
                "line 1, column 8: a link to a puzzle has its seed or its date, not its position",
            ),
            (
                "#/play?day=2026-11-15",
                "line 1, column 8: a link to a puzzle has its seed or its date, not its position",
            ),
            ("#/play?p=size:8 given:A1", "line 1, column 16: blank in a link"),
        ] {
            let refused = refused(Format::Link, text);
            assert!(refused.starts_with(expected), "{refused}\n{expected}");
        }
    }

    proptest! {
        #[test]
        fn positions_print_and_parse_back(position in positions(), base in "(https://[a-z]{1,9}\\.org/)?") {
            let link = format!("{base}{}", position.to_link());
            prop_assert_eq!(Format::of(&link), Format::Link);
            prop_assert_eq!(Format::Link.parse(&link), Ok(position));
        }

        #[test]
        fn texts_parse_or_point_inside(
            text in "#/play\\?(p=(size:[0-4](\\+|%20)?(given:[AB%][1-3é])?|%..é)|n=[0-9é]{0,2})(&[qxpz]=([A-C][1-4],?|%4[0-9é]){0,3}){0,2}",
        ) {
            if let Some(position) = parses_or_points_inside(Format::Link, &text) {
                prop_assert_eq!(Format::Link.parse(&position.to_link()), Ok(position));
            }
        }
    }
}
