//! Makes puzzles from seeds.

use super::failure::Failure;
use super::progress::Waiting;
use queens::position::PuzzleLink;
use queens::puzzle::{Puzzle, PuzzleRequest};
use queens::solve::Difficulty;
use queens::{Control, Error, Position, Rules};

/// Makes the puzzle of a seed, as `queens puzzle new` does.
pub(crate) fn make(
    rules: Rules,
    size: usize,
    seed: u64,
    difficulty: Option<Difficulty>,
    control: &dyn Control,
) -> Result<Puzzle, Error> {
    PuzzleRequest::new(size).rules(rules).seed(seed).difficulty(difficulty).make(control)
}

/// The position of a link to a puzzle: the puzzle, with the queens that the player has placed.
pub(crate) fn of_link(link: &PuzzleLink) -> Result<Position, Failure> {
    let difficulty = link.difficulty.parse()?;
    let waiting = Waiting::new("creating a puzzle");
    let puzzle = make(link.rules, link.size, link.seed, Some(difficulty), &waiting)?;
    Ok(puzzle.position.with_given(link.queens.iter().copied())?)
}
