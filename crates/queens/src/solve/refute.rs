//! Why a position has no solution, as briefly as can be said.

use super::{End, MAX_EXPLAINED, Solve, Unit, explain};
use crate::{Control, Error, Position, Rules, Square};
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

/// How often a search for a reason may ask whether to go on: about a second or two. A reason is a courtesy.
const PATIENCE: u32 = 4000;

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// Two given queens attack each other.
    Attack(Square, Square),
    /// A unit has no open square: at once, or after this many steps of an explanation, none of them guessed.
    Empty(Unit, usize),
    /// These given queens cannot stand together; of them, none can be left out.
    Together(Vec<Square>),
    /// The closed squares leave no solution.
    Closed,
    /// The regions leave no solution.
    Regions,
    /// The empty board has no solution.
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
                write!(f, "{unit} has no open square after {steps} step{s} without a guess")
            }
            Self::Together(queens) => {
                let names: Vec<String> = queens.iter().map(Square::to_string).collect();
                match &names[..] {
                    [one] => write!(f, "none has a queen on {one}"),
                    names => write!(f, "none has queens on {} together", names.join(" ")),
                }
            }
            Self::Closed => f.write_str("the closed squares leave none"),
            Self::Regions => f.write_str("the regions leave none"),
            Self::Board => f.write_str("the empty board of this size has none"),
        }
    }
}

/// Why a position has no solution; `None` for positions that have one, and where the reason is too long to find.
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
    let patience = Patience { control, left: AtomicU32::new(PATIENCE) };
    match reason(position, &patience) {
        Err(Error::Stopped) if !control.stopped() => Ok(None),
        reason => reason,
    }
}

/// A control that is also out of patience some time.
struct Patience<'a> {
    control: &'a dyn Control,
    left: AtomicU32,
}

impl Control for Patience<'_> {
    fn stopped(&self) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        left == 0 || self.control.stopped()
    }
}

fn reason(position: &Position, control: &dyn Control) -> Result<Option<Refutation>, Error> {
    let fails = |position: &Position| Ok::<_, Error>(Solve::of(position).find(control)?.is_none());
    let explanation = explain(position, control)?;
    let empty = match explanation.end {
        End::Solved(_) => return Ok(None),
        End::Empty(unit) => Some(Refutation::Empty(unit, explanation.steps.len())),
        _ => None,
    };
    if explanation.steps.is_empty() && empty.is_some() {
        return Ok(empty);
    }
    let bare = position.without_given();
    if !position.given().is_empty() && !fails(&bare)? {
        return needed(position, &fails).map(|queens| Some(Refutation::Together(queens)));
    }
    let regions = position.rules() == Rules::Regions;
    let board = Position::new(position.size())?;
    let board_fails = || fails(&board.with_rules(position.rules())?);
    Ok(Some(match position.closed().is_empty() {
        true if regions => empty.unwrap_or(Refutation::Regions),
        true => Refutation::Board,
        false if !regions && board_fails()? => Refutation::Board,
        false => empty.unwrap_or(Refutation::Closed),
    }))
}

/// Given queens that cannot stand together, of which none can be left out.
fn needed(
    position: &Position,
    fails: &dyn Fn(&Position) -> Result<bool, Error>,
) -> Result<Vec<Square>, Error> {
    let mut needed: Vec<Square> = position.given().to_vec();
    for place in (0..needed.len()).rev() {
        let mut fewer = needed.clone();
        fewer.remove(place);
        if fails(&position.without_given().with_given(fewer.iter().copied())?)? {
            needed = fewer;
        }
    }
    Ok(needed)
}
