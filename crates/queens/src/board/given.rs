//! The board that engines count: empty, or with given queens and closed squares, and perhaps with regions.

use super::{Regions, Rows, Rules, Square};
use crate::{BoardError, Error};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The largest board that engines count. Its 63 diagonals fit into a 64-bit set.
pub const MAX_SIZE: usize = 32;

/// A board whose solutions are counted or listed: its size, the given queens and the closed squares.
///
/// ```text
///   4 · ♛ # ·      The empty board of size 4 has two solutions, 2 4 1 3
///   3 · · · ♛      and its mirror image 3 1 4 2. With C4 closed, only
///   2 ♛ · · ·      the first remains.
///   1 · · ♛ ·
///     A B C D
/// ```
///
/// ```
/// use queens::{Board, Request};
/// let board = Board::new(4)?.with_closed("C4".parse()?)?;
/// assert_eq!(Request::on(board).run()?.solutions, 1);
/// # Ok::<(), queens::Error>(())
/// ```
///
/// A board with regions has other rules: see [`with_regions`](Self::with_regions).
#[derive(Clone, Debug)]
pub struct Board {
    size: usize,
    given: Vec<Square>,
    closed: Vec<Square>,
    /// The regions, and the number of queens per column, row and region: 1 without regions.
    regions: Option<Arc<Regions>>,
    stars: usize,
    /// For each column the open rows: neither closed nor attacked by a given queen.
    open: [Rows; MAX_SIZE],
}

/// Boards are equal if they have the same regions and the same queens are given and the same squares closed, in any order.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let set = |squares: &[Square]| squares.iter().copied().collect::<BTreeSet<_>>();
        (self.size, self.stars) == (other.size, other.stars)
            && self.regions == other.regions
            && set(&self.given) == set(&other.given)
            && set(&self.closed) == set(&other.closed)
    }
}

impl Eq for Board {}

impl Board {
    /// The empty board of the given size, 0 to [`MAX_SIZE`].
    pub fn new(size: usize) -> Result<Self, Error> {
        if size > MAX_SIZE {
            return Err(Error::Board(BoardError::BoardTooLarge { size, limit: MAX_SIZE }));
        }
        let open = [Rows::first(size); MAX_SIZE];
        Ok(Self { size, given: Vec::new(), closed: Vec::new(), regions: None, stars: 1, open })
    }

    /// The board by the rules of regions ([`Rules::Regions`]): this many queens per column, row and region, none next to another.
    /// It is an error if the given queens do not follow these rules.
    ///
    /// ```
    /// use queens::{Board, Regions, Request};
    /// let regions = Regions::new(&["AABB", "ACBB", "ACDD", "CCDD"].map(|row| row.chars().collect()))?;
    /// let board = Board::new(4)?.with_regions(regions, 1)?;
    /// assert_eq!(Request::on(board).run()?.solutions, 1);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn with_regions(mut self, regions: Regions, stars: usize) -> Result<Self, Error> {
        regions.check(self.size)?;
        Regions::check_stars(self.size, stars)?;
        let empty = Self { regions: Some(Arc::new(regions)), stars, ..Self::new(self.size)? };
        let given = std::mem::take(&mut self.given);
        self.closed.into_iter().try_fold(empty, Self::with_closed)?.with_queens(given)
    }

    /// The board with one more given queen. It is an error if another given queen attacks it or its square is closed.
    pub fn with_queen(mut self, queen: Square) -> Result<Self, Error> {
        self.check(queen)?;
        if self.closed.contains(&queen) {
            return Err(Error::Board(BoardError::QueenOnClosedSquare { square: queen }));
        }
        if let Some(other) = self.attacker(queen) {
            return Err(Error::Board(BoardError::Attack { first: other, second: queen }));
        }
        self.given.push(queen);
        for col in 0..self.size {
            let attacked =
                |&row: &usize| self.is_attacked_by(queen, Square::new(col as u32, row as u32));
            let attacked = (0..self.size).filter(attacked).collect();
            self.open[col] -= attacked;
        }
        Ok(self)
    }

    /// A given queen that allows no queen on this square.
    fn attacker(&self, square: Square) -> Option<Square> {
        let mut others = self.given.iter().copied();
        let Some(regions) = &self.regions else {
            return others.find(|&other| other == square || other.attacks(square));
        };
        let near = |other: &Square| other.is_near(square);
        others.find(near).or_else(|| {
            let full = |line: Line| {
                let mut on =
                    self.given.iter().copied().filter(|&other| line(regions, other, square));
                on.nth(self.stars - 1)
            };
            LINES.iter().find_map(|&line| full(line))
        })
    }

    /// Whether the last given queen closes another square: it attacks it, or it is the last queen of a line with the square.
    fn is_attacked_by(&self, queen: Square, square: Square) -> bool {
        let Some(regions) = &self.regions else { return queen.attacks(square) };
        let is_full = |line: Line| {
            let on = |&&other: &&Square| line(regions, other, queen);
            line(regions, square, queen) && self.given.iter().filter(on).count() == self.stars
        };
        !self.given.contains(&square)
            && (queen.is_near(square) || LINES.iter().any(|&line| is_full(line)))
    }

    /// The board with more given queens. It is an error if one of them attacks another or its square is closed.
    ///
    /// ```
    /// use queens::{Board, Request, Square};
    /// let queens = ["A1", "B5"].map(|name| name.parse::<Square>().unwrap());
    /// let board = Board::new(8)?.with_queens(queens)?;
    /// assert_eq!(board, Board::new(8)?.with_queens([queens[1], queens[0]])?);
    /// assert_eq!(Request::on(board).run()?.solutions, 1);
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn with_queens(self, queens: impl IntoIterator<Item = Square>) -> Result<Self, Error> {
        queens.into_iter().try_fold(self, Self::with_queen)
    }

    /// The board with one more closed square. It is an error if a queen is given there.
    pub fn with_closed(mut self, square: Square) -> Result<Self, Error> {
        self.check(square)?;
        if self.given.contains(&square) {
            return Err(Error::Board(BoardError::QueenOnClosedSquare { square }));
        }
        self.open[square.col as usize] -= Rows::only(square.row as usize);
        self.closed.push(square);
        Ok(self)
    }

    /// The number of rows and of columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The given queens, in the order given.
    pub fn given(&self) -> &[Square] {
        &self.given
    }

    /// The closed squares, in the order closed.
    pub fn closed(&self) -> &[Square] {
        &self.closed
    }

    /// The regions, if the board has any.
    pub fn regions(&self) -> Option<&Regions> {
        self.regions.as_deref()
    }

    /// The number of queens per column and row, and per region if the board has regions.
    pub fn stars(&self) -> usize {
        self.stars
    }

    /// The rules that the regions imply: [`Rules::Regions`], or [`Rules::Queens`] without regions.
    pub fn rules(&self) -> Rules {
        if self.regions.is_some() { Rules::Regions } else { Rules::Queens }
    }

    /// Whether the board has no given queens and no closed squares.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty() && self.closed.is_empty()
    }

    /// For each column the open rows: neither closed nor attacked by a given queen.
    pub fn open(&self) -> &[Rows] {
        &self.open[..self.size]
    }

    /// The open rows of every column up to [`MAX_SIZE`], for searches that index without a bounds check.
    pub(crate) fn open_array(&self) -> &[Rows; MAX_SIZE] {
        &self.open
    }

    fn check(&self, square: Square) -> Result<(), Error> {
        let inside = |line: u32| (line as usize) < self.size;
        if inside(square.col) && inside(square.row) {
            Ok(())
        } else {
            Err(Error::Board(BoardError::OffBoard { square, size: self.size }))
        }
    }
}

/// Whether two squares are in the same column, row or region.
type Line = fn(&Regions, Square, Square) -> bool;

const LINES: [Line; 3] = [
    |_, one, other| one.col == other.col,
    |_, one, other| one.row == other.row,
    |regions, one, other| regions.region(one) == regions.region(other),
];
