//! Solutions symmetric under a rotation by 180 or 90 degrees, counted without visiting the others: queens and superqueens.
//!
//! The queens of such a solution come in orbits: two squares that the rotation by 180 degrees exchanges, or four that the
//! rotation by 90 degrees permutes. All queens of an orbit are placed at once, so only half or a quarter of the columns are
//! searched. The other symmetries of the board map these solutions to each other. Each job fixes the queens of the middle lines
//! in one arrangement per symmetry class, and its count is multiplied by the size of the class.
//!
//! Work: 368 million steps for N = 26 by 180 degrees, 1.2 million for N = 32 by 90 degrees.
//! Memory: O(N^2), the list of jobs.  Range: N <= 32.
//! Checked against a filter of all solutions, job by job for N <= 12, and against the published numbers for N <= 21 (180
//! degrees, 24 in the long tests) and all N (90 degrees). Superqueens: against a filter of all solutions, a search that places the
//! orbits in another order, and the published numbers of classes for N <= 21.
//! Reference: docs/engines.md#symmetric-solutions

mod fill;

use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Subproblem, Weight};
use crate::{
    Board, CheckError, Control, Error, MAX_SIZE, RequestError, Rotation, Rules, Simd, Square,
};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "symmetric",
    title: "Symmetric solutions",
    idea: "all queens of an orbit of the rotation placed at once",
    counts: Counts::Symmetric,
    max_n: MAX_SIZE,
    build: |problem| {
        let rotation = problem.only.expect("the problem is about symmetric solutions");
        Arc::new(Symmetric::by(problem.rules, problem.board.size(), rotation))
    },
    ..EngineInfo::NEW
};

impl Engine for Symmetric {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.jobs()
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let weight = Weight::Fixed(self.rotation, self.weight(job));
        Ok(Subproblem::with_queens(&Board::new(self.size)?, &self.job(job), weight))
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for Symmetric {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        Ok((self.run(job, control)?, 1))
    }
}

/// The engine for symmetric solutions: numbered jobs, the same on every machine.
///
/// The solutions symmetric under 180 degrees include those symmetric under 90 degrees.
///
/// ```
/// use queens::Never;
/// use queens::Rotation;
/// use queens::engines::symmetric::Symmetric;
/// let half = Symmetric::new(12, Rotation::By180);
/// let solutions: u64 = (0..half.jobs()).map(|job| half.run(job, &Never).unwrap()).sum();
/// assert_eq!(solutions, 80);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetric {
    rules: Rules,
    size: usize,
    rotation: Rotation,
    starts: Vec<Start>,
}

/// The queens that a job fixes, and the number of arrangements in their symmetry class.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Start {
    queens: Vec<Square>,
    weight: u64,
}

impl Symmetric {
    /// The engine for an empty board of this size and a rotation.
    ///
    /// # Panics
    ///
    /// If the size is larger than [`MAX_SIZE`].
    pub fn new(size: usize, rotation: Rotation) -> Self {
        Self::by(Rules::Queens, size, rotation)
    }

    /// The engine for superqueens on an empty board of this size and a rotation.
    ///
    /// # Panics
    ///
    /// If the size is larger than [`MAX_SIZE`].
    pub fn superqueens(size: usize, rotation: Rotation) -> Self {
        Self::by(Rules::Superqueens, size, rotation)
    }

    fn by(rules: Rules, size: usize, rotation: Rotation) -> Self {
        assert!(size <= MAX_SIZE, "N = {size} is too large");
        let mut starts = match rotation {
            Rotation::By180 => half_starts(size),
            Rotation::By90 => quarter_starts(size),
        };
        starts.retain(|start| start.has_no_attack(rules, size));
        if starts.is_empty() {
            starts.push(Start { queens: centre(size), weight: 1 });
        }
        Self { rules, size, rotation, starts }
    }

    /// The rules: queens or superqueens.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The rotation.
    pub fn rotation(&self) -> Rotation {
        self.rotation
    }

    /// The number of jobs, at least 1. Their ids count from 0.
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

    /// The number of times that each symmetric solution with the queens of a job counts: 1, 2 or 4.
    ///
    /// # Panics
    ///
    /// If there is no such job.
    pub fn weight(&self, job: u64) -> u64 {
        self.starts[job as usize].weight
    }

    /// Counts a job: the number of symmetric solutions with its queens, multiplied by its weight.
    pub fn run(&self, job: u64, control: &dyn Control) -> Result<u64, Error> {
        let start = usize::try_from(job).ok().and_then(|job| self.starts.get(job));
        let Start { queens, weight } =
            start.ok_or(Error::Request(RequestError::NoSuchJob { job, jobs: self.jobs() }))?;
        let fill = fill::Job { id: job, size: self.size, rules: self.rules, queens, control };
        let solutions = fill.count(self.rotation)?;
        solutions.checked_mul(*weight).ok_or(Error::Check(CheckError::Overflow { job }))
    }
}

/// The last line before the middle, which has the fewest squares that are not attacked along diagonals.
fn middle(size: usize) -> Option<u32> {
    (size / 2).checked_sub(1).map(|line| line as u32)
}

/// The queens in the middle column and the middle row, one arrangement per symmetry class.
///
/// Let the queens of these two lines be in row `row` and in column `col`. A reflection at the diagonal exchanges the two
/// numbers; a mirror image counts both from the other side. If the numbers are equal, the queens attack each other. So a class
/// has four arrangements, or two if `row` is `col` counted from the other side.
fn half_starts(size: usize) -> Vec<Start> {
    let Some(middle) = middle(size) else { return Vec::new() };
    let last = size as u32 - 1;
    let squares = |row| (row + 1..=last.saturating_sub(row)).map(move |col| (row, col));
    let start = |(row, col)| {
        let pairs = [Square::new(middle, row), Square::new(col, middle)]
            .map(|square| Rotation::By180.orbit(square, size))
            .concat();
        let weight = if row + col == last { 2 } else { 4 };
        Start { queens: [centre(size), pairs].concat(), weight }
    };
    (0..size as u32).flat_map(squares).map(start).collect()
}

/// The queen in the middle column, in the lower half. In the mirror image it is in the upper half.
fn quarter_starts(size: usize) -> Vec<Start> {
    let Some(middle) = middle(size) else { return Vec::new() };
    let start = |row| {
        let orbit = Rotation::By90.orbit(Square::new(middle, row), size);
        Start { queens: [centre(size), orbit].concat(), weight: 2 }
    };
    (0..=middle).map(start).collect()
}

impl Start {
    fn has_no_attack(&self, rules: Rules, size: usize) -> bool {
        let attacked =
            |&queen: &Square| self.queens.iter().any(|&other| rules.attacks(other, queen, size));
        !self.queens.iter().any(attacked)
    }
}

/// The queen in the centre, which every symmetric solution of an odd board has.
///
/// The rotation by 180 degrees maps the queen of the middle column to the middle column, so it maps it to itself.
fn centre(size: usize) -> Vec<Square> {
    let middle = (size / 2) as u32;
    if size % 2 == 1 { vec![Square::new(middle, middle)] } else { Vec::new() }
}

#[cfg(test)]
mod tests;
