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
//! An explained puzzle of another difficulty is changed further: a random square moves to a neighbouring region, and the change is kept
//! if the puzzle is still explained and its score is not farther from the requested ones.
//!
//! An explanation without a guess proves that there is one solution only.

use super::apart::queens_apart;
use super::map::{Map, Squares};
use super::second::{Found, Second};
use super::shape::Shape;
use super::{Made, PuzzleRequest};
use crate::Error;
use crate::solve::Difficulty;
use crate::solve::explain::{
    Allowed, Closure, Layout, Page, SMALL_WORDS, advance, close_all_failing, without_guess,
};
use queens::Control;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

/// The most changes of the regions, for each row of the board.
const CHANGES_PER_ROW: usize = 40;

/// The most changes in a row that do not help.
const MAX_FAILURES: usize = 100;

/// A second solution is searched for and suppositions are made if at most this many squares are open: all of a board of size 14.
const FEW_OPEN: usize = 196;

/// The most nodes of a search for a second solution.
const MAX_NODES: u64 = 20_000;

/// The rules that are allowed for a difficulty.
fn allowed(difficulty: Option<Difficulty>) -> Allowed {
    match difficulty {
        Some(Difficulty::Easy) => Allowed { sets: false, chain: None },
        Some(Difficulty::Medium) => Allowed { sets: true, chain: None },
        Some(Difficulty::Hard) => Allowed { sets: true, chain: Some(2) },
        Some(Difficulty::Expert) | None => Allowed::ALL,
    }
}

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
    let allowed = allowed(difficulty);
    let others = Vec::new();
    let mut maker =
        Maker { map, columns, difficulty, allowed, random, control, others, deadlock, work: 0 };
    let made = maker.make()?;
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
    /// The rows of the queens of each column.
    columns: Vec<Vec<u32>>,
    /// The requested difficulty, and the rules that it allows.
    difficulty: Option<Difficulty>,
    allowed: Allowed,
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
    /// Changes the regions until the rules explain the puzzle and it has the requested difficulty. `None` if they could not be changed
    /// so.
    fn make(&mut self) -> Result<Option<Made>, Error> {
        // The number of open squares at the end of the best explanation, the moves since then, and the changes that did not help.
        let (mut least, mut moved, mut failures) = (usize::MAX, Vec::new(), 0);
        for _ in 0..CHANGES_PER_ROW * self.map.layout.size {
            if self.control.stopped() {
                return Err(queens::Stopped.into());
            }
            let deadlock = match self.attempt()? {
                Attempt::Explained => {
                    return match self.explained()? {
                        Some(made) => self.refine(made),
                        None => Ok(None),
                    };
                }
                Attempt::Deadlock(deadlock) => deadlock,
                Attempt::Second(other) => {
                    self.keep(other);
                    if !self.break_solution() {
                        return Ok(None);
                    }
                    least = usize::MAX;
                    continue;
                }
                Attempt::Limit => return Ok(None),
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
            if failures > MAX_FAILURES || moved.is_empty() {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The puzzle, which the rules explain. `None` if it does not have the shape of its theme, or needs a guess.
    fn explained(&self) -> Result<Option<Made>, Error> {
        if !self.map.has_shape() {
            return Ok(None);
        }
        let position = self.map.position()?;
        let solution = position.check(&self.columns.concat())?;
        // All rules, with the regions in the order of the position: it decides between steps that are equally simple.
        let explanation = without_guess(&position, self.control)?;
        Ok(explanation.map(|explanation| (position, solution, explanation.score())))
    }

    /// Changes an explained puzzle until its score is one of the requested difficulty: changes after which the score is farther away
    /// are taken back. `None` if too many of them do not help.
    fn refine(&mut self, mut made: Made) -> Result<Option<Made>, Error> {
        let Some(difficulty) = self.difficulty else {
            return Ok(Some(made));
        };
        let (mut distance, mut failures) = (difficulty.distance(made.2), 0);
        // There are few different changes of small boards.
        let most = MAX_FAILURES.min(self.map.layout.size * self.map.layout.size);
        while distance > 0 {
            if failures > most {
                return Ok(None);
            }
            failures += 1;
            if self.control.stopped() {
                return Err(queens::Stopped.into());
            }
            let moved = self.change();
            let next = match self.attempt()? {
                Attempt::Explained => self.explained()?,
                Attempt::Second(other) => {
                    self.keep(other);
                    None
                }
                Attempt::Deadlock(_) | Attempt::Limit => None,
            };
            match next {
                Some(next) if difficulty.distance(next.2) <= distance => {
                    if difficulty.distance(next.2) < distance {
                        failures = 0;
                    }
                    distance = difficulty.distance(next.2);
                    made = next;
                }
                _ => self.map.undo(&moved),
            }
        }
        Ok(Some(made))
    }

    /// Moves a random square to a neighbouring region. Returns the squares that moved, which are none if the square cannot move.
    fn change(&mut self) -> Vec<Moved> {
        let squares = self.map.layout.size * self.map.layout.size;
        let next = |_| {
            let square = self.random.random_range(0..squares);
            self.move_square(square)
        };
        (0..squares).find_map(next).unwrap_or_default()
    }

    /// Moves a square to one of the neighbouring regions, if one of them can take it. Returns the squares that moved.
    fn move_square(&mut self, square: usize) -> Option<Vec<Moved>> {
        let mut near = self.map.regions_near(square, self.random).into_iter();
        near.find_map(|region| Some(self.map.hand_over(square, region)).filter(|m| !m.is_empty()))
    }

    /// Explains the puzzle, and searches for a second solution if *suppose* is allowed and few squares are open.
    fn attempt(&mut self) -> Result<Attempt, Error> {
        let allowed = self.allowed;
        self.work += 1;
        let mut page = settled(&self.map.layout, allowed.sets);
        if allowed.chain.is_some() && !page.is_solved() && page.open.len() <= FEW_OPEN {
            match self.second(page.clone())? {
                Found::Other(other) => return Ok(Attempt::Second(other)),
                Found::Limit => return Ok(Attempt::Limit),
                Found::None => {}
            }
            self.work += page.open.len();
            match allowed.chain {
                // Chains of any length: the steps are not needed, only where they end.
                Some(usize::MAX) => page = all_closed(page, self.control)?,
                _ => while advance(&mut page, allowed, self.control)?.is_some() {},
            }
        }
        Ok(match page.is_solved() {
            true => Attempt::Explained,
            false => Attempt::Deadlock(Deadlock { open: page.open, missing: page.missing }),
        })
    }

    /// A second solution: one that was found before if it is still one.
    fn second(&self, page: Page<'_, SMALL_WORDS>) -> Result<Found, Error> {
        if let Some(&other) = self.others.iter().rev().find(|other| self.is_solution(other)) {
            return Ok(Found::Other(other));
        }
        Second::search(page, self.map.queens, MAX_NODES, self.control)
    }

    /// Keeps a second solution, as the last one.
    fn keep(&mut self, other: Squares) {
        self.others.retain(|known| *known != other);
        self.others.push(other);
    }

    /// Whether each region has its queens. The rows, columns and distances of the queens are those of a solution.
    fn is_solution(&self, queens: &Squares) -> bool {
        let layout = &self.map.layout;
        let stars = usize::from(layout.stars);
        layout.units[..layout.size].iter().all(|region| region.common(queens) == stars)
    }

    /// Changes the regions so that the last second solution is none any more, and no earlier one is a solution again; if that is
    /// not possible, so that the last one is none, or so that a later change can do so: a square inside its region first needs a
    /// neighbour that it can be handed over to. Returns whether this was possible.
    fn break_solution(&mut self) -> bool {
        let Some(other) = self.others.last() else {
            return false;
        };
        let wrong = other.minus(&self.map.queens);
        let mut squares: Vec<usize> = wrong.iter().collect();
        squares.shuffle(self.random);
        let mut second_best = None;
        for square in squares {
            for region in self.map.regions_near(square, self.random) {
                let moved = self.map.hand_over(square, region);
                if moved.is_empty() {
                    continue;
                }
                if !self.others.iter().any(|other| self.is_solution(other)) {
                    return true;
                }
                self.map.undo(&moved);
                second_best = second_best.or(Some((square, region)));
            }
        }
        if let Some((square, region)) = second_best {
            return !self.map.hand_over(square, region).is_empty();
        }
        !self.uncover(wrong).is_empty()
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
                return moved;
            }
        }
        self.uncover(wrong)
    }

    /// Moves a square near one of these squares, which lie inside their regions, so that a later change can reach them. Returns the
    /// squares that moved.
    fn uncover(&mut self, squares: Squares) -> Vec<Moved> {
        let mut squares: Vec<usize> = squares.iter().collect();
        squares.shuffle(self.random);
        let reached: Vec<usize> =
            squares.into_iter().flat_map(|square| self.map.region_around(square)).collect();
        reached.into_iter().find_map(|square| self.move_square(square)).unwrap_or_default()
    }
}

/// The end of the explanation by the rules without *suppose*.
fn settled(layout: &Layout<SMALL_WORDS>, with_sets: bool) -> Page<'_, SMALL_WORDS> {
    if layout.stars == 1 {
        let mut closure = Closure::empty_board(layout);
        closure.settle(with_sets);
        return closure.page();
    }
    let mut page = Page::empty_board(layout);
    page.settle(with_sets);
    page
}

/// The end of the explanation by all rules, from a page on.
fn all_closed<'a>(
    mut page: Page<'a, SMALL_WORDS>,
    control: &dyn Control,
) -> Result<Page<'a, SMALL_WORDS>, Error> {
    if page.layout.stars == 1 {
        let mut closure = Closure::of(&page);
        closure.close_all_failing(control)?;
        return Ok(closure.page());
    }
    close_all_failing(&mut page, control)?;
    Ok(page)
}

impl PuzzleRequest {
    /// The most regions of one square: as requested, or else none from size 6 on and any number on smaller boards.
    pub(super) fn most_singles(&self) -> usize {
        let usual = if self.size < 6 { self.size } else { 0 };
        self.singles.unwrap_or(usual)
    }
}
