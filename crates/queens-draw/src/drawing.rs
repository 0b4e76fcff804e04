//! Boards with queens, closed squares, attacked squares and bit sets.
//!
//! Work: O(log N) per square.  Memory: the drawing.  Range: any N; bit sets up to N = 32.

use crate::{Canvas, Error, board, text};
use queens::engines::bitset::BitBoard;
use queens::{Board, BoardError, Columns, Diagonals, MAX_SIZE, Regions, Rules, Solution, Square};
use queens_puzzles::Position;
use std::collections::BTreeSet;
use std::fmt;

/// A drawing of a board with any queens and closed squares.
///
/// ```
/// use queens::Solution;
/// use queens_draw::Drawing;
/// use queens_puzzles::Position;
///
/// // A solution or a position.
/// let solution: Solution = "2 4 1 3".parse()?;
/// assert!(Drawing::from(&solution).svg().starts_with("<svg"));
/// let position: Position = "size:4 given:B4 closed:A1".parse()?;
/// assert!(Drawing::from(&position).text().starts_with("4 · ♛ · ·\n"));
///
/// // A queen, with the squares that it attacks.
/// let drawing = Drawing::new(5).queens(["B1".parse()?])?.attacks(true);
/// assert_eq!(drawing.text(), "\
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
pub struct Drawing {
    pub(crate) size: usize,
    pub(crate) queens: BTreeSet<Square>,
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

impl Drawing {
    /// The empty board of the given size.
    pub fn new(size: usize) -> Self {
        let (queens, closed) = (BTreeSet::new(), BTreeSet::new());
        Self { size, queens, closed, attacks: false, bits: None, position: None }
    }

    /// The drawing with more queens, on any squares of the board that are not closed.
    pub fn queens(mut self, squares: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        self.queens.extend(squares);
        self.checked()
    }

    /// The drawing with more squares closed to queens.
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
    /// use queens_draw::Drawing;
    /// let queens = ["A1", "F2", "H3"].map(|name| name.parse::<Square>().unwrap());
    /// let drawing = Drawing::new(8).queens(queens)?.bits(true)?;
    /// assert_eq!(drawing.text(), "\
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

    /// The drawing as SVG, which scales to any size.
    ///
    /// ```
    /// use queens::Solution;
    /// use queens_draw::Drawing;
    /// let solution: Solution = "1 5 8 6 3 7 2 4".parse()?;
    /// let svg = Drawing::from(&solution).svg();
    /// assert_eq!(svg.matches("<use class=\"queen\"").count(), 8);
    /// # Ok::<(), queens_draw::Error>(())
    /// ```
    pub fn svg(&self) -> String {
        self.canvas().svg()
    }

    /// The drawing as shapes, for the other writers.
    pub fn canvas(&self) -> Canvas {
        board::canvas(self)
    }

    /// The drawing as Unicode text, which [`Position`] reads back. On a board with regions each square has the number of its region.
    pub fn text(&self) -> String {
        text::board(self, false)
    }

    /// The same text with the colours of the regions, for a terminal that has 256 colours.
    pub fn coloured_text(&self) -> String {
        text::board(self, true)
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
        let attacked = self.attacked();
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

    /// Whether a square without a queen is attacked: a queen is near, or a line or region has all its queens. Queens are counted by
    /// line, so they need not be compared with each square.
    fn attacked(&self) -> impl Fn(Square) -> bool {
        let (size, regions) = (self.size, self.regions());
        let units = move |square: Square| {
            let (col, row) = (square.col as usize, square.row as usize);
            let region = regions.map(|regions| 2 * size + regions.region(square));
            let diagonals = [2 * size + row + size - col, 4 * size + row + col];
            let diagonals = diagonals.into_iter().filter(move |_| regions.is_none());
            [col, size + row].into_iter().chain(region).chain(diagonals)
        };
        let mut queens = vec![0; 6 * size];
        self.queens.iter().flat_map(|&queen| units(queen)).for_each(|unit| queens[unit] += 1);
        let stars = self.position.as_ref().map_or(1, Position::stars);
        let rules = self.position.as_ref().map_or(Rules::Queens, Position::rules);
        let attacks = move |queen: Square, square: Square| match &self.position {
            Some(position) if rules != Rules::Regions => position.attacks(queen, square),
            _ => queen.col.abs_diff(square.col) <= 1 && queen.row.abs_diff(square.row) <= 1,
        };
        move |square| {
            units(square).any(|unit| queens[unit] >= stars)
                || rules != Rules::Queens && self.queens.iter().any(|&queen| attacks(queen, square))
        }
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

    /// The queens as a board of bit sets.
    fn bit_board(&self) -> Result<BitBoard, Error> {
        let board = Board::new(self.size)?;
        for row in 0..self.queens.len() as u32 {
            let queens = self.queens.iter().filter(|queen| queen.row == row).count();
            if queens != 1 {
                return Err(Error::RowsNotFilled { row, queens });
            }
        }
        let mut by_row: Vec<Square> = self.queens.iter().copied().collect();
        by_row.sort_by_key(|queen| queen.row);
        let columns = by_row.iter().map(|queen| queen.col as usize);
        let bits = columns.fold(BitBoard::new(self.size), |board, col| board.place(col));
        board.with_queens(by_row)?;
        Ok(bits)
    }
}

impl From<&Solution> for Drawing {
    fn from(solution: &Solution) -> Self {
        Self { queens: solution.squares().collect(), ..Self::new(solution.size()) }
    }
}

impl From<&Board> for Drawing {
    /// The given queens and the closed squares.
    fn from(board: &Board) -> Self {
        let queens = board.given().iter().copied().collect();
        let closed = board.closed().iter().copied().collect();
        Self { queens, closed, ..Self::new(board.size()) }
    }
}

impl From<&Position> for Drawing {
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
pub(crate) fn free_line(drawing: &Drawing, board: &BitBoard) -> String {
    if board.full() {
        return "every row has a queen".to_string();
    }
    let row = board.row + 1;
    let free = drawing.free(board);
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
