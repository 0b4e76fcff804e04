//! Maximal arrangements: queens that occupy or attack every square, no two attacking each other, so that none can be added.
//!
//! Columns are filled in order; each has one queen or none. The free squares of a column that stays empty must be attacked by
//! later queens, along a row or a diagonal. The search keeps them as one mask per empty column. A later queen attacks at most
//! three squares of a column, so a column with more than three squares per column that is left is a dead end. The queen of the
//! last column is not placed: the rows from which it attacks all these squares are found by masks.
//!
//! Work: one step per placed queen or empty column, and per empty column before it.  Memory: O(N^4), the list of jobs.
//! Range: N <= 32.
//! Checked against all sets of squares for N <= 4, job by job against plain backtracking, and against A146303.
//! Reference: docs/engines.md#other-numbers-of-queens

use super::bits::bits;
use super::first_two::{Attacked, Jobs, Start};
use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Subproblem};
use crate::{CheckError, Control, Error, MAX_SIZE, Simd, Square};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "maximal",
    title: "Maximal arrangements",
    idea: "columns in order, some of them empty, whose free squares later queens must attack",
    counts: Counts::Maximal,
    max_n: MAX_SIZE,
    build: |problem| Arc::new(Maximal(Jobs::new(problem.board.size()))),
    ..EngineInfo::NEW
};

/// The control is polled while more than this many columns are left.
const POLLED_ABOVE: usize = 4;

/// The engine for maximal arrangements: numbered jobs, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Maximal(Jobs);

impl Maximal {
    /// The arrangements of up to one queen: on the empty board no queen, otherwise a queen that attacks all other squares.
    fn up_to_one_queen(&self) -> u64 {
        let size = self.0.size;
        let covers = |&queen: &Square| {
            Square::all(size).all(|square| square == queen || queen.attacks(square))
        };
        if size == 0 { 1 } else { Square::all(size).filter(covers).count() as u64 }
    }
}

impl Engine for Maximal {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.0.count()
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        self.0.subproblems(job)
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for Maximal {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        let Some(start) = self.0.start(job) else { return Ok((self.up_to_one_queen(), 1)) };
        let size = self.0.size;
        let mut search = Search {
            size,
            all: (1 << size) - 1,
            cols: [0; MAX_SIZE],
            free: [[0; MAX_SIZE]; MAX_SIZE + 1],
            job,
            control,
        };
        let Start { first, second, weight } = *start;
        // The columns before the second queen, as the search would fill them.
        let (mut attacked, mut columns) = (Attacked::default(), 0);
        for col in 0..=second.col as usize {
            let queen = [first, second].into_iter().find(|queen| queen.col as usize == col);
            attacked = match queen {
                Some(queen) => search.place(col, columns, 1 << queen.row, attacked),
                None => {
                    columns += 1;
                    search.leave(col, columns - 1, attacked)
                }
            };
        }
        let found = search.fill(second.col as usize + 1, columns, attacked)?;
        Ok((found, weight))
    }
}

struct Search<'a> {
    size: usize,
    all: u64,
    /// The columns without a queen.
    cols: [usize; MAX_SIZE],
    /// For each column of the board, the squares of the empty columns before it that no queen before it attacks.
    free: [[u64; MAX_SIZE]; MAX_SIZE + 1],
    job: u64,
    control: &'a dyn Control,
}

impl Search<'_> {
    /// Places a queen in a column: it attacks squares of the empty columns before it.
    #[inline]
    fn place(&mut self, col: usize, columns: usize, queen: u64, attacked: Attacked) -> Attacked {
        for empty in 0..columns {
            let distance = col - self.cols[empty];
            let lines = queen | queen << distance | queen >> distance;
            self.free[col + 1][empty] = self.free[col][empty] & !lines;
        }
        attacked.with(queen)
    }

    /// Leaves a column empty.
    #[inline]
    fn leave(&mut self, col: usize, columns: usize, attacked: Attacked) -> Attacked {
        self.free[col + 1] = self.free[col];
        self.free[col + 1][columns] = self.all & !attacked.all();
        self.cols[columns] = col;
        attacked.without()
    }

    /// Whether the queens of the columns from this one on can attack the free squares before it.
    #[inline]
    fn can_cover(&self, col: usize, columns: usize) -> bool {
        let most = 3 * (self.size - col);
        most >= self.size
            || self.free[col][..columns].iter().all(|free| free.count_ones() as usize <= most)
    }

    /// The number of arrangements in the columns from this one on.
    fn fill(&mut self, col: usize, columns: usize, attacked: Attacked) -> Result<u64, Error> {
        let left = self.size - col;
        if left > POLLED_ABOVE && self.control.stopped() {
            return Err(Error::Stopped);
        }
        if !self.can_cover(col, columns) {
            return Ok(0);
        }
        let free = self.all & !attacked.all();
        match left {
            0 => return Ok(1),
            1 => return Ok(self.last(col, columns, free)),
            _ => {}
        }
        let next = self.leave(col, columns, attacked);
        let mut found = self.fill(col + 1, columns + 1, next)?;
        for queen in bits(free) {
            let next = self.place(col, columns, queen, attacked);
            let more = self.fill(col + 1, columns, next)?;
            let overflow = Error::Check(CheckError::Overflow { job: self.job });
            found = found.checked_add(more).ok_or(overflow)?;
        }
        Ok(found)
    }

    /// The number of arrangements in the last column, of which these rows are free.
    #[inline]
    fn last(&self, col: usize, columns: usize, mut free: u64) -> u64 {
        let before = &self.free[col][..columns];
        // Without a free row the column stays empty. Otherwise it has a queen, or its free squares would not be attacked.
        if free == 0 {
            return u64::from(before.iter().all(|&squares| squares == 0));
        }
        for (&squares, empty) in before.iter().zip(self.cols) {
            let distance = col - empty;
            let mut squares = squares;
            while squares != 0 && free != 0 {
                let square = squares & squares.wrapping_neg();
                squares ^= square;
                free &= square | square << distance | square >> distance;
            }
        }
        u64::from(free.count_ones())
    }
}
