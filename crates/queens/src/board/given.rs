//! The board that engines count: empty, or with given queens and closed squares.

use super::{Rows, Square};
use crate::{BoardError, Error};
use std::collections::BTreeSet;

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
#[derive(Clone, Debug)]
pub struct Board {
    size: usize,
    given: Vec<Square>,
    closed: Vec<Square>,
    /// For each column the open rows: neither closed nor attacked by a given queen.
    open: [Rows; MAX_SIZE],
}

/// Boards are equal if the same queens are given and the same squares closed, in any order.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let set = |squares: &[Square]| squares.iter().copied().collect::<BTreeSet<_>>();
        self.size == other.size
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
        Ok(Self { size, given: Vec::new(), closed: Vec::new(), open })
    }

    /// The board with one more given queen. It is an error if another given queen attacks it or its square is closed.
    pub fn with_queen(mut self, queen: Square) -> Result<Self, Error> {
        self.check(queen)?;
        if self.closed.contains(&queen) {
            return Err(Error::Board(BoardError::QueenOnClosedSquare { square: queen }));
        }
        if let Some(&other) =
            self.given.iter().find(|&&other| other == queen || other.attacks(queen))
        {
            return Err(Error::Board(BoardError::Attack { first: other, second: queen }));
        }
        for (col, open) in self.open[..self.size].iter_mut().enumerate() {
            let attacked = |&row: &usize| Square::new(col as u32, row as u32).attacks(queen);
            *open -= (0..self.size).filter(attacked).collect();
        }
        self.given.push(queen);
        Ok(self)
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

    /// The number of rows, of columns and of queens.
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
