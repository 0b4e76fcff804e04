//! A short reason why a position has no solution.

use super::explain::steps;
use super::{End, MAX_EXPLAINED, Solve, Unit};
use crate::{Control, Error, Position, Rules, Square};
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of polls of the control after which the search for a reason gives up: one or two seconds. A reason is best
/// effort.
const POLL_LIMIT: u32 = 4000;

/// The reason why a position has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// Two given queens attack each other.
    Attack(Square, Square),
    /// A unit has no open square after this many steps of an explanation, none of them a guess.
    Empty(Unit, usize),
    /// With several stars: a unit has no room for its queens after this many steps of an explanation, none of them a guess.
    NoRoom(Unit, usize),
    /// No solution contains all of these given queens. Without any one of them there is a solution.
    Together(Vec<Square>),
    /// The closed squares rule out every solution.
    Closed,
    /// The regions rule out every solution.
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
            Self::Empty(unit, steps) => write!(f, "{unit} has no open square{}", after(*steps)),
            Self::NoRoom(unit, steps) => {
                write!(f, "{unit} has no room for its queens{}", after(*steps))
            }
            Self::Together(queens) => {
                let names: Vec<String> = queens.iter().map(Square::to_string).collect();
                match &names[..] {
                    [one] => write!(f, "the given queen on {one} rules out every solution"),
                    names => {
                        write!(f, "the given queens on {} rule out every solution", names.join(" "))
                    }
                }
            }
            Self::Closed => f.write_str("the closed squares rule out every solution"),
            Self::Regions => f.write_str("the regions rule out every solution"),
            Self::Board => f.write_str("the empty board of this size has no solution"),
        }
    }
}

fn after(steps: usize) -> String {
    match steps {
        0 => String::new(),
        1 => " after 1 forced step".to_string(),
        _ => format!(" after {steps} forced steps"),
    }
}

/// Returns a reason why a position has no solution.
///
/// The result is `None` if the position has a solution, or no reason is found within about two seconds. In positions larger
/// than [`MAX_EXPLAINED`], the only reason that is found is that two given queens attack each other.
///
/// ```
/// use queens::{Never, Position, solve::refute};
/// let position = Position::new(6)?.with_given(["A1".parse()?, "F5".parse()?])?;
/// let reason = refute(&position, &Never)?.unwrap();
/// assert_eq!(reason.to_string(), "the given queen on A1 rules out every solution");
/// # Ok::<(), queens::Error>(())
/// ```
pub fn refute(position: &Position, control: &dyn Control) -> Result<Option<Refutation>, Error> {
    if let Some((one, other)) = position.given_attack() {
        return Ok(Some(Refutation::Attack(one, other)));
    }
    if position.size() > MAX_EXPLAINED {
        return Ok(None);
    }
    let limited = PollLimit { control, left: AtomicU32::new(POLL_LIMIT) };
    match reason(position, &limited) {
        Err(Error::Stopped) if !control.stopped() => Ok(None),
        reason => reason,
    }
}

/// A control that also stops after a number of polls.
struct PollLimit<'a> {
    control: &'a dyn Control,
    left: AtomicU32,
}

impl Control for PollLimit<'_> {
    fn stopped(&self) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        left == 0 || self.control.stopped()
    }

    fn warn(&self, message: &str) {
        self.control.warn(message);
    }
}

fn reason(position: &Position, control: &dyn Control) -> Result<Option<Refutation>, Error> {
    let fails = |position: &Position| Ok::<_, Error>(Solve::of(position).find(control)?.is_none());
    let explanation = steps(position, usize::MAX, control)?;
    let empty = match explanation.end {
        End::Solved(_) => return Ok(None),
        End::Empty(unit) if position.stars() == 1 => {
            Some(Refutation::Empty(unit, explanation.steps.len()))
        }
        End::Empty(unit) => Some(Refutation::NoRoom(unit, explanation.steps.len())),
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

/// A minimal set of given queens that no solution contains.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Never;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_position_without_solutions_has_a_reason() {
        for (position, reason) in [
            ("size:8 given:A1,B2", "the given queens on A1 and B2 attack each other"),
            ("size:6 given:A1,F5", "the given queen on A1 rules out every solution"),
            ("size:8 given:A1,C2", "the given queens on A1 C2 rule out every solution"),
            ("size:3", "the empty board of this size has no solution"),
            ("size:3 closed:A1", "the empty board of this size has no solution"),
            ("size:3 given:A1", "the empty board of this size has no solution"),
            ("size:4 closed:A1,A2,A3,A4", "column A has no open square"),
            ("size:4 closed:A2,A3", "row 3 has no open square after 4 forced steps"),
            ("size:6 rules:torus closed:A1", "the empty board of this size has no solution"),
            (
                "size:4 rules:regions regions:AAAA/ABBB/ACCC/ADDD",
                "column C has no open square after 6 forced steps",
            ),
            (
                "size:5 rules:regions regions:AABBB/ACCBB/ACDDB/EEEDD/EEEDD closed:A5,A3",
                "region C has no open square after 1 forced step",
            ),
            (
                "size:4 rules:regions given:A1 regions:ABCD/ABCD/ABCD/ABCD",
                "the given queen on A1 rules out every solution",
            ),
        ] {
            let found = refute(&position.parse().unwrap(), &Never).unwrap().unwrap();
            assert_eq!(found.to_string(), reason, "{position}");
        }
    }

    #[test]
    fn a_position_with_a_solution_has_no_reason() {
        for position in ["size:0", "size:4", "size:8 given:A1,B5", "size:5 closed:A1"] {
            assert_eq!(refute(&position.parse().unwrap(), &Never), Ok(None), "{position}");
        }
    }

    #[test]
    fn in_positions_larger_than_64_only_attacks_are_found() {
        let closed = |size: usize| {
            let column = (0..size as u32).map(|row| Square::new(0, row));
            Position::new(size).unwrap().with_closed(column).unwrap()
        };
        let empty = Refutation::Empty(Unit::Column(0), 0);
        assert_eq!(refute(&closed(64), &Never), Ok(Some(empty)));
        assert_eq!(refute(&closed(65), &Never), Ok(None));
        let attack: Position = "size:65 given:A1,B2".parse().unwrap();
        assert!(refute(&attack, &Never).unwrap().is_some());
    }

    #[test]
    fn a_stopped_search_for_a_reason_is_an_error() {
        let position: Position = "size:6 given:A1".parse().unwrap();
        assert_eq!(refute(&position, &AtomicBool::new(true)), Err(Error::Stopped));
    }

    #[test]
    fn a_limited_control_stops_after_its_polls_or_with_the_other() {
        let limited = PollLimit { control: &Never, left: AtomicU32::new(2) };
        assert_eq!([(); 4].map(|()| limited.stopped()), [false, false, true, true]);
        let stopped = PollLimit { control: &AtomicBool::new(true), left: AtomicU32::new(2) };
        assert!(stopped.stopped());
    }
}
