//! Recognising the format of a text, and errors with line and column.

use super::short::KEYS;
use super::{MAX_POSITION, Position, array, csplib, json, link, module, short, text};
use crate::{Error, PositionError};
use queens::{BoardError, Rules, Square};

/// A text format of positions.
///
/// ```
/// use queens_puzzles::Position;
/// use queens_puzzles::position::Format;
///
/// let position: Position = "size:4 given:b4 closed:a1".parse()?;
/// assert_eq!(position.to_text(), ".Q..\n....\n....\n#...\n");
/// assert_eq!(position, r##"[".Q..", "....", "....", "#..."]"##.parse()?);
///
/// assert_eq!(Format::of("letting n = 4"), Format::Csplib);
/// let error = "..Q.\n....\n..z.\n....".parse::<Position>().unwrap_err();
/// assert!(error.to_string().starts_with("line 3, column 3: unknown mark 'z'"));
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A drawn board, the top row first, optionally followed by an empty line and the names of the regions. The regions may also
    /// come before the board, if one of their names is not a mark.
    ///
    /// `Q`, `q`, `♛`, `♕` and `👑` are given queens; `.`, `·`, `-`, `_`, `0`, `⬜`, `⬛`, `□`, `■` and the marks `×` and `○` of
    /// pictures are open squares; `#`, `x` and `X` are closed squares. A board of 0 and 1 has queens on the 1. A board may have the
    /// coordinates that `queens_draw::Drawing::text` prints, with the number of its region on each square. Blanks
    /// between marks and empty lines around grids are ignored. Regions are letters and digits. The first lines may be
    /// `rules: torus` and `stars: 2`. Without them the rules are `regions` if there are regions, and otherwise `queens`, and there
    /// is one star.
    ///
    /// A single grid is a board, with one exception: it is the regions of an empty board if it has only letters and digits, and one
    /// of them is not a mark or the first line is `rules: regions`.
    Text,
    /// Words in any order: `size:4 rules:regions stars:1 given:b1 closed:d4 regions:AABB/AABB/CCDD/CCDD`. Only the size is
    /// required.
    Short,
    /// An object of JSON or JavaScript with the keys of the short form: `{"size": 4, "given": ["B1"], "regions": ["AABB", ...]}` or
    /// `const level = { size: 4, given: ['B1'] };`. The size may be missing if there are regions, which may also be written as in
    /// [`Format::Array`].
    ///
    /// Levels of other programs are read too: modules with imports and `export default level`, and other names of the regions. Other
    /// keys are then ignored, and the regions are the only value that is a grid with as many columns as rows.
    Json,
    /// A JSON or JavaScript array with one item per row, the top row first. A row is a string with the marks of a drawn board or
    /// with regions, as in a drawn board; or an array of strings with one mark each; or an array of numbers, which are regions. An
    /// array with one array of strings is a board too, as LeetCode prints it.
    ///
    /// Regions given by numbers, or by strings that are not all single letters, are named A, B, C and so on, in the order in which
    /// they appear. Commas after the last item, comments, and modules with the array (`const level = [...];`) are allowed.
    Array,
    /// An instance of CSPLib's problems 79 and 80: `letting n = 8` with given queens `init`, closed squares `blocks` or closed
    /// diagonals `diags`.
    Csplib,
    /// A link to the section Play of the web page, with or without the address of the page: `#/play?p=size:8+given:A1` or
    /// `#/play?n=8&q=A1,B5&x=D4`, where `q` are queens and `x` closed squares. A link to a puzzle by its seed or its date
    /// has no position, and is an error: see [`PuzzleLink`](crate::puzzle::PuzzleLink).
    Link,
}

impl Format {
    /// The format of a text, recognised by its first words. A text in no other format is a drawn board.
    pub fn of(text: &str) -> Self {
        let text = without_mark(text).trim_start();
        let first_line = text.lines().next().unwrap_or_default();
        let mut first_words = first_line.split_whitespace();
        let first = first_words.next().unwrap_or_default();
        let statement = matches!(first, "letting" | "language") && first_words.next().is_some();
        let is_module = module::is_module(text);
        if text.starts_with('[') || is_module && module::is_array(text) {
            Self::Array
        } else if text.starts_with('{') || is_module {
            Self::Json
        } else if link::is_link(first) {
            Self::Link
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

    /// Reads a position in this format. Every error is a [`PositionError::Parse`] with line and column.
    pub fn parse(self, text: &str) -> Result<Position, Error> {
        let text = without_mark(text);
        match self {
            Self::Text => text::parse(text),
            Self::Short => short::parse(text),
            Self::Json => json::parse(text),
            Self::Array => array::parse(text),
            Self::Csplib => csplib::parse(text),
            Self::Link => link::parse(text),
        }
    }
}

/// The byte offset of a line and a column, both counted from 1.
pub(super) fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let lines = text.split_inclusive('\n');
    let before: usize = lines.clone().take(line - 1).map(str::len).sum();
    let line = lines.clone().nth(line - 1).unwrap_or_default();
    before + line.char_indices().nth(column - 1).map_or(line.len(), |(byte, _)| byte)
}

/// The format that begins with this line, if it is none of arrays, objects and drawn boards. Modules are [`Format::Json`].
pub(super) fn begins(line: &str) -> Option<Format> {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let has_second = words.next().is_some();
    let is_word = first.bytes().all(|byte| byte.is_ascii_alphabetic());
    if module::begins(line) && (has_second || !is_word) {
        Some(Format::Json)
    } else if link::is_link(first) {
        Some(Format::Link)
    } else if key(first).is_some()
        || line.split_whitespace().filter_map(key).any(|key| KEYS.contains(&key))
    {
        Some(Format::Short)
    } else if matches!(first, "letting" | "language") && has_second
        || line.starts_with('$')
        || line.contains('=')
    {
        Some(Format::Csplib)
    } else {
        None
    }
}

/// Whether a line continues a position in the short form: it has more words, but not another size, and is not the header of a drawn
/// board.
pub(super) fn continues_short(text: &str, line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let is_word =
        first.split_once(':').is_some_and(|(key, value)| KEYS.contains(&key) && !value.is_empty());
    let has_size = |text: &str| text.split_whitespace().any(|word| word.starts_with("size:"));
    is_word && !(has_size(text) && has_size(line))
}

/// The key of a word such as `size:8`. The keys `rules` and `stars` are excluded, because a drawn board may have them too.
fn key(word: &str) -> Option<&str> {
    let (key, _) = word.split_once(':')?;
    let in_drawn = matches!(key, "rules" | "stars");
    let is_key = !key.is_empty() && !in_drawn && key.bytes().all(|b| b.is_ascii_alphabetic());
    is_key.then_some(key)
}

/// The text without the byte order mark that some editors write at the start of a file.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The error at a byte of the text, with a reason in one line.
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

/// The start of a value, so that messages stay short.
pub(crate) fn excerpt(value: &str) -> String {
    beginning(value, 40)
}

/// The first characters of a text.
pub(super) fn beginning(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

/// The size that these digits name, or an error message.
pub(crate) fn size(digits: &str) -> Result<usize, String> {
    let value = excerpt(digits);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("'{value}' is not a size: expected a number from 0 to {MAX_POSITION}"));
    }
    let size = digits.parse().ok().filter(|&size: &usize| size <= MAX_POSITION);
    size.ok_or_else(|| format!("N = {value} is too large: boards go from 0 to {MAX_POSITION}"))
}

/// The square of a name on a board of this size, or an error message.
pub(super) fn square(name: &str, size: usize) -> Result<Square, String> {
    let square: Square = name
        .parse()
        .map_err(|_| Error::from(BoardError::BadSquare { text: excerpt(name) }).to_string())?;
    let on_board = (square.col.max(square.row) as usize) < size;
    if on_board {
        Ok(square)
    } else {
        Err(Error::from(BoardError::OffBoard { square, size }).to_string())
    }
}

/// The rules of a name, or an error message.
pub(crate) fn rules(name: &str) -> Result<Rules, String> {
    name.parse()
        .map_err(|_| Error::from(BoardError::UnknownRules { name: excerpt(name) }).to_string())
}

/// The number of stars that these digits name, or an error message.
pub(super) fn stars(digits: &str) -> Result<usize, String> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let wrong = || {
        let digits = excerpt(digits);
        format!("'{digits}' is not a number of stars: expected 1 to half the size, rounded up")
    };
    digits.parse().ok().filter(|_| is_number).ok_or_else(wrong)
}

/// The position with closed squares and given queens. Each queen comes with the byte offset of its name.
pub(super) fn with_squares(
    text: &str,
    position: Position,
    closed: Vec<Square>,
    given: &[(usize, Square)],
) -> Result<Position, Error> {
    let position = position.with_closed(closed)?;
    if let Some(&(offset, square)) = given.iter().find(|(_, queen)| position.is_closed(*queen)) {
        return Err(error(text, offset, Error::from(BoardError::QueenOnClosedSquare { square })));
    }
    position.with_given(given.iter().map(|&(_, square)| square))
}

impl Position {
    /// The rules, if they are not the default: `regions` on a board with regions, `queens` on a board without.
    pub fn rules_to_say(&self) -> Option<Rules> {
        let implied = if self.regions.is_some() { Rules::Regions } else { Rules::Queens };
        (self.rules != implied).then_some(self.rules)
    }

    /// The number of stars, if there is more than one.
    pub fn stars_to_say(&self) -> Option<usize> {
        (self.stars != 1).then_some(self.stars)
    }
}

/// A reading position in a text.
pub(super) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Cursor<'a> {
    /// The start of a text.
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, offset: 0 }
    }

    /// An earlier position in the same text.
    pub(super) fn back_to(&self, offset: usize) -> Self {
        Self { text: self.text, offset }
    }

    /// The text from here to a later position.
    pub(super) fn text_up_to(&self, end: &Self) -> &'a str {
        &self.text[self.offset..end.offset]
    }

    /// The number of bytes read.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// An error at the current position.
    pub(super) fn error(&self, reason: impl ToString) -> Error {
        error(self.text, self.offset, reason)
    }

    /// An error about the next character.
    pub(super) fn unexpected(&self, expected: &str) -> Error {
        match self.peek() {
            Some(found) => self.error(format!("unexpected '{found}': expected {expected}")),
            None => self.error(format!("unexpected end of text: expected {expected}")),
        }
    }

    /// The next character, without reading it.
    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }

    /// Reads characters up to the first that is not wanted.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.offset..];
        let taken = &rest[..rest.find(|c| !wanted(c)).unwrap_or(rest.len())];
        self.offset += taken.len();
        taken
    }

    /// Reads this character if it is the next one.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        self.eat_text(wanted.encode_utf8(&mut [0; 4]))
    }

    /// Reads these characters if they are the next ones.
    pub(super) fn eat_text(&mut self, wanted: &str) -> bool {
        let found = self.text[self.offset..].starts_with(wanted);
        if found {
            self.offset += wanted.len();
        }
        found
    }

    /// Reads the next character.
    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.offset += next.len_utf8();
        Some(next)
    }
}

#[cfg(test)]
pub(super) mod tests;
