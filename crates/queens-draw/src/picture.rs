//! Boards with queens, closed squares, attacked squares and bit sets.
//!
//! Work: O(log N) per square.  Memory: the drawing.  Range: any N; bit sets up to N = 32.

use crate::Error;
use crate::{svg, text};
use queens::engines::bitset::BitBoard;
use queens::{Board, BoardError, Columns, Diagonals, MAX_SIZE, Regions, Rules, Solution, Square};
use queens_puzzles::Position;
use std::collections::BTreeSet;
use std::fmt;

/// A picture of a board with any queens and closed squares.
///
/// ```
/// use queens_draw::Picture;
/// use queens_puzzles::Position;
/// use queens::Solution;
///
/// // A solution or a position.
/// let solution: Solution = "2 4 1 3".parse()?;
/// assert!(Picture::from(&solution).svg().starts_with("<svg"));
/// let position: Position = "size:4 given:B4 closed:A1".parse()?;
/// assert!(Picture::from(&position).text().starts_with("4 · ♛ · ·\n"));
///
/// // A queen, with the squares that it attacks.
/// let picture = Picture::new(5).queens(["B1".parse()?])?.attacks(true);
/// assert_eq!(picture.text(), "\
/// 5 · × · · ·
/// 4 · × · · ×
/// 3 · × · × ·
/// 2 × × × · ·
/// 1 × ♛ × × ×
///   A B C D E
/// ");
/// # Ok::<(), queens_draw::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub(crate) size: usize,
    queens: BTreeSet<Square>,
    closed: BTreeSet<Square>,
    attacks: bool,
    pub(crate) bits: Option<BitBoard>,
    /// The position whose rules and regions apply. Without one queens attack by the rules of queens.
    pub(crate) position: Option<Position>,
}

/// The mark of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Queen,
    Closed,
    Free,
    Attacked,
    Empty,
}

impl Picture {
    /// The empty board of the given size.
    pub fn new(size: usize) -> Self {
        let (queens, closed) = (BTreeSet::new(), BTreeSet::new());
        Self { size, queens, closed, attacks: false, bits: None, position: None }
    }

    /// The picture with more queens, on any squares of the board that are not closed.
    pub fn queens(mut self, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        self.queens.extend(squares);
        self.checked()
    }

    /// The picture with more squares closed to queens.
    pub fn closed(mut self, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        self.closed.extend(squares);
        self.checked()
    }

    /// Whether to mark attacked squares that have no queen and are not closed.
    pub fn attacks(mut self, attacks: bool) -> Self {
        self.attacks = attacks;
        self
    }

    /// Whether to show the three bit sets of the board below it, and the free columns of the next row
    /// in it.
    ///
    /// The sets are those of a [`BitBoard`], which is filled from the first row with one queen per row.
    /// It is an error if the board has other queens.
    ///
    /// ```
    /// use queens::Square;
    /// use queens_draw::Picture;
    /// let queens = ["A1", "F2", "H3"].map(|name| name.parse::<Square>().unwrap());
    /// let picture = Picture::new(8).queens(queens)?.bits(true)?;
    /// assert_eq!(picture.text(), "\
    /// 8 · · · · · · · ·
    /// 7 · · · · · · · ·
    /// 6 · · · · · · · ·
    /// 5 · · · · · · · ·
    /// 4 · ○ ○ · ○ · · ·
    /// 3 · · · · · · · ♛
    /// 2 · · · · · ♛ · ·
    /// 1 ♛ · · · · · · ·
    ///   A B C D E F G H
    ///
    /// cols  = 2^0 + 2^5 + 2^7 = 161
    /// diag1 = 2^0 + 2^6 + 2^9 = 577
    /// diag2 = 2^2 + 2^3 + 2^7 = 140
    /// free in row 4: bits 1, 2, 4
    /// ");
    /// # Ok::<(), queens_draw::Error>(())
    /// ```
    pub fn bits(mut self, bits: bool) -> Result<Self, Error> {
        self.bits = if bits { Some(self.bit_board()?) } else { None };
        Ok(self)
    }

    /// The picture as SVG, which scales to any size.
    ///
    /// ```
    /// use queens::Solution;
    /// use queens_draw::Picture;
    /// let solution: Solution = "1 5 8 6 3 7 2 4".parse()?;
    /// let svg = Picture::from(&solution).svg();
    /// assert_eq!(svg.matches("<use class=\"queen\"").count(), 8);
    /// # Ok::<(), queens_draw::Error>(())
    /// ```
    pub fn svg(&self) -> String {
        svg::picture(self)
    }

    /// The picture as Unicode text, which [`Position`] reads back. On a board with regions each square has the number of its region.
    pub fn text(&self) -> String {
        text::picture(self, false)
    }

    /// The same text with the colours of the regions, for a terminal that has 256 colours.
    pub fn coloured_text(&self) -> String {
        text::picture(self, true)
    }

    /// The regions, if the board has any.
    pub(crate) fn regions(&self) -> Option<&Regions> {
        let coloured = |position: &&Position| position.rules() == Rules::Regions;
        self.position.as_ref().filter(coloured).and_then(Position::regions)
    }

    /// A description in one line, for screen readers.
    pub(crate) fn title(&self) -> String {
        let squares = |squares: &BTreeSet<Square>| {
            squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
        };
        let size = self.size;
        let mut title = match self.queens.len() {
            0 => format!("An empty board of size {size}"),
            // Longer lists would not help a listener.
            queens if queens > MAX_SIZE => format!("{queens} queens on a board of size {size}"),
            1 => format!("A queen on {} of a board of size {size}", squares(&self.queens)),
            _ => format!("Queens on {} of a board of size {size}", squares(&self.queens)),
        };
        if !self.closed.is_empty() && self.closed.len() <= MAX_SIZE {
            title += &format!(", closed {}", squares(&self.closed));
        }
        if self.regions().is_some() {
            title += ", with coloured regions";
        }
        title
    }

    /// The mark of each square.
    pub(crate) fn marks(&self) -> impl Fn(Square) -> Mark {
        // A square is attacked if one of its four lines has a queen, so queens need not be compared one
        // by one.
        let lines = if self.attacks { self.size } else { 0 };
        let mut cols = vec![false; lines];
        let mut rows = vec![false; lines];
        let mut rising = vec![false; 2 * lines];
        let mut falling = vec![false; 2 * lines];
        let rise = move |square: Square| square.row as usize + lines - square.col as usize;
        let fall = |square: Square| (square.row + square.col) as usize;
        for &queen in self.queens.iter().filter(|_| self.attacks) {
            cols[queen.col as usize] = true;
            rows[queen.row as usize] = true;
            rising[rise(queen)] = true;
            falling[fall(queen)] = true;
        }
        let attacked = move |square: Square| {
            cols[square.col as usize]
                || rows[square.row as usize]
                || rising[rise(square)]
                || falling[fall(square)]
        };
        let full = self.full_units();
        let other_rules = self.position.as_ref().filter(|p| p.rules() != Rules::Queens);
        let attacked = move |square: Square| match (other_rules, &full) {
            (Some(_), Some(full)) => full.attack(square) || self.is_near_queen(square),
            (Some(position), None) => {
                self.queens.iter().any(|&queen| position.attacks(queen, square))
            }
            (None, _) => attacked(square),
        };
        let next = self.bits.map(|board| (board.row as u32, self.free(&board)));
        let free = move |square: Square| {
            next.is_some_and(|(row, cols)| square.row == row && cols.contains(square.col as usize))
        };
        move |square| {
            if self.queens.contains(&square) {
                Mark::Queen
            } else if self.closed.contains(&square) {
                Mark::Closed
            } else if free(square) {
                Mark::Free
            } else if self.attacks && attacked(square) {
                Mark::Attacked
            } else {
                Mark::Empty
            }
        }
    }

    /// The lines and regions that have all their queens, in a position by the rules of regions.
    fn full_units(&self) -> Option<FullUnits<'_>> {
        let position = self.position.as_ref().filter(|_| self.attacks)?;
        let (regions, stars) = (self.regions()?, position.stars());
        let full = |unit: &dyn Fn(Square) -> usize| {
            let mut counts = vec![0; self.size];
            self.queens.iter().for_each(|&queen| counts[unit(queen)] += 1);
            counts.into_iter().map(|queens: usize| queens >= stars).collect::<Vec<bool>>()
        };
        let cols = full(&|queen| queen.col as usize);
        let rows = full(&|queen| queen.row as usize);
        Some(FullUnits { regions, cols, rows, full: full(&|queen| regions.region(queen)) })
    }

    /// Whether a queen is on one of the eight squares around a square.
    fn is_near_queen(&self, square: Square) -> bool {
        let around = |line: u32| line.saturating_sub(1)..=line + 1;
        let mut near = around(square.col)
            .flat_map(|col| around(square.row).map(move |row| Square::new(col, row)));
        near.any(|other| other != square && self.queens.contains(&other))
    }

    /// The columns of the next row that are neither attacked nor closed.
    fn free(&self, board: &BitBoard) -> Columns {
        let closed = self.closed.iter().filter(|square| square.row as usize == board.row);
        board.free() - closed.map(|square| square.col as usize).collect()
    }

    fn checked(self) -> Result<Self, Error> {
        let size = self.size;
        let inside = |line: u32| (line as usize) < size;
        for &square in self.queens.iter().chain(&self.closed) {
            if !inside(square.col) || !inside(square.row) {
                return Err(Error::from(BoardError::OffBoard { square, size }));
            }
        }
        if let Some(&square) = self.queens.intersection(&self.closed).next() {
            return Err(Error::from(BoardError::QueenOnClosedSquare { square }));
        }
        let bits = self.bits.is_some();
        self.bits(bits)
    }

    fn check_attacks(&self) -> Result<(), Error> {
        let mut by_row: Vec<Square> = self.queens.iter().copied().collect();
        by_row.sort_by_key(|queen| (queen.row, queen.col));
        for (place, &second) in by_row.iter().enumerate() {
            if let Some(&first) = by_row[..place].iter().find(|first| first.attacks(second)) {
                return Err(Error::from(BoardError::Attack { first, second }));
            }
        }
        Ok(())
    }

    /// The queens as a board of bit sets.
    fn bit_board(&self) -> Result<BitBoard, Error> {
        if self.size > MAX_SIZE {
            return Err(Error::from(BoardError::BoardTooLarge {
                size: self.size,
                limit: MAX_SIZE,
            }));
        }
        for row in 0..self.queens.len() as u32 {
            let queens = self.queens.iter().filter(|queen| queen.row == row).count();
            if queens != 1 {
                return Err(Error::RowsNotFilled { row, queens });
            }
        }
        self.check_attacks()?;
        let mut by_row: Vec<Square> = self.queens.iter().copied().collect();
        by_row.sort_by_key(|queen| queen.row);
        let board = BitBoard::new(self.size);
        Ok(by_row.iter().fold(board, |board, queen| board.place(queen.col as usize)))
    }
}

/// The columns, rows and regions that have all their queens: no other queen may be there.
struct FullUnits<'a> {
    regions: &'a Regions,
    cols: Vec<bool>,
    rows: Vec<bool>,
    full: Vec<bool>,
}

impl FullUnits<'_> {
    fn attack(&self, square: Square) -> bool {
        self.cols[square.col as usize]
            || self.rows[square.row as usize]
            || self.full[self.regions.region(square)]
    }
}

impl From<&Solution> for Picture {
    fn from(solution: &Solution) -> Self {
        Self { queens: solution.squares().collect(), ..Self::new(solution.size()) }
    }
}

impl From<&Board> for Picture {
    /// The given queens and the closed squares.
    fn from(board: &Board) -> Self {
        let queens = board.given().iter().copied().collect();
        let closed = board.closed().iter().copied().collect();
        Self { queens, closed, ..Self::new(board.size()) }
    }
}

impl From<&Position> for Picture {
    /// The given queens, the closed squares and the regions.
    fn from(position: &Position) -> Self {
        let queens = position.given().iter().copied().collect();
        let closed = position.closed().iter().copied().collect();
        let position = Some(position.clone());
        let size = position.as_ref().map_or(0, Position::size);
        Self { queens, closed, position, ..Self::new(size) }
    }
}

/// One of the bit sets of a board: its name, its number of bits, and the bits that are 1.
pub(crate) struct BitSet {
    pub(crate) name: &'static str,
    pub(crate) length: usize,
    pub(crate) members: Vec<usize>,
    pub(crate) value: u64,
}

impl fmt::Display for BitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let powers: Vec<String> = self.members.iter().map(|bit| format!("2^{bit}")).collect();
        let equals = if powers.is_empty() { "" } else { " = " };
        write!(f, "{:<5} = {}{equals}{}", self.name, powers.join(" + "), self.value)
    }
}

/// The three sets of a board.
pub(crate) fn bit_sets(board: &BitBoard) -> [BitSet; 3] {
    let diagonals = |name, set: Diagonals| BitSet {
        name,
        length: (2 * board.size).saturating_sub(1),
        members: set.iter().collect(),
        value: set.bits(),
    };
    let members = board.cols.iter().collect();
    let cols = BitSet { name: "cols", length: board.size, members, value: board.cols.bits() };
    [cols, diagonals("diag1", board.diag1), diagonals("diag2", board.diag2)]
}

/// The free columns of the next row, as a line of text.
pub(crate) fn free_line(picture: &Picture, board: &BitBoard) -> String {
    if board.full() {
        return "every row has a queen".to_string();
    }
    let row = board.row + 1;
    let free = picture.free(board);
    if free.is_empty() {
        return format!("free in row {row}: none");
    }
    let bits: Vec<String> = free.iter().map(|col| col.to_string()).collect();
    format!(
        "free in row {row}: {} {}",
        if free.len() == 1 { "bit" } else { "bits" },
        bits.join(", ")
    )
}

#[cfg(test)]
mod tests;
