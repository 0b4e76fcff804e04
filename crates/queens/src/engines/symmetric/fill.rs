//! The search for symmetric solutions, from the middle columns outwards.
//!
//! Every queen is placed together with its image under the rotation by 180 degrees. The two close a pair of rows, of rising and
//! of falling diagonals in one step, and a column of the left half is closed together with its image in the right half. Most
//! diagonals pass through the middle, so the search starts there: for N = 24 and 180 degrees it takes 36 million steps from the
//! middle outwards, and 148 million from the edge inwards.
//!
//! For superqueens the squares a knight's move away are closed as well, one set of rows per column ([`Knights`]).

use crate::{CheckError, Control, Diagonals, Error, MAX_SIZE, Rotation, Rows, Rules, Square};

/// The control is not polled in this many last columns, which take less than a millisecond.
const UNPOLLED_COLUMNS: usize = 8;

/// The work of one job: the queens that it fixes, and the control.
pub(super) struct Job<'a> {
    pub(super) id: u64,
    pub(super) size: usize,
    pub(super) rules: Rules,
    pub(super) queens: &'a [Square],
    pub(super) control: &'a dyn Control,
}

impl Job<'_> {
    /// The number of solutions with the queens of the job that are symmetric under the rotation.
    pub(super) fn count(&self, rotation: Rotation) -> Result<u64, Error> {
        let lines = Lines::new(self.size);
        let closed = lines.closed_by(self.queens);
        if self.rules == Rules::Superqueens {
            let none = Knights { closed, attacked: lines.attacked_by_own_orbit(rotation) };
            let place = |knights: Knights, queen: &Square| {
                knights.with_pair(lines, queen.col as usize, queen.row as usize)
            };
            return self.fill(rotation, lines, self.queens.iter().fold(none, place));
        }
        self.fill(rotation, lines, closed)
    }

    fn fill(&self, rotation: Rotation, lines: Lines, taken: impl Taken) -> Result<u64, Error> {
        let is_empty = |&col: &usize| self.queens.iter().all(|queen| queen.col as usize != col);
        let columns: Vec<usize> = (0..self.size / 2).rev().filter(is_empty).collect();
        match rotation {
            Rotation::By180 => self.fill_pairs(lines, &columns, taken),
            Rotation::By90 => self.fill_fours(lines, taken),
        }
    }

    /// The number of ways to fill these columns and their images.
    fn fill_pairs(&self, lines: Lines, columns: &[usize], taken: impl Taken) -> Result<u64, Error> {
        let [col, rest @ ..] = columns else { return Ok(1) };
        let free = taken.free(lines, *col);
        if columns.len() <= UNPOLLED_COLUMNS {
            return Ok(lines.fill_unpolled(columns, free, taken));
        }
        self.poll()?;
        let pair = |row| self.fill_pairs(lines, rest, taken.with_pair(lines, *col, row));
        self.sum(free.iter().map(pair))
    }

    /// The number of ways to fill the empty columns with orbits of four. A column has a queen if the row with the same number has
    /// one.
    fn fill_fours(&self, lines: Lines, taken: impl Taken) -> Result<u64, Error> {
        let empty = Rows::first(self.size / 2) - taken.rows();
        let Some(col) = empty.iter().last() else { return Ok(1) };
        if empty.len() > UNPOLLED_COLUMNS {
            self.poll()?;
        }
        let four = |row| {
            let pair = taken.with_pair(lines, col, row);
            self.fill_fours(lines, pair.with_pair(lines, row, lines.last - col))
        };
        self.sum(taken.free(lines, col).iter().map(four))
    }

    fn poll(&self) -> Result<(), Error> {
        if self.control.stopped() { Err(Error::Stopped) } else { Ok(()) }
    }

    fn sum(&self, mut counts: impl Iterator<Item = Result<u64, Error>>) -> Result<u64, Error> {
        let overflow = Error::Check(CheckError::Overflow { job: self.id });
        counts.try_fold(0, |sum: u64, count| sum.checked_add(count?).ok_or(overflow.clone()))
    }
}

/// The squares that the queens placed until now attack.
trait Taken: Copy {
    /// With one more queen and its image under the rotation by 180 degrees.
    fn with_pair(self, lines: Lines, col: usize, row: usize) -> Self;

    /// The free rows of a column.
    fn free(self, lines: Lines, col: usize) -> Rows;

    /// The rows with a queen.
    fn rows(self) -> Rows;
}

impl Taken for Closed {
    #[inline]
    fn with_pair(self, lines: Lines, col: usize, row: usize) -> Self {
        lines.with_pair(self, col, row)
    }

    #[inline]
    fn free(self, lines: Lines, col: usize) -> Rows {
        lines.free(col, self)
    }

    fn rows(self) -> Rows {
        self.rows
    }
}

/// The columns left of the left half and right of it in [`Knights`], so that every knight's move of a queen in it has a column.
const MARGIN: usize = 2;

/// The rows that are attacked in each column of the left half, and in [`MARGIN`] columns on each side.
type Attacked = [u32; MAX_SIZE / 2 + 2 * MARGIN];

/// The closed lines, and the squares that are closed in addition: those a knight's move away from a queen, and those from which a
/// queen would attack its own images.
#[derive(Clone, Copy)]
struct Knights {
    closed: Closed,
    attacked: Attacked,
}

impl Knights {
    #[inline]
    fn attack(&mut self, col: usize, row: usize) {
        let queen = 1_u64 << row;
        for (far, rows) in [(1, queen << 2 | queen >> 2), (2, queen << 1 | queen >> 1)] {
            for col in [col + MARGIN - far, col + MARGIN + far] {
                if let Some(attacked) = self.attacked.get_mut(col) {
                    // Rows above 32 are not on the board.
                    *attacked |= rows as u32;
                }
            }
        }
    }
}

impl Taken for Knights {
    #[inline]
    fn with_pair(mut self, lines: Lines, col: usize, row: usize) -> Self {
        self.closed = lines.with_pair(self.closed, col, row);
        self.attack(col, row);
        self.attack(lines.last - col, lines.last - row);
        self
    }

    #[inline]
    fn free(self, lines: Lines, col: usize) -> Rows {
        lines.free(col, self.closed) - Rows::from_bits(self.attacked[col + MARGIN].into())
    }

    fn rows(self) -> Rows {
        self.closed.rows
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

    /// The squares of the left half from which a superqueen would attack its images under the rotation.
    fn attacked_by_own_orbit(self, rotation: Rotation) -> Attacked {
        let size = self.all.len();
        let mut attacked = Attacked::default();
        for (col, attacked) in attacked[MARGIN..][..size / 2].iter_mut().enumerate() {
            for row in 0..size {
                let square = Square::new(col as u32, row as u32);
                let attacks = |image: &Square| Rules::Superqueens.attacks(square, *image, size);
                if rotation.orbit(square, size).iter().any(attacks) {
                    *attacked |= 1 << row;
                }
            }
        }
        attacked
    }

    /// The number of ways to fill these columns and their images, without polling. The sum cannot overflow for so few columns. The
    /// last column needs no step: each of its free rows is a solution.
    fn fill_unpolled(self, columns: &[usize], mut free: Rows, taken: impl Taken) -> u64 {
        let [col, next, ..] = *columns else { return free.len() as u64 };
        let mut solutions = 0;
        while !free.is_empty() {
            let taken = taken.with_pair(self, col, free.take_lowest().smallest());
            let next_free = taken.free(self, next);
            if columns.len() == 2 {
                solutions += next_free.len() as u64;
            } else if !next_free.is_empty() {
                solutions += self.fill_unpolled(&columns[1..], next_free, taken);
            }
        }
        solutions
    }
}
