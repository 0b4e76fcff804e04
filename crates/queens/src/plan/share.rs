//! What a job counts, said without its engine, so that the plain search can recount it.

use super::{Control, Guard, Plan};
use crate::methods::join::{ColumnSet, Join, JoinJob};
use crate::methods::symmetric::Turn;
use crate::methods::{Method, bitmask};
use crate::search::Flow;
use crate::{Board, Error, Observer, Square};

/// Boards and how often each of their solutions counts. A job counts the solutions of one or more shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The board: given queens and closed squares.
    pub board: Board,
    /// How often a solution counts.
    pub weight: Weight,
}

/// How often a solution counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Every solution so often.
    Each(u64),
    /// So often, by how many of the two main diagonals hold a queen.
    MainDiagonals([u64; 3]),
    /// So often, if the turn leaves it as it is.
    Fixed(Turn, u64),
}

impl Weight {
    /// How often the solution with these rows counts.
    fn of(self, rows: &[u8]) -> u64 {
        let last = rows.len().wrapping_sub(1);
        let squares = || rows.iter().map(|&row| usize::from(row)).enumerate();
        match self {
            Self::Each(weight) => weight,
            Self::MainDiagonals(weights) => {
                let falling = squares().any(|(col, row)| col == row);
                let rising = squares().any(|(col, row)| col + row == last);
                weights[usize::from(falling) + usize::from(rising)]
            }
            Self::Fixed(turn, weight) => {
                let turned = |(col, row): (usize, usize)| {
                    let square = Square::new(col as u32, row as u32);
                    let image = turn.symmetry().apply(square, rows.len() as u32);
                    u32::from(rows[image.col as usize]) == image.row
                };
                if squares().all(turned) { weight } else { 0 }
            }
        }
    }
}

/// The shares of a job of the join: a board for every set of columns that the lower half uses.
pub(super) fn of_join(join: &Join, job: JoinJob) -> Result<Vec<Share>, Error> {
    if join.is_plain() {
        return Ok(vec![Share { board: Board::new(join.size())?, weight: Weight::Each(1) }]);
    }
    join.sets(job).into_iter().map(|set| of_columns(join.size(), job, set)).collect()
}

fn of_columns(size: usize, job: JoinJob, set: ColumnSet) -> Result<Share, Error> {
    let half = size / 2;
    let lower_columns = set.west | set.east.reverse_bits() >> (32 - size);
    let is_open = |col: usize, row: usize| {
        let is_lower = row < half;
        match job.middle {
            Some(middle @ 1..) if col == half => row < half - middle,
            None if !is_lower && (col == row || col + row == size - 1) => false,
            _ => (lower_columns >> col & 1 == 1) == is_lower,
        }
    };
    let mut board = Board::new(size)?;
    if let Some(middle) = job.middle {
        board = board.with_queen(Square::new((half - middle) as u32, half as u32))?;
    }
    for row in (0..half).chain(size - half..size) {
        for col in (0..size).filter(|&col| !is_open(col, row)) {
            board = board.with_closed(Square::new(col as u32, row as u32))?;
        }
    }
    let weight = match job.middle {
        None => Weight::MainDiagonals(set.weights),
        Some(_) => Weight::Each(set.weights[0]),
    };
    Ok(Share { board, weight })
}

impl Plan {
    /// Counts a job again by the plain search. The boards and weights are the plan's, the counting shares no code with the engine.
    pub fn recount(&self, job: u64, control: &dyn Control) -> Result<u64, Error> {
        let mut solutions: u64 = 0;
        for Share { board, weight } in self.shares(job)? {
            let mut weighed = Weighed { weight, sum: Some(0) };
            for first in 0..Method::Bitmask.first_queens(board.size()) {
                let mut guard = Guard::without_progress(control, board.size(), &mut weighed);
                bitmask::search(&board, first as usize, &mut guard)?;
            }
            let sum = weighed.sum.and_then(|sum| solutions.checked_add(sum));
            solutions = sum.ok_or(Error::Overflow { job })?;
        }
        Ok(solutions)
    }
}

/// The observer that adds up the weights of solutions.
struct Weighed {
    weight: Weight,
    sum: Option<u64>,
}

impl Observer for &mut Weighed {
    const SQUARES: bool = true;

    fn solution(&mut self, rows: &[u8]) -> Flow {
        self.sum = self.sum.and_then(|sum| sum.checked_add(self.weight.of(rows)));
        Flow::Continue(())
    }
}
