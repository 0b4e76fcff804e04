//! Where the rules of an explanation end, without the steps: for puzzles while they are made.
//!
//! With one queen per unit, the squares that *only*, *within* and *all attack* close are those that every open square of a unit attacks:
//! an intersection of sets for each unit. The rules never close less after other squares were closed, so the order of the steps does not
//! matter, and units are visited in turn until nothing changes. *Sets* and *suppose* follow the same way.
//!
//! Work: a visit costs one operation on sets for each open square of a unit, and most visits end after a few of them. Memory: two
//! sets of bits. Range: N <= 21, one star.  Checked: it ends where the steps of [`Page`] end (random regions).

use super::layout::{Layout, SMALL_WORDS, Set};
use super::page::{MAX_SET, Page};
use crate::Error;
use queens::Control;

type Squares = Set<SMALL_WORDS>;

/// The most lines of each kind.
const LINES: usize = 21;

/// The open squares, the queens, and the units without a queen as bits.
#[derive(Clone)]
pub(crate) struct Closure<'a> {
    layout: &'a Layout<SMALL_WORDS>,
    pub(crate) open: Squares,
    queens: Squares,
    unsettled: u64,
}

impl<'a> Closure<'a> {
    /// The board without queens and closed squares. The layout has regions and one star.
    pub(crate) fn empty_board(layout: &'a Layout<SMALL_WORDS>) -> Self {
        Self::of(&Page::empty_board(layout))
    }

    /// The state of a page.
    pub(crate) fn of(page: &Page<'a, SMALL_WORDS>) -> Self {
        let misses = |unit: usize| u64::from(page.missing[unit] > 0) << unit;
        let unsettled = (0..page.missing.len()).fold(0, |units, unit| units | misses(unit));
        Self { layout: page.layout, open: page.open, queens: page.queens, unsettled }
    }

    /// The same state with a number of missing queens for each unit.
    pub(crate) fn page(&self) -> Page<'a, SMALL_WORDS> {
        let units = 0..self.layout.units.len();
        let missing = units.map(|unit| (self.unsettled >> unit & 1) as u8).collect();
        Page { layout: self.layout, open: self.open, queens: self.queens, missing }
    }

    fn place(&mut self, queen: usize) {
        self.queens.insert(queen);
        self.open.remove(queen);
        self.open = self.open.minus(&self.layout.attacked[queen]);
        let units = self.layout.through(queen).fold(0, |units, unit| units | 1 << unit);
        self.unsettled &= !units;
    }

    /// Takes all moves by the rules except *suppose*, with or without *sets*. Returns whether every unit keeps an open square; if not,
    /// there is no solution.
    pub(crate) fn settle(&mut self, with_sets: bool) -> bool {
        loop {
            if !self.settle_units() {
                return false;
            }
            if !with_sets || !self.close_sets() {
                return true;
            }
        }
    }

    /// Takes all moves by *only*, *within* and *all attack*. Returns whether every unit keeps an open square.
    fn settle_units(&mut self) -> bool {
        let mut unchanged = 0;
        let mut units = self.unsettled;
        // Ends after a whole turn without a change.
        while unchanged <= self.unsettled.count_ones() {
            if units == 0 {
                units = self.unsettled;
                if units == 0 {
                    return true;
                }
            }
            let unit = units.trailing_zeros() as usize;
            units &= units - 1;
            let left = self.open.and(&self.layout.units[unit]);
            let mut closed = self.open;
            let mut count = 0;
            let mut last = 0;
            for queen in left.iter() {
                (count, last) = (count + 1, queen);
                closed = closed.and(&self.layout.attacked[queen]);
                if closed.is_empty() && count > 1 {
                    break;
                }
            }
            match count {
                0 => return false,
                1 => {
                    self.place(last);
                    units &= self.unsettled;
                }
                _ if closed.is_empty() => {
                    unchanged += 1;
                    continue;
                }
                _ => self.open = self.open.minus(&closed),
            }
            unchanged = 0;
        }
        true
    }

    /// Takes a move of each set of units. Returns whether a square was closed.
    fn close_sets(&mut self) -> bool {
        let kinds = self.layout.kinds;
        let before = self.open;
        // For each unit and each kind the lines that its open squares lie in, as bits.
        let mut lines = [[0_u32; 3]; 3 * LINES];
        let size = self.layout.size;
        for square in self.open.iter() {
            for unit in self.layout.through(square) {
                for (kind, line) in self.layout.through(square).enumerate() {
                    lines[unit][kind] |= 1 << (line - kind * size);
                }
            }
        }
        let mut few = [(0, 0); LINES];
        for (from, to) in (0..kinds).flat_map(|from| (0..kinds).map(move |to| (from, to))) {
            if from == to {
                continue;
            }
            let mut count = 0;
            for unit in from * size..(from + 1) * size {
                let lines = lines[unit][to];
                if self.unsettled >> unit & 1 == 1 && lines.count_ones() as usize <= MAX_SET {
                    few[count] = (unit, lines);
                    count += 1;
                }
            }
            self.sets_among(&few[..count], to, 0, 0, 0);
        }
        self.open != before
    }

    /// Closes the other squares of the lines of each set of units that has as many lines as units. Some units are already chosen, as
    /// bits.
    fn sets_among(
        &mut self,
        units: &[(usize, u32)],
        kind: usize,
        count: u32,
        chosen: u64,
        lines: u32,
    ) {
        for (place, &(unit, these)) in units.iter().enumerate() {
            let (count, chosen, lines) = (count + 1, chosen | 1 << unit, lines | these);
            if lines.count_ones() as usize > MAX_SET {
                continue;
            }
            if lines.count_ones() == count {
                let first = kind * self.layout.size;
                let closed = self.squares_of(u64::from(lines) << first);
                self.open = self.open.minus(&closed.minus(&self.squares_of(chosen)));
            }
            if (count as usize) < MAX_SET {
                self.sets_among(&units[place + 1..], kind, count, chosen, lines);
            }
        }
    }

    /// All squares of some units, given as bits.
    fn squares_of(&self, mut units: u64) -> Squares {
        let mut squares = Squares::EMPTY;
        while units != 0 {
            squares = squares.or(&self.layout.units[units.trailing_zeros() as usize]);
            units &= units - 1;
        }
        squares
    }

    /// Closes every square on which a supposed queen fails after any number of steps, and takes the moves that follow, until nothing
    /// changes.
    pub(crate) fn close_all_failing(&mut self, control: &dyn Control) -> Result<(), Error> {
        self.settle(true);
        loop {
            let before = self.open;
            for square in before.iter() {
                if control.stopped() {
                    return Err(queens::Stopped.into());
                }
                // An earlier square of this round may have closed it.
                if self.open.has(square) && self.fails(square) {
                    self.open.remove(square);
                    self.settle(true);
                }
            }
            if self.open == before {
                return Ok(());
            }
        }
    }

    /// Whether a queen on a square leads, by the rules that need a single unit, to a unit without an open square.
    fn fails(&self, square: usize) -> bool {
        let mut with = self.clone();
        with.place(square);
        !with.settle_units()
    }
}
