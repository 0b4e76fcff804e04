//! Solving a position on bit sets, most constrained line first.
//!
//! A *unit* is a line that must hold exactly one queen: every column and every row, on a torus every diagonal, with regions every
//! region. A queen closes the squares that it attacks, and a unit without an open square is a dead end. Each step looks at all
//! units and takes one with the smallest quotient of open squares and past dead ends (`dom/wdeg`). It places a queen on one of
//! its open squares; if that fails, the square is closed and the step is repeated. A unit with a single open square is filled at once.
//!
//! Work: a queen closes at most 3 squares per free column, each undone once.  Memory: 4 bytes per square for undoing.
//! Range: n <= 5000.  Checked against `bitmask` (all solutions of random boards), a filter of all permutations (other rules),
//! the satisfiability solver and published counts.
//! Reference: Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic search by weighting constraints", ECAI 2004.

use crate::Position;
use crate::position::never_in_positions;
use queens::{Rules, Square};
use rand::{Rng, RngExt};

/// How a part of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A solution is on the board.
    Solution,
    /// There are no more solutions.
    Exhausted,
    /// The limit of steps was reached.
    Limit,
}

/// A queen that was placed, by choice or because it was the only possibility.
#[derive(Clone, Copy, Debug)]
struct Decision {
    square: Square,
    /// The number of squares that were closed before it.
    mark: usize,
}

/// The state of the search.
#[derive(Clone, Debug)]
pub(crate) struct Domains {
    size: usize,
    rules: Rules,
    /// The open squares, column by column, each column in words of its own.
    open: Vec<u64>,
    words: usize,
    /// For each unit: the number of open squares, whether it has its queen, and the number of times that it was a dead end.
    left: Vec<u32>,
    settled: Vec<bool>,
    failures: Vec<u32>,
    /// The region of each square, column by column, and the squares of each region.
    region_of: Vec<u16>,
    regions: Vec<Vec<Square>>,
    /// The columns, those without a queen first, and the index of each column in that order.
    columns: Vec<u32>,
    place: Vec<u32>,
    free: usize,
    closed: Vec<u32>,
    decisions: Vec<Decision>,
    /// The number of given queens, which are never undone.
    given: usize,
    dead: bool,
    steps: u64,
}

impl Domains {
    /// The state before the first step, or `None` if the position certainly has no solution: two given queens attack each
    /// other, or the torus has a size without solutions (Pólya, 1918).
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
        let units = size * super::kinds_of_units(rules);
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
            domains.place_queen(queen);
        }
        domains.given = domains.decisions.len();
        Some(domains)
    }

    /// Continues to the next solution, or for at most this many steps. Ties are broken at random, or without random numbers
    /// in favour of the lower square.
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
            self.place_queen(square);
        }
    }

    /// Returns to the given queens but keeps the numbers of dead ends.
    pub(crate) fn restart(&mut self) {
        while self.decisions.len() > self.given {
            self.undo();
        }
    }

    /// The open squares, if there are at most this many.
    pub(crate) fn open_squares(&self, most: usize) -> Option<Vec<Square>> {
        let columns = self.left[..self.size].iter().map(|&left| left as usize);
        let open = |square: &Square| self.is_open(*square);
        (columns.sum::<usize>() <= most).then(|| Square::all(self.size).filter(open).collect())
    }

    /// The row of the queen in each column, once all queens are placed.
    pub(crate) fn rows(&self) -> Vec<u32> {
        let mut rows = vec![0; self.size];
        for Decision { square, .. } in &self.decisions {
            rows[square.col as usize] = square.row;
        }
        rows
    }

    /// The number of steps: placements, including those that were taken back but not the given queens, and solutions.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Takes back the last queen and closes its square, and repeats this while a unit has no open square. Returns whether
    /// there was a queen to take back.
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
            // Compares left / failures without a division. A unit with a single square always comes first.
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

    /// The open square of a unit after this many skipped ones.
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
        found.expect("the counted number of open squares")
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
            Rules::Semiqueens | Rules::Reflecting => never_in_positions(),
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

    /// Places a queen on an open square and closes the squares that it attacks, until a unit has no open square.
    fn place_queen(&mut self, queen: Square) {
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

    /// Closes the squares that a queen attacks in another column.
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
            Rules::Semiqueens | Rules::Reflecting => never_in_positions(),
        }
    }

    /// Closes the squares at this distance above and below a row.
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
        let Decision { square, mark } = self.decisions.pop().expect("a queen was placed");
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
        // The columns after the free ones are in the order in which they were taken.
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
