//! Solving a position with several stars: deductions on bit sets, then a guess in the line with the least room.
//!
//! A *unit* is a row, a column or a region: it needs `stars` queens, none next to another. After each queen these rules are
//! applied until nothing changes:
//!
//! - A unit that has its queens closes its other squares. A unit with as many open squares as it needs queens is filled; one
//!   with fewer is a dead end.
//! - A block of two by two squares holds at most one queen. The open squares of a unit, or of two neighbouring rows or columns,
//!   are covered by blocks in four ways. With fewer blocks than needed queens there is a dead end. With as many, every block has
//!   one queen: a block with one open square is filled, and squares next to all open squares of a block are closed.
//!
//! ```text
//!    A A . . .    Two queens in region A: its open squares are covered by
//!    A A . A .    two blocks, so D4 or D3 has a queen, and the squares next
//!    . . . A .    to both of them, in columns C and E, are closed.
//! ```
//!
//! Then a queen is placed on an open square of the unit with the fewest open squares above its need. If that fails, the
//! square is closed.
//!
//! Work: about 10 N^2 operations per deduced queen.  Memory: 16 N bytes per guess.  Range: N <= 64.
//! Checked against plain recursion over squares and against the satisfiability solver.
//! Reference: docs/engines.md#star-battle

use super::domains::Outcome;
use crate::Position;
use queens::Square;
use rand::{Rng, RngExt};

/// Bits of the columns with even numbers.
const EVEN: u64 = 0x5555_5555_5555_5555;

/// Some squares that need a number of queens: the squares of each of its rows, as a mask of columns.
#[derive(Clone, Debug)]
struct Unit {
    rows: Vec<(usize, u64)>,
    need: u32,
}

/// The open squares and the queens of each row, as masks of columns.
#[derive(Clone, Debug)]
struct Squares {
    open: Vec<u64>,
    queens: Vec<u64>,
}

impl Squares {
    /// Places a queen and closes the squares around it. Returns whether the square was open.
    fn place(&mut self, row: usize, col: usize) -> bool {
        if self.open[row] >> col & 1 == 0 {
            return false;
        }
        self.queens[row] |= 1 << col;
        let around = around(col);
        let last = (row + 1).min(self.open.len() - 1);
        for open in &mut self.open[row.saturating_sub(1)..=last] {
            *open &= !around;
        }
        true
    }
}

/// A column and the columns next to it.
fn around(col: usize) -> u64 {
    (0b111 << col) >> 1
}

/// A guess: the squares before it, and the square that was tried.
#[derive(Clone, Debug)]
struct Guess {
    squares: Squares,
    row: usize,
    col: usize,
}

/// The state of the search.
#[derive(Clone, Debug)]
pub(crate) struct Stars {
    size: usize,
    stars: usize,
    /// The rows, columns and regions, and then pairs of neighbouring rows and of neighbouring columns.
    units: Vec<Unit>,
    squares: Squares,
    guesses: Vec<Guess>,
    /// Whether the current squares are a solution that was returned.
    returned: bool,
    steps: u64,
}

impl Stars {
    /// The state before the first step, or `None` if given queens are next to each other. The regions of a position have names of
    /// one character, so that its size is at most 62.
    pub(crate) fn new(position: &Position) -> Option<Self> {
        let (size, stars) = (position.size(), position.stars());
        let regions = position.regions()?;
        let all = if size == 64 { !0 } else { (1 << size) - 1 };
        let band = |rows: std::ops::Range<usize>, columns: u64, lines: u32| Unit {
            rows: rows.map(|row| (row, columns)).collect(),
            need: lines * stars as u32,
        };
        let mut of_region = vec![vec![0_u64; size]; size];
        for square in Square::all(size) {
            of_region[regions.region(square)][square.row as usize] |= 1 << square.col;
        }
        let region = |rows: Vec<u64>| Unit {
            rows: rows.into_iter().enumerate().filter(|(_, squares)| *squares != 0).collect(),
            need: stars as u32,
        };
        let mut units: Vec<Unit> = (0..size).map(|row| band(row..row + 1, all, 1)).collect();
        units.extend((0..size).map(|col| band(0..size, 1 << col, 1)));
        units.extend(of_region.into_iter().map(region));
        units.extend((1..size).map(|row| band(row - 1..row + 1, all, 2)));
        units.extend((1..size).map(|col| band(0..size, 0b11 << (col - 1), 2)));
        let mut squares = Squares { open: vec![all; size], queens: vec![0; size] };
        for square in position.closed() {
            squares.open[square.row as usize] &= !(1 << square.col);
        }
        let place = |queen: &Square| squares.place(queen.row as usize, queen.col as usize);
        if !position.given().iter().all(place) {
            return None;
        }
        Some(Self { size, stars, units, squares, guesses: Vec::new(), returned: false, steps: 0 })
    }

    /// Continues to the next solution, or for at most this many steps. Squares are guessed at random, or without random numbers
    /// from the bottom on.
    pub(crate) fn advance(&mut self, limit: u64, mut random: Option<&mut dyn Rng>) -> Outcome {
        let end = self.steps.saturating_add(limit);
        let mut alive = !std::mem::take(&mut self.returned);
        loop {
            if self.steps >= end && alive {
                return Outcome::Limit;
            }
            if alive {
                self.steps += 1;
                alive = self.deduce();
            }
            if !alive {
                let Some(Guess { squares, row, col }) = self.guesses.pop() else {
                    // Later calls find a dead end at once.
                    self.squares.open.fill(0);
                    self.squares.queens.fill(0);
                    return Outcome::Exhausted;
                };
                self.squares = squares;
                self.squares.open[row] &= !(1 << col);
                alive = true;
                continue;
            }
            let Some((row, col)) = self.choose(&mut random) else {
                self.returned = true;
                return Outcome::Solution;
            };
            self.guesses.push(Guess { squares: self.squares.clone(), row, col });
            self.squares.place(row, col);
        }
    }

    /// The number of rounds of deductions.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// The rows of the queens, column by column, once all queens are placed.
    pub(crate) fn rows(&self) -> Vec<u32> {
        let mut rows = Vec::with_capacity(self.size * self.stars);
        for col in 0..self.size {
            let has_queen = |row: &usize| self.squares.queens[*row] >> col & 1 == 1;
            rows.extend((0..self.size).filter(has_queen).map(|row| row as u32));
        }
        rows
    }

    /// The number of open squares of a unit, and of queens that it needs. `None` if it has too many queens.
    fn room(&self, unit: &Unit) -> Option<(u32, u32)> {
        let (mut open, mut queens) = (0, 0);
        for &(row, squares) in &unit.rows {
            open += (self.squares.open[row] & squares).count_ones();
            queens += (self.squares.queens[row] & squares).count_ones();
        }
        Some((open, unit.need.checked_sub(queens)?))
    }

    /// An open square of the unit with the least room, or `None` if all queens are placed.
    fn choose(&self, random: &mut Option<&mut dyn Rng>) -> Option<(usize, usize)> {
        let rooms =
            self.units[..3 * self.size].iter().filter_map(|unit| Some((unit, self.room(unit)?)));
        let unfilled = rooms.filter(|(_, (_, need))| *need > 0);
        let (unit, (open, _)) = unfilled.min_by_key(|(_, (open, need))| (open - need, *need))?;
        let skipped = random.as_mut().map_or(0, |random| random.random_range(0..open));
        let squares = unit.rows.iter().flat_map(|&(row, squares)| {
            bits(self.squares.open[row] & squares).map(move |col| (row, col))
        });
        squares.into_iter().nth(skipped as usize)
    }

    /// Applies the rules until nothing changes. Returns whether there is no dead end.
    fn deduce(&mut self) -> bool {
        let units = std::mem::take(&mut self.units);
        let alive = self.deduce_from(&units);
        self.units = units;
        alive
    }

    fn deduce_from(&mut self, units: &[Unit]) -> bool {
        loop {
            let before = self.total();
            for unit in &units[..3 * self.size] {
                if !self.settle(unit) {
                    return false;
                }
            }
            if self.total() != before {
                continue;
            }
            for unit in units {
                if !self.cover(unit) {
                    return false;
                }
            }
            if self.total() == before {
                return true;
            }
        }
    }

    /// The number of open squares, which only decreases.
    fn total(&self) -> u32 {
        self.squares.open.iter().map(|row| row.count_ones()).sum()
    }

    /// Closes the rest of a full unit, or fills a unit without a choice. Returns whether it is not a dead end.
    fn settle(&mut self, unit: &Unit) -> bool {
        let Some((open, need)) = self.room(unit) else { return false };
        if open < need {
            return false;
        }
        if need > 0 && open > need {
            return true;
        }
        for &(row, squares) in &unit.rows {
            if need == 0 {
                self.squares.open[row] &= !squares;
                continue;
            }
            for col in bits(self.squares.open[row] & squares) {
                // A queen of this unit may have closed the square.
                if !self.squares.place(row, col) {
                    return false;
                }
            }
        }
        true
    }

    /// Covers the open squares of a unit with blocks, in four ways. Returns whether it is not a dead end.
    fn cover(&mut self, unit: &Unit) -> bool {
        for (odd_row, odd_col) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let Some((open, need)) = self.room(unit) else { return false };
            if open == 0 {
                return need == 0;
            }
            let blocks = self.blocks(unit, odd_row, odd_col);
            let count = blocks.len() as u32;
            if count < need {
                return false;
            }
            if count == need && !blocks.iter().all(|block| self.fill(block)) {
                return false;
            }
        }
        true
    }

    /// The blocks with an open square of a unit: two rows each, from this one on, and the open squares in both.
    fn blocks(&self, unit: &Unit, odd_row: usize, odd_col: usize) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut pair: Option<(usize, [u64; 2])> = None;
        let mut flush = |pair: &mut Option<(usize, [u64; 2])>| {
            let Some((first, squares)) = pair.take() else { return };
            let shifted = (squares[0] | squares[1]) << odd_col;
            for col in bits((shifted | shifted >> 1) & EVEN) {
                let columns = (0b11_u64 << col) >> odd_col;
                blocks.push(Block { first, odd_row, squares: squares.map(|row| row & columns) });
            }
        };
        for &(row, squares) in &unit.rows {
            // Two rows of one pair have the same quotient.
            let place = row + odd_row;
            if pair.is_some_and(|(first, _)| first != place / 2) {
                flush(&mut pair);
            }
            let (_, rows) = pair.get_or_insert((place / 2, [0; 2]));
            rows[place % 2] = self.squares.open[row] & squares;
        }
        flush(&mut pair);
        blocks
    }

    /// Uses that a block has a queen. Returns whether it is not a dead end.
    fn fill(&mut self, block: &Block) -> bool {
        // The rows of the block, with the rows below and above it.
        let row = |place: usize| (2 * block.first + place).checked_sub(block.odd_row + 1);
        let mut next_to_all = [!0_u64; 4];
        let (mut last, mut count) = ((0, 0), 0);
        for (place, &squares) in (1..).zip(&block.squares) {
            let open = row(place)
                .map_or(0, |row| self.squares.open.get(row).map_or(0, |open| open & squares));
            for col in bits(open) {
                for (other, next) in next_to_all.iter_mut().enumerate() {
                    *next &= match other.abs_diff(place) {
                        0 => around(col) & !(1 << col),
                        1 => around(col),
                        _ => 0,
                    };
                }
                last = (place, col);
                count += 1;
            }
        }
        if count == 0 {
            return false;
        }
        if count == 1 {
            return row(last.0).is_some_and(|row| self.squares.place(row, last.1));
        }
        for (place, &closed) in next_to_all.iter().enumerate() {
            if let Some(open) = row(place).and_then(|row| self.squares.open.get_mut(row)) {
                *open &= !closed;
            }
        }
        true
    }
}

/// Two by two squares: the number of its pair of rows, and the open squares of its two rows.
struct Block {
    first: usize,
    odd_row: usize,
    squares: [u64; 2],
}

/// The places of the bits of a mask, the lowest first.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            place
        })
    })
}
