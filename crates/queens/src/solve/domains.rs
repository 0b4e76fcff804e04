//! Finishing a position on bit sets: the line with the fewest open squares comes first.
//!
//! A *unit* is a line that must hold exactly one queen: every column and every row, on a torus every diagonal, with regions every
//! region. A queen closes the squares that it attacks, and a unit without an open square is a dead end. Each step looks at all
//! units, takes one with the fewest open squares for how often it was a dead end before (`dom/wdeg`), and sets a queen on one of
//! them; if that fails, the square is closed and the step is taken anew. A unit with a single square is so filled at once.
//!
//! Work: a queen closes at most 3 squares a free column, each undone once.  Memory: 4 bytes a square for what is to be undone.
//! Range: n <= 5000.  Checked against `bitmask` (all solutions of random boards), a filter of all permutations (other rules),
//! the satisfiability solver and published counts.
//! Reference: Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic search by weighting constraints", ECAI 2004.

use crate::{Position, Rules, Square};
use rand::{Rng, RngExt};

/// How a search went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A solution stands on the board.
    Solution,
    /// There are no more.
    Exhausted,
    /// So many steps were taken that it was broken off.
    Limit,
}

/// A queen that was set to try it, or because nothing else was left.
#[derive(Clone, Copy, Debug)]
struct Decision {
    square: Square,
    /// What was closed before it.
    mark: usize,
}

/// The search: a position, and how far it is.
#[derive(Clone, Debug)]
pub(crate) struct Domains {
    size: usize,
    rules: Rules,
    /// The open squares, column by column, each column in words of its own.
    open: Vec<u64>,
    words: usize,
    /// For each unit how many open squares are left, whether it has its queen, and how often it was a dead end.
    left: Vec<u32>,
    settled: Vec<bool>,
    failures: Vec<u32>,
    /// The region of each square, column by column, and the squares of each.
    region_of: Vec<u16>,
    regions: Vec<Vec<Square>>,
    /// The columns without a queen come first; the place of each column in that order.
    columns: Vec<u32>,
    place: Vec<u32>,
    free: usize,
    closed: Vec<u32>,
    decisions: Vec<Decision>,
    /// Queens given: they are never undone.
    given: usize,
    dead: bool,
    steps: u64,
}

impl Domains {
    /// The position before the first step; or nothing, if it has no solution for sure: two given queens attack each other, or the torus
    /// is one without solutions (Pólya, 1918).
    pub(crate) fn new(position: &Position) -> Option<Self> {
        let (size, rules) = (position.size(), position.rules());
        let divisible = size.is_multiple_of(2) || size.is_multiple_of(3);
        if rules == Rules::Torus && size > 1 && divisible {
            return None;
        }
        let words = size.div_ceil(64);
        let column = |word: usize| if size - 64 * word >= 64 { !0 } else { (1 << (size % 64)) - 1 };
        let (mut region_of, mut regions) = (Vec::new(), Vec::new());
        if let Some(coloured) = position.regions().filter(|_| rules == Rules::Regions) {
            regions = vec![Vec::new(); size];
            for square in Square::all(size) {
                regions[coloured.region(square)].push(square);
                region_of.push(coloured.region(square) as u16);
            }
        }
        let units = size
            * match rules {
                Rules::Queens | Rules::Superqueens => 2,
                Rules::Regions => 3,
                Rules::Torus => 4,
            };
        let mut left = vec![size as u32; units];
        for (unit, squares) in left[2 * size..].iter_mut().zip(&regions) {
            *unit = squares.len() as u32;
        }
        let mut domains = Self {
            size,
            rules,
            open: (0..size * words).map(|word| column(word % words)).collect(),
            words,
            left,
            settled: vec![false; units],
            failures: vec![1; units],
            region_of,
            regions,
            columns: (0..size as u32).collect(),
            place: (0..size as u32).collect(),
            free: size,
            closed: Vec::new(),
            decisions: Vec::new(),
            given: 0,
            dead: false,
            steps: 0,
        };
        for &square in position.closed() {
            domains.close(square);
        }
        for &queen in position.given() {
            if !domains.is_open(queen) {
                return None;
            }
            domains.set(queen);
        }
        domains.given = domains.decisions.len();
        Some(domains)
    }

    /// Continues to the next solution, or for this many more steps. With random numbers, ties are broken by them;
    /// without, by the lower square.
    pub(crate) fn advance(&mut self, limit: u64, mut random: Option<&mut dyn Rng>) -> Outcome {
        let end = self.steps.saturating_add(limit);
        if self.free == 0 && !self.dead && self.steps > 0 && !self.retreat() {
            return Outcome::Exhausted;
        }
        loop {
            if self.dead && !self.retreat() {
                return Outcome::Exhausted;
            }
            if self.free == 0 {
                self.steps += 1;
                return Outcome::Solution;
            }
            if self.steps >= end {
                return Outcome::Limit;
            }
            self.steps += 1;
            let square = self.choose(&mut random);
            self.set(square);
        }
    }

    /// Back to the given queens, with what was learnt about dead ends.
    pub(crate) fn restart(&mut self) {
        while self.decisions.len() > self.given {
            self.undo();
        }
    }

    /// The row of the queen in each column, once all are set.
    pub(crate) fn rows(&self) -> Vec<u32> {
        let mut rows = vec![0; self.size];
        for Decision { square, .. } in &self.decisions {
            rows[square.col as usize] = square.row;
        }
        rows
    }

    /// How many steps were taken: queens set beside the given ones, those taken back too, and solutions.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Takes back the last queen that was tried and closes its square, as often as that leaves a unit without squares. Whether a queen
    /// was left to take back.
    fn retreat(&mut self) -> bool {
        while self.decisions.len() > self.given {
            let square = self.undo();
            self.close(square);
            if !self.dead {
                return true;
            }
        }
        self.dead = true;
        false
    }

    /// An open square of the unit that is most likely to fail.
    fn choose(&self, random: &mut Option<&mut dyn Rng>) -> Square {
        let mut best = (u32::MAX, 1);
        let mut unit = 0;
        let mut ties = 0;
        for (candidate, &left) in self.left.iter().enumerate() {
            if self.settled[candidate] {
                continue;
            }
            let failures = self.failures[candidate];
            // left / failures compared without a division; a single square comes first, whatever happened before.
            let (ours, theirs) =
                (u64::from(left) * u64::from(best.1), u64::from(best.0) * u64::from(failures));
            if left == 1 {
                unit = candidate;
                break;
            }
            if ours > theirs {
                continue;
            }
            ties = if ours < theirs { 1 } else { ties + 1 };
            let taken = match random {
                Some(random) => random.random_range(0..ties) == 0,
                None => ties == 1,
            };
            if taken {
                (best, unit) = ((left, failures), candidate);
            }
        }
        let skipped = match random {
            Some(random) => random.random_range(0..self.left[unit]),
            None => 0,
        };
        self.open_square(unit, skipped as usize)
    }

    /// An open square of a unit, some of them skipped.
    fn open_square(&self, unit: usize, skipped: usize) -> Square {
        let (kind, line) = (unit / self.size, unit % self.size);
        let on = |row: usize, col: usize| Square::new(col as u32, row as u32);
        let open = |square: &Square| self.is_open(*square);
        let size = self.size;
        let found = match (kind, self.rules) {
            (0, _) => (0..size).map(|row| on(row, line)).filter(open).nth(skipped),
            (1, _) => (0..size).map(|col| on(line, col)).filter(open).nth(skipped),
            (2, Rules::Regions) => self.regions[line].iter().copied().filter(open).nth(skipped),
            (2, _) => (0..size).map(|col| on((line + col) % size, col)).filter(open).nth(skipped),
            _ => (0..size).map(|col| on((line + size - col) % size, col)).filter(open).nth(skipped),
        };
        found.expect("as many open squares as counted")
    }

    /// The units of a square.
    fn units(&self, square: Square) -> impl Iterator<Item = usize> + use<> {
        let (size, col, row) = (self.size, square.col as usize, square.row as usize);
        let wrapped = |line: usize| if line >= size { line - size } else { line };
        let (third, fourth) = match self.rules {
            Rules::Queens | Rules::Superqueens => (None, None),
            Rules::Regions => {
                (Some(2 * size + usize::from(self.region_of[col * size + row])), None)
            }
            Rules::Torus => {
                let (down, up) = (wrapped(row + size - col), wrapped(row + col));
                (Some(2 * size + down), Some(3 * size + up))
            }
        };
        [Some(col), Some(size + row), third, fourth].into_iter().flatten()
    }

    fn is_open(&self, square: Square) -> bool {
        let (col, row) = (square.col as usize, square.row as usize);
        self.open[col * self.words + row / 64] >> (row % 64) & 1 == 1
    }

    /// Closes a square, if it is open.
    fn close(&mut self, square: Square) {
        let (col, row) = (square.col as usize, square.row as usize);
        let (word, bit) = (&mut self.open[col * self.words + row / 64], 1 << (row % 64));
        if *word & bit == 0 {
            return;
        }
        *word ^= bit;
        self.closed.push((col * self.size + row) as u32);
        for unit in self.units(square) {
            self.left[unit] -= 1;
            if self.left[unit] == 0 && !self.settled[unit] {
                self.failures[unit] = self.failures[unit].saturating_add(1);
                self.dead = true;
            }
        }
    }

    /// Sets a queen on an open square and closes what it attacks, as far as no unit runs out of squares.
    fn set(&mut self, queen: Square) {
        self.decisions.push(Decision { square: queen, mark: self.closed.len() });
        for unit in self.units(queen) {
            self.settled[unit] = true;
        }
        self.take_column(queen.col);
        let size = self.size as u32;
        for row in 0..size {
            self.close(Square::new(queen.col, row));
        }
        if self.rules == Rules::Regions {
            let region = self.region_of[(queen.col * size + queen.row) as usize];
            for place in 0..self.regions[usize::from(region)].len() {
                self.close(self.regions[usize::from(region)][place]);
            }
        }
        for place in 0..self.free {
            if self.dead {
                return;
            }
            self.close_column(self.columns[place], queen);
        }
    }

    /// Closes what a queen attacks in another column.
    fn close_column(&mut self, col: u32, queen: Square) {
        let size = self.size as u32;
        let far = col.abs_diff(queen.col);
        let on = |row: u32| Square::new(col, row);
        self.close(on(queen.row));
        match self.rules {
            Rules::Queens => self.close_pair(col, queen.row, far),
            Rules::Torus => {
                self.close(on((queen.row + far) % size));
                self.close(on((queen.row + size - far) % size));
            }
            Rules::Superqueens => {
                self.close_pair(col, queen.row, far);
                if far <= 2 {
                    self.close_pair(col, queen.row, 3 - far);
                }
            }
            Rules::Regions => {
                if far == 1 {
                    self.close_pair(col, queen.row, 1);
                }
            }
        }
    }

    /// Closes the squares so far above and below a row.
    fn close_pair(&mut self, col: u32, row: u32, far: u32) {
        if row + far < self.size as u32 {
            self.close(Square::new(col, row + far));
        }
        if row >= far {
            self.close(Square::new(col, row - far));
        }
    }

    /// Takes back the last queen.
    fn undo(&mut self) -> Square {
        let Decision { square, mark } = self.decisions.pop().expect("a queen was set");
        for closed in self.closed.split_off(mark) {
            let (col, row) = (closed as usize / self.size, closed as usize % self.size);
            self.open[col * self.words + row / 64] |= 1 << (row % 64);
            for unit in self.units(Square::new(col as u32, row as u32)) {
                self.left[unit] += 1;
            }
        }
        for unit in self.units(square) {
            self.settled[unit] = false;
        }
        // The columns behind the free ones stand in the order in which they were taken.
        self.free += 1;
        self.dead = false;
        square
    }

    fn take_column(&mut self, col: u32) {
        self.free -= 1;
        let (place, last) = (self.place[col as usize], self.columns[self.free]);
        self.columns.swap(place as usize, self.free);
        self.place.swap(col as usize, last as usize);
    }
}
