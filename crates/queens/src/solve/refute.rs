//! Why a position has no solution, as briefly as can be said.

use super::{End, MAX_EXPLAINED, Solve, Unit, explain};
use crate::{Control, Error, Position, Square};
use std::fmt;

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// Two given queens attack each other.
    Attack(Square, Square),
    /// A unit has no open square: at once, or after so many steps that need no guess.
    Empty(Unit, usize),
    /// These given queens cannot stand together; of them, none can be left out.
    Together(Vec<Square>),
    /// No queen is needed for that: the closed squares or the regions leave no solution.
    Closed,
    /// Nothing is needed for that: the empty board has no solution.
    Board,
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attack(one, other) => {
                write!(f, "the given queens on {one} and {other} attack each other")
            }
            Self::Empty(unit, 0) => write!(f, "{unit} has no open square"),
            Self::Empty(unit, steps) => {
                let s = if *steps == 1 { "" } else { "s" };
                write!(f, "{unit} has no open square after {steps} step{s}, which --explain shows")
            }
            Self::Together(queens) => {
                let names: Vec<String> = queens.iter().map(Square::to_string).collect();
                match &names[..] {
                    [one] => write!(f, "none has a queen on {one}"),
                    names => write!(f, "none has queens on {} together", names.join(" ")),
                }
            }
            Self::Closed => f.write_str("without the given queens there is none either"),
            Self::Board => f.write_str("the empty board of this size has none"),
        }
    }
}

/// Why a position without a solution has none; `None` for positions too large to say.
///
/// ```
/// use queens::{Never, Position, solve::refute};
/// let position = Position::new(6)?.with_given(["A1".parse()?, "F5".parse()?])?;
/// assert_eq!(refute(&position, &Never)?.unwrap().to_string(), "none has a queen on A1");
/// # Ok::<(), queens::Error>(())
/// ```
pub fn refute(position: &Position, control: &dyn Control) -> Result<Option<Refutation>, Error> {
    if let Some((one, other)) = position.given_attack() {
        return Ok(Some(Refutation::Attack(one, other)));
    }
    if position.size() > MAX_EXPLAINED {
        return Ok(None);
    }
    let explanation = explain(position, control)?;
    if let (End::Empty(unit), false) = (&explanation.end, explanation.guesses())
        && explanation.steps.is_empty()
    {
        return Ok(Some(Refutation::Empty(*unit, 0)));
    }
    let closed = position.without_given();
    let fails = |position: &Position| Ok::<_, Error>(Solve::of(position).find(control)?.is_none());
    if fails(&closed)? {
        let empty = closed.closed().is_empty() && closed.regions().is_none();
        return Ok(Some(match explanation.end {
            _ if empty => Refutation::Board,
            End::Empty(unit) => Refutation::Empty(unit, explanation.steps.len()),
            _ => Refutation::Closed,
        }));
    }
    let mut needed: Vec<Square> = position.given().to_vec();
    for place in (0..needed.len()).rev() {
        let mut fewer = needed.clone();
        fewer.remove(place);
        if fails(&closed.clone().with_given(fewer.iter().copied())?)? {
            needed = fewer;
        }
    }
    Ok(Some(Refutation::Together(needed)))
}
