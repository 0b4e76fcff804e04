//! Problems, and the subproblems that jobs consist of.

use super::Queens;
use crate::{BackendError, Board, Error, Rotation, Rules, Square};

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
/// backtracking (`bitmask`) can recount a job.
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

    /// The error for a job by other rules, which has no subproblems.
    pub(crate) fn rules_of_queens_only() -> Error {
        let reason = "it supports only the rules 'queens'".to_string();
        Error::Backend(BackendError::Unsupported { backend: "plain backtracking", reason })
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
        }
    }
}
