//! A step of an explanation, its reason, and both as a sentence.

use super::Difficulty;
use queens::Square;
use std::fmt;

/// A line or region that must have a fixed number of queens: one, or the stars of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A column, counted from 0.
    Column(u32),
    /// A row, counted from 0.
    Row(u32),
    /// A region, by its number: see [`Regions::number`](queens::Regions::number).
    Region(usize),
    /// A diagonal of the torus that rises from column A in this row, counted from 0.
    Rising(u32),
    /// A diagonal of the torus that falls from column A in this row, counted from 0.
    Falling(u32),
}

impl Unit {
    /// What kind of unit it is, and which one of them.
    fn words(self) -> (&'static str, &'static str, String) {
        let row = |row: u32| format!("A{}", row + 1);
        match self {
            Self::Column(col) => ("column", "columns", Square::column_name(col)),
            Self::Row(row) => ("row", "rows", (row + 1).to_string()),
            Self::Region(number) => ("region", "regions", number.to_string()),
            Self::Rising(line) => ("the rising diagonal of", "the rising diagonals of", row(line)),
            Self::Falling(line) => {
                ("the falling diagonal of", "the falling diagonals of", row(line))
            }
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, _, name) = self.words();
        write!(f, "{kind} {name}")
    }
}

/// The reason for a step. A unit has open squares and misses a number of queens.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say what the fields are")]
pub enum Reason {
    /// The unit has as many open squares as it misses queens, and the queen's square is one of them.
    Only { unit: Unit, missing: usize },
    /// All open squares of the unit lie in the line, and both miss the same number of queens. The other squares of the line are
    /// closed.
    Within { unit: Unit, open: Vec<Square>, line: Unit, missing: usize },
    /// Every open square of the unit, which misses one queen, attacks the closed squares.
    AllAttack { unit: Unit, open: Vec<Square> },
    /// A queen on a closed square would leave the unit too little room for the queens that it misses. Only with several stars.
    NoRoom { unit: Unit, open: Vec<Square>, missing: usize },
    /// All open squares of the units lie in the lines, and all units together miss as many queens as all lines together. The other
    /// squares of the lines are closed.
    Sets { units: Vec<Unit>, lines: Vec<Unit>, missing: usize },
    /// A queen on the closed square would lead, by a chain of steps (*only*, *within*, *all attack* or *no room*), to a unit without
    /// room for the queens that it would miss.
    Suppose { chain: Vec<SolveStep>, unit: Unit, missing: usize },
    /// No rule applies. One of the open squares of the unit is tried.
    Guess { unit: Unit, open: Vec<Square> },
}

/// A step of an explanation: a queen is placed or squares are closed, for a reason. Its text is a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveStep {
    /// The reason for the step.
    pub reason: Reason,
    /// The square of the queen that is placed.
    pub queen: Option<Square>,
    /// The squares that are closed, in addition to those that the queen attacks and the rest of the units that it completes.
    pub closed: Vec<Square>,
}

impl SolveStep {
    /// The name of the rule.
    pub fn rule(&self) -> &'static str {
        match &self.reason {
            Reason::Only { .. } => "only",
            Reason::Within { .. } => "within",
            Reason::AllAttack { .. } => "all attack",
            Reason::NoRoom { .. } => "no room",
            Reason::Sets { .. } => "sets",
            Reason::Suppose { .. } => "suppose",
            Reason::Guess { .. } => "guess",
        }
    }

    /// How hard the step is to see, as a number: docs/puzzles.md has the table.
    pub fn weight(&self) -> u32 {
        let count = |items: usize| u32::try_from(items).unwrap_or(u32::MAX);
        match &self.reason {
            Reason::Only { .. } => 1,
            Reason::Within { .. } => 2,
            Reason::AllAttack { open, .. } if open.len() <= 2 => 3,
            Reason::AllAttack { .. } => 4,
            Reason::NoRoom { .. } => 4,
            Reason::Sets { units, .. } => 2 + 2 * count(units.len()),
            Reason::Suppose { chain, .. } => 10 + count(chain.len()).min(10),
            Reason::Guess { .. } => 40,
        }
    }

    /// The difficulty of a position whose hardest step is this one, if it has no other steps.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of_weight(self.weight())
    }
}

/// Of a longer list of squares only the number is printed.
const MAX_LIST: usize = 12;

/// The items separated by commas, the last one by "and".
pub(in crate::solve) fn list<T: fmt::Display>(things: &[T]) -> String {
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

/// The open squares of a unit, as a list if it is short.
fn shown(squares: &[Square]) -> String {
    match squares.len() {
        0..=MAX_LIST => listed(squares, "and").replace(" and ", ", "),
        many => format!("{many} squares"),
    }
}

/// `rows 3 and 4`
fn units_named(units: &[Unit]) -> String {
    let names: Vec<String> = units.iter().map(|unit| unit.words().2).collect();
    match units {
        [] => String::new(),
        [unit] => unit.to_string(),
        [unit, ..] => format!("{} {}", unit.words().1, listed(&names, "and")),
    }
}

fn are_closed(closed: &[Square]) -> String {
    let are = if closed.len() == 1 { "is" } else { "are" };
    format!("{} {are} closed", listed(closed, "and"))
}

fn more_queens(missing: usize) -> String {
    let s = if missing == 1 { "" } else { "s" };
    format!("{missing} more queen{s}")
}

impl fmt::Display for SolveStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = &self.closed;
        let queen = self.queen.map_or(String::new(), |queen| queen.to_string());
        let there = if closed.len() == 1 { "there" } else { "on one of them" };
        match &self.reason {
            Reason::Only { unit, missing: 1 } => {
                write!(f, "queen on {queen}: the only open square of {unit}")
            }
            Reason::Only { unit, missing } => {
                let more = more_queens(*missing);
                write!(f, "queen on {queen}: {unit} needs {more} and has {missing} open squares")
            }
            Reason::Guess { unit, open } => {
                let open = match open.len() {
                    0..=MAX_LIST => format!("the open squares {}", listed(open, "and")),
                    many => format!("{many} open squares"),
                };
                write!(f, "guess: queen on {queen}; no rule applies, and {unit} has {open}")
            }
            Reason::AllAttack { unit, open } => {
                let open = listed(open, "or");
                let all = if closed.len() == 1 { "it" } else { "them all" };
                write!(f, "{}: the queen of {unit}, on {open}, attacks {all}", are_closed(closed))
            }
            Reason::NoRoom { unit, open, missing } => {
                let (closed, open) = (are_closed(closed), shown(open));
                write!(f, "{closed}: a queen {there} would leave {unit} ({open}) no room for ")?;
                match missing {
                    1 => f.write_str("the queen that it still needs"),
                    _ => write!(f, "the {missing} queens that it still needs"),
                }
            }
            Reason::Within { unit, open, line, missing } => {
                let (closed, open) = (are_closed(closed), shown(open));
                write!(f, "{closed}: the open squares of {unit} ({open}) are all in {line}")?;
                match missing {
                    1 => Ok(()),
                    _ => write!(f, ", and both need {}", more_queens(*missing)),
                }
            }
            Reason::Sets { units, lines, missing } => {
                let (from, to) = (units_named(units), units_named(lines));
                write!(f, "{}: the open squares of {from} are all in {to}", are_closed(closed))?;
                match *missing == units.len() && *missing == lines.len() {
                    true => Ok(()),
                    false => write!(f, ", and both groups need {}", more_queens(*missing)),
                }
            }
            Reason::Suppose { chain, unit, missing } => {
                write!(f, "{}: a queen {there} would ", are_closed(closed))?;
                if !chain.is_empty() {
                    write!(f, "{} and ", consequences(chain).join(", then "))?;
                }
                match missing {
                    1 => write!(f, "leave {unit} without an open square"),
                    _ => write!(f, "leave {unit} no room for {}", more_queens(*missing)),
                }
            }
        }
    }
}

/// What the steps of a supposition do, briefly. Queens that follow each other are listed together.
fn consequences(chain: &[SolveStep]) -> Vec<String> {
    let same = |one: &SolveStep, next: &SolveStep| one.queen.is_some() && next.queen.is_some();
    let parts = chain.chunk_by(same).map(|steps| {
        let queens: Vec<Square> = steps.iter().filter_map(|step| step.queen).collect();
        match (&queens[..], &steps[0].reason) {
            ([], Reason::Within { unit, line, .. }) => format!("keep {unit} in {line}"),
            ([], Reason::AllAttack { unit, .. }) => {
                format!("close {} (attacked from {unit})", few(&steps[0].closed))
            }
            ([], Reason::NoRoom { unit, .. }) => {
                format!("close {} (room for {unit})", few(&steps[0].closed))
            }
            ([], _) => format!("close {}", few(&steps[0].closed)),
            ([queen], _) => format!("force a queen on {queen}"),
            (queens, _) => format!("force queens on {}", listed(queens, "and")),
        }
    });
    parts.collect()
}

/// Up to three squares, or their number.
fn few(squares: &[Square]) -> String {
    match squares.len() {
        0..=3 => listed(squares, "and"),
        many => format!("{many} squares"),
    }
}
