//! An immutable board of three bit sets: ok, place, solve.
//!
//! A [`BitBoard`] is a few words. `ok` says whether a column of the next row is free, `place` returns a new board with a queen
//! there, `solve` is 1 on a full board and otherwise the sum over the free columns.
//!
//! A `BitBoard` is filled by rows, but solutions are listed by columns. Row i of a `BitBoard` is therefore reported as column i:
//! the board reflected at its main diagonal, which maps solutions to solutions.
//!
//! Work: N tests per placed queen.  Memory: one board per row.  Range: N <= 32, where the diagonals fit into 64 bits.
//! Checked against `arrays`: the same steps in the same order.
//! Reference: John Hurst's comparison of languages and styles; docs/methods.md#bit-sets

use super::search::{SearchMethod, info};
use super::{EngineInfo, Method, Statistic};
use crate::observe::{Flow, Record};
use crate::{Board, Columns, Diagonals, Observer, Stopped};

/// A board filled row by row, as three bit sets.
///
/// ```text
///   row 3   ♛ marks the queens in columns 0, 5 and 7 of the first three rows;
///   row 2   · · · · · · · ♛      cols  = 2^0 + 2^5 + 2^7 = 161
///   row 1   · · · · · ♛ · ·      diag1 = 2^0 + 2^6 + 2^9 = 577   (row + col)
///   row 0   ♛ · · · · · · ·      diag2 = 2^2 + 2^3 + 2^7 = 140   (row - col + size - 1)
/// ```
///
/// ```
/// use queens::engines::bitset::BitBoard;
/// let board = BitBoard::new(8).place(0).place(5).place(7);
/// assert_eq!((board.cols.bits(), board.diag1.bits(), board.diag2.bits()), (161, 577, 140));
/// assert_eq!(board.free().iter().collect::<Vec<_>>(), [1, 2, 4]);
/// assert_eq!(BitBoard::new(8).solve(), 92);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitBoard {
    /// The number of rows and columns.
    pub size: usize,
    /// The next row to fill. All rows before it have a queen.
    pub row: usize,
    /// Columns with a queen.
    pub cols: Columns,
    /// Diagonals `row + col` with a queen.
    pub diag1: Diagonals,
    /// Diagonals `row - col + size - 1` with a queen.
    pub diag2: Diagonals,
}

impl BitBoard {
    /// The empty board of this size, at most 32.
    pub const fn new(size: usize) -> Self {
        let (cols, diag1, diag2) = (Columns::EMPTY, Diagonals::EMPTY, Diagonals::EMPTY);
        Self { size, row: 0, cols, diag1, diag2 }
    }

    /// Whether no queen attacks the column of the next row.
    #[inline]
    pub fn ok(&self, col: usize) -> bool {
        !self.cols.contains(col)
            && !self.diag1.contains(self.row + col)
            && !self.diag2.contains(self.row + self.size - 1 - col)
    }

    /// The board with a queen in the column of the next row.
    #[inline]
    pub fn place(&self, col: usize) -> Self {
        Self {
            size: self.size,
            row: self.row + 1,
            cols: self.cols | Columns::only(col),
            diag1: self.diag1 | Diagonals::only(self.row + col),
            diag2: self.diag2 | Diagonals::only(self.row + self.size - 1 - col),
        }
    }

    /// Whether every row has its queen.
    #[inline]
    pub fn full(&self) -> bool {
        self.row == self.size
    }

    /// The columns of the next row that no queen attacks.
    pub fn free(&self) -> Columns {
        if self.full() {
            Columns::EMPTY
        } else {
            (0..self.size).filter(|&col| self.ok(col)).collect()
        }
    }

    /// The number of solutions that contain the queens of this board.
    pub fn solve(&self) -> u64 {
        if self.full() {
            return 1;
        }
        let mut count = 0;
        for col in 0..self.size {
            if self.ok(col) {
                count += self.place(col).solve();
            }
        }
        count
    }
}

/// The method `bitset`.
pub(crate) struct Bitset;

impl Method {
    /// An immutable board of three bit sets: `ok`, `place`, `solve`.
    pub const BITSET: Self = Self::new(&Bitset::INFO);
}

impl SearchMethod for Bitset {
    const INFO: EngineInfo = EngineInfo {
        name: "bitset",
        title: "A board of bit sets",
        idea: "recursion on an immutable board of three 64-bit sets",
        statistics: &[Statistic::PLACEMENTS, Statistic::REJECTS],
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let size = board.size();
        let mut record = Record::new(size, observer);
        let flow = solve(&BitBoard::new(size), &mut record, &Record::solution);
        record.end(flow)
    }
}

/// As [`BitBoard::solve`], with an observer. Calls `solved` for each solution.
pub(super) fn solve<'a, O: Observer>(
    board: &BitBoard,
    record: &mut Record<'a, O>,
    solved: &impl Fn(&mut Record<'a, O>) -> Flow,
) -> Flow {
    if board.full() {
        return solved(record);
    }
    for col in 0..board.size {
        if board.ok(col) {
            record.place(board.row, col)?;
            solve(&board.place(col), record, solved)?;
            record.remove(board.row, col);
        } else {
            record.reject(board.row, col);
        }
    }
    Flow::Continue(())
}
