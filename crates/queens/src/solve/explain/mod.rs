//! Finishing a position as a person would: one reason at a time, from the simplest rule that gets further.
//!
//! 1. *Only*: a line or region with a single open square has its queen there.
//! 2. *All attack*: wherever the queen of a line or region goes, it attacks a square: that is closed. So is what would leave a line without
//!    squares, which is the same thing seen from the other side.
//! 3. *Sets*: two (three, four) lines or regions whose open squares all lie in as many lines of another kind take these up: their
//!    other squares are closed.
//! 4. *Suppose*: a queen on a square would force others, by rule 1, until a line has no square left: the square is closed.
//! 5. *Guess*: no rule gets further.
//!
//! Rules are tried in this order; of rule 2 first what is easy to see: two open squares, or squares in one other line. The hardest step
//! that is needed is the difficulty of the position. Work: each round looks at every open square for every line.
//! Range: N <= 64.  Checked: no step closes a square of a solution or sets a queen that is in none (all solutions of random positions).

mod page;

use crate::{BoardError, Control, Error, Position, Solution, SolveError, Square};
use page::{Layout, Page};
use std::fmt;
use std::str::FromStr;

/// The largest position that is explained.
pub const MAX_EXPLAINED: usize = 64;

/// How hard a position is for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// Lines with one square or two left, or whose squares all lie in one other line.
    Easy,
    /// Squares that three or more attack; two lines seen together.
    Medium,
    /// Three or more lines seen together; something supposed, or guessed.
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

/// Why a step is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is the only open square of a unit.
    Only(Unit),
    /// Every open square of a unit attacks what is closed.
    AllAttack(Unit, Vec<Square>),
    /// The same, because all open squares of the first unit lie in the second.
    Within(Unit, Unit),
    /// The open squares of these units lie in as many others.
    Sets(Vec<Unit>, Vec<Unit>),
    /// A queen there forces these, and leaves a unit without squares.
    Suppose(Vec<Square>, Unit),
    /// Nothing: one of the open squares of a unit is tried.
    Guess(Unit, Vec<Square>),
}

/// A step of an explanation: a queen set or squares closed, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Why.
    pub reason: Reason,
    /// The queen that is set.
    pub queen: Option<Square>,
    /// The squares that are closed, beside those that the queen attacks.
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

    /// How hard it is to see.
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

fn list<T: fmt::Display>(things: &[T]) -> String {
    listed(things, "and")
}

/// Things with commas, the last after a word.
fn listed<T: fmt::Display>(things: &[T], word: &str) -> String {
    let names: Vec<String> = things.iter().map(T::to_string).collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Longer lists of squares are only counted.
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
                    0..=LONGEST_LIST => list(open),
                    many => format!("{many} open squares"),
                };
                write!(f, "guess: queen on {queen}; no rule gets further, {unit} has {open}")
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
                write!(f, "{}: {units} need {lines} for themselves", are_closed())
            }
            Reason::Suppose(forced, unit) => {
                write!(f, "{}: a queen there ", are_closed())?;
                if !forced.is_empty() {
                    write!(f, "forces {}, and ", list(forced))?;
                }
                write!(f, "leaves {unit} without a square")
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
    /// A unit has no open square left, and nothing was guessed: there is no solution.
    Empty(Unit),
    /// No rule gets further, and a search finds no solution.
    NoSolution,
}

/// How a person can finish a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// How it ends.
    pub end: End,
}

impl Explanation {
    /// The hardest step.
    pub fn difficulty(&self) -> Difficulty {
        self.steps.iter().map(Step::difficulty).max().unwrap_or(Difficulty::Easy)
    }

    /// Whether something has to be guessed.
    pub fn guesses(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.reason, Reason::Guess(..)))
    }
}

/// Explains how to finish a position, or why that cannot be.
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
