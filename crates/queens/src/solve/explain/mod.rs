//! Solving a position as a person would: each step uses the simplest rule that applies.
//!
//! 1. *Only*: a line or region with a single open square has its queen there.
//! 2. *All attack*: if every open square of a line or region attacks a square, that square is closed. A queen there would leave the
//!    line without an open square.
//! 3. *Sets*: if the open squares of two, three or four lines or regions all lie in the same number of lines of another kind, the
//!    other squares of those lines are closed.
//! 4. *Suppose*: if a queen on a square forces other queens by rule 1 until a line has no open square, the square is closed.
//! 5. *Guess*: no rule applies.
//!
//! Rules are tried in this order. The cases of rule 2 that are easy to see come first: two open squares, or all open squares in
//! one other line, which is called *Within*. The difficulty of the position is that of its hardest step. Work: each step looks at every open square for every line.
//! Range: N <= 64.  Checked: no step closes a square of a solution or places a queen that is in none (all solutions of random positions).

mod page;

use crate::{BoardError, Control, Error, Position, Solution, SolveError, Square};
use page::{Layout, Page};
use std::fmt;
use std::str::FromStr;

/// The largest size of a position that [`explain`] accepts.
pub const MAX_EXPLAINED: usize = 64;

/// How hard a position is for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Each step follows from a line with one or two open squares, or whose open squares all lie in one other line.
    Easy,
    /// Some step follows from a line with three or more open squares, or from two lines together.
    Medium,
    /// Some step follows from three or more lines together, from a supposition, or is a guess.
    Hard,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The name, as typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Difficulty {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let unknown = || Error::Solve(SolveError::UnknownDifficulty { name: text.to_string() });
        Self::ALL.into_iter().find(|difficulty| difficulty.name() == text).ok_or_else(unknown)
    }
}

/// A line or region that must have exactly one queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A column, counted from 0.
    Column(u32),
    /// A row, counted from 0.
    Row(u32),
    /// A region, by its name.
    Region(char),
    /// A diagonal of the torus that rises from column A in this row, counted from 0.
    Rising(u32),
    /// A diagonal of the torus that falls from column A in this row, counted from 0.
    Falling(u32),
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(col) => write!(f, "column {}", Square::column_name(*col)),
            Self::Row(row) => write!(f, "row {}", row + 1),
            Self::Region(name) => write!(f, "region {name}"),
            Self::Rising(row) => write!(f, "the rising diagonal of A{}", row + 1),
            Self::Falling(row) => write!(f, "the falling diagonal of A{}", row + 1),
        }
    }
}

/// The reason for a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The queen's square is the only open square of the unit.
    Only(Unit),
    /// Every open square of the unit attacks the closed squares.
    AllAttack(Unit, Vec<Square>),
    /// All open squares of the first unit lie in the second, so the queen of the second is there.
    Within(Unit, Unit),
    /// All open squares of the first units lie in the second units, of which there are equally many.
    Sets(Vec<Unit>, Vec<Unit>),
    /// A queen on the closed square would force queens on these squares and leave the unit without an open square.
    Suppose(Vec<Square>, Unit),
    /// No rule applies. One of the open squares of the unit is tried.
    Guess(Unit, Vec<Square>),
}

/// A step of an explanation: a queen is placed or squares are closed, for a reason. Its text is a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The reason for the step.
    pub reason: Reason,
    /// The square of the queen that is placed.
    pub queen: Option<Square>,
    /// The squares that are closed, in addition to those that the queen attacks.
    pub closed: Vec<Square>,
}

impl Step {
    /// The name of the rule.
    pub fn rule(&self) -> &'static str {
        match &self.reason {
            Reason::Only(_) => "only",
            Reason::Within(..) => "within",
            Reason::AllAttack(..) => "all attack",
            Reason::Sets(..) => "sets",
            Reason::Suppose(..) => "suppose",
            Reason::Guess(..) => "guess",
        }
    }

    /// How hard the step is to see.
    pub fn difficulty(&self) -> Difficulty {
        match &self.reason {
            Reason::Only(_) | Reason::Within(..) => Difficulty::Easy,
            Reason::AllAttack(_, open) if open.len() <= 2 => Difficulty::Easy,
            Reason::AllAttack(..) => Difficulty::Medium,
            Reason::Sets(units, _) if units.len() <= 2 => Difficulty::Medium,
            Reason::Sets(..) | Reason::Suppose(..) | Reason::Guess(..) => Difficulty::Hard,
        }
    }
}

/// The items separated by commas, the last one by "and".
pub(super) fn list<T: fmt::Display>(things: &[T]) -> String {
    listed(things, "and")
}

/// The items separated by commas, the last one by a word.
fn listed<T: fmt::Display>(things: &[T], word: &str) -> String {
    let names: Vec<String> = things.iter().map(T::to_string).collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Of a longer list of squares only the number is printed.
const LONGEST_LIST: usize = 12;

fn are(squares: &[Square]) -> &'static str {
    if squares.len() == 1 { "is" } else { "are" }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = &self.closed;
        let queen = self.queen.map_or(String::new(), |queen| queen.to_string());
        let are_closed = || format!("{} {} closed", list(closed), are(closed));
        match &self.reason {
            Reason::Only(unit) => write!(f, "queen on {queen}: the only open square of {unit}"),
            Reason::Guess(unit, open) => {
                let open = match open.len() {
                    0..=LONGEST_LIST => format!("the open squares {}", list(open)),
                    many => format!("{many} open squares"),
                };
                write!(f, "guess: queen on {queen}; no rule applies, and {unit} has {open}")
            }
            Reason::AllAttack(unit, open) => {
                let open = listed(open, "or");
                let all = if closed.len() == 1 { "it" } else { "them all" };
                write!(f, "{}: the queen of {unit}, on {open}, attacks {all}", are_closed())
            }
            Reason::Within(unit, line) => {
                write!(f, "{}: {line} has its queen in {unit}", are_closed())
            }
            Reason::Sets(units, lines) => {
                let (units, lines) = (list(units), list(lines));
                write!(f, "{}: the queens of {units} are in {lines}", are_closed())
            }
            Reason::Suppose(forced, unit) => {
                write!(f, "{}: a queen there would ", are_closed())?;
                if !forced.is_empty() {
                    let s = if forced.len() == 1 { "a queen" } else { "queens" };
                    write!(f, "force {s} on {} and ", list(forced))?;
                }
                write!(f, "leave {unit} without an open square")
            }
        }
    }
}

/// How an explanation ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With a solution.
    Solved(Solution),
    /// Two given queens attack each other.
    GivenAttack(Square, Square),
    /// A unit has no open square after steps without a guess: there is no solution.
    Empty(Unit),
    /// No rule applies, and a search finds no solution.
    NoSolution,
}

/// The steps by which a person can solve a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// How the explanation ends.
    pub end: End,
}

impl Explanation {
    /// The difficulty of the hardest step.
    pub fn difficulty(&self) -> Difficulty {
        self.steps.iter().map(Step::difficulty).max().unwrap_or(Difficulty::Easy)
    }

    /// Whether a step is a guess.
    pub fn guesses(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.reason, Reason::Guess(..)))
    }
}

/// Explains how to solve a position, or why it has no solution, in steps that a person can follow.
///
/// ```
/// use queens::solve::{Difficulty, explain};
/// use queens::{Never, Position};
/// let position = Position::new(4)?.with_closed(["C4".parse()?])?;
/// let explanation = explain(&position, &Never)?;
/// assert_eq!(explanation.difficulty(), Difficulty::Medium);
/// assert_eq!(
///     explanation.steps[0].to_string(),
///     "B2 and D2 are closed: the queen of column C, on C1, C2 or C3, attacks them all"
/// );
/// # Ok::<(), queens::Error>(())
/// ```
pub fn explain(position: &Position, control: &dyn Control) -> Result<Explanation, Error> {
    let size = position.size();
    if size > MAX_EXPLAINED {
        return Err(Error::Board(BoardError::BoardTooLarge { size, limit: MAX_EXPLAINED }));
    }
    if let Some((one, other)) = position.given_attack() {
        return Ok(Explanation { steps: Vec::new(), end: End::GivenAttack(one, other) });
    }
    super::one_star(position)?;
    let layout = Layout::new(position);
    let mut page = Page::new(&layout);
    let mut steps = Vec::new();
    let end = loop {
        if control.stopped() {
            return Err(Error::Stopped);
        }
        if let Some(unit) = page.empty() {
            break End::Empty(page.unit(unit));
        }
        if page.queens.len() == size {
            let mut rows = vec![0; size];
            page.queens.iter().for_each(|queen| rows[queen.col as usize] = queen.row);
            break End::Solved(position.check(&rows)?);
        }
        let step = page.only().or_else(|| page.within()).or_else(|| page.all_attack(0..=2));
        let step = step.or_else(|| page.all_attack(3..=size)).or_else(|| page.sets());
        let step = match step {
            Some(step) => Some(step),
            None => page.suppose(control)?,
        };
        let step = match step {
            Some(step) => Some(step),
            None => page.guess(control)?,
        };
        let Some(step) = step else {
            break End::NoSolution;
        };
        page.take(&step);
        steps.push(step);
    };
    Ok(Explanation { steps, end })
}

#[cfg(test)]
mod tests;
