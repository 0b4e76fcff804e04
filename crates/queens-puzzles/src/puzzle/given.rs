//! Puzzles with given queens.
//!
//! Queens are removed from a random solution in random order, as long as the position has no other solution. For an easier
//! difficulty some queens are put back. If the puzzle is then easier than requested, queens are put back and others removed until it
//! has the requested difficulty. The solver [`Domains`](crate::solve::Solver::Domains) searches for second solutions.

use super::Made;
use crate::solve::explain::without_guess;
use crate::solve::{Difficulty, Solve};
use crate::{Error, Position};
use queens::find::{LocalSearch, Start};
use queens::{Control, Square};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

/// The number of queens that remain to be found at least.
const MIN_REMOVED: usize = 3;

/// The most changes in a row that do not help to reach the difficulty. On small boards there are few different ones: a quarter of the
/// squares is the limit.
const MAX_FAILURES: usize = 50;

/// A position of given queens with one solution, and its score. Also returns the work: the number of explanations. The position has
/// more given queens than needed if an easier difficulty is wanted, or if a guess would be needed otherwise.
pub(super) fn make(
    size: usize,
    difficulty: Option<Difficulty>,
    random: &mut Pcg64,
    control: &dyn Control,
) -> Result<(Option<Made>, usize), Error> {
    let search = LocalSearch::new(size, random.random(), Start::FewAttacks, control)?;
    let solution = search.solve(control)?;
    let mut given: Vec<Square> = solution.squares().collect();
    given.shuffle(random);
    let mut removed = Vec::new();
    for place in (0..given.len()).rev() {
        let queen = given.swap_remove(place);
        if Solve::of(&with(size, &given)?).other_than(&solution, control)?.is_some() {
            given.push(queen);
        } else {
            removed.push(queen);
        }
    }
    let hardest = difficulty.unwrap_or(Difficulty::Expert);
    let mut work = 0;
    loop {
        let position = with(size, &given)?;
        work += 1;
        if let Some(explanation) = without_guess(&position, control)?
            && explanation.difficulty() <= hardest
        {
            let queens = Queens { given, removed, score: explanation.score() };
            let queens = match difficulty {
                Some(difficulty) => queens.refined(size, difficulty, random, &mut work, control)?,
                None => Some(queens),
            };
            let Some(Queens { given, score, .. }) = queens else { return Ok((None, work)) };
            return Ok((Some((with(size, &given)?, solution, score)), work));
        }
        if removed.len() <= MIN_REMOVED {
            return Ok((None, work));
        }
        given.extend(removed.pop());
    }
}

fn with(size: usize, given: &[Square]) -> Result<Position, Error> {
    Position::new(size)?.with_given(given.iter().copied())
}

/// The given queens of a puzzle, the other queens of its solution, and its score.
#[derive(Clone)]
struct Queens {
    given: Vec<Square>,
    removed: Vec<Square>,
    score: u32,
}

impl Queens {
    /// Puts queens back and removes others until the score is one of the difficulty. Changes after which the score is farther away are
    /// not made. `None` if too many of them do not help.
    fn refined(
        mut self,
        size: usize,
        difficulty: Difficulty,
        random: &mut Pcg64,
        work: &mut usize,
        control: &dyn Control,
    ) -> Result<Option<Self>, Error> {
        let (mut failures, most) = (0, MAX_FAILURES.min(size * size / 4));
        while difficulty.distance(self.score) > 0 {
            if failures > most {
                return Ok(None);
            }
            failures += 1;
            let mut next = self.clone();
            let (back, away) = match random.random_range(0..3) {
                0 => (1, 0),
                1 => (0, 1),
                _ => (1, 1),
            };
            for _ in 0..back {
                next.given
                    .push(next.removed.swap_remove(random.random_range(0..next.removed.len())));
            }
            for _ in 0..away {
                next.removed.push(next.given.swap_remove(random.random_range(0..next.given.len())));
            }
            if next.removed.len() < MIN_REMOVED || next.given.is_empty() {
                continue;
            }
            *work += 1;
            // An explanation without a guess shows that there is one solution only.
            let Some(explanation) = without_guess(&with(size, &next.given)?, control)? else {
                continue;
            };
            next.score = explanation.score();
            let (before, after) =
                (difficulty.distance(self.score), difficulty.distance(next.score));
            if after <= before {
                failures = if after < before { 0 } else { failures };
                self = next;
            }
        }
        Ok(Some(self))
    }
}
