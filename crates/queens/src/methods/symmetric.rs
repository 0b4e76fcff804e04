//! The solutions that a half turn or a quarter turn of the board leaves as they are, counted without the others.
//!
//! The queens of such a solution come in orbits: two squares that the half turn exchanges, or four that the quarter turn
//! takes round. An orbit is placed at once, so half or a quarter of the columns are searched. What is left of the board's
//! symmetries takes these solutions to each other; each job fixes the queens of the middle lines in one of the
//! arrangements that are the same but for symmetry, and its count is multiplied by how many there are.
//!
//! Work: 368 million steps for N = 26 by the half turn, 1.2 million for N = 32 by the quarter turn.
//! Memory: O(N^2), the list of jobs.  Range: N <= 32.
//! Checked against all solutions filtered, job by job for N <= 12,
//! and the published numbers for N <= 21 (half turn, 24 in the long form) and all N (quarter turn).
//! Reference: docs/algorithms.md#symmetric-solutions

mod fill;

use crate::{Control, Error, MAX_SIZE, Square, Symmetry};
use std::fmt;
use std::str::FromStr;

/// A turn of the board.
///
/// ```
/// use queens::methods::symmetric::Turn;
/// assert_eq!("180".parse::<Turn>()?, Turn::Half);
/// assert_eq!(Turn::Quarter.to_string(), "90");
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// By 180 degrees.
    Half,
    /// By 90 degrees.
    Quarter,
}

impl Turn {
    /// Both turns.
    pub const ALL: [Self; 2] = [Self::Half, Self::Quarter];

    /// The name, as typed: its degrees.
    pub fn name(self) -> &'static str {
        match self {
            Self::Half => "180",
            Self::Quarter => "90",
        }
    }

    /// The turn as one of the symmetries of the board.
    pub fn symmetry(self) -> Symmetry {
        match self {
            Self::Half => Symmetry::Rotate180,
            Self::Quarter => Symmetry::Rotate90,
        }
    }

    /// The squares that a square is taken to: two or four, the centre alone.
    fn orbit(self, square: Square, size: usize) -> Vec<Square> {
        let turn = |&at: &Square| Some(self.symmetry().apply(at, size as u32));
        let mut squares: Vec<_> = std::iter::successors(Some(square), turn).take(4).collect();
        squares.sort();
        squares.dedup();
        squares
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Turn {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|turn| turn.name() == name)
            .ok_or_else(|| Error::UnknownTurn { name: name.to_string() })
    }
}

/// The count of the solutions that a turn leaves as they are, cut into numbered jobs.
///
/// Pure data, the same on every machine. The half turn's solutions include the quarter turn's.
///
/// ```
/// use queens::Never;
/// use queens::methods::symmetric::{Symmetric, Turn};
/// let half = Symmetric::new(12, Turn::Half);
/// let solutions: u64 = (0..half.jobs()).map(|job| half.run(job, &Never).unwrap()).sum();
/// assert_eq!(solutions, 80);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetric {
    size: usize,
    turn: Turn,
    starts: Vec<Start>,
}

/// The queens that a job fixes, and how many arrangements are the same as theirs but for symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Start {
    queens: Vec<Square>,
    weight: u64,
}

impl Symmetric {
    /// The solutions of the empty board of the given size that the turn leaves as they are.
    ///
    /// # Panics
    ///
    /// If the size is larger than [`MAX_SIZE`].
    pub fn new(size: usize, turn: Turn) -> Self {
        assert!(size <= MAX_SIZE, "N = {size} is too large");
        let mut starts = match turn {
            Turn::Half => half_starts(size),
            Turn::Quarter => quarter_starts(size),
        };
        if starts.is_empty() {
            starts.push(Start { queens: centre(size), weight: 1 });
        }
        Self { size, turn, starts }
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The turn.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The number of jobs, at least 1; their ids count from 0.
    pub fn jobs(&self) -> u64 {
        self.starts.len() as u64
    }

    /// The queens that a job fixes.
    ///
    /// # Panics
    ///
    /// If there is no such job.
    pub fn job(&self, job: u64) -> Vec<Square> {
        self.starts[job as usize].queens.clone()
    }

    /// How many times each symmetric solution with the queens of a job counts: 1, 2 or 4.
    ///
    /// # Panics
    ///
    /// If there is no such job.
    pub fn weight(&self, job: u64) -> u64 {
        self.starts[job as usize].weight
    }

    /// Counts for one job: the symmetric solutions with its queens, times its weight.
    pub fn run(&self, job: u64, control: &dyn Control) -> Result<u64, Error> {
        let start = usize::try_from(job).ok().and_then(|job| self.starts.get(job));
        let Start { queens, weight } = start.ok_or(Error::NoSuchJob { job, jobs: self.jobs() })?;
        let fill = fill::Job { id: job, size: self.size, queens, control };
        let solutions = match self.turn {
            Turn::Half => fill.count_half(),
            Turn::Quarter => fill.count_quarter(),
        }?;
        solutions.checked_mul(*weight).ok_or(Error::Overflow { job })
    }
}

/// The middle line, or the last one before the middle: the diagonals leave it the fewest squares.
fn middle(size: usize) -> Option<u32> {
    (size / 2).checked_sub(1).map(|line| line as u32)
}

/// The queens in the column and in the row of the middle, one arrangement of those that are the same but for symmetry.
///
/// Let the queens of these two lines be in row `row` and in column `col`. Turned over the diagonal, the two numbers are
/// exchanged; mirrored, both count from the other side. Two equal numbers attack each other. So four arrangements are the
/// same, but two if `row` is `col` counted from the other side.
fn half_starts(size: usize) -> Vec<Start> {
    let Some(middle) = middle(size) else { return Vec::new() };
    let last = size as u32 - 1;
    let squares = |row| (row + 1..=last.saturating_sub(row)).map(move |col| (row, col));
    let start = |(row, col)| {
        let pairs = [Square::new(middle, row), Square::new(col, middle)]
            .map(|square| Turn::Half.orbit(square, size))
            .concat();
        let weight = if row + col == last { 2 } else { 4 };
        Start { queens: [centre(size), pairs].concat(), weight }
    };
    (0..size as u32).flat_map(squares).map(start).filter(Start::is_peaceful).collect()
}

/// The queen in the column of the middle, in the lower half: mirrored, it is in the upper half.
fn quarter_starts(size: usize) -> Vec<Start> {
    let Some(middle) = middle(size) else { return Vec::new() };
    let start = |row| {
        let orbit = Turn::Quarter.orbit(Square::new(middle, row), size);
        Start { queens: [centre(size), orbit].concat(), weight: 2 }
    };
    (0..=middle).map(start).filter(Start::is_peaceful).collect()
}

impl Start {
    fn is_peaceful(&self) -> bool {
        let attacked = |&queen: &Square| self.queens.iter().any(|&other| other.attacks(queen));
        !self.queens.iter().any(attacked)
    }
}

/// The queen that both turns leave in its place: an odd board has one in every symmetric solution.
///
/// The queen of the middle column is turned to the middle column, where there is no other.
fn centre(size: usize) -> Vec<Square> {
    let middle = (size / 2) as u32;
    if size % 2 == 1 { vec![Square::new(middle, middle)] } else { Vec::new() }
}

#[cfg(test)]
mod tests;
