//! Problems, and the subproblems that jobs consist of.

use super::Queens;
use crate::{Board, Error, Rotation, Rules, Square, Symmetry};

/// What is counted: all solutions of a board by some rules and with some number of queens, or only those symmetric under a
/// rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The board with its given queens and closed squares, and its regions.
    pub board: Board,
    /// The rules. They are [`Rules::Regions`] if and only if the board has regions.
    pub rules: Rules,
    /// If set, only solutions symmetric under this rotation are counted.
    pub only: Option<Rotation>,
    /// How many queens stand on the board.
    pub queens: Queens,
}

impl Problem {
    /// All solutions of a board by the rules of queens, or by those of regions if it has regions.
    pub fn on(board: Board) -> Self {
        Self { rules: board.rules(), board, only: None, queens: Queens::Full }
    }

    /// Whether all solutions with N queens by the rules of queens are counted.
    pub fn counts_all(&self) -> bool {
        self.rules == Rules::Queens && self.only.is_none() && self.queens == Queens::Full
    }
}

/// A board and the number of times that each of its solutions counts.
///
/// A job counts the solutions of one or more subproblems. They do not depend on the algorithm of the engine, so plain
/// backtracking can recount a job. By other rules than those of queens and regions, the rules are those of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subproblem {
    /// The board with its given queens and closed squares.
    pub board: Board,
    /// The number of times that a solution counts.
    pub weight: Weight,
}

impl Subproblem {
    /// The subproblem of the board with more queens. The result is empty if the board does not allow these queens, because
    /// then there are no solutions.
    pub fn with_queens(board: &Board, queens: &[Square], weight: Weight) -> Vec<Self> {
        let missing = queens.iter().filter(|queen| !board.given().contains(queen));
        match board.clone().with_queens(missing.copied()) {
            Ok(board) => vec![Self { board, weight }],
            Err(_) => Vec::new(),
        }
    }

    /// The subproblem of an empty board whose queens in the columns of these squares stand on them. By other rules than those of
    /// queens, they need not be given queens of a [`Board`], so the other squares of these columns are closed.
    pub(crate) fn with_columns(
        size: usize,
        queens: &[Square],
        weight: Weight,
    ) -> Result<Self, Error> {
        let is_closed = |&square: &Square| {
            queens.iter().any(|queen| queen.col == square.col && queen.row != square.row)
        };
        let closed = Square::all(size).filter(is_closed);
        let board = closed.into_iter().try_fold(Board::new(size)?, Board::with_closed)?;
        Ok(Self { board, weight })
    }
}

/// The number of times that a solution counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Every solution counts this many times.
    Each(u64),
    /// The number depends on whether none, one or both of the main diagonals hold a queen.
    MainDiagonals([u64; 3]),
    /// A solution counts this many times if it is symmetric under the rotation, and otherwise not at all.
    Fixed(Rotation, u64),
    /// Every solution with the pawn on this square counts this many times.
    Pawn(Square, u64),
    /// A solution counts for the images of its edge queens. These are the rows of the queens in the first and last column and the
    /// columns of those in the first and last row. If an image has a smaller list (first column, first row, last column, last
    /// row), the solution does not count, otherwise as often as there are different lists.
    LeastEdges,
}

impl Weight {
    /// The number of times that the solution with these rows counts.
    pub(crate) fn of(self, rows: &[u8]) -> u64 {
        let last = rows.len().wrapping_sub(1);
        let squares = || rows.iter().map(|&row| usize::from(row)).enumerate();
        match self {
            Self::Each(weight) | Self::Pawn(_, weight) => weight,
            Self::MainDiagonals(weights) => {
                let falling = squares().any(|(col, row)| col == row);
                let rising = squares().any(|(col, row)| col + row == last);
                weights[usize::from(falling) + usize::from(rising)]
            }
            Self::Fixed(rotation, weight) => {
                let is_fixed = |(col, row): (usize, usize)| {
                    let square = Square::new(col as u32, row as u32);
                    let image = rotation.symmetry().apply(square, rows.len() as u32);
                    u32::from(rows[image.col as usize]) == image.row
                };
                if squares().all(is_fixed) { weight } else { 0 }
            }
            Self::LeastEdges => {
                let edges = |symmetry: Symmetry| {
                    let mut edges = [0; 4];
                    for (col, row) in squares() {
                        let square = Square::new(col as u32, row as u32);
                        let image = symmetry.apply(square, rows.len() as u32);
                        let last = last as u32;
                        let on =
                            [image.col == 0, image.row == 0, image.col == last, image.row == last];
                        let lines = [image.row, image.col, image.row, image.col];
                        for at in (0..4).filter(|&at| on[at]) {
                            edges[at] = lines[at];
                        }
                    }
                    edges
                };
                let own = edges(Symmetry::Identity);
                let images = Symmetry::ALL.map(edges);
                let equal = images.iter().filter(|&&image| image == own).count() as u64;
                if images.iter().all(|&image| own <= image) { 8 / equal } else { 0 }
            }
        }
    }
}
