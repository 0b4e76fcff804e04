//! Arrangements of exactly K queens on an N x N board, no two attacking each other.
//!
//! Columns are filled in order and may stay empty. The last two queens are not placed. Their number is the number of pairs of
//! free squares in different columns, less the pairs on a common row or diagonal. A line with c free squares has c (c - 1) / 2
//! such pairs. The numbers c of all rows, and of all diagonals, are kept as the bits of several masks (bit 0 of each c in the
//! first mask, and so on), to which each column is added by carries.
//!
//! Work: one step per placement of K - 2 queens, times the columns that are left; half of them by mirror images.
//! About 4 s for K = 8, N = 14 on one core.  Memory: O(N^4), the list of jobs.  Range: N <= 32.
//! Checked against all sets of squares for N <= 5, job by job against plain backtracking, against polynomials for K <= 3, and
//! against A178721 and A252593.
//! Reference: docs/engines.md#other-numbers-of-queens

use super::bits::bits;
use super::first_two::{self, Attacked, Start};
use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Queens, Subproblem, Weight};
use crate::{Board, CheckError, Control, Error, MAX_SIZE, Simd};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "exactly",
    title: "Exactly K queens",
    idea: "columns in order, some of them empty; the last two queens counted without placing them",
    counts: Counts::Exactly,
    max_n: MAX_SIZE,
    build: |problem| {
        let Queens::Exactly(queens) = problem.queens else {
            unreachable!("the problem is about a number of queens");
        };
        Arc::new(Exactly::new(problem.board.size(), queens))
    },
    ..EngineInfo::NEW
};

/// The control is polled while at least this many queens are missing.
const POLLED_FROM: usize = 4;

/// The engine for exactly K queens: numbered jobs, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Exactly {
    size: usize,
    queens: usize,
    starts: Vec<Start>,
}

impl Exactly {
    fn new(size: usize, queens: usize) -> Self {
        let starts = match queens {
            0 | 1 => Vec::new(),
            _ => first_two::starts(size, queens - 2),
        };
        Self { size, queens, starts }
    }
}

impl Engine for Exactly {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    /// Up to one queen there is one job, and no list of first two queens.
    fn jobs(&self) -> u64 {
        if self.queens < 2 { 1 } else { self.starts.len() as u64 }
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let Some(start) = self.starts.get(job as usize) else {
            return Ok(vec![Subproblem { board: Board::new(self.size)?, weight: Weight::Each(1) }]);
        };
        Ok(vec![start.subproblem(self.size)?])
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for Exactly {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        let Some(start) = self.starts.get(job as usize) else {
            let squares = (self.size * self.size) as u64;
            return Ok((if self.queens == 0 { 1 } else { squares }, 1));
        };
        let (col, attacked) = start.state();
        let search = Search { size: self.size, all: (1 << self.size) - 1, job, control };
        Ok((search.fill(col, self.queens - 2, attacked)?, start.weight))
    }
}

struct Search<'a> {
    size: usize,
    all: u64,
    job: u64,
    control: &'a dyn Control,
}

impl Search<'_> {
    /// The number of arrangements of this many queens in the columns from this one on.
    fn fill(&self, col: usize, queens: usize, mut attacked: Attacked) -> Result<u64, Error> {
        match queens {
            0 => return Ok(1),
            1 => return Ok(self.squares(col, attacked)),
            2 => return Ok(self.pairs_from(col, attacked)),
            POLLED_FROM.. if self.control.stopped() => return Err(Error::Stopped),
            _ => {}
        }
        let mut found: u64 = 0;
        for col in col..=self.size - queens {
            for queen in bits(self.all & !attacked.all()) {
                let more = self.fill(col + 1, queens - 1, attacked.with(queen))?;
                let overflow = Error::Check(CheckError::Overflow { job: self.job });
                found = found.checked_add(more).ok_or(overflow)?;
            }
            attacked = attacked.without();
        }
        Ok(found)
    }

    /// The number of free squares in the columns from this one on.
    fn squares(&self, col: usize, mut attacked: Attacked) -> u64 {
        let mut squares = 0;
        for _ in col..self.size {
            squares += u64::from((self.all & !attacked.all()).count_ones());
            attacked = attacked.without();
        }
        squares
    }

    /// The number of pairs of queens in the columns from this one on. The masks must hold the number of columns.
    #[inline]
    fn pairs_from(&self, col: usize, attacked: Attacked) -> u64 {
        match self.size - col {
            columns @ 0..=3 => self.pairs::<2>(columns, attacked),
            columns @ 4..=7 => self.pairs::<3>(columns, attacked),
            columns @ 8..=15 => self.pairs::<4>(columns, attacked),
            columns => self.pairs::<6>(columns, attacked),
        }
    }

    /// The number of pairs of queens in the last columns, of which there are fewer than 2^MASKS.
    fn pairs<const MASKS: usize>(&self, columns: usize, mut attacked: Attacked) -> u64 {
        let (mut pairs, mut squares) = (0, 0);
        // For each row, rising and falling diagonal, the bits of the number of its free squares.
        let mut numbers = [[0_u64; 3]; MASKS];
        for col in 0..columns {
            let free = self.all & !attacked.all();
            let here = u64::from(free.count_ones());
            pairs += squares * here;
            squares += here;
            let mut carry = [free, free << col, free << (columns - col)];
            for bit in &mut numbers {
                for (bit, carry) in bit.iter_mut().zip(&mut carry) {
                    (*bit, *carry) = (*bit ^ *carry, *bit & *carry);
                }
            }
            attacked = attacked.without();
        }
        // With c = sum of 2^i b_i, c (c - 1) / 2 is the sum of 2^i (2^i - 1) / 2 b_i and of 2^(i + j) b_i b_j for i < j.
        let mut in_line = 0;
        for (high, bits) in numbers.iter().enumerate() {
            for (line, bit) in bits.iter().enumerate() {
                in_line += ((1 << (2 * high)) - (1 << high)) / 2 * u64::from(bit.count_ones());
                for (low, lower) in numbers[..high].iter().enumerate() {
                    in_line += u64::from((bit & lower[line]).count_ones()) << (high + low);
                }
            }
        }
        pairs - in_line
    }
}
