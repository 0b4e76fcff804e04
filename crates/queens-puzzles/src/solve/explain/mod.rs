//! Solving a position as a person would: each step uses the simplest rule that applies.
//!
//! A *unit* is a line or region that must have a fixed number of queens: one, or the stars of the position.
//!
//! 1. *Only*: a unit with as many open squares as it misses queens has them there.
//! 2. *Within*: if the open squares of a unit all lie in another one that misses as many queens, the other squares of that one are
//!    closed.
//! 3. *All attack*: if every open square of a unit attacks a square, that square is closed. A queen there would leave the unit
//!    without an open square. With several stars this is *no room*: a queen on the square would leave the unit too little room. Two
//!    adjacent squares hold at most one queen, so a block of two by two squares does too.
//! 4. *Sets*: if the open squares of two, three or four units of one kind all lie in units of another kind that together miss as many
//!    queens, the other squares of those are closed.
//! 5. *Suppose*: if a queen on a square leads by rules 1 to 3 to a unit without room for its queens, the square is closed. The
//!    shortest chain of steps is taken.
//! 6. *Guess*: no rule applies.
//!
//! Rules are tried in this order. A step has a weight, and the weights make the score and the difficulty of a position
//! (docs/puzzles.md). Work: rules 1 to 4 look at every open square of every unit; rule 5 does so for every open square. Memory: a set
//! of bits for each open square. Range: N <= 64.  Checked: no step closes a square of a solution or places a queen that is in none
//! (all solutions of random positions).

mod closure;
mod difficulty;
mod layout;
mod page;
mod step;
mod suppose;

use crate::solve::Solve;
use crate::{Error, Position};
pub(crate) use closure::Closure;
pub use difficulty::Difficulty;
use difficulty::score;
use layout::{LARGE_WORDS, SMALL};
pub(crate) use layout::{Layout, SMALL_WORDS, Set};
pub(crate) use page::Page;
use queens::{BoardError, Control, Solution, Square};
pub(super) use step::list;
pub use step::{Reason, SolveStep, Unit};
pub(crate) use suppose::close_all_failing;

/// The largest size of a position that [`explain`] accepts.
pub const MAX_EXPLAINED: usize = 64;

/// How an explanation ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With a solution.
    Solved(Solution),
    /// Two given queens attack each other.
    GivenAttack(Square, Square),
    /// A unit has more given queens than stars.
    TooMany(Unit),
    /// A unit has no room for its queens after steps without a guess: there is no solution.
    Empty(Unit),
    /// No rule applies, and a search finds no solution.
    NoSolution,
}

/// The steps by which a person can solve a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The steps in order.
    pub steps: Vec<SolveStep>,
    /// How the explanation ends.
    pub end: End,
    /// Another solution than that of the end, if there is one. The steps then contain a guess.
    pub other: Option<Solution>,
    /// The number of queens of a solution.
    queens: usize,
}

impl Explanation {
    /// How hard the position is, as a number: 10 times the weight of the hardest step, and 10 times the sum of all weights divided
    /// by the number of queens of a solution.
    pub fn score(&self) -> u32 {
        score(&self.steps, self.queens)
    }

    /// How hard the position is, by its score.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of_score(self.score())
    }

    /// Whether a step is a guess.
    pub fn guesses(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.reason, Reason::Guess { .. }))
    }
}

/// Explains how to solve a position, or why it has no solution, in steps that a person can follow.
///
/// ```
/// use queens_puzzles::solve::{Difficulty, explain};
/// use queens::Never;
/// use queens_puzzles::Position;
/// let position = Position::new(4)?.with_closed(["C4".parse()?])?;
/// let explanation = explain(&position, &Never)?;
/// assert_eq!((explanation.score(), explanation.difficulty()), (67, Difficulty::Easy));
/// assert_eq!(
///     explanation.steps[0].to_string(),
///     "B2 and D2 are closed: the queen of column C, on C1, C2 or C3, attacks them all"
/// );
///
/// // The empty board has a second solution, so some step is a guess.
/// let explanation = explain(&Position::new(4)?, &Never)?;
/// assert!(explanation.guesses() && explanation.other.is_some());
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
pub fn explain(position: &Position, control: &dyn Control) -> Result<Explanation, Error> {
    let mut explanation = steps(position, Limit::None, control)?;
    if let End::Solved(solution) = &explanation.end
        && explanation.guesses()
    {
        explanation.other = Solve::of(position).other_than(solution, control)?;
    }
    Ok(explanation)
}

/// The first step of the explanation of a position. `None` if the position is solved, or has no solution and a unit without an open
/// square.
///
/// ```
/// use queens_puzzles::solve::first_step;
/// use queens::Never;
/// use queens_puzzles::Position;
/// let position: Position = "size:4 given:A2".parse()?;
/// let step = first_step(&position, &Never)?.unwrap();
/// assert_eq!(step.to_string(), "queen on B4: the only open square of column B");
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
pub fn first_step(position: &Position, control: &dyn Control) -> Result<Option<SolveStep>, Error> {
    Ok(steps(position, Limit::Steps(1), control)?.steps.pop())
}

/// The explanation of a position, or `None` if it needs a guess or there is no solution.
pub(crate) fn without_guess(
    position: &Position,
    control: &dyn Control,
) -> Result<Option<Explanation>, Error> {
    let explanation = steps(position, Limit::Guess, control)?;
    Ok(matches!(explanation.end, End::Solved(_)).then_some(explanation))
}

/// Where an explanation stops before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// It does not.
    None,
    /// After this many steps.
    Steps(usize),
    /// Before the first guess.
    Guess,
}

/// Explains a position up to a limit. After that the end is [`End::NoSolution`].
pub(super) fn steps(
    position: &Position,
    limit: Limit,
    control: &dyn Control,
) -> Result<Explanation, Error> {
    let size = position.size();
    if size > MAX_EXPLAINED {
        return Err(Error::from(BoardError::BoardTooLarge { size, limit: MAX_EXPLAINED }));
    }
    if let Some((one, other)) = position.given_attack() {
        let end = End::GivenAttack(one, other);
        return Ok(Explanation { steps: Vec::new(), end, other: None, queens: 0 });
    }
    if size <= SMALL {
        walk::<SMALL_WORDS>(position, limit, control)
    } else {
        walk::<LARGE_WORDS>(position, limit, control)
    }
}

fn walk<const WORDS: usize>(
    position: &Position,
    limit: Limit,
    control: &dyn Control,
) -> Result<Explanation, Error> {
    let layout = Layout::<WORDS>::new(position);
    let mut page = Page::new(&layout, position);
    let queens = layout.size * usize::from(layout.stars);
    let mut steps = Vec::new();
    if let Some(unit) = page.overfull() {
        let end = End::TooMany(layout.names[unit]);
        return Ok(Explanation { steps, end, other: None, queens });
    }
    let end = loop {
        if control.stopped() {
            return Err(queens::Stopped.into());
        }
        if let Some(unit) = page.empty() {
            break End::Empty(layout.names[unit]);
        }
        if page.is_solved() {
            let rows: Vec<u32> = page.queens.iter().map(|queen| layout.square(queen).row).collect();
            break End::Solved(position.check(&rows)?);
        }
        if matches!(limit, Limit::Steps(most) if steps.len() >= most) {
            break End::NoSolution;
        }
        let step = match advance(&mut page, Allowed::ALL, control)? {
            Some(step) => Some(step),
            None if limit == Limit::Guess => None,
            None => guess(&mut page, position, control)?,
        };
        let Some(step) = step else {
            break End::NoSolution;
        };
        steps.push(step);
    };
    Ok(Explanation { steps, end, other: None, queens })
}

/// The rules that may be used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// The rule *sets*.
    pub(crate) sets: bool,
    /// The longest chain of the rule *suppose*; `None` without the rule.
    pub(crate) chain: Option<usize>,
}

impl Allowed {
    /// All rules.
    pub(crate) const ALL: Self = Self { sets: true, chain: Some(usize::MAX) };
}

/// Takes the next step without a guess, if there is one.
pub(crate) fn advance<const WORDS: usize>(
    page: &mut Page<'_, WORDS>,
    allowed: Allowed,
    control: &dyn Control,
) -> Result<Option<SolveStep>, Error> {
    let found = if allowed.sets { page.direct() } else { page.simple() };
    if let Some(found) = found {
        let step = page.step(&found);
        page.take(&found);
        return Ok(Some(step));
    }
    let Some(longest) = allowed.chain else {
        return Ok(None);
    };
    let step = suppose::suppose(page, longest, control)?;
    for &square in step.iter().flat_map(|step| &step.closed) {
        let index = page.layout.index(square);
        page.open.remove(index);
    }
    Ok(step)
}

/// Places a queen of a solution, in the unit with the fewest open squares.
fn guess<const WORDS: usize>(
    page: &mut Page<'_, WORDS>,
    position: &Position,
    control: &dyn Control,
) -> Result<Option<SolveStep>, Error> {
    let layout = page.layout;
    let current = position.clone().with_given(layout.squares(&page.queens))?;
    let Some(solution) = Solve::of(&current).find(control)? else {
        return Ok(None);
    };
    let Some((unit, open)) = page.fewest() else {
        return Ok(None);
    };
    let queen = solution.squares().find(|square| open.contains(square));
    let queen = queen.expect("no rule closes a square of a solution");
    page.place(layout.index(queen));
    let reason = Reason::Guess { unit: layout.names[unit], open };
    Ok(Some(SolveStep { reason, queen: Some(queen), closed: Vec::new() }))
}

#[cfg(test)]
mod tests;
