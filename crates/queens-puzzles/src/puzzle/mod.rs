//! Puzzles with exactly one solution. The same request gives the same puzzle.
//!
//! A [`PuzzleRequest`] says what is wanted; [`PuzzleRequest::make`] makes puzzles until one has the requested difficulty according to
//! [`explain`](crate::solve::explain()). `regions.rs` and `given.rs` have the two kinds of puzzles. No puzzle needs a guess.

mod apart;
mod batch;
mod day;
mod given;
mod link;
mod map;
mod regions;
mod second;
mod shape;
mod theme;

use crate::solve::Difficulty;
use crate::{Error, Position, SolveError};
use queens::{Control, Rules, Solution};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::ops::RangeInclusive;

pub use batch::Batch;
pub use day::Day;
pub use link::{PuzzleLink, read};
pub use theme::Theme;

/// The number of attempts to make a puzzle.
const TRIES: usize = 2000;

/// No attempt starts after this much work, so that a request that cannot be met ends: the number of explanations of a puzzle while it
/// was made, and of squares that were supposed to have a queen. It takes about a minute on the largest boards with one star and
/// regions, and can take longer with several stars or given queens.
const MAX_WORK: usize = 500_000;

/// The number of attempts to reach a difficulty that was chosen at random.
const DRAWN_TRIES: usize = 100;

/// The most work to reach a difficulty that was chosen at random, divided by the cube of the size. The smallest boards have no puzzles of
/// some difficulties.
const DRAWN_WORK: usize = 2;

/// A position with its only solution and its score.
type Made = (Position, Solution, u32);

/// A position with exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position to solve.
    pub position: Position,
    /// The only solution.
    pub solution: Solution,
    /// How hard the puzzle is for a person.
    pub difficulty: Difficulty,
    /// The difficulty as a number: see [`Explanation::score`](crate::solve::Explanation::score).
    pub score: u32,
    /// The seed of the request that made it.
    pub seed: u64,
}

/// A request for a puzzle.
///
/// ```
/// use queens_puzzles::puzzle::{PuzzleRequest, Theme};
/// use queens_puzzles::solve::{Difficulty, Solve};
/// use queens::{Never, Rules};
/// let puzzle = PuzzleRequest::new(7).seed(1).difficulty(Difficulty::Easy).make(&Never)?;
/// assert_eq!(Solve::of(&puzzle.position).count(2, &Never)?, 1);
/// assert_eq!(Solve::of(&puzzle.position).find(&Never)?, Some(puzzle.solution));
/// assert_eq!((puzzle.difficulty, puzzle.seed), (Difficulty::Easy, 1));
///
/// let snakes = PuzzleRequest::new(8).theme(Theme::Snakes).make(&Never)?;
/// let stars = PuzzleRequest::new(9).stars(2).make(&Never)?;
/// assert_eq!((snakes.position.stars(), stars.position.stars()), (1, 2));
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRequest {
    rules: Rules,
    size: usize,
    stars: usize,
    seed: u64,
    difficulty: Option<Difficulty>,
    theme: Option<Theme>,
    singles: Option<usize>,
}

impl PuzzleRequest {
    /// A puzzle with regions, one star and seed 0.
    pub fn new(size: usize) -> Self {
        Self {
            rules: Rules::Regions,
            size,
            stars: 1,
            seed: 0,
            difficulty: None,
            theme: None,
            singles: None,
        }
    }

    /// The rules: [`Rules::Regions`] for coloured regions, [`Rules::Queens`] for given queens.
    pub fn rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// The number of queens in each row, column and region: 1, or 2 to 4 with regions.
    pub fn stars(mut self, stars: usize) -> Self {
        self.stars = stars;
        self
    }

    /// The seed of the random numbers.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The difficulty. Without it one is chosen at random, each with the same probability; if no puzzle of that difficulty is found
    /// soon, any difficulty is accepted.
    pub fn difficulty(mut self, difficulty: impl Into<Option<Difficulty>>) -> Self {
        self.difficulty = difficulty.into();
        self
    }

    /// The shapes of the regions; [`Theme::Mixed`] if it is not set.
    pub fn theme(mut self, theme: impl Into<Option<Theme>>) -> Self {
        self.theme = theme.into();
        self
    }

    /// The most regions of a single square, whose queens are given away. If it is not set, none from size 6 on, and any number on
    /// smaller boards.
    pub fn singles(mut self, singles: impl Into<Option<usize>>) -> Self {
        self.singles = singles.into();
        self
    }

    /// The sizes of puzzles by these rules, or `None` if there are no such puzzles.
    ///
    /// ```
    /// use queens::Rules;
    /// use queens_puzzles::puzzle::PuzzleRequest;
    /// assert_eq!(PuzzleRequest::sizes(Rules::Regions, 1), Some(4..=20));
    /// assert_eq!(PuzzleRequest::sizes(Rules::Regions, 2), Some(8..=14));
    /// assert_eq!(PuzzleRequest::sizes(Rules::Regions, 4), Some(16..=17));
    /// assert_eq!(PuzzleRequest::sizes(Rules::Torus, 1), None);
    /// ```
    pub fn sizes(rules: Rules, stars: usize) -> Option<RangeInclusive<usize>> {
        match (rules, stars) {
            (Rules::Regions, 1) => Some(4..=20),
            (Rules::Regions, 2) => Some(8..=14),
            (Rules::Regions, 3) => Some(12..=14),
            (Rules::Regions, 4) => Some(16..=17),
            (Rules::Queens, 1) => Some(4..=32),
            _ => None,
        }
    }

    /// Checks the request without making a puzzle.
    pub fn check(&self) -> Result<(), Error> {
        let Self { rules, size, stars, .. } = *self;
        if !matches!(rules, Rules::Regions | Rules::Queens) {
            return Err(Error::Solve(SolveError::NoPuzzles { rules }));
        }
        let sizes = Self::sizes(rules, stars)
            .ok_or(Error::Solve(SolveError::PuzzleStars { stars, rules }))?;
        if !sizes.contains(&size) {
            let (least, most) = (*sizes.start(), *sizes.end());
            return Err(Error::Solve(SolveError::PuzzleSize { size, rules, stars, least, most }));
        }
        let needs_regions = |option| Error::Solve(SolveError::NeedsRegions { option, rules });
        match rules == Rules::Regions {
            false if self.theme.is_some() => Err(needs_regions("a theme")),
            false if self.singles.is_some() => Err(needs_regions("a number of one-square regions")),
            _ => Ok(()),
        }
    }

    /// Makes the puzzle.
    pub fn make(&self, control: &dyn Control) -> Result<Puzzle, Error> {
        self.check()?;
        let Self { rules, size, seed, difficulty, .. } = *self;
        let mut random = Pcg64::seed_from_u64(seed);
        let drawn = Difficulty::ALL[random.random_range(0..Difficulty::ALL.len())];
        let (mut tried, mut work) = (0, 0);
        while tried < TRIES && work < MAX_WORK {
            let is_drawn = tried < DRAWN_TRIES && work < DRAWN_WORK * size.pow(3);
            let wanted = difficulty.or(is_drawn.then_some(drawn));
            let (made, done) = match rules {
                Rules::Regions => regions::make(self, wanted, tried, &mut random, control)?,
                _ => given::make(size, wanted, &mut random, control)?,
            };
            work += done;
            tried += 1;
            let Some((position, solution, score)) = made else {
                continue;
            };
            let difficulty = Difficulty::of_score(score);
            if wanted.is_none_or(|wanted| wanted == difficulty) {
                return Ok(Puzzle { position, solution, difficulty, score, seed });
            }
        }
        Err(Error::Solve(SolveError::NoSuchPuzzle { size, rules, difficulty, tries: tried }))
    }
}
