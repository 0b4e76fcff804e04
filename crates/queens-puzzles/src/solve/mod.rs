//! Solving positions: find one solution, find all, count them, explain the steps, or say why there is none.
//!
//! [`Solve`] searches, [`explain()`] finds the steps that a person would take, [`refute()`] finds a short reason why a
//! position has no solution, [`BySquare`] counts the solutions on each square, [`first_queen`] suggests where to start,
//! [`other_stars()`] finds another number of stars with which it has one, and `prove` (feature `sat`) a proof
//! that other programs check.

mod by_square;
mod count;
mod domains;
pub(crate) mod explain;
mod first;
mod local;
mod masks;
mod named;
mod other_stars;
#[cfg(feature = "sat")]
mod proof;
mod refute;
#[cfg(feature = "sat")]
mod sat;
mod stars;
mod start;

use crate::position::never_in_positions;
use crate::{Error, Position, SolveError};
pub use by_square::{BySquare, SquareCounts};
use domains::{Domains, Outcome};
use explain::list;
pub use explain::{
    Difficulty, End, Explanation, MAX_EXPLAINED, Reason, SolveStep, Unit, explain, first_step,
};
pub use first::first;
use masks::Masks;
pub(crate) use named::named;
pub use other_stars::other_stars;
pub(crate) use other_stars::with_one_solution;
#[cfg(feature = "sat")]
pub use proof::{ProofStep, prove};
use queens::{Control, Rules, Solution, Square};
use rand::Rng;
use rand::SeedableRng;
use rand_pcg::Pcg64;
pub use refute::{Case, Refutation, refute};
use stars::Stars;
pub use start::{FirstQueen, FirstSquare, first_queen};

/// The control is polled after this many placed queens.
const STOP_CHECK_INTERVAL: u64 = 256;

/// The algorithm that solves a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solver {
    /// Backtracking on bit sets with the most constrained row, column, region or torus diagonal first, and random restarts. If at
    /// most 4096 squares are open, restarted searches also close squares that all open squares of a line attack. With several
    /// stars, deductions and guesses.
    Domains,
    /// A solver for Boolean satisfiability, BatSat (feature `sat`).
    Sat,
}

impl Solver {
    /// The solvers of this build.
    pub const ALL: &[Self] =
        if cfg!(feature = "sat") { &[Self::Domains, Self::Sat] } else { &[Self::Domains] };
}

named!(Solver, SolveError::UnknownSolver, Domains "domains", Sat "sat");

/// A search for solutions of a position.
///
/// ```
/// use queens::Never;
/// use queens_puzzles::Position;
/// use queens_puzzles::solve::Solve;
/// let position = Position::new(8)?.with_given(["B1".parse()?, "D2".parse()?])?;
/// let solution = Solve::of(&position).find(&Never)?.expect("the position has a solution");
/// assert_eq!(solution.rows()[1], 0);
/// assert_eq!(Solve::of(&position).count(u128::MAX, &Never)?, 1);
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Solve<'a> {
    position: &'a Position,
    solver: Solver,
    seed: u64,
}

impl<'a> Solve<'a> {
    /// A search in this position with [`Solver::Domains`] and seed 0.
    pub fn of(position: &'a Position) -> Self {
        Self { position, solver: Solver::Domains, seed: 0 }
    }

    /// Uses this solver.
    pub fn by(mut self, solver: Solver) -> Self {
        self.solver = solver;
        self
    }

    /// Uses this seed. It decides which solution [`find`](Self::find) returns with [`Solver::Domains`].
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Finds a solution, or `None` if there is none. The solution is checked independently.
    pub fn find(&self, control: &dyn Control) -> Result<Option<Solution>, Error> {
        let rows = match self.solver {
            Solver::Domains => self.by_domains(control)?,
            #[cfg(feature = "sat")]
            Solver::Sat => sat::find(self.position, control, &mut sat::Unrecorded)?,
            #[cfg(not(feature = "sat"))]
            Solver::Sat => {
                return Err(Error::Solve(SolveError::UnknownSolver { name: "sat".to_string() }));
            }
        };
        rows.map(|rows| self.position.check(&rows)).transpose()
    }

    /// Searches with restarts. Each search is longer than the previous one, uses new random numbers and keeps the numbers of dead
    /// ends. The first search solves most positions. If it does not, and few squares are open, the next ones draw stronger
    /// conclusions.
    fn by_domains(&self, control: &dyn Control) -> Result<Option<Vec<u32>>, Error> {
        let Some(mut search) = Search::new(self.position) else {
            return Ok(None);
        };
        let mut random = Pcg64::seed_from_u64(self.seed);
        let mut limit = 4 * self.position.size() as u64 + STOP_CHECK_INTERVAL;
        let mut masks: Option<Masks> = None;
        let end = loop {
            let end = match &mut masks {
                Some(masks) => run(limit, control, |steps| masks.advance(steps, &mut random))?,
                None => run(limit, control, |steps| search.advance(steps, Some(&mut random)))?,
            };
            if end != Outcome::Limit {
                break end;
            }
            match &mut masks {
                Some(masks) => masks.restart(),
                None => {
                    search.restart();
                    let squares = search.open_squares(masks::MAX_SQUARES);
                    masks = squares.and_then(|squares| Masks::new(self.position, squares));
                }
            }
            limit += limit / 2;
        };
        Ok((end == Outcome::Solution).then(|| match &masks {
            Some(masks) => masks.rows(),
            None => search.rows(),
        }))
    }

    /// Finds all solutions one by one with [`Solver::Domains`]. Their order is the same every time.
    ///
    /// ```
    /// use queens::Never;
    /// use queens_puzzles::Position;
    /// use queens_puzzles::solve::Solve;
    /// let position: Position = "size:10 rules:superqueens".parse()?;
    /// let mut every = Solve::of(&position).every();
    /// let mut found = 0;
    /// while let Some(_solution) = every.next(&Never)? {
    ///     found += 1;
    /// }
    /// assert_eq!(found, 4);
    /// # Ok::<(), queens_puzzles::Error>(())
    /// ```
    pub fn every(&self) -> Every {
        Every { position: self.position.clone(), search: Search::new(self.position) }
    }

    /// Finds a solution other than this one, or `None` if there is no other.
    pub(crate) fn other_than(
        &self,
        known: &Solution,
        control: &dyn Control,
    ) -> Result<Option<Solution>, Error> {
        let mut every = self.every();
        loop {
            match every.next(control)? {
                Some(solution) if solution == *known => {}
                other => return Ok(other),
            }
        }
    }

    /// Counts the solutions with [`Solver::Domains`], up to `limit`.
    pub fn count(&self, limit: u128, control: &dyn Control) -> Result<u128, Error> {
        let mut every = self.every();
        let mut count = 0;
        while count < limit && every.advance(control)? {
            count += 1;
        }
        Ok(count)
    }
}

/// The number of solutions of a position, up to a limit. `None` if a search of this many steps is not enough.
pub(crate) fn few_solutions(
    position: &Position,
    limit: usize,
    steps: u64,
    control: &dyn Control,
) -> Result<Option<usize>, Error> {
    let Some(mut search) = Search::new(position) else { return Ok(Some(0)) };
    let mut found = 0;
    while found < limit {
        match search.next(steps, control)? {
            Outcome::Solution => found += 1,
            Outcome::Exhausted => break,
            Outcome::Limit => return Ok(None),
        }
    }
    Ok(Some(found))
}

/// A search that finds the solutions of a position one by one. See [`Solve::every`].
#[derive(Clone, Debug)]
pub struct Every {
    position: Position,
    search: Option<Search>,
}

impl Every {
    /// Finds the next solution, or `None` if there are no more. The solution is checked independently.
    pub fn next(&mut self, control: &dyn Control) -> Result<Option<Solution>, Error> {
        if !self.advance(control)? {
            return Ok(None);
        }
        let rows = self.search.as_ref().map(Search::rows).unwrap_or_default();
        self.position.check(&rows).map(Some)
    }

    /// Continues to the next solution. Returns whether there is one.
    fn advance(&mut self, control: &dyn Control) -> Result<bool, Error> {
        let Some(search) = &mut self.search else {
            return Ok(false);
        };
        let found = search.next(u64::MAX, control)? == Outcome::Solution;
        if !found {
            self.search = None;
        }
        Ok(found)
    }
}

/// The search of [`Solver::Domains`]: with one queen per unit, or with several.
#[derive(Clone, Debug)]
enum Search {
    One(Domains),
    Several(Stars),
}

impl Search {
    /// The state before the first step, or `None` if the position certainly has no solution.
    fn new(position: &Position) -> Option<Self> {
        match position.stars() {
            1 => Domains::new(position).map(Self::One),
            _ => Stars::new(position).map(Self::Several),
        }
    }

    /// Continues to the next solution, or for at most this many steps.
    fn advance(&mut self, limit: u64, random: Option<&mut dyn Rng>) -> Outcome {
        match self {
            Self::One(domains) => domains.advance(limit, random),
            Self::Several(stars) => stars.advance(limit, random),
        }
    }

    /// Continues to the next solution, or to this number of steps in all. The control is polled from time to time.
    fn next(&mut self, most: u64, control: &dyn Control) -> Result<Outcome, Error> {
        while self.steps() < most {
            match self.advance(STOP_CHECK_INTERVAL.min(most - self.steps()), None) {
                Outcome::Limit if control.stopped() => return Err(queens::Stopped.into()),
                Outcome::Limit => {}
                end => return Ok(end),
            }
        }
        Ok(Outcome::Limit)
    }

    /// Starts again with what was learned. With several stars nothing is learned, and the search continues.
    fn restart(&mut self) {
        match self {
            Self::One(domains) => domains.restart(),
            Self::Several(_) => {}
        }
    }

    fn rows(&self) -> Vec<u32> {
        match self {
            Self::One(domains) => domains.rows(),
            Self::Several(stars) => stars.rows(),
        }
    }

    fn steps(&self) -> u64 {
        match self {
            Self::One(domains) => domains.steps(),
            Self::Several(stars) => stars.steps(),
        }
    }

    /// The open squares, if there are at most this many and a search on them is known.
    fn open_squares(&self, most: usize) -> Option<Vec<Square>> {
        match self {
            Self::One(domains) => domains.open_squares(most),
            Self::Several(_) => None,
        }
    }
}

/// The number of kinds of units, of which every square has one each: columns and rows, and regions or the diagonals of a torus.
pub(crate) fn kinds_of_units(rules: Rules) -> usize {
    match rules {
        Rules::Queens | Rules::Superqueens => 2,
        Rules::Regions => 3,
        Rules::Torus => 4,
        Rules::Semiqueens | Rules::Reflecting => never_in_positions(),
    }
}

/// The numbers of the units of a square: columns, rows, then regions or the diagonals of a torus.
fn units_of(position: &Position, square: Square) -> Vec<usize> {
    let (size, col, row) = (position.size(), square.col as usize, square.row as usize);
    let mut units = vec![col, size + row];
    match position.rules() {
        Rules::Regions => {
            let region = position.regions().map_or(0, |regions| regions.region(square));
            units.push(2 * size + region);
        }
        Rules::Torus => {
            units.extend([2 * size + (row + size - col) % size, 3 * size + (row + col) % size]);
        }
        _ => {}
    }
    units
}

/// Continues a search to its end or for this many steps. The control is polled from time to time.
fn run(
    limit: u64,
    control: &dyn Control,
    mut advance: impl FnMut(u64) -> Outcome,
) -> Result<Outcome, Error> {
    let mut left = limit;
    while left > 0 {
        let part = left.min(STOP_CHECK_INTERVAL);
        match advance(part) {
            Outcome::Limit if control.stopped() => return Err(queens::Stopped.into()),
            Outcome::Limit => left -= part,
            end => return Ok(end),
        }
    }
    Ok(Outcome::Limit)
}

#[cfg(test)]
mod tests;
