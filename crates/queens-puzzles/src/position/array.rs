//! Boards and regions as arrays of JSON and JavaScript, one item per row.
//!
//! ```text
//!   [".Q..", "...Q", "Q...", "..Q."]                 rows of marks, as in LeetCode's problem 51
//!   [["A", "A", "B"], ["A", "C", "B"], ...]          one string per square
//!   const level = [[0, 0, 1], [0, 2, 1], ...];       one number per square: its region
//! ```
//!
//! The notation around them is that of [`javascript`], and an array may be in a [`module`]. The
//! regions of an [object](super::json) are such arrays too.

use super::grid::{self, Mark, NamedRegions, Width, Wrong};
use super::javascript::{self, Text, list};
use super::module;
use super::parse::{Cursor, error, excerpt};
use super::{Position, Regions};
use crate::Error;
use queens::BoardError;

/// The squares of a row, without blanks.
struct Row {
    /// The byte offset of the row.
    start: usize,
    /// The byte offset of its last character.
    end: usize,
    /// The byte offset and the character of each square. Offsets that do not fit would need a text of 4 GiB.
    squares: Vec<(u32, char)>,
}

impl Row {
    fn new(start: usize) -> Self {
        Self { start, end: start, squares: Vec::new() }
    }

    fn push(&mut self, offset: usize, square: char) {
        self.squares.push((u32::try_from(offset).unwrap_or(u32::MAX), square));
    }

    /// The row in a string.
    fn of(text: Text) -> Self {
        let Text { start, end, mut letters } = text;
        letters.retain(|(_, letter)| !letter.is_whitespace());
        Self { start, end, squares: letters }
    }

    fn squares(&self) -> impl Iterator<Item = (usize, char)> + Clone {
        self.squares.iter().map(|&(offset, square)| (offset as usize, square))
    }
}

/// An item of the outer array.
enum Item {
    /// A string with a row.
    Text(Row),
    /// An array of strings: a row with one string per square, or a board with one string per row.
    Strings(Row, Vec<Row>),
    /// An array of numbers: a row of regions.
    Numbers(Row),
}

impl Item {
    /// What messages call it.
    fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Strings(..) => "an array of strings",
            Self::Numbers(_) => "an array of numbers",
        }
    }

    /// Whether it is a whole board: as many strings of marks as each has.
    fn is_board(&self) -> bool {
        let Self::Strings(_, rows) = self else { return false };
        let is_mark = |(_, letter): (usize, char)| Mark::of(letter).is_some();
        rows.iter().all(|row| row.squares.len() == rows.len() && row.squares().all(is_mark))
    }

    fn start(&self) -> usize {
        let (Self::Text(row) | Self::Strings(row, _) | Self::Numbers(row)) = self;
        row.start
    }
}

/// Reads an array; see [`Format::Array`](super::Format::Array).
pub(super) fn parse(text: &str) -> Result<Position, Error> {
    let mut boards = boards(text)?;
    match boards.len() {
        1 => Ok(boards.remove(0)),
        number => Err(error(text, 0, format!("{number} boards: expected one"))),
    }
}

/// Reads an array with a board or with several, as LeetCode prints them.
pub(super) fn boards(text: &str) -> Result<Vec<Position>, Error> {
    let value = module::value(text)?;
    let mut cursor = Cursor::new(text).back_to(value.offset);
    let mut names = NamedRegions::default();
    let items = items(&mut cursor, "an array such as [\".Q\", \"..\"]", &mut names)?;
    if !value.in_module {
        module::end(&mut cursor)?;
    }
    if items.is_empty() {
        // LeetCode's answer if there is no solution.
        return Ok(Vec::new());
    }
    if items.len() > 1 && items.iter().all(Item::is_board) {
        let boards = items.into_iter().map(|item| match item {
            Item::Strings(_, rows) => of_rows(text, &rows, &NamedRegions::default()),
            Item::Text(_) | Item::Numbers(_) => Position::new(0),
        });
        return boards.collect();
    }
    let rows = rows(&cursor, items, &mut names)?;
    Ok(vec![of_rows(text, &rows, &names)?])
}

/// The position with these rows of marks or regions.
fn of_rows(text: &str, rows: &[Row], names: &NamedRegions) -> Result<Position, Error> {
    check_shape(text, rows)?;
    let wrong = |wrong: Wrong| error(text, wrong.offset, wrong.reason);
    let size = rows.len();
    let letters = rows.iter().flat_map(|row| &row.squares).map(|&(_, letter)| letter);
    if names.len() == 0 && !grid::are_names(letters) {
        let marks =
            |row: &Row| grid::read_row(row.squares(), row.end, Width::Size(size), grid::board_mark);
        let rows: Result<Vec<_>, _> = rows.iter().map(marks).collect();
        return grid::position(&rows.map_err(wrong)?);
    }
    let regions = named_regions(rows, size, names);
    let regions = regions.map_err(|reason| error(text, rows[0].start, reason))?;
    Position::new(size)?.with_regions(regions)
}

/// Reads an array of rows of regions, and returns their size too. Without a size, it is the number of rows.
pub(super) fn regions(cursor: &mut Cursor, size: Option<usize>) -> Result<(usize, Regions), Error> {
    let start = cursor.back_to(cursor.offset());
    let mut names = NamedRegions::default();
    let items = items(cursor, "an array of rows such as [\"AB\", \"AB\"]", &mut names)?;
    let rows = rows(cursor, items, &mut names)?;
    let size = size.unwrap_or(rows.len());
    let wrong = |wrong: Wrong| cursor.back_to(wrong.offset).error(wrong.reason);
    for row in &rows {
        let width = Width::Size(size);
        grid::read_row(row.squares(), row.end, width, grid::region_name).map_err(wrong)?;
    }
    let regions = named_regions(&rows, size, &names).map_err(|reason| start.error(reason))?;
    Ok((size, regions))
}

/// The regions of rows with these names.
fn named_regions(rows: &[Row], size: usize, names: &NamedRegions) -> Result<Regions, String> {
    let letters = |row: &Row| -> Vec<char> { row.squares.iter().map(|&(_, name)| name).collect() };
    let regions = grid::regions(&rows.iter().map(letters).collect::<Vec<_>>(), size);
    regions.map_err(|reason| match names.len() {
        // The names of the regions are in the text.
        0 => reason,
        _ if rows.len() != size => reason,
        regions => Error::from(BoardError::WrongRegions { size, regions }).to_string(),
    })
}

/// The shape of an array.
pub(super) struct Shape {
    /// The number of its items.
    pub(super) rows: usize,
    /// Whether each item has as many squares.
    pub(super) is_square: bool,
    /// Whether the items are arrays.
    pub(super) is_nested: bool,
}

/// The shape of an array of rows, or `None` for other values.
pub(super) fn shape(mut cursor: Cursor) -> Option<Shape> {
    let items = items(&mut cursor, "", &mut NamedRegions::default()).ok()?;
    let rows = items.len();
    let width = |item: &Item| match item {
        Item::Text(row) | Item::Numbers(row) => row.squares.len(),
        Item::Strings(_, squares) => squares.len(),
    };
    let is_square = items.iter().all(|item| width(item) == rows);
    let is_nested = !items.iter().any(|item| matches!(item, Item::Text(_)));
    Some(Shape { rows, is_square, is_nested })
}

/// The rows of items, which must be of the same kind.
fn rows(
    cursor: &Cursor,
    mut items: Vec<Item>,
    names: &mut NamedRegions,
) -> Result<Vec<Row>, Error> {
    let Some(kind) = items.first().map(Item::kind) else { return Ok(Vec::new()) };
    if let Some(other) = items.iter().find(|item| item.kind() != kind) {
        let reason = format!("{}: the first row is {kind}", other.kind());
        return Err(cursor.back_to(other.start()).error(reason));
    }
    if let [Item::Strings(_, board)] = &mut items[..] {
        return Ok(std::mem::take(board));
    }
    let has_words = has_words(&items);
    let mut rows = Vec::new();
    for item in items {
        match item {
            Item::Text(row) | Item::Numbers(row) => rows.push(row),
            Item::Strings(mut row, squares) => {
                for square in squares {
                    row.squares.push(single(cursor, &square, has_words, names)?);
                }
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

/// Whether a square is written as several letters: then all squares are names of regions.
fn has_words(items: &[Item]) -> bool {
    let is_word = |square: &Row| square.squares.len() > 1;
    items
        .iter()
        .any(|item| matches!(item, Item::Strings(_, squares) if squares.iter().any(is_word)))
}

/// The square that is written as a string.
fn single(
    cursor: &Cursor,
    square: &Row,
    has_words: bool,
    names: &mut NamedRegions,
) -> Result<(u32, char), Error> {
    let wrong = |reason: String| cursor.back_to(square.start).error(reason);
    let word: String = square.squares().map(|(_, letter)| letter).collect();
    match square.squares[..] {
        [] => Err(wrong("'' is not one square: expected a letter, digit or mark".to_string())),
        [(offset, letter)] if !has_words => Ok((offset, letter)),
        [(offset, letter), ..] => {
            if word.chars().nth(1).is_none() {
                grid::region_name(letter).map_err(&wrong)?;
            }
            Ok((offset, names.name(&word).map_err(wrong)?))
        }
    }
}

/// Checks that there are as many rows as columns.
fn check_shape(text: &str, rows: &[Row]) -> Result<(), Error> {
    let mut width = Width::First;
    for row in rows {
        let read = grid::read_row(row.squares(), row.end, width, Ok);
        let squares = read.map_err(|wrong| error(text, wrong.offset, wrong.reason))?;
        width = Width::AsFirst(squares.len());
    }
    match rows.first().map(|row| row.squares.len()).filter(|&width| width != rows.len()) {
        Some(width) => {
            let surplus = rows.get(width).map(|row| row.start);
            let last = rows.last().map_or(0, |row| row.end);
            let reason = grid::wrong_height(rows.len(), width);
            Err(error(text, surplus.unwrap_or(last), reason))
        }
        None => Ok(()),
    }
}

/// The items of the outer array.
fn items(
    cursor: &mut Cursor,
    expected: &str,
    names: &mut NamedRegions,
) -> Result<Vec<Item>, Error> {
    if !cursor.eat('[') {
        return Err(cursor.unexpected(expected));
    }
    let mut items = Vec::new();
    list(cursor, ']', |cursor| {
        items.push(match cursor.peek() {
            Some('[') => inner(cursor, names)?,
            Some('"' | '\'' | '`') => Item::Text(Row::of(javascript::string(cursor)?)),
            _ => return Err(cursor.unexpected("a row such as \".Q\" or [\"A\", \"B\"]")),
        });
        Ok(())
    })?;
    Ok(items)
}

/// An inner array.
fn inner(cursor: &mut Cursor, names: &mut NamedRegions) -> Result<Item, Error> {
    let mut row = Row::new(cursor.offset());
    let mut strings = Vec::new();
    cursor.eat('[');
    list(cursor, ']', |cursor| {
        let offset = cursor.offset();
        match cursor.peek() {
            Some('"' | '\'' | '`') if row.squares.is_empty() => {
                strings.push(Row::of(javascript::string(cursor)?));
            }
            Some('0'..='9') if strings.is_empty() => {
                let digits = cursor.take_while(|letter| letter.is_ascii_digit());
                let number = digits.parse::<u64>().map_err(|_| {
                    let digits = excerpt(digits);
                    format!("{digits} is too large: numbers go to {}", u64::MAX)
                });
                let name = number.and_then(|number| names.name(&number.to_string()));
                row.push(offset, name.map_err(|reason| cursor.back_to(offset).error(reason))?);
            }
            _ if !row.squares.is_empty() => return Err(cursor.unexpected("a number")),
            _ if !strings.is_empty() => return Err(cursor.unexpected("a string")),
            _ => return Err(cursor.unexpected("a number, a string or ']'")),
        }
        Ok(())
    })?;
    row.end = cursor.offset() - 1;
    Ok(if row.squares.is_empty() { Item::Strings(row, strings) } else { Item::Numbers(row) })
}

impl Position {
    /// The given queens as one string per row, the top row first, as in LeetCode's problem 51. Closed squares and regions are
    /// omitted.
    pub fn to_leetcode(&self) -> Vec<String> {
        self.drawn_rows(false)
    }
}
