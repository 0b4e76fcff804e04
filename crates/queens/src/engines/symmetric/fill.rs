//! The search for symmetric solutions, from the middle columns outwards.
//!
//! Every queen is placed together with its image under the rotation by 180 degrees. The two close a pair of rows, of rising and
//! of falling diagonals in one step, and a column of the left half is closed together with its image in the right half. Most
//! diagonals pass through the middle, so the search starts there: for N = 24 and 180 degrees it takes 36 million steps from the
//! middle outwards, and 148 million from the edge inwards.

use crate::{CheckError, Control, Diagonals, Error, Rows, Square};

/// The control is not polled in this many last columns, which take less than a millisecond.
const UNPOLLED_COLUMNS: usize = 8;

/// The work of one job: the queens that it fixes, and the control.
pub(super) struct Job<'a> {
    pub(super) id: u64,
    pub(super) size: usize,
    pub(super) queens: &'a [Square],
    pub(super) control: &'a dyn Control,
}

impl Job<'_> {
    /// The number of solutions with the queens of the job that are symmetric under the rotation by 180 degrees.
    pub(super) fn count_half(&self) -> Result<u64, Error> {
        let is_empty = |&col: &usize| self.queens.iter().all(|queen| queen.col as usize != col);
        let columns: Vec<usize> = (0..self.size / 2).rev().filter(is_empty).collect();
        let lines = Lines::new(self.size);
        self.fill_pairs(lines, &columns, lines.closed_by(self.queens))
    }

    /// The number of solutions with the queens of the job that are symmetric under the rotation by 90 degrees.
    pub(super) fn count_quarter(&self) -> Result<u64, Error> {
        let lines = Lines::new(self.size);
        self.fill_fours(lines, lines.closed_by(self.queens))
    }

    /// The number of ways to fill these columns and their images.
    fn fill_pairs(&self, lines: Lines, columns: &[usize], closed: Closed) -> Result<u64, Error> {
        let [col, rest @ ..] = columns else { return Ok(1) };
        let free = lines.free(*col, closed);
        if columns.len() <= UNPOLLED_COLUMNS {
            return Ok(lines.fill_unpolled(columns, free, closed));
        }
        self.poll()?;
        let pair = |row| self.fill_pairs(lines, rest, lines.with_pair(closed, *col, row));
        self.sum(free.iter().map(pair))
    }

    /// The number of ways to fill the empty columns with orbits of four. A column has a queen if the row with the same number has
    /// one.
    fn fill_fours(&self, lines: Lines, closed: Closed) -> Result<u64, Error> {
        let empty = Rows::first(self.size / 2) - closed.rows;
        let Some(col) = empty.iter().last() else { return Ok(1) };
        if empty.len() > UNPOLLED_COLUMNS {
            self.poll()?;
        }
        let four = |row| {
            let pair = lines.with_pair(closed, col, row);
            self.fill_fours(lines, lines.with_pair(pair, row, lines.last - col))
        };
        self.sum(lines.free(col, closed).iter().map(four))
    }

    fn poll(&self) -> Result<(), Error> {
        if self.control.stopped() { Err(Error::Stopped) } else { Ok(()) }
    }

    fn sum(&self, mut counts: impl Iterator<Item = Result<u64, Error>>) -> Result<u64, Error> {
        let overflow = Error::Check(CheckError::Overflow { job: self.id });
        counts.try_fold(0, |sum: u64, count| sum.checked_add(count?).ok_or(overflow.clone()))
    }
}

/// The rows and diagonals with a queen. Rising diagonals are numbered `row - col + size - 1`, falling ones `row + col`.
#[derive(Clone, Copy)]
struct Closed {
    rows: Rows,
    rising: Diagonals,
    falling: Diagonals,
}

/// The lines of a board.
#[derive(Clone, Copy)]
struct Lines {
    last: usize,
    all: Rows,
}

impl Lines {
    fn new(size: usize) -> Self {
        Self { last: size.saturating_sub(1), all: Rows::first(size) }
    }

    /// The lines that these queens close, and the main diagonals, where a queen would attack its image.
    fn closed_by(self, queens: &[Square]) -> Closed {
        let main = Diagonals::only(self.last);
        let none = Closed { rows: Rows::EMPTY, rising: main, falling: main };
        queens.iter().fold(none, |closed, queen| {
            self.with_pair(closed, queen.col as usize, queen.row as usize)
        })
    }

    /// The closed lines after one more queen and its image under the rotation by 180 degrees.
    #[inline]
    fn with_pair(self, closed: Closed, col: usize, row: usize) -> Closed {
        let pair = |diagonal| Diagonals::only(diagonal) | Diagonals::only(2 * self.last - diagonal);
        Closed {
            rows: closed.rows | Rows::only(row) | Rows::only(self.last - row),
            rising: closed.rising | pair(row + self.last - col),
            falling: closed.falling | pair(row + col),
        }
    }

    /// The free rows of a column.
    #[inline]
    fn free(self, col: usize, closed: Closed) -> Rows {
        let rising = Rows::from_bits(closed.rising.bits() >> (self.last - col));
        let falling = Rows::from_bits(closed.falling.bits() >> col);
        self.all - (closed.rows | rising | falling)
    }

    /// The number of ways to fill these columns and their images, without polling. The sum cannot overflow for so few columns. The
    /// last column needs no step: each of its free rows is a solution.
    fn fill_unpolled(self, columns: &[usize], mut free: Rows, closed: Closed) -> u64 {
        let [col, next, ..] = *columns else { return free.len() as u64 };
        let mut solutions = 0;
        while !free.is_empty() {
            let closed = self.with_pair(closed, col, free.take_lowest().smallest());
            let next_free = self.free(next, closed);
            if columns.len() == 2 {
                solutions += next_free.len() as u64;
            } else if !next_free.is_empty() {
                solutions += self.fill_unpolled(&columns[1..], next_free, closed);
            }
        }
        solutions
    }
}
