//! Solutions: one queen per column and row, none attacking another; with stars, several per column and row.

use super::{Rules, Square, Symmetry, SymmetryClass, check};
use crate::{BoardError, Error};
use std::fmt;
use std::str::FromStr;

/// A solution of the N-queens problem, checked when it is created: by the rules of queens, or by those of a
/// `Position` of `queens-puzzles`.
///
/// Its text is the row of the queen in each column, counted from 1. It is parsed from that or from the names of its squares.
///
/// ```
/// use queens::Solution;
/// let solution: Solution = "2 4 1 3".parse()?;
/// assert_eq!(solution, "A2 B4 C1 D3".parse()?);
/// assert_eq!(solution.rows(), [1, 3, 0, 2]);
/// assert_eq!(solution.grid(), "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n");
/// let error = "1 2 3 4".parse::<Solution>().unwrap_err();
/// assert_eq!(error.to_string(), "the queens on A1 and B2 attack each other");
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    /// The rows of the queens, column by column, ascending within a column.
    rows: Box<[u32]>,
    /// The number of queens per column.
    stars: u32,
}

impl Solution {
    /// Creates the solution with a queen in row `rows[c]` of each column `c`, both counted from 0.
    ///
    /// The check takes linear time, and 5 bits of memory per column.
    pub fn new(rows: impl Into<Box<[u32]>>) -> Result<Self, Error> {
        Self::by(Rules::Queens, rows)
    }

    /// Creates a solution by other rules. For [`Rules::Regions`] the regions themselves are not checked.
    pub fn by(rules: Rules, rows: impl Into<Box<[u32]>>) -> Result<Self, Error> {
        let rows = rows.into();
        let size = rows.len();
        let outside = |&(_, row): &(usize, &u32)| *row as usize >= size;
        if let Some((col, &row)) = rows.iter().enumerate().find(outside) {
            return Err(Error::Board(BoardError::RowOutOfRange {
                row: u64::from(row) + 1,
                col: col as u32,
                size,
            }));
        }
        if let Some((first, second)) = check::attack(rules, &rows) {
            return Err(Error::Board(BoardError::Attack { first, second }));
        }
        Ok(Self { rows, stars: 1 })
    }

    /// Creates a solution by other rules from the squares of its queens, in any order.
    pub fn on(
        rules: Rules,
        size: usize,
        squares: impl IntoIterator<Item = Square>,
    ) -> Result<Self, Error> {
        let mut rows: Vec<Option<u32>> = vec![None; size];
        let mut queens = 0;
        for second in squares {
            let off = Error::Board(BoardError::OffBoard { square: second, size });
            if second.row as usize >= size {
                return Err(off);
            }
            let row = rows.get_mut(second.col as usize).ok_or(off)?;
            if let Some(row) = row.replace(second.row) {
                let first = Square::new(second.col, row);
                return Err(Error::Board(BoardError::Attack { first, second }));
            }
            queens += 1;
        }
        if queens != size {
            return Err(Error::Board(BoardError::WrongSize { queens, size, expected: size }));
        }
        // There are as many squares as columns and no column occurs twice, so every column has a row.
        Self::by(rules, rows.into_iter().flatten().collect::<Vec<_>>())
    }

    /// Creates the solution with several queens per row and column, none next to another: the rows of the queens of column A in
    /// ascending order, then those of column B, and so on, all counted from 0. Regions are not checked:
    /// `Position::check` of `queens-puzzles` does that.
    ///
    /// ```
    /// use queens::Solution;
    /// let solution = Solution::with_stars([1, 3, 5, 7, 1, 3, 5, 7, 0, 2, 4, 6, 0, 2, 4, 6], 2)?;
    /// assert_eq!((solution.size(), solution.stars()), (8, 2));
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn with_stars(rows: impl Into<Box<[u32]>>, stars: usize) -> Result<Self, Error> {
        let rows = rows.into();
        check::stars(&rows, stars)?;
        Ok(Self::checked(rows, stars))
    }

    /// A solution that a search found. It is checked in debug builds and tests only.
    pub(crate) fn found(rows: &[u8]) -> Self {
        let rows: Box<[u32]> = rows.iter().map(|&row| u32::from(row)).collect();
        debug_assert!(Self::new(rows.clone()).is_ok(), "a search reported {rows:?}");
        Self { rows, stars: 1 }
    }

    /// A solution with this number of queens per column that was checked by the rules of its position.
    pub(crate) fn checked(rows: impl Into<Box<[u32]>>, stars: usize) -> Self {
        Self { rows: rows.into(), stars: stars as u32 }
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.rows.len() / self.stars as usize
    }

    /// The number of queens per row and column: 1 unless the `Position` of `queens-puzzles` has more stars.
    pub fn stars(&self) -> usize {
        self.stars as usize
    }

    /// The row of the queen in each column, counted from 0. With several stars, the rows of the queens of column A in ascending
    /// order, then those of column B, and so on.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The squares of the queens, from column A on.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let stars = self.stars;
        (0..).zip(&*self.rows).map(move |(queen, &row): (u32, _)| Square::new(queen / stars, row))
    }

    /// Whether there is a queen on a square of the board.
    pub fn has_queen(&self, square: Square) -> bool {
        let stars = self.stars();
        self.rows[square.col as usize * stars..][..stars].contains(&square.row)
    }

    /// The image under one of the eight symmetries of the board.
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let (size, stars) = (self.size() as u32, self.stars());
        let mut rows = self.rows.clone();
        let mut filled = vec![0; self.size()];
        for image in self.squares().map(|square| symmetry.apply(square, size)) {
            let col = image.col as usize;
            rows[col * stars + filled[col]] = image.row;
            filled[col] += 1;
        }
        if stars > 1 {
            rows.chunks_mut(stars).for_each(<[u32]>::sort_unstable);
        }
        Self { rows, ..*self }
    }

    /// The mirror image with top and bottom exchanged. Methods that search half of the board return it after each solution.
    pub fn mirror(&self) -> Self {
        self.image(Symmetry::MirrorRows)
    }

    /// The lexicographically smallest of the eight images. It is the same for all solutions that are equal up to symmetry.
    pub fn canonical(&self) -> Self {
        Symmetry::ALL.map(|symmetry| self.image(symmetry)).into_iter().min().expect("eight images")
    }

    /// Whether this is the smallest of its images, which represents its class.
    pub fn is_canonical(&self) -> bool {
        Symmetry::ALL.iter().all(|&symmetry| self.image(symmetry) >= *self)
    }

    /// The distinct images, in ascending order: 8, 4 or 2 of them on boards larger than 1.
    pub fn orbit(&self) -> Vec<Self> {
        let mut images = Symmetry::ALL.map(|symmetry| self.image(symmetry)).to_vec();
        images.sort();
        images.dedup();
        images
    }

    /// The rotations under which the solution is symmetric.
    pub fn symmetry_class(&self) -> SymmetryClass {
        if self.image(Symmetry::Rotate90) == *self {
            SymmetryClass::Rotate90
        } else if self.image(Symmetry::Rotate180) == *self {
            SymmetryClass::Rotate180
        } else {
            SymmetryClass::None
        }
    }

    /// The names of the squares: `A2 B4 C1 D3`.
    pub fn square_names(&self) -> String {
        join(self.squares())
    }

    /// The board as rows of 0 and 1, the top row first.
    pub fn grid(&self) -> String {
        self.drawn("0", "1", " ")
    }

    /// The board as one string per row, the top row first, as in LeetCode's problem 51: `.Q..`.
    pub fn leetcode(&self) -> Vec<String> {
        self.drawn(".", "Q", "").lines().map(str::to_string).collect()
    }

    fn drawn(&self, empty: &str, queen: &str, between: &str) -> String {
        let mut text = String::new();
        for row in (0..self.size() as u32).rev() {
            let cols = self.rows.chunks(self.stars());
            let marks: Vec<&str> =
                cols.map(|rows| if rows.contains(&row) { queen } else { empty }).collect();
            text += &marks.join(between);
            text.push('\n');
        }
        text
    }
}

fn join(parts: impl Iterator<Item = impl ToString>) -> String {
    parts.map(|part| part.to_string()).collect::<Vec<_>>().join(" ")
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join(self.rows.iter().map(|row| u64::from(*row) + 1)))
    }
}

impl FromStr for Solution {
    type Err = Error;

    /// Reads rows (`2 4 1 3`) or squares in any order (`A2 B4 C1 D3`), separated by blanks or commas.
    fn from_str(text: &str) -> Result<Self, Error> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        if words.iter().any(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())) {
            let squares = words.iter().map(|word| word.parse()).collect::<Result<Vec<_>, _>>()?;
            return Self::on(Rules::Queens, squares.len(), squares);
        }
        let row = |word: &&str| {
            let row = word.parse::<u32>().ok().and_then(|row| row.checked_sub(1));
            row.ok_or_else(|| BoardError::BadRow { text: word.to_string() })
        };
        Self::new(words.iter().map(row).collect::<Result<Vec<_>, _>>()?)
    }
}
