//! Puzzles with regions.
//!
//! Queens are placed at random, none touching another, and regions grow from them until the board is full. Then squares move from
//! one region to another until the puzzle has one solution and can be explained by the rules of the requested difficulty:
//!
//! 1. The explanation is followed by the rules without *suppose* until none applies. If many squares are open, a region that misses
//!    queens hands over open squares to neighbouring regions. A change after which more
//!    squares stay open is taken back.
//! 2. Otherwise, for *hard* and *expert*, a search from there finds a second solution. A square that has a queen in the second solution
//!    but not in the first is moved to a neighbouring region, where the second solution then has too many queens. Second solutions
//!    are kept and tested again before the next search.
//! 3. Without a second solution, the explanation continues with *suppose*. If it does not reach the end, squares move as in 1.
//!
//! An explanation without a guess proves that there is one solution only.

use super::PuzzleRequest;
use super::apart::queens_apart;
use super::map::{Map, Squares};
use super::second::{Found, Second};
use super::shape::Shape;
use crate::solve::Difficulty;
use crate::solve::explain::{Allowed, Page, SMALL_WORDS, advance, close_all_failing, steps};
use crate::{Control, Error, Position, Solution};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

/// The most changes of the regions, for each row of the board.
const CHANGES_PER_ROW: usize = 40;

/// The most changes in a row that do not help.
const MOST_FAILURES: usize = 100;

/// A second solution is searched for and suppositions are made if at most this many squares are open: all of a board of size 14.
const FEW_OPEN: usize = 196;

/// The most nodes of a search for a second solution.
const MOST_NODES: u64 = 20_000;

/// The rules that are allowed for a difficulty.
fn allowed(difficulty: Option<Difficulty>) -> Allowed {
    match difficulty {
        Some(Difficulty::Easy) => Allowed { sets: false, chain: None },
        Some(Difficulty::Medium) => Allowed { sets: true, chain: None },
        Some(Difficulty::Hard) => Allowed { sets: true, chain: Some(2) },
        Some(Difficulty::Expert) | None => Allowed::ALL,
    }
}

/// A position with its only solution and its score.
type Made = (Position, Solution, u32);

/// A position with one solution that the rules of the difficulty explain, or `None` if the regions could not be changed to be one; and
/// the work that this took. The shape of the regions depends on the number of attempts before.
pub(super) fn make(
    request: &PuzzleRequest,
    difficulty: Option<Difficulty>,
    attempts: usize,
    random: &mut Pcg64,
    control: &dyn Control,
) -> Result<(Option<Made>, usize), Error> {
    let (size, theme) = (request.size, request.theme.unwrap_or_default());
    let columns = queens_apart(size, request.stars, random);
    let shape = Shape::after(attempts, theme, size, request.most_singles());
    let Some(map) = Map::grown(&columns, shape, random) else {
        return Ok((None, 1));
    };
    let deadlock = Deadlock { open: Squares::EMPTY, missing: Vec::new() };
    let mut maker = Maker { map, random, control, others: Vec::new(), deadlock, work: 0 };
    let made = maker.make(&columns, allowed(difficulty))?;
    Ok((made, maker.work))
}

/// What is still open when no rule applies: squares and regions that miss queens.
struct Deadlock {
    open: Squares,
    missing: Vec<u8>,
}

/// What an explanation of the puzzle shows.
enum Attempt {
    /// The rules lead to the only solution.
    Explained,
    /// No rule applies.
    Deadlock(Deadlock),
    /// There is a second solution.
    Second(Squares),
    /// It is unknown whether there is a second solution.
    Limit,
}

/// A square that moved, and the region that it came from.
pub(super) type Moved = (usize, usize);

struct Maker<'a> {
    map: Map,
    random: &'a mut Pcg64,
    control: &'a dyn Control,
    /// The second solutions that were found.
    others: Vec<Squares>,
    /// The end of the best explanation.
    deadlock: Deadlock,
    /// The explanations, and the squares that were supposed to have a queen.
    work: usize,
}

impl Maker<'_> {
    /// Changes the regions until the rules explain the puzzle. `None` if they could not be changed so.
    fn make(&mut self, columns: &[Vec<u32>], allowed: Allowed) -> Result<Option<Made>, Error> {
        // The number of open squares at the end of the best explanation, the moves since then, and the changes that did not help.
        let (mut least, mut moved, mut failures) = (usize::MAX, Vec::new(), 0);
        for _ in 0..CHANGES_PER_ROW * self.map.layout.size {
            if self.control.stopped() {
                return Err(Error::Stopped);
            }
            let deadlock = match self.attempt(allowed)? {
                Attempt::Explained => None,
                Attempt::Deadlock(deadlock) => Some(deadlock),
                Attempt::Second(other) => {
                    if !self.break_solution(&other) {
                        return Ok(None);
                    }
                    self.others.push(other);
                    least = usize::MAX;
                    continue;
                }
                Attempt::Limit => return Ok(None),
            };
            let Some(deadlock) = deadlock else {
                if !self.map.has_shape() {
                    return Ok(None);
                }
                let position = self.map.position()?;
                let solution = position.check(&columns.concat())?;
                // Once more, because the order of the regions decides between steps that are equally simple.
                let explanation = steps(&position, usize::MAX, self.control)?;
                let found = (position, solution, explanation.score());
                return Ok((!explanation.guesses()).then_some(found));
            };
            let open = deadlock.open.len();
            if open > least {
                // Back to the better regions; another random change follows.
                self.map.undo(&moved);
                failures += 1;
            } else {
                failures = if open < least { 0 } else { failures + 1 };
                least = open;
                self.deadlock = deadlock;
            }
            moved = self.break_deadlock();
            if failures > MOST_FAILURES || moved.is_empty() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Explains the puzzle, and searches for a second solution if *suppose* is allowed and few squares are open.
    fn attempt(&mut self, allowed: Allowed) -> Result<Attempt, Error> {
        self.work += 1;
        let mut page = Page::empty_board(&self.map.layout);
        page.settle(allowed.sets);
        if allowed.chain.is_some() && !page.is_solved() && page.open.len() <= FEW_OPEN {
            match self.second(page.clone())? {
                Found::Other(other) => return Ok(Attempt::Second(other)),
                Found::Limit => return Ok(Attempt::Limit),
                Found::None => {}
            }
            self.work += page.open.len();
            match allowed.chain {
                // Chains of any length: the steps are not needed, only where they end.
                Some(usize::MAX) => close_all_failing(&mut page, self.control)?,
                _ => while advance(&mut page, allowed, self.control)?.is_some() {},
            }
        }
        Ok(match page.is_solved() {
            true => Attempt::Explained,
            false => Attempt::Deadlock(Deadlock { open: page.open, missing: page.missing }),
        })
    }

    /// A second solution: one that was found before if it is still one.
    fn second(&self, page: Page<'_, SMALL_WORDS>) -> Result<Found<SMALL_WORDS>, Error> {
        let layout = &self.map.layout;
        let stars = usize::from(layout.stars);
        let regions = &layout.units[..layout.size];
        let is_solution =
            |other: &&Squares| regions.iter().all(|region| region.common(other) == stars);
        if let Some(&other) = self.others.iter().rev().find(is_solution) {
            return Ok(Found::Other(other));
        }
        Second::search(page, self.map.queens, MOST_NODES, self.control)
    }

    /// Changes the regions so that a second solution is none any more, or so that a later change can do so: a square inside its
    /// region first needs a neighbour that it can be handed over to. Returns whether this was possible.
    fn break_solution(&mut self, other: &Squares) -> bool {
        let mut squares: Vec<usize> = other.minus(&self.map.queens).iter().collect();
        squares.shuffle(self.random);
        let reached: Vec<usize> =
            squares.iter().flat_map(|&square| self.map.region_around(square)).collect();
        squares.into_iter().chain(reached).any(|square| {
            let regions = self.map.regions_near(square, self.random);
            regions.into_iter().any(|region| !self.map.hand_over(square, region).is_empty())
        })
    }

    /// Moves open squares without a queen from a region that misses queens to its neighbours. Regions with few open squares are
    /// preferred. Returns the squares that moved.
    fn break_deadlock(&mut self) -> Vec<Moved> {
        let size = self.map.layout.size;
        let Deadlock { open, missing } = &self.deadlock;
        let wrong = open.minus(&self.map.queens);
        let count = |region: usize| wrong.common(&self.map.layout.units[region]);
        let mut regions: Vec<usize> =
            (0..size).filter(|&region| missing[region] > 0 && count(region) > 0).collect();
        regions.shuffle(self.random);
        if self.random.random() {
            regions.sort_by_key(|&region| count(region));
        }
        let mut moved = Vec::new();
        for region in regions {
            let mut squares: Vec<usize> =
                wrong.and(&self.map.layout.units[region]).iter().collect();
            squares.shuffle(self.random);
            if self.random.random() {
                squares.truncate(self.random.random_range(1..=squares.len()));
            } else {
                squares.truncate(1);
            }
            // A region that has its queens got them because it has few squares: the others come first.
            let others_first = self.random.random();
            for square in squares {
                // A square may have moved with another one.
                if self.map.layout.region(square) != region {
                    continue;
                }
                let mut near = self.map.regions_near(square, self.random);
                if others_first {
                    near.sort_by_key(|&region| missing[region] == 0);
                }
                for region in near {
                    let handed_over = self.map.hand_over(square, region);
                    if !handed_over.is_empty() {
                        moved.extend(handed_over);
                        break;
                    }
                }
            }
            if !moved.is_empty() {
                break;
            }
        }
        moved
    }
}

impl PuzzleRequest {
    /// The most regions of one square: as requested, or else none from size 6 on and any number on smaller boards.
    pub(super) fn most_singles(&self) -> usize {
        let usual = if self.size < 6 { self.size } else { 0 };
        self.singles.unwrap_or(usual)
    }
}
