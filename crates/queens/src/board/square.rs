//! Squares, named as on a chess board.

use crate::{BoardError, Error};
use std::fmt;
use std::str::FromStr;

/// A square of the board. Coordinates count from 0, names (`A1`, `H4`) from A and 1.
///
/// The columns after Z are named as in a spreadsheet: `AA` is column 27.
///
/// ```
/// use queens::Square;
/// let b5: Square = "B5".parse()?;
/// assert_eq!((b5.col, b5.row), (1, 4));
/// assert_eq!(Square::new(26, 0).to_string(), "AA1");
/// assert!(b5.attacks("E2".parse()?));
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Column, from 0 at the left.
    pub col: u32,
    /// Row, from 0 at the bottom.
    pub row: u32,
}

impl Square {
    /// The square in the given column and row, both counted from 0.
    pub const fn new(col: u32, row: u32) -> Self {
        Self { col, row }
    }

    /// All squares of a board, column by column.
    pub fn all(size: usize) -> impl Iterator<Item = Self> {
        let size = size as u32;
        (0..size).flat_map(move |col| (0..size).map(move |row| Self::new(col, row)))
    }

    /// Whether queens on the two squares attack each other by the rules of queens. A square does not attack itself.
    pub fn attacks(self, other: Self) -> bool {
        let across = self.col.abs_diff(other.col);
        let along = self.row.abs_diff(other.row);
        self != other && (across == 0 || along == 0 || across == along)
    }

    /// Whether the other square is this one or one of the eight around it.
    pub fn is_near(self, other: Self) -> bool {
        self.col.abs_diff(other.col).max(self.row.abs_diff(other.row)) <= 1
    }

    /// The letters of a column counted from 0: `A`, `B` ... `Z`, `AA`.
    pub fn column_name(col: u32) -> String {
        let mut name = Vec::new();
        let mut rest = u64::from(col) + 1;
        while rest > 0 {
            rest -= 1;
            name.push(b'A' + (rest % 26) as u8);
            rest /= 26;
        }
        name.iter().rev().map(|&letter| letter as char).collect()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::column_name(self.col), u64::from(self.row) + 1)
    }
}

impl FromStr for Square {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = || Error::Board(BoardError::BadSquare { text: text.to_string() });
        let digits = text.find(|c: char| !c.is_ascii_alphabetic()).ok_or_else(bad)?;
        let (letters, number) = text.split_at(digits);
        if letters.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        // The last column and row fit into 32 bits only if they are counted from 0.
        let from_0 = |line: u64| line.checked_sub(1).and_then(|line| u32::try_from(line).ok());
        let mut col: u64 = 0;
        for letter in letters.bytes() {
            let value = u64::from(letter.to_ascii_uppercase() - b'A') + 1;
            col = col.checked_mul(26).and_then(|c| c.checked_add(value)).ok_or_else(bad)?;
        }
        let row: u64 = number.parse().map_err(|_| bad())?;
        Ok(Self { col: from_0(col).ok_or_else(bad)?, row: from_0(row).ok_or_else(bad)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_after_z_are_named_as_in_a_spreadsheet() {
        for (col, name) in [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ")] {
            assert_eq!(Square::column_name(col), name);
            assert_eq!(format!("{name}1").parse::<Square>().unwrap().col, col);
        }
    }

    #[test]
    fn the_last_square_is_read_back() {
        let last = Square::new(u32::MAX, u32::MAX);
        assert_eq!(last.to_string(), "MWLQKWV4294967296");
        assert_eq!(last.to_string().parse(), Ok(last));
        assert!("MWLQKWW1".parse::<Square>().is_err());
        assert!("A4294967297".parse::<Square>().is_err());
    }

    #[test]
    fn an_invalid_square_is_an_error_that_names_the_text() {
        for text in
            ["", "A", "1", "A0", "1A", "A-1", "A+1", "A1B", "ZZZZZZZZZ1", "A99999999999", "é1"]
        {
            let error = text.parse::<Square>().unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
    }
}
