//! Which format a text has, and where it goes wrong.

use super::short::KEYS;
use super::{MAX_POSITION, Position, csplib, json, leetcode, short, text};
use crate::{BoardError, Error, PositionError, Rules, Square};
use std::str::FromStr;

/// How a position is written.
///
/// ```
/// use queens::Position;
/// use queens::position::Format;
///
/// let position: Position = "size:4 given:b4 closed:a1".parse()?;
/// assert_eq!(position.to_text(), ".Q..\n....\n....\n#...\n");
/// assert_eq!(position, r##"[".Q..", "....", "....", "#..."]"##.parse()?);
///
/// assert_eq!(Format::of("letting n = 4"), Format::Csplib);
/// let error = "..Q.\n....\n..z.\n....".parse::<Position>().unwrap_err();
/// assert!(error.to_string().starts_with("line 3, column 3: unknown mark 'z'"));
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A drawn board, the top row first, after an empty line perhaps the names of the regions.
    ///
    /// `Q`, `q` and `♛` are given queens; `.`, `·`, `-`, `_` and `0` open squares; `#`, `x` and `X` closed ones. Blanks between
    /// them and empty lines around them mean nothing. Regions are letters and digits. The first line may say `rules: torus`;
    /// regions mean the rules of regions unless it does.
    ///
    /// A single grid is a board, with one exception: if it has letters and digits only, and one of them is no mark or the first
    /// line says `rules: regions`, it is the regions of an open board.
    Text,
    /// Words in any order: `size:4 rules:regions given:b1 closed:d4 regions:AABB/AABB/CCDD/CCDD`, of which only the size is needed.
    Short,
    /// An object with the keys of the short form: `{"size": 4, "given": ["B1"], "regions": ["AABB", "AABB", "CCDD", "CCDD"]}`.
    Json,
    /// An array with a string for each row, the top row first, in the marks of a drawn board; or an array with one such array.
    Leetcode,
    /// An instance of CSPLib's problems 79 and 80: `letting n = 8` with given queens `init`, closed squares `blocks` or the closed
    /// diagonals `diags`.
    Csplib,
}

impl Format {
    /// The format of a text, by its first words. What is nothing else is a drawn board.
    pub fn of(text: &str) -> Self {
        let text = without_mark(text).trim_start();
        let first_line = text.lines().next().unwrap_or_default();
        let mut first_words = first_line.split_whitespace();
        let first = first_words.next().unwrap_or_default();
        let statement = matches!(first, "letting" | "language") && first_words.next().is_some();
        if text.starts_with('{') {
            Self::Json
        } else if text.starts_with('[') {
            Self::Leetcode
        } else if key(first).is_some() {
            Self::Short
        } else if statement || text.starts_with('$') {
            Self::Csplib
        } else if text.split_whitespace().filter_map(key).any(|key| KEYS.contains(&key)) {
            Self::Short
        } else if text.contains('=') {
            Self::Csplib
        } else {
            Self::Text
        }
    }

    /// Reads a position in this format. Every failure is a [`PositionError::Parse`] that says where.
    pub fn parse(self, text: &str) -> Result<Position, Error> {
        let text = without_mark(text);
        match self {
            Self::Text => text::parse(text),
            Self::Short => short::parse(text),
            Self::Json => json::parse(text),
            Self::Leetcode => leetcode::parse(text),
            Self::Csplib => csplib::parse(text),
        }
    }
}

/// The key of a word such as `size:8`. A drawn board may say its rules, so that they are no sign of the short form.
fn key(word: &str) -> Option<&str> {
    let (key, _) = word.split_once(':')?;
    let is_key = !key.is_empty() && key != "rules" && key.bytes().all(|b| b.is_ascii_alphabetic());
    is_key.then_some(key)
}

impl FromStr for Position {
    type Err = Error;

    /// Reads a position in any [`Format`].
    fn from_str(text: &str) -> Result<Self, Error> {
        Format::of(text).parse(text)
    }
}

/// The text without the byte order mark that some editors begin files with.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// What is wrong at a byte of the text, in one line.
pub(super) fn error(text: &str, offset: usize, reason: impl ToString) -> Error {
    let offset = (0..=offset.min(text.len()))
        .rev()
        .find(|&offset| text.is_char_boundary(offset))
        .unwrap_or(0);
    let before = &text[..offset];
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[start..].chars().count() + 1;
    let mut one_line = String::new();
    for letter in reason.to_string().chars() {
        if letter.is_control() {
            one_line.extend(letter.escape_default());
        } else {
            one_line.push(letter);
        }
    }
    Error::Position(PositionError::Parse { line, column, reason: one_line })
}

/// The beginning of a value, for a message that stays short.
pub(super) fn excerpt(value: &str) -> String {
    beginning(value, 40)
}

/// The first letters of a text.
pub(super) fn beginning(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

/// The size that these digits name, or what is wrong with it.
pub(super) fn size(digits: &str) -> Result<usize, String> {
    let value = excerpt(digits);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("'{value}' is not a size: a number from 0 to {MAX_POSITION}"));
    }
    let size = digits.parse().ok().filter(|&size: &usize| size <= MAX_POSITION);
    size.ok_or_else(|| format!("N = {value} is too large: boards go from 0 to {MAX_POSITION}"))
}

/// The square of a name, on a board of the given size, or what is wrong with it.
pub(super) fn square(name: &str, size: usize) -> Result<Square, String> {
    let square: Square = name
        .parse()
        .map_err(|_| Error::Board(BoardError::BadSquare { text: excerpt(name) }).to_string())?;
    let on_board = (square.col.max(square.row) as usize) < size;
    if on_board {
        Ok(square)
    } else {
        Err(Error::Board(BoardError::OffBoard { square, size }).to_string())
    }
}

/// The rules of a name, or which there are.
pub(super) fn rules(name: &str) -> Result<Rules, String> {
    name.parse()
        .map_err(|_| Error::Board(BoardError::UnknownRules { name: excerpt(name) }).to_string())
}

/// The position with closed squares and given queens, each queen with the byte where it is named.
pub(super) fn with_squares(
    text: &str,
    position: Position,
    closed: Vec<Square>,
    given: &[(usize, Square)],
) -> Result<Position, Error> {
    let position = position.with_closed(closed)?;
    if let Some(&(offset, square)) = given.iter().find(|(_, queen)| position.is_closed(*queen)) {
        return Err(error(text, offset, Error::Board(BoardError::QueenOnClosedSquare { square })));
    }
    position.with_given(given.iter().map(|&(_, square)| square))
}

impl Position {
    /// The rules, where they do not follow from whether there are regions.
    pub(crate) fn rules_to_say(&self) -> Option<Rules> {
        let implied = if self.regions.is_some() { Rules::Regions } else { Rules::Queens };
        (self.rules != implied).then_some(self.rules)
    }
}

/// A place in a text that is read from its beginning.
pub(super) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of a text.
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, offset: 0 }
    }

    /// An earlier place in the same text.
    pub(super) fn back_to(&self, offset: usize) -> Self {
        Self { text: self.text, offset }
    }

    /// How many bytes were read.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// What is wrong with what comes next.
    pub(super) fn error(&self, reason: impl ToString) -> Error {
        error(self.text, self.offset, reason)
    }

    /// The next character, which is not read yet.
    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }

    /// Reads the characters that are wanted, up to the first that is not.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.offset..];
        let taken = &rest[..rest.find(|c| !wanted(c)).unwrap_or(rest.len())];
        self.offset += taken.len();
        taken
    }

    /// Reads this character if it comes next.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.text[self.offset..].starts_with(wanted);
        if found {
            self.offset += wanted.len_utf8();
        }
        found
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::position::Regions;
    use proptest::prelude::*;

    /// The names that regions can have.
    const NAMES: &str = "0Q1xXqAZaz23456789BCDEFGHIJKLMNOPRSTUVWYbcdefghijklmnoprstuvwy";

    /// The regions of a board that these numbers choose: each is there, wherever else the others are.
    fn regions(size: usize, choices: &[usize]) -> Regions {
        let names: Vec<char> = NAMES.chars().take(size).collect();
        let name = |square: usize| match square.checked_sub(size * size - size) {
            Some(last) => names[last],
            None => names[choices[square % choices.len()] % size],
        };
        let row = |row: usize| (0..size).map(|col| name(row * size + col)).collect();
        Regions::new(&(0..size).map(row).collect::<Vec<Vec<char>>>()).unwrap()
    }

    /// Positions of small boards, with whatever a position can have.
    pub(in super::super) fn positions() -> impl Strategy<Value = Position> {
        let marks = prop::collection::vec(0_u8..8, 144);
        let choices = prop::collection::vec(any::<usize>(), 1..40);
        let rules = prop::option::of(prop::sample::select(Rules::ALL.to_vec()));
        (0_usize..13, marks, any::<bool>(), choices, rules).prop_map(
            |(size, marks, coloured, choices, rules)| {
                let squares = |mark: u8| {
                    let all = (0..size).flat_map(|c| (0..size).map(move |r| (c, r)));
                    let all = all.filter(|&(c, r)| marks[c * 12 + r] == mark);
                    all.map(|(c, r)| Square::new(c as u32, r as u32)).collect::<Vec<_>>()
                };
                let position = Position::new(size).unwrap();
                let position = position.with_given(squares(0)).unwrap();
                let mut position = position.with_closed(squares(1)).unwrap();
                if coloured {
                    position = position.with_regions(regions(size, &choices)).unwrap();
                }
                match rules.filter(|&rules| coloured || rules != Rules::Regions) {
                    Some(rules) => position.with_rules(rules).unwrap(),
                    None => position,
                }
            },
        )
    }

    /// Whether a text is read in a format, and otherwise refused with a place in it and one line.
    pub(in super::super) fn parses_or_points_inside(
        format: Format,
        text: &str,
    ) -> Option<Position> {
        match format.parse(text) {
            Ok(position) => Some(position),
            Err(Error::Position(PositionError::Parse { line, column, reason })) => {
                let length = text.split('\n').nth(line - 1).map(|line| line.chars().count());
                assert!(
                    length.is_some_and(|length| (1..=length + 1).contains(&column)),
                    "{text:?}"
                );
                assert!(!reason.is_empty() && !reason.contains('\n'), "{reason}");
                None
            }
            Err(other) => panic!("{other:?} does not say where in {text:?}"),
        }
    }

    /// The line of the error that a text gives.
    pub(in super::super) fn refused(format: Format, text: &str) -> String {
        parses_or_points_inside(format, text);
        format.parse(text).unwrap_err().to_string()
    }

    #[test]
    fn formats_are_known_by_their_first_words() {
        for (text, format) in [
            (" \n {\"size\": 1}", Format::Json),
            ("\u{feff}{", Format::Json),
            ("[[\"Q\"]]", Format::Leetcode),
            ("size:8", Format::Short),
            ("rules:torus\nsize:8", Format::Short),
            ("sise:8 given:a1", Format::Short),
            ("8 given:a1", Format::Short),
            ("size:8 given=a1", Format::Short),
            ("language ESSENCE' 1.0\nletting n be 8", Format::Csplib),
            ("letting n be 8", Format::Csplib),
            ("n =  10", Format::Csplib),
            ("$ size:8 is too small\nn = 10", Format::Csplib),
            ("", Format::Text),
            ("rules: torus\n\n.Q\n..", Format::Text),
            ("rules:torus\n.Q\n..", Format::Text),
            ("be\nbe", Format::Text),
            ("letting\nabcdefg", Format::Text),
            ("Q :", Format::Text),
        ] {
            assert_eq!(Format::of(text), format, "{text:?}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        let expected = Position::new(1).unwrap();
        for text in [".", "size:1", "{\"size\":1}", "[\".\"]", "n = 1"] {
            assert_eq!(format!("\u{feff}{text}").parse(), Ok(expected.clone()), "{text}");
        }
    }

    #[test]
    fn places_are_counted_in_characters_from_1() {
        let place = |offset| match error("äö\n\nü", offset, "") {
            Error::Position(PositionError::Parse { line, column, .. }) => (line, column),
            _ => (0, 0),
        };
        assert_eq!([0, 1, 2, 4].map(place), [(1, 1), (1, 1), (1, 2), (1, 3)]);
        assert_eq!([5, 6, 8, 99].map(place), [(2, 1), (3, 1), (3, 2), (3, 2)]);
    }

    #[test]
    fn messages_are_one_short_line() {
        let long = "1".repeat(100_000);
        for (format, text) in [
            (Format::Short, format!("size:{long}")),
            (Format::Short, format!("size:8 given:a{long}")),
            (Format::Short, format!("size:8 {long}:a1")),
            (Format::Short, format!("size:8 rules:{long}")),
            (Format::Csplib, format!("n = {long}")),
            (Format::Csplib, format!("n = 8 init = [[0, {long}]]")),
            (Format::Json, format!("{{\"size\":8,\"given\":[\"\\n{long}\"]}}")),
            (Format::Json, format!("{{\"size\":\"{long}\"}}")),
            (Format::Json, format!("{{\"size\":8,\"{long}\":1}}")),
            (Format::Text, long),
        ] {
            let refused = refused(format, &text);
            assert!(refused.len() < 250, "{refused}");
        }
    }

    proptest! {
        #[test]
        fn every_position_is_recognised_however_it_is_written(position in positions()) {
            let mut texts = vec![position.to_short(), position.to_json()];
            if position.size() > 0 {
                texts.push(position.to_text());
            }
            for text in texts {
                prop_assert_eq!(text.parse::<Position>(), Ok(position.clone()), "{}", text);
            }
        }

        #[test]
        fn any_text_is_read_or_refused_inside_it(text in "(?s).{0,60}") {
            parses_or_points_inside(Format::of(&text), &text);
        }
    }
}
