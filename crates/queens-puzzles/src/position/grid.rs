//! Rows of marks in the text of boards and regions: the top row first, one mark per square, with optional blanks.

use super::parse::excerpt;
use super::{MAX_POSITION, Position, Regions};
use crate::Error;
use queens::{BoardError, Square};
use std::collections::BTreeSet;

/// The meaning of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Queen,
    Open,
    Closed,
}

impl Mark {
    /// The meaning of a character, if it is a mark.
    pub(super) fn of(mark: char) -> Option<Self> {
        match mark {
            'Q' | 'q' | '♛' | '♕' | '👑' => Some(Self::Queen),
            // Also squares that `queens draw` marks as free or attacked.
            '.' | '·' | '-' | '_' | '0' | '○' | '×' | '⬜' | '⬛' | '□' | '■' => {
                Some(Self::Open)
            }
            '#' | 'x' | 'X' => Some(Self::Closed),
            _ => None,
        }
    }
}

/// An error in a row, and its byte offset.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) offset: usize,
    pub(super) reason: String,
}

/// The expected number of squares of a row.
#[derive(Clone, Copy)]
pub(super) enum Width {
    /// Any number: this is the first row.
    First,
    /// That of the first row.
    AsFirst(usize),
    /// The known size of the board.
    Size(usize),
}

/// The marks of a row without blanks, and the byte offset of each.
pub(super) fn marks(row: &str) -> impl Iterator<Item = (usize, char)> + Clone {
    // U+FE0F asks for the coloured picture of the character before it.
    row.char_indices().filter(|&(_, mark)| !mark.is_whitespace() && mark != '\u{fe0f}')
}

/// The meanings of the marks of a row.
pub(super) fn row<T>(
    row: &str,
    width: Width,
    meaning: impl Fn(char) -> Result<T, String>,
) -> Result<Vec<T>, Wrong> {
    read_row(marks(row), row.trim_end().len(), width, meaning)
}

/// The meaning of a character of a board of 0 and 1.
pub(super) fn bit_mark(bit: char) -> Result<Mark, String> {
    Ok(if bit == '1' { Mark::Queen } else { Mark::Open })
}

/// The meaning of a character of a board, or an error message.
pub(super) fn board_mark(mark: char) -> Result<Mark, String> {
    Mark::of(mark).ok_or_else(|| {
        format!("unknown mark '{mark}': Q is a queen, . an open square, # a closed one")
    })
}

/// The character if it can be the name of a region, or an error message.
pub(super) fn region_name(name: char) -> Result<char, String> {
    let unknown = || Error::from(BoardError::BadRegion { name }).to_string();
    name.is_ascii_alphanumeric().then_some(name).ok_or_else(unknown)
}

/// The meanings of the characters of a row, which come with their byte offsets. `end` is the byte offset after the last one.
pub(super) fn read_row<T>(
    row: impl Iterator<Item = (usize, char)> + Clone,
    end: usize,
    width: Width,
    meaning: impl Fn(char) -> Result<T, String>,
) -> Result<Vec<T>, Wrong> {
    let (limit, needed) = match width {
        Width::First => (MAX_POSITION, 0),
        Width::AsFirst(width) | Width::Size(width) => (width, width),
    };
    let wrong_length = |offset| {
        let size = row.clone().count();
        let reason = match width {
            Width::First => Error::from(BoardError::BoardTooLarge { size, limit }).to_string(),
            Width::AsFirst(_) => format!("row of length {size}: the first row has length {limit}"),
            Width::Size(_) => format!("row of length {size}: the board has size {limit}"),
        };
        Wrong { offset, reason }
    };
    let mut squares = Vec::new();
    for (offset, mark) in row.clone() {
        squares.push(meaning(mark).map_err(|reason| Wrong { offset, reason })?);
        if squares.len() > limit {
            return Err(wrong_length(offset));
        }
    }
    if squares.len() < needed { Err(wrong_length(end)) } else { Ok(squares) }
}

/// Whether squares are names of regions: all are letters and digits, and one of them is not a mark.
pub(super) fn are_names(squares: impl Iterator<Item = char>) -> bool {
    let mut names = false;
    for mark in squares {
        if !mark.is_ascii_alphanumeric() {
            return false;
        }
        names |= Mark::of(mark).is_none();
    }
    names
}

/// Names of regions that a text calls by numbers or words: A to Z, a to z and 0 to 9, in the order in which these appear.
#[derive(Default)]
pub(super) struct NamedRegions {
    words: Vec<String>,
}

impl NamedRegions {
    /// The number of regions.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The name of a region, or an error message.
    pub(super) fn name(&mut self, word: &str) -> Result<char, String> {
        let known = self.words.iter().position(|known| known == word);
        let place = known.unwrap_or(self.words.len());
        let mut names = ('A'..='Z').chain('a'..='z').chain('0'..='9');
        let name = names.nth(place).ok_or_else(|| {
            format!("region {} is one too many: regions have at most 62 names", excerpt(word))
        })?;
        if known.is_none() {
            self.words.push(word.to_string());
        }
        Ok(name)
    }
}

/// The error message for a board that is not square.
pub(super) fn wrong_height(rows: usize, width: usize) -> String {
    let s = if rows == 1 { "" } else { "s" };
    format!("{rows} row{s} of length {width}: a board has as many rows as columns")
}

/// The position of a square board.
pub(super) fn position(rows: &[Vec<Mark>]) -> Result<Position, Error> {
    let squares = |wanted: Mark| {
        rows.iter().rev().enumerate().flat_map(move |(row, marks)| {
            let wanted = marks.iter().enumerate().filter(move |&(_, &mark)| mark == wanted);
            wanted.map(move |(col, _)| Square::new(col as u32, row as u32))
        })
    };
    let position = Position::new(rows.len())?;
    position.with_given(squares(Mark::Queen))?.with_closed(squares(Mark::Closed))
}

/// The regions of a board of this size, or an error message.
pub(super) fn regions(rows: &[Vec<char>], size: usize) -> Result<Regions, String> {
    if rows.len() != size {
        let s = if rows.len() == 1 { "" } else { "s" };
        return Err(format!("{} row{s}: the board has size {size}", rows.len()));
    }
    let names: BTreeSet<char> = rows.iter().flatten().copied().collect();
    if names.len() != size {
        let error = Error::from(BoardError::WrongRegions { size, regions: names.len() });
        let names = excerpt(&names.into_iter().collect::<String>());
        return Err(format!("{error}: {names}"));
    }
    Regions::new(rows).map_err(|error| error.to_string())
}

impl Position {
    /// The board as rows of marks, with or without its closed squares.
    pub(super) fn drawn_rows(&self, with_closed: bool) -> Vec<String> {
        let mut rows = vec![vec![b'.'; self.size]; self.size];
        let closed = self.closed.iter().filter(|_| with_closed).map(|square| (square, b'#'));
        for (square, mark) in closed.chain(self.given.iter().map(|square| (square, b'Q'))) {
            rows[self.size - 1 - square.row as usize][square.col as usize] = mark;
        }
        let text = |row: Vec<u8>| row.into_iter().map(char::from).collect();
        rows.into_iter().map(text).collect()
    }

    /// The names of the regions, if there are any.
    pub fn region_rows(&self) -> Option<Vec<String>> {
        let regions = self.regions.as_ref()?;
        let size = self.size as u32;
        let name = |row: u32| (0..size).map(move |col| regions.name(Square::new(col, row)));
        Some((0..size).rev().map(|row| name(row).collect()).collect())
    }
}
