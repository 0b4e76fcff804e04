//! Puzzles with given queens.
//!
//! Queens are removed from a random solution in random order, as long as the position has no other solution. For an easier
//! difficulty some queens are put back. The solver [`Domains`](crate::solve::Solver::Domains) searches for second solutions.

use crate::solve::explain::steps;
use crate::solve::{Difficulty, Solve};
use crate::{Control, Error, Position, Solution, Square, find};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

/// The number of queens that remain to be found at least.
const LEAST_REMOVED: usize = 3;

/// A second solution, if there is one.
fn second(
    position: &Position,
    first: &Solution,
    control: &dyn Control,
) -> Result<Option<Solution>, Error> {
    let mut every = Solve::of(position).every();
    while let Some(solution) = every.next(control)? {
        if solution != *first {
            return Ok(Some(solution));
        }
    }
    Ok(None)
}

/// A position of given queens with one solution, and its score. It has more given queens than needed if an easier difficulty is
/// wanted, or a guess would be needed otherwise.
pub(super) fn make(
    size: usize,
    difficulty: Option<Difficulty>,
    random: &mut Pcg64,
    control: &dyn Control,
) -> Result<Option<(Position, Solution, u32)>, Error> {
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
    let hardest = difficulty.unwrap_or(Difficulty::Expert);
    loop {
        let position = with(&given)?;
        let explanation = steps(&position, usize::MAX, control)?;
        if !explanation.guesses() && explanation.difficulty() <= hardest {
            return Ok(Some((position, solution, explanation.score())));
        }
        if removed.len() <= LEAST_REMOVED {
            return Ok(None);
        }
        given.extend(removed.pop());
    }
}
