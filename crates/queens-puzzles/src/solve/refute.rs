//! A short reason why a position has no solution.
//!
//! In this order: two given queens attack each other; a unit has too many given queens; the empty board has no solution; a reason that a person can see (`local`); a
//! minimal set of given queens, found by leaving out one after the other; cases; the steps of an explanation; the closed squares
//! or the regions alone. Searches are limited, and long reasons are not reported.

use super::explain::{Limit, steps};
use super::local::{self, MAX_REFUTED};
use super::{End, MAX_EXPLAINED, Solve, Unit, list};
use crate::{Error, Position};
use queens::{Control, Nested, Rules, Square};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of polls of the control after which each part of the search for a reason gives up: about a second. A reason is
/// best effort.
const POLL_LIMIT: u32 = 1000;

/// A list of more given queens is too long for a person.
const MAX_QUEENS: usize = 12;

/// The reason why a position has no solution.
///
/// Most reasons name given queens that suffice for it: with the closed squares and the forced queens, they close all squares that
/// must be closed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say what the fields are")]
pub enum Refutation {
    /// Two given queens attack each other.
    Attack(Square, Square),
    /// With several stars: a unit has more given queens than stars. The queens are its first ones, one more than it may have.
    TooMany { unit: Unit, queens: Vec<Square> },
    /// A unit has no open square. None of the given queens can be left out.
    Empty { unit: Unit, queens: Vec<Square> },
    /// Units have open squares in fewer lines than they need: rows, columns, regions or diagonals. Every smaller set of these units
    /// has enough lines, and none of the given queens can be left out.
    Crowded { units: Vec<Unit>, lines: Vec<Unit>, queens: Vec<Square> },
    /// Queens on the only open squares of some units, forced one after the other, leave another unit without an open square.
    Forced { forced: Vec<Square>, unit: Unit, queens: Vec<Square> },
    /// After some forced queens, a unit has few open squares, and none of them can have a queen.
    Cases { forced: Vec<Square>, unit: Unit, cases: Vec<Case>, queens: Vec<Square> },
    /// A unit has no open square after this many steps of an [explanation](super::explain()), none of them a guess.
    Explained(Unit, usize),
    /// With several stars: a unit has no room for its queens after this many steps of an [explanation](super::explain()), none of them a
    /// guess.
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

/// A possible queen of a unit, and why there is no solution with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The square of the queen.
    pub queen: Square,
    /// The queens that are then forced, one after the other.
    pub forced: Vec<Square>,
    /// The unit that then has no open square.
    pub unit: Unit,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { queen, forced, unit } = self;
        write!(f, "a queen on {queen} ")?;
        if !forced.is_empty() {
            let s = if forced.len() == 1 { "a queen" } else { "queens" };
            write!(f, "forces {s} on {} and ", list(forced))?;
        }
        write!(f, "leaves {unit} without an open square")
    }
}

impl Refutation {
    /// The given queens to which the reason refers, in ascending order. With the closed squares and the regions, they rule out every
    /// solution.
    pub fn queens(&self) -> Vec<Square> {
        match self {
            Self::Attack(one, other) => vec![*one, *other],
            Self::TooMany { queens, .. }
            | Self::Empty { queens, .. }
            | Self::Crowded { queens, .. }
            | Self::Forced { queens, .. }
            | Self::Cases { queens, .. }
            | Self::Together(queens) => queens.clone(),
            Self::Explained(..) | Self::NoRoom(..) | Self::Closed | Self::Regions | Self::Board => {
                Vec::new()
            }
        }
    }

    /// The reason as a sentence without a full stop. The word `given` stands before "queens", for example "given ".
    fn sentence(&self, given: &str) -> String {
        let because = |queens: &[Square]| match queens {
            [] => String::new(),
            [queen] => format!(", because of the {given}queen on {queen}"),
            queens if queens.len() > MAX_QUEENS => {
                format!(", because of {} {given}queens", queens.len())
            }
            queens => format!(", because of the {given}queens on {}", list(queens)),
        };
        match self {
            Self::Attack(one, other) => {
                format!("the {given}queens on {one} and {other} attack each other")
            }
            Self::TooMany { unit, queens } => {
                let (stars, queens) = (queens.len() - 1, list(queens));
                format!("{unit} has more than {stars} {given}queens: {queens}")
            }
            Self::Empty { unit, queens } => {
                format!("{unit} has no open square{}", because(queens))
            }
            Self::Crowded { units, lines, queens } => {
                let (units, lines) = (list(units), list(lines));
                format!("{units} have open squares only in {lines}{}", because(queens))
            }
            Self::Forced { forced, unit, queens } => {
                let s = if forced.len() == 1 { "a queen is" } else { "queens are" };
                let (forced, because) = (list(forced), because(queens));
                format!("{s} forced on {forced}, and then {unit} has no open square{because}")
            }
            Self::Cases { forced, unit, cases, queens } => {
                let before = match &forced[..] {
                    [] => String::new(),
                    [queen] => format!("a queen is forced on {queen}; "),
                    forced => format!("queens are forced on {}; ", list(forced)),
                };
                let open: Vec<Square> = cases.iter().map(|case| case.queen).collect();
                let cases: Vec<String> = cases.iter().map(Case::to_string).collect();
                let (open, cases, because) = (list(&open), cases.join("; "), because(queens));
                format!("{before}{unit} has the open squares {open}; {cases}{because}")
            }
            Self::Explained(unit, steps) => {
                format!("{unit} has no open square{}", after(*steps))
            }
            Self::NoRoom(unit, steps) => {
                format!("{unit} has no room for its queens{}", after(*steps))
            }
            Self::Together(queens) => match &queens[..] {
                [queen] => format!("the {given}queen on {queen} rules out every solution"),
                queens => format!("the {given}queens on {} rule out every solution", list(queens)),
            },
            Self::Closed => "the closed squares rule out every solution".to_string(),
            Self::Regions => "the regions rule out every solution".to_string(),
            Self::Board => "the empty board of this size has no solution".to_string(),
        }
    }

    /// The text for a player who placed the given queens: they are just called queens.
    pub fn for_player(&self) -> String {
        self.sentence("")
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence("given "))
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
/// The result is `None` if the position has a solution, or if no short reason is found within about two seconds. A reason names at
/// most 12 given queens, unless it is visible on the board. In positions larger than 1000, the only reason that is found is that two
/// given queens attack each other.
///
/// ```
/// use queens::Never;
/// use queens_puzzles::Position;
/// use queens_puzzles::solve::refute;
/// let position = Position::new(6)?.with_given(["A1".parse()?])?;
/// let reason = refute(&position, &Never)?.unwrap();
/// assert_eq!(reason.to_string(), "the given queen on A1 rules out every solution");
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
pub fn refute(position: &Position, control: &dyn Control) -> Result<Option<Refutation>, Error> {
    if let Some((one, other)) = position.given_attack() {
        return Ok(Some(Refutation::Attack(one, other)));
    }
    if let Some(reason) = too_many(position) {
        return Ok(Some(reason));
    }
    if position.size() > MAX_REFUTED {
        return Ok(None);
    }
    if board_fails(position, control)? {
        return Ok(Some(Refutation::Board));
    }
    // With several stars, a unit with an open square may still have too few.
    if position.stars() == 1
        && let Some(reason) = local::reason(position, control)?
    {
        return Ok(Some(reason));
    }
    let searched = limited(control, |control| searched(position, control))?;
    match searched {
        Some(Searched::Reason(reason)) => Ok(Some(reason)),
        Some(Searched::Solved) => Ok(None),
        Some(Searched::Bare) => {
            let explained = limited(control, |control| explained(position, control))?;
            Ok(explained.or(Some(match position.closed().is_empty() {
                true => Refutation::Regions,
                false => Refutation::Closed,
            })))
        }
        None => {
            if position.stars() == 1
                && let Some(reason) = local::cases(position, control)?
            {
                return Ok(Some(reason));
            }
            limited(control, |control| explained(position, control))
        }
    }
}

/// With several stars: the first row, column or region with more given queens than stars. With one star, these queens attack each other.
fn too_many(position: &Position) -> Option<Refutation> {
    let most = position.stars();
    let regions = position.regions().filter(|_| most > 1)?;
    let units = |queen: Square| {
        let region = regions.number(regions.region(queen));
        [Unit::Row(queen.row), Unit::Column(queen.col), Unit::Region(region)]
    };
    (0..3).find_map(|kind| {
        let mut of: HashMap<Unit, Vec<Square>> = HashMap::new();
        position.given().iter().find_map(|&queen| {
            let unit = units(queen)[kind];
            let queens = of.entry(unit).or_default();
            queens.push(queen);
            let queens = queens.clone();
            (queens.len() > most).then_some(Refutation::TooMany { unit, queens })
        })
    })
}

/// Runs a part of the search with a limit, and returns `None` if it is reached.
fn limited<T>(
    control: &dyn Control,
    part: impl Fn(&dyn Control) -> Result<Option<T>, Error>,
) -> Result<Option<T>, Error> {
    let limit = poll_limit(control, POLL_LIMIT);
    match part(&limit) {
        Err(Error::Queens(queens::Error::Stopped)) if !control.stopped() => Ok(None),
        end => end,
    }
}

/// A control that also stops after a number of polls.
fn poll_limit(control: &dyn Control, polls: u32) -> Nested<'_, impl Fn() -> bool + Sync> {
    let left = AtomicU32::new(polls);
    let stop = move || {
        let before = left.load(Ordering::Relaxed);
        left.store(before.saturating_sub(1), Ordering::Relaxed);
        before == 0
    };
    Nested { control, stop }
}

/// The largest board without regions that may have no solution, except on a torus: superqueens need ten rows.
const MAX_WITHOUT_SOLUTION: usize = 9;

/// Whether the empty board has no solution by rules that do not depend on the position.
fn board_fails(position: &Position, control: &dyn Control) -> Result<bool, Error> {
    match position.rules() {
        Rules::Regions => Ok(false),
        Rules::Queens | Rules::Superqueens if position.size() > MAX_WITHOUT_SOLUTION => Ok(false),
        rules => {
            let board = Position::new(position.size())?.with_rules(rules)?;
            Ok(Solve::of(&board).find(control)?.is_none())
        }
    }
}

/// What searches find out about a position.
enum Searched {
    Solved,
    /// There is no solution, with or without the given queens.
    Bare,
    Reason(Refutation),
}

/// Looks for a minimal set of given queens that no solution contains; `None` if it has more than [`MAX_QUEENS`] queens.
fn searched(position: &Position, control: &dyn Control) -> Result<Option<Searched>, Error> {
    let fails = |queens: &[Square]| {
        let fewer = position.without_given().with_given(queens.iter().copied())?;
        Ok::<_, Error>(Solve::of(&fewer).find(control)?.is_none())
    };
    let mut queens: Vec<Square> = position.given().to_vec();
    if !fails(&queens)? {
        return Ok(Some(Searched::Solved));
    }
    if fails(&[])? {
        return Ok(Some(Searched::Bare));
    }
    // Queens from this place on are needed.
    let mut place = queens.len();
    while place > 0 {
        place -= 1;
        let mut fewer = queens.clone();
        fewer.remove(place);
        if fails(&fewer)? {
            queens = fewer;
        } else if queens.len() - place > MAX_QUEENS {
            return Ok(None);
        }
    }
    Ok(Some(Searched::Reason(Refutation::Together(queens))))
}

/// The end of an explanation without a guess.
fn explained(position: &Position, control: &dyn Control) -> Result<Option<Refutation>, Error> {
    if position.size() > MAX_EXPLAINED {
        return Ok(None);
    }
    let explanation = steps(position, Limit::None, control)?;
    let number = explanation.steps.len();
    Ok(match explanation.end {
        End::Empty(unit) if position.stars() == 1 => Some(Refutation::Explained(unit, number)),
        End::Empty(unit) => Some(Refutation::NoRoom(unit, number)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::Never;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_position_without_solutions_has_a_reason() {
        let lines: Vec<&str> = include_str!("../../tests/data/refutations.txt").lines().collect();
        for pair in lines.chunks(2) {
            let (position, reason) = (pair[0], pair[1].trim_start());
            let found = refute(&position.parse().unwrap(), &Never).unwrap().unwrap();
            assert_eq!(found.to_string(), reason, "{position}");
        }
    }

    #[test]
    fn a_position_with_a_solution_has_no_reason() {
        let stars = "AAAAAAAAA/BBBBBBBBB/CCCCCCCCC/DDDDDDDDD/EEEEEEEEE/FFFFFFFFF/GGGGGGGGG/HHHHHHHHH/IIIIIIIII";
        let stars = format!("size:9 stars:2 regions:{stars}");
        for position in ["size:0", "size:4", "size:8 given:A1,B5", "size:5 closed:A1", &stars] {
            assert_eq!(refute(&position.parse().unwrap(), &Never), Ok(None), "{position}");
        }
    }

    #[test]
    fn in_positions_larger_than_1000_only_attacks_are_found() {
        let closed = |size: usize| {
            let column = (0..size as u32).map(|row| Square::new(0, row));
            Position::new(size).unwrap().with_closed(column).unwrap()
        };
        let empty = Refutation::Empty { unit: Unit::Column(0), queens: Vec::new() };
        assert_eq!(refute(&closed(1000), &Never), Ok(Some(empty)));
        assert_eq!(refute(&closed(1001), &Never), Ok(None));
        let attack: Position = "size:1001 given:A1,B2".parse().unwrap();
        assert!(refute(&attack, &Never).unwrap().is_some());
    }

    #[test]
    fn a_stopped_search_for_a_reason_is_an_error() {
        let position: Position = "size:6 given:A1".parse().unwrap();
        assert_eq!(refute(&position, &AtomicBool::new(true)), Err(queens::Stopped.into()));
    }

    #[test]
    fn a_limited_control_stops_after_its_polls_or_with_the_other() {
        let limited = poll_limit(&Never, 2);
        assert_eq!([(); 4].map(|()| limited.stopped()), [false, false, true, true]);
        let stop = AtomicBool::new(true);
        let stopped = poll_limit(&stop, 2);
        assert!(stopped.stopped());
    }
}
