//! Solutions symmetric under a rotation by 180 or 90 degrees, counted without visiting the others: queens and superqueens.
//!
//! The queens of such a solution come in orbits: two squares that the rotation by 180 degrees exchanges, or four that the
//! rotation by 90 degrees permutes. All queens of an orbit are placed at once, so only half or a quarter of the columns are
//! searched. The other symmetries of the board map these solutions to each other. Each job fixes the queens of the middle lines
//! in one arrangement per symmetry class, and each of its solutions counts for the whole class.
//!
//! Work: 368 million steps for N = 26 by 180 degrees, 1.2 million for N = 32 by 90 degrees.
//! Memory: O(N^2), the list of jobs.  Range: N <= 32.
//! Checked against a filter of all solutions, job by job against plain backtracking for N <= 10, and against the published numbers for N <= 21 (180
//! degrees, 24 in the long tests) and all N (90 degrees). Superqueens: against a filter of all solutions, a search that places the
//! orbits in another order, and the published numbers of classes for N <= 21.
//! Reference: docs/engines.md#symmetric-solutions

mod fill;

use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Subproblem, Weight};
use crate::{Board, Control, Error, MAX_SIZE, Rotation, Rules, Simd, Square};
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
        Arc::new(Symmetric::new(problem.rules, problem.board.size(), rotation))
    },
    ..EngineInfo::NEW
};

/// The engine for symmetric solutions: numbered jobs, the same on every machine.
///
/// The solutions symmetric under 180 degrees include those symmetric under 90 degrees.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Symmetric {
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
    fn new(rules: Rules, size: usize, rotation: Rotation) -> Self {
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
}

impl Engine for Symmetric {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.starts.len() as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let Start { queens, weight } = &self.starts[job as usize];
        let weight = Weight::Fixed(self.rotation, *weight);
        Ok(Subproblem::with_queens(&Board::new(self.size)?, queens, weight))
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for Symmetric {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        let Start { queens, weight } = &self.starts[job as usize];
        let fill = fill::Job { id: job, size: self.size, rules: self.rules, queens, control };
        Ok((fill.count(self.rotation)?, *weight))
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
