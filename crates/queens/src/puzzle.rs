//! Puzzles with exactly one solution. The same seed gives the same puzzle.
//!
//! *Regions*: queens are placed at random, one per row and column, none touching another. From each queen a region grows
//! at random until the board is full. While there is a second solution, a square that has a queen in the second solution
//! but not in the first is moved to a neighbouring region, if its own region stays connected. The second solution then
//! has two queens in one region. If this takes too many moves, the regions are grown again.
//!
//! *Queens*: queens are removed from a random solution in random order, as long as the position has no other solution.
//! For an easier difficulty some queens are put back.
//!
//! Puzzles are made until one has the requested difficulty according to [`explain`]. The solver
//! [`Domains`](crate::solve::Solver::Domains) searches for second solutions; the tests count solutions another way.

use crate::position::Regions;
use crate::solve::{Difficulty, Every, Solve, explain};
use crate::{Control, Error, Position, Rules, Solution, SolveError, Square, find};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;
use std::ops::RangeInclusive;

/// The number of attempts to make a puzzle.
const TRIES: usize = 2000;

/// The number of attempts to reach a difficulty that was chosen at random.
const DRAWN_TRIES: usize = 200;

/// A position with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position to solve.
    pub position: Position,
    /// The only solution.
    pub solution: Solution,
    /// How hard the puzzle is for a person.
    pub difficulty: Difficulty,
}

impl Puzzle {
    /// The sizes of puzzles by these rules, or `None` if there are no such puzzles.
    pub fn sizes(rules: Rules) -> Option<RangeInclusive<usize>> {
        match rules {
            Rules::Regions => Some(4..=16),
            Rules::Queens => Some(4..=32),
            Rules::Torus | Rules::Superqueens => None,
        }
    }

    /// Makes a puzzle of this difficulty.
    ///
    /// Without a difficulty one is chosen at random. If no puzzle of that difficulty is found soon, any difficulty is
    /// accepted.
    ///
    /// ```
    /// use queens::{Never, Rules, puzzle::Puzzle, solve::Solve};
    /// let puzzle = Puzzle::new(Rules::Regions, 7, 1, None, &Never)?;
    /// assert_eq!(Solve::of(&puzzle.position).count(2, &Never)?, 1);
    /// assert_eq!(Solve::of(&puzzle.position).find(&Never)?, Some(puzzle.solution));
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn new(
        rules: Rules,
        size: usize,
        seed: u64,
        difficulty: Option<Difficulty>,
        control: &dyn Control,
    ) -> Result<Self, Error> {
        let sizes = Self::sizes(rules).ok_or(Error::Solve(SolveError::NoPuzzles { rules }))?;
        if !sizes.contains(&size) {
            let (least, most) = (*sizes.start(), *sizes.end());
            return Err(Error::Solve(SolveError::PuzzleSize { size, rules, least, most }));
        }
        let mut random = Pcg64::seed_from_u64(seed);
        let drawn = Difficulty::ALL[random.random_range(0..Difficulty::ALL.len())];
        for tried in 0..TRIES {
            let wanted = difficulty.or((tried < DRAWN_TRIES).then_some(drawn));
            let made = match rules {
                Rules::Regions => with_regions(size, &mut random, control)?,
                _ => with_given(size, wanted, &mut random, control)?,
            };
            let Some((position, solution)) = made else {
                continue;
            };
            let found = explain(&position, control)?.difficulty();
            if wanted.is_none_or(|wanted| wanted == found) {
                return Ok(Self { position, solution, difficulty: found });
            }
        }
        Err(Error::Solve(SolveError::NoSuchPuzzle { size, rules, difficulty, tries: TRIES }))
    }
}

/// A second solution, if there is one.
fn second(
    position: &Position,
    first: &Solution,
    control: &dyn Control,
) -> Result<Option<Solution>, Error> {
    let mut every: Every = Solve::of(position).every();
    while let Some(solution) = every.next(control)? {
        if solution != *first {
            return Ok(Some(solution));
        }
    }
    Ok(None)
}

/// A position of given queens with one solution. It has more given queens than needed if an easier difficulty is wanted.
fn with_given(
    size: usize,
    difficulty: Option<Difficulty>,
    random: &mut Pcg64,
    control: &dyn Control,
) -> Result<Option<(Position, Solution)>, Error> {
    let Some(solution) = find::random(size, random.random(), control)? else {
        return Ok(None);
    };
    let mut given: Vec<Square> = solution.squares().collect();
    given.shuffle(random);
    let with = |given: &[Square]| Position::new(size)?.with_given(given.iter().copied());
    let mut removed = Vec::new();
    for place in (0..given.len()).rev() {
        let queen = given.swap_remove(place);
        if second(&with(&given)?, &solution, control)?.is_some() {
            given.push(queen);
        } else {
            removed.push(queen);
        }
    }
    if let Some(wanted) = difficulty {
        // At least three queens remain to be found.
        while removed.len() > 3 && explain(&with(&given)?, control)?.difficulty() > wanted {
            given.extend(removed.pop());
        }
    }
    Ok(Some((with(&given)?, solution)))
}

/// A position of regions with one solution, or `None` if the regions could not be changed to have one.
fn with_regions(
    size: usize,
    random: &mut Pcg64,
    control: &dyn Control,
) -> Result<Option<(Position, Solution)>, Error> {
    let rows = queens_apart(size, random);
    let mut map = Map::grown(&rows, random);
    for _ in 0..20 * size {
        let position = map.position()?;
        let solution = position.check(&rows)?;
        let Some(other) = second(&position, &solution, control)? else {
            return Ok(Some((position, solution)));
        };
        let mut different: Vec<Square> =
            other.squares().filter(|square| rows[square.col as usize] != square.row).collect();
        different.shuffle(random);
        if !different.into_iter().any(|square| map.hand_over(square, random)) {
            return Ok(None);
        }
    }
    Ok(None)
}

/// One queen per row and column at random, none touching another.
fn queens_apart(size: usize, random: &mut Pcg64) -> Vec<u32> {
    let mut rows: Vec<u32> = (0..size as u32).collect();
    loop {
        rows.shuffle(random);
        // Each queen that touches the previous one changes rows with another. If a few rounds are not enough, start again.
        for _ in 0..size {
            let touching = (1..size).filter(|&col| rows[col].abs_diff(rows[col - 1]) < 2);
            let touching: Vec<usize> = touching.collect();
            if touching.is_empty() {
                return rows;
            }
            for col in touching {
                rows.swap(col, random.random_range(0..size));
            }
        }
    }
}

/// The region of each square. A region is identified by the column of its queen.
struct Map {
    size: usize,
    region: Vec<Option<usize>>,
    rows: Vec<u32>,
}

impl Map {
    fn grown(rows: &[u32], random: &mut Pcg64) -> Self {
        let size = rows.len();
        let mut map = Self { size, region: vec![None; size * size], rows: rows.to_vec() };
        // Regions grow at different speeds, so that some are small and some are large.
        let mut border: Vec<(Square, usize)> = Vec::new();
        let speeds: Vec<u32> = rows.iter().map(|_| random.random_range(1..=8)).collect();
        for (region, &row) in rows.iter().enumerate() {
            let queen = Square::new(region as u32, row);
            let place = map.index(queen);
            map.region[place] = Some(region);
            border.extend(map.neighbours(queen).map(|square| (square, region)));
        }
        while !border.is_empty() {
            let place = random.random_range(0..border.len());
            if random.random_range(0..8) >= speeds[border[place].1] {
                continue;
            }
            let (square, region) = border.swap_remove(place);
            let index = map.index(square);
            if map.region[index].is_none() {
                map.region[index] = Some(region);
                border.extend(map.neighbours(square).map(|square| (square, region)));
            }
        }
        map
    }

    fn index(&self, square: Square) -> usize {
        square.col as usize * self.size + square.row as usize
    }

    fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        let Square { col, row } = square;
        let size = self.size as u32;
        let around = [
            (col.checked_sub(1), Some(row)),
            (Some(col), row.checked_sub(1)),
            (Some(col), Some(row + 1)),
            (Some(col + 1), Some(row)),
        ];
        let squares = around.into_iter().filter_map(|(col, row)| Some(Square::new(col?, row?)));
        squares.filter(move |square| square.col < size && square.row < size)
    }

    /// Moves a square to a neighbouring region, if its own region stays connected.
    fn hand_over(&mut self, square: Square, random: &mut Pcg64) -> bool {
        let index = self.index(square);
        let own = self.region[index];
        let around = self.neighbours(square).map(|near| self.region[self.index(near)]);
        let mut others: Vec<_> = around.filter(|&region| region != own).collect();
        others.shuffle(random);
        let Some(&other) = others.first() else {
            return false;
        };
        self.region[index] = other;
        if own.is_some_and(|own| self.is_connected(own)) {
            return true;
        }
        self.region[index] = own;
        false
    }

    /// Whether all squares of a region can be reached from its queen.
    fn is_connected(&self, region: usize) -> bool {
        let queen = Square::new(region as u32, self.rows[region]);
        let mut reached = vec![queen];
        let mut next = 0;
        while let Some(&square) = reached.get(next) {
            next += 1;
            for near in self.neighbours(square) {
                if self.region[self.index(near)] == Some(region) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
        }
        reached.len() == self.region.iter().filter(|&&other| other == Some(region)).count()
    }

    /// The position. Regions are named in the order in which they appear from the top left.
    fn position(&self) -> Result<Position, Error> {
        let size = self.size as u32;
        let mut seen: Vec<Option<usize>> = Vec::new();
        let mut lines = Vec::new();
        for row in (0..size).rev() {
            let mut line = Vec::new();
            for col in 0..size {
                let region = self.region[self.index(Square::new(col, row))];
                let place = seen.iter().position(|&known| known == region).unwrap_or(seen.len());
                if place == seen.len() {
                    seen.push(region);
                }
                line.push(char::from(b'A' + place as u8));
            }
            lines.push(line);
        }
        Position::new(self.size)?.with_regions(Regions::new(&lines)?)
    }
}
