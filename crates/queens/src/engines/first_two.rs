//! The cut of the engines that count another number of queens than N: one job per pair of first queens.
//!
//! Columns are filled in order and may stay empty. A job fixes the first two queens, so the columns before the second one have
//! no other queen. Of an arrangement and its mirror image, only the one with the lower first queen is counted, twice. A first
//! queen in the middle row attacks that row, so the second queen decides then.

use crate::job::{Subproblem, Weight};
use crate::{Board, Error, Square};

/// The first two queens of a job, and the number of times that an arrangement with them counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) first: Square,
    pub(super) second: Square,
    pub(super) weight: u64,
}

/// The masks of attacked rows in a column.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attacked {
    /// The rows of the queens.
    pub(super) taken: u64,
    /// The rows attacked along rising diagonals.
    pub(super) rising: u64,
    /// The rows attacked along falling diagonals.
    pub(super) falling: u64,
}

impl Attacked {
    /// The rows attacked in the next column, with a queen in this one.
    #[inline]
    pub(super) fn with(self, queen: u64) -> Self {
        let Self { taken, rising, falling } = self;
        Self {
            taken: taken | queen,
            rising: (rising | queen) << 1,
            falling: (falling | queen) >> 1,
        }
    }

    /// The rows attacked in the next column, without a queen in this one.
    #[inline]
    pub(super) fn without(self) -> Self {
        Self { rising: self.rising << 1, falling: self.falling >> 1, ..self }
    }

    /// All attacked rows.
    #[inline]
    pub(super) fn all(self) -> u64 {
        self.taken | self.rising | self.falling
    }
}

impl Start {
    /// The column after the second queen, and the rows attacked there.
    pub(super) fn state(&self) -> (usize, Attacked) {
        let Self { first, second, .. } = *self;
        let mut attacked = Attacked::default().with(1 << first.row);
        for _ in first.col + 1..second.col {
            attacked = attacked.without();
        }
        (second.col as usize + 1, attacked.with(1 << second.row))
    }

    /// The board on which the job counts: only squares after the second queen are open.
    pub(super) fn subproblem(&self, size: usize) -> Result<Subproblem, Error> {
        let mut board = Board::new(size)?.with_queens([self.first, self.second])?;
        let before = |square: &Square| square.col < self.second.col && *square != self.first;
        for square in Square::all(size).filter(before) {
            board = board.with_closed(square)?;
        }
        Ok(Subproblem { board, weight: Weight::Each(self.weight) })
    }
}

/// The jobs of an engine without a fixed number of queens: the first job has the arrangements of up to one queen, each other job
/// those with the same first two queens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Jobs {
    pub(super) size: usize,
    starts: Vec<Start>,
}

impl Jobs {
    pub(super) fn new(size: usize) -> Self {
        Self { size, starts: starts(size, 0) }
    }

    pub(super) fn count(&self) -> u64 {
        1 + self.starts.len() as u64
    }

    /// The first two queens of a job; `None` for the first job.
    pub(super) fn start(&self, job: u64) -> Option<&Start> {
        self.starts.get((job as usize).checked_sub(1)?)
    }

    /// The boards that a job counts.
    pub(super) fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        if let Some(start) = self.start(job) {
            return Ok(vec![start.subproblem(self.size)?]);
        }
        let none = std::iter::once(only(self.size, &[]));
        let one = Square::all(self.size).map(|square| only(self.size, &[square]));
        none.chain(one).collect()
    }
}

/// The jobs of an empty board, if at least this many queens follow the first two, each in a later column.
pub(super) fn starts(size: usize, following: usize) -> Vec<Start> {
    let squares: Vec<Square> = Square::all(size).collect();
    let row_above = |square: &Square| size as u32 - 1 - square.row;
    let mut starts = Vec::new();
    for &first in squares.iter().filter(|first| first.row <= row_above(first)) {
        for &second in &squares {
            let is_later = second.col > first.col && second.col as usize + following < size;
            let in_middle = first.row == row_above(&first);
            let is_lower = !in_middle || second.row < row_above(&second);
            if is_later && is_lower && !first.attacks(second) {
                starts.push(Start { first, second, weight: 2 });
            }
        }
    }
    starts
}

/// The board on which these squares have queens and all others are closed.
fn only(size: usize, queens: &[Square]) -> Result<Subproblem, Error> {
    let mut board = Board::new(size)?.with_queens(queens.iter().copied())?;
    for square in Square::all(size).filter(|square| !queens.contains(square)) {
        board = board.with_closed(square)?;
    }
    Ok(Subproblem { board, weight: Weight::Each(1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every ordered pair of queens that do not attack each other has one job, or its mirror image has.
    #[test]
    fn the_weights_of_all_starts_are_all_pairs_of_queens() {
        for size in 0..9_u64 {
            let starts = starts(size as usize, 0);
            let sum: u64 = starts.iter().map(|start| start.weight).sum();
            // A036464: two nonattacking queens.
            let pairs = size
                * size.saturating_sub(1)
                * size.saturating_sub(2)
                * (3 * size).saturating_sub(1)
                / 6;
            assert_eq!(sum, pairs, "N = {size}");
        }
    }
}
