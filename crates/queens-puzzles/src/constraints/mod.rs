//! The rules of a position as constraints on numbers of queens, for solvers that know nothing of boards.
//!
//! A variable is a square that is 1 if it has a queen and 0 if not. A constraint is a set of variables with the least and the
//! largest number of queens on them:
//!
//! - every column, row, region and diagonal of a torus has exactly one queen (regions with `stars: 2` two, and so on);
//! - a diagonal has at most one queen, and so have two squares a knight's move apart (superqueens) and four squares that form a
//!   block of two by two (regions: two adjacent squares are always in such a block);
//! - a given queen is on its square.
//!
//! Closed squares have no variable, nor have squares on a line that already has its given queens, or near a given queen. A
//! column, row, region or diagonal without an open square keeps one closed square, on which there are 0 queens. So no
//! constraint is empty, and a position that has no solution is no special case.
//!
//! The clauses of the SAT solver and every format of `export` are made from these constraints, so they cannot disagree.
//!
//! Work: linear in the squares of the board.  Memory: about 40 bytes per variable, and a byte per square.  Range: 10^6
//! variables.  Checked against the count of solutions, which uses other code, by counting the models of the clauses.

mod clauses;

pub(crate) use clauses::{Clauses, Size, clauses, size};

use crate::position::never_in_positions;
use crate::solve::kinds_of_units;
use crate::{Error, Position, PositionError};
use queens::{Control, Rules, Square};
use std::fmt;

/// The largest number of variables. The clauses then take about a gigabyte in a solver.
const MAX_VARIABLES: usize = 1_000_000;

/// The constraints of a position.
#[derive(Clone, Debug)]
pub(crate) struct Constraints {
    /// The square of each variable, column by column.
    squares: Vec<Square>,
    limits: Vec<Limit>,
    /// The variables of all constraints, one constraint after the other.
    members: Vec<u32>,
}

/// A constraint without its variables.
#[derive(Clone, Copy, Debug)]
struct Limit {
    name: Name,
    least: u32,
    most: u32,
    /// Where its variables end in `members`.
    end: usize,
}

/// A constraint: the number of queens on some squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Constraint<'a> {
    /// What the squares are.
    pub(crate) name: Name,
    /// The variables, ascending and counted from 0. There is at least one.
    pub(crate) variables: &'a [u32],
    /// The least number of queens: 0, or `most`.
    pub(crate) least: u32,
    /// The largest number of queens: 1 if `least` is 0.
    pub(crate) most: u32,
}

impl Constraint<'_> {
    /// The number of queens, if it is exact.
    pub(crate) fn exactly(&self) -> Option<u32> {
        (self.least == self.most).then_some(self.most)
    }
}

/// The name of a constraint: `column_1`, `row_1`, `region_A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// A column, counted from 0.
    Column(usize),
    /// A row, counted from 0.
    Row(usize),
    /// The region of this name.
    Region(char),
    /// A diagonal that falls to the right, counted from 0.
    Falling(usize),
    /// A diagonal that rises to the right, counted from 0.
    Rising(usize),
    /// Two by two squares, by the square with the lowest column and row.
    Block(Square),
    /// Two squares a knight's move apart.
    Knight(Square, Square),
    /// The square of a given queen.
    Given(Square),
    /// A square without a queen.
    Closed(Square),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from_1 = |square: Square| format!("{}_{}", square.col + 1, square.row + 1);
        match *self {
            Self::Column(col) => write!(f, "column_{}", col + 1),
            Self::Row(row) => write!(f, "row_{}", row + 1),
            Self::Region(name) => write!(f, "region_{name}"),
            Self::Falling(line) => write!(f, "falling_{}", line + 1),
            Self::Rising(line) => write!(f, "rising_{}", line + 1),
            Self::Block(square) => write!(f, "block_{}", from_1(square)),
            Self::Knight(one, other) => write!(f, "knight_{}_{}", from_1(one), from_1(other)),
            Self::Given(square) => write!(f, "given_{}", from_1(square)),
            Self::Closed(square) => write!(f, "closed_{}", from_1(square)),
        }
    }
}

impl Constraints {
    /// The constraints of a position, or an error if it has too many open squares.
    pub(crate) fn of(position: &Position, control: &dyn Control) -> Result<Self, Error> {
        let lines = Lines { position };
        let (squares, closed) = variables(&lines, control)?;
        if squares.len() > MAX_VARIABLES {
            return Err(Error::Position(PositionError::TooManySquares {
                squares: squares.len(),
                limit: MAX_VARIABLES,
            }));
        }
        let mut constraints = Self { squares, limits: Vec::new(), members: Vec::new() };
        constraints.add_lines(&lines);
        constraints.add_near(position, control)?;
        for &queen in position.given() {
            constraints.add(Name::Given(queen), 1, 1, &[queen]);
        }
        for square in closed {
            constraints.add(Name::Closed(square), 0, 0, &[square]);
        }
        Ok(constraints)
    }

    /// The square of each variable, column by column.
    pub(crate) fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The number of constraints.
    pub(crate) fn len(&self) -> usize {
        self.limits.len()
    }

    /// All constraints.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Constraint<'_>> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// A constraint by its number.
    pub(crate) fn get(&self, number: usize) -> Constraint<'_> {
        let start = number.checked_sub(1).map_or(0, |before| self.limits[before].end);
        let Limit { name, least, most, end } = self.limits[number];
        Constraint { name, variables: &self.members[start..end], least, most }
    }

    /// The numbers of the constraints of each variable.
    pub(crate) fn by_variable(&self) -> Vec<Vec<u32>> {
        let mut numbers = vec![Vec::new(); self.squares.len()];
        for (number, constraint) in (0..).zip(self.iter()) {
            for &variable in constraint.variables {
                numbers[variable as usize].push(number);
            }
        }
        numbers
    }

    /// The variable of a square, if it has one.
    fn variable(&self, square: Square) -> Option<u32> {
        self.squares.binary_search(&square).ok().map(|place| place as u32)
    }

    /// Adds a constraint on the squares that have variables, unless it is always satisfied.
    fn add(&mut self, name: Name, least: u32, most: u32, squares: &[Square]) {
        let start = self.members.len();
        for &square in squares {
            self.members.extend(self.variable(square));
        }
        self.end(name, least, most, start);
    }

    /// Makes a constraint of the last members.
    fn end(&mut self, name: Name, least: u32, most: u32, start: usize) {
        if least == 0 && self.members.len() - start <= most as usize && most > 0 {
            self.members.truncate(start);
        } else {
            self.limits.push(Limit { name, least, most, end: self.members.len() });
        }
    }

    fn add_lines(&mut self, lines: &Lines) {
        let mut on_line: Vec<Vec<u32>> = vec![Vec::new(); lines.count()];
        for (variable, &square) in (0..).zip(&self.squares) {
            for line in lines.through(square) {
                on_line[line].push(variable);
            }
        }
        for (line, variables) in on_line.into_iter().enumerate() {
            let start = self.members.len();
            self.members.extend(variables);
            let most = lines.most(line);
            let least = if line < lines.units() { most } else { 0 };
            self.end(lines.name(line), least, most, start);
        }
    }

    /// Adds what a queen attacks in addition to its lines.
    fn add_near(&mut self, position: &Position, control: &dyn Control) -> Result<(), Error> {
        let size = position.size() as u32;
        for col in 0..size {
            if control.stopped() {
                return Err(queens::Stopped.into());
            }
            for row in 0..size {
                let one = Square::new(col, row);
                match position.rules() {
                    Rules::Queens | Rules::Torus => return Ok(()),
                    Rules::Superqueens => {
                        for other in near(position, one).filter(|&other| other > one) {
                            self.add(Name::Knight(one, other), 0, 1, &[one, other]);
                        }
                    }
                    Rules::Regions if col + 1 < size && row + 1 < size => {
                        let [left, right] =
                            [col, col + 1].map(|col| [row, row + 1].map(|r| Square::new(col, r)));
                        self.add(Name::Block(one), 0, 1, &[left, right].concat());
                    }
                    Rules::Regions => {}
                    Rules::Semiqueens | Rules::Reflecting => never_in_positions(),
                }
            }
        }
        Ok(())
    }
}

/// The squares that have variables, and those of them on which there is no queen.
fn variables(lines: &Lines, control: &dyn Control) -> Result<(Vec<Square>, Vec<Square>), Error> {
    let position = lines.position;
    let size = position.size();
    let place = |square: Square| square.col as usize * size + square.row as usize;
    let mut is_closed = vec![false; size * size];
    let mut queens = vec![0; lines.count()];
    for &square in position.closed() {
        is_closed[place(square)] = true;
    }
    for &queen in position.given() {
        near(position, queen).for_each(|square| is_closed[place(square)] = true);
        lines.through(queen).for_each(|line| queens[line] += 1);
    }
    for &queen in position.given() {
        // Given queens that attack each other keep their variables, which then contradict each other.
        is_closed[place(queen)] = false;
    }
    let is_given = |square: Square| position.given().binary_search(&square).is_ok();
    let is_full = |square| lines.through(square).any(|line| queens[line] >= lines.most(line));
    let mut squares = Vec::new();
    let mut open = vec![0_u32; lines.units()];
    for col in 0..size as u32 {
        if control.stopped() {
            return Err(queens::Stopped.into());
        }
        for square in (0..size as u32).map(|row| Square::new(col, row)) {
            if !is_closed[place(square)] && (!is_full(square) || is_given(square)) {
                squares.push(square);
                lines.units_through(square).for_each(|unit| open[unit] += 1);
            }
        }
    }
    let mut kept = Vec::new();
    if open.contains(&0) {
        for square in Square::all(size) {
            if lines.units_through(square).any(|unit| open[unit] == 0) {
                kept.push(square);
                lines.units_through(square).for_each(|unit| open[unit] += 1);
            }
        }
        squares.extend(&kept);
        squares.sort_unstable();
    }
    Ok((squares, kept))
}

/// The numbered lines of the board. Those with an exact number of queens, the units, come first.
struct Lines<'a> {
    position: &'a Position,
}

impl Lines<'_> {
    fn size(&self) -> usize {
        self.position.size()
    }

    /// The number of columns and rows, and of regions or diagonals of a torus.
    fn units(&self) -> usize {
        kinds_of_units(self.position.rules()) * self.size()
    }

    /// The number of all lines.
    fn count(&self) -> usize {
        match self.position.rules() {
            Rules::Queens | Rules::Superqueens => 6 * self.size(),
            Rules::Torus | Rules::Regions => self.units(),
            Rules::Semiqueens | Rules::Reflecting => never_in_positions(),
        }
    }

    /// The largest number of queens on a line.
    fn most(&self, line: usize) -> u32 {
        if line < self.units() { self.position.stars() as u32 } else { 1 }
    }

    /// The lines through a square.
    fn through(&self, square: Square) -> impl Iterator<Item = usize> + use<> {
        let size = self.size();
        let (col, row) = (square.col as usize, square.row as usize);
        let (falling, rising) = (row + col, row + size - 1 - col);
        let (third, fourth) = match self.position.rules() {
            Rules::Queens | Rules::Superqueens => (2 * size + falling, Some(4 * size + rising)),
            Rules::Torus => (2 * size + falling % size, Some(3 * size + (rising + 1) % size)),
            Rules::Regions => {
                let region = self.position.regions().map_or(0, |regions| regions.region(square));
                (2 * size + region, None)
            }
            Rules::Semiqueens | Rules::Reflecting => never_in_positions(),
        };
        [Some(col), Some(size + row), Some(third), fourth].into_iter().flatten()
    }

    /// The units through a square.
    fn units_through(&self, square: Square) -> impl Iterator<Item = usize> + use<> {
        let units = self.units();
        self.through(square).filter(move |&line| line < units)
    }

    fn name(&self, line: usize) -> Name {
        let size = self.size();
        let regions = self.position.regions().filter(|_| self.position.rules() == Rules::Regions);
        match (line / size, regions) {
            (0, _) => Name::Column(line),
            (1, _) => Name::Row(line - size),
            (2, Some(regions)) => Name::Region(regions.names()[line - 2 * size]),
            (2, None) => Name::Falling(line - 2 * size),
            (3, _) if self.position.rules() == Rules::Torus => Name::Rising(line - 3 * size),
            (3, _) => Name::Falling(line - 2 * size),
            _ => Name::Rising(line - 4 * size),
        }
    }
}

/// The squares that a queen attacks in addition to its lines: a knight's move away, or adjacent.
fn near(position: &Position, square: Square) -> impl Iterator<Item = Square> + use<> {
    let moves: &[(i64, i64)] = match position.rules() {
        Rules::Queens | Rules::Torus => &[],
        Rules::Superqueens => {
            &[(1, 2), (1, -2), (2, 1), (2, -1), (-1, 2), (-1, -2), (-2, 1), (-2, -1)]
        }
        Rules::Regions => &[(1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1), (0, -1), (1, 0), (-1, 0)],
        Rules::Semiqueens | Rules::Reflecting => never_in_positions(),
    };
    let size = position.size() as i64;
    moves.iter().filter_map(move |&(across, up)| {
        let (col, row) = (i64::from(square.col) + across, i64::from(square.row) + up);
        let on_board = (0..size).contains(&col) && (0..size).contains(&row);
        on_board.then(|| Square::new(col as u32, row as u32))
    })
}

#[cfg(test)]
mod tests;
