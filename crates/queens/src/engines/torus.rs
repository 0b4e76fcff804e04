//! Queens on a torus, whose diagonals go round: counted with the torus's own symmetries.
//!
//! A torus can be pushed along its rows, so one solution in N has a queen on A1: those are counted, times N.
//! The queen of column B is then on row `r`, and boards with different `r` can be the same: the maps that take rows, columns and
//! both kinds of diagonals to each other and leave A1 alone take the square `(1, r)` to `(r, 1)`, `(1, -r)` or
//! `(1 + r, 1 - r)`, and multiplying by a number without a common factor with N takes that back to column B. One `r` of
//! each class is searched, times the size of its class: for prime N about an eighth of them. Diagonals are bit sets that rotate.
//!
//! There are no solutions where 2 or 3 divides N (Pólya, 1918), and none are searched for there.
//!
//! Work: 0.3 s for N = 19 on one core, minutes for N = 23.  Memory: O(N^2), the list of jobs.  Range: N <= 32.
//! Checked against `domains` (no symmetry, other search) for N <= 12, class by class, and A007705 to N = 13 (19 in the long form).
//! Reference: docs/engines.md#torus

use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Subproblem};
use crate::{Control, Error, MAX_SIZE, Rules, Simd, Square};
use std::sync::Arc;

/// The row of the table.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "torus",
    idea: "one queen fixed by translation, one row per class in column B",
    counts: Counts::Rules(Rules::Torus),
    max_n: MAX_SIZE,
    build: |problem| Arc::new(Torus::new(problem.board.size())),
    ..EngineInfo::NEW
};

impl Engine for Torus {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.jobs()
    }

    fn subproblems(&self, _job: u64) -> Result<Vec<Subproblem>, Error> {
        Err(Subproblem::rules_of_queens_only())
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for Torus {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        self.run(job, control)
    }
}

/// The control is polled while more than this many columns are left.
const POLLED_ABOVE: u32 = 12;

/// The count of the solutions on a torus, cut into numbered jobs. Pure data, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torus {
    size: u32,
    starts: Vec<Start>,
}

/// The rows of the first three queens, and the weight of a solution with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Start {
    rows: [u32; 3],
    weight: u64,
}

impl Torus {
    /// The solutions on the torus of the given size.
    ///
    /// # Panics
    ///
    /// If the size is larger than [`MAX_SIZE`].
    pub fn new(size: usize) -> Self {
        assert!(size <= crate::MAX_SIZE, "N = {size} is too large");
        let size = size as u32;
        let mut starts = Vec::new();
        if size > 3 && !size.is_multiple_of(2) && !size.is_multiple_of(3) {
            for (second, class) in classes(size) {
                let weight = u64::from(size) * class;
                let free = |third: &u32| {
                    let apart = |row: u32, far: u32| {
                        let up = (third + size - row) % size;
                        up != 0 && up != far && up != size - far
                    };
                    apart(0, 2) && apart(second, 1)
                };
                let start = |third| Start { rows: [0, second, third], weight };
                starts.extend((0..size).filter(free).map(start));
            }
        }
        Self { size, starts }
    }

    /// The number of jobs, at least 1; their ids count from 0.
    pub fn jobs(&self) -> u64 {
        self.starts.len().max(1) as u64
    }

    /// The queens that a job fixes, and the weight of each solution with them; boards up to 3, and those without a solution, are
    /// one job without queens.
    pub fn job(&self, job: u64) -> (Vec<Square>, u64) {
        self.starts.get(job as usize).map_or((Vec::new(), 1), |start| {
            let queens = (0..).zip(start.rows).map(|(col, row)| Square::new(col, row));
            (queens.collect(), start.weight)
        })
    }

    /// Counts a job: how many solutions have its queens, and the weight of each.
    pub(crate) fn run(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        let Some(Start { rows, weight }) = self.starts.get(job as usize) else {
            return Ok((u64::from(self.size <= 1), 1));
        };
        let mut search = Search { all: (1 << self.size) - 1, last: self.size - 1, control };
        let (mut free, mut rising, mut falling) = (search.all, 0, 0);
        for row in rows {
            let queen = 1 << row;
            free ^= queen;
            (rising, falling) = (search.up(rising | queen), search.down(falling | queen));
        }
        let found = search.fill(self.size - 3, free, rising, falling)?;
        Ok((found, *weight))
    }
}

struct Search<'a> {
    all: u64,
    last: u32,
    control: &'a dyn Control,
}

impl Search<'_> {
    fn up(&self, rows: u64) -> u64 {
        (rows << 1 | rows >> self.last) & self.all
    }

    fn down(&self, rows: u64) -> u64 {
        (rows >> 1 | rows << self.last) & self.all
    }

    fn fill(&mut self, columns: u32, free: u64, rising: u64, falling: u64) -> Result<u64, Error> {
        if columns > POLLED_ABOVE {
            if self.control.stopped() {
                return Err(Error::Stopped);
            }
            let mut found = 0;
            let mut open = free & !(rising | falling);
            while open != 0 {
                let queen = open & open.wrapping_neg();
                open ^= queen;
                let (rising, falling) = (self.up(rising | queen), self.down(falling | queen));
                found += self.fill(columns - 1, free ^ queen, rising, falling)?;
            }
            return Ok(found);
        }
        Ok(self.count(free, rising, falling))
    }

    /// The same without polling; most of the time is spent here.
    fn count(&self, free: u64, rising: u64, falling: u64) -> u64 {
        if free == 0 {
            return 1;
        }
        let mut found = 0;
        let mut open = free & !(rising | falling);
        while open != 0 {
            let queen = open & open.wrapping_neg();
            open ^= queen;
            found += self.count(free ^ queen, self.up(rising | queen), self.down(falling | queen));
        }
        found
    }
}

/// The rows of the second queen that need to be searched, and how many are the same as each.
fn classes(size: u32) -> Vec<(u32, u64)> {
    // Rows 0, 1 and N - 1 of column B are attacked from A1.
    let mut class: Vec<u32> = (0..size).collect();
    let rows = 2..size - 1;
    let mut changed = true;
    while changed {
        changed = false;
        for row in rows.clone() {
            for image in images(row, size) {
                let least = class[row as usize].min(class[image as usize]);
                for row in [row, image] {
                    changed |= class[row as usize] != least;
                    class[row as usize] = least;
                }
            }
        }
    }
    let members = |of: u32| rows.clone().filter(|&row| class[row as usize] == of).count() as u64;
    rows.clone().filter(|&row| class[row as usize] == row).map(|row| (row, members(row))).collect()
}

/// The rows in column B that `(1, row)` can be taken to.
fn images(row: u32, size: u32) -> impl Iterator<Item = u32> {
    let to_column_b = move |(across, up): (u32, u32)| Some(inverse(across, size)? * up % size);
    [(row, 1), (1, size - row), (1 + row, size + 1 - row)].into_iter().filter_map(to_column_b)
}

/// The number that times this one is 1 on the torus, if there is one.
fn inverse(number: u32, size: u32) -> Option<u32> {
    (1..size).find(|other| number * other % size == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solve;
    use crate::{Never, Position, Rules};

    fn with(size: usize, queens: &[Square]) -> u128 {
        let torus = Position::new(size).unwrap().with_rules(Rules::Torus).unwrap();
        let torus = torus.with_given(queens.iter().copied()).unwrap();
        Solve::of(&torus).count(u128::MAX, &Never).unwrap()
    }

    #[test]
    fn every_job_counts_what_another_search_finds() {
        for size in (0..14).filter(|size| *size != 12) {
            let torus = Torus::new(size);
            for job in 0..torus.jobs() {
                let (queens, weight) = torus.job(job);
                let (found, times) = torus.run(job, &Never).unwrap();
                assert_eq!((u128::from(found), times), (with(size, &queens), weight), "{queens:?}");
            }
        }
    }

    #[test]
    fn rows_of_a_class_have_as_many_solutions() {
        let second = |row: u32| [Square::new(0, 0), Square::new(1, row)];
        for size in [5, 7, 11, 13] {
            let classes = classes(size);
            let rows: u64 = classes.iter().map(|&(_, members)| members).sum();
            assert_eq!(rows, u64::from(size) - 3);
            for row in 2..size - 1 {
                for image in images(row, size) {
                    let [one, other] = [row, image].map(|row| with(size as usize, &second(row)));
                    assert_eq!(one, other, "N = {size}: rows {row} and {image} of column B");
                }
            }
        }
    }

    #[test]
    fn classes_of_a_size_that_is_no_prime_leave_no_row_out() {
        let rows: u64 = classes(25).iter().map(|&(_, members)| members).sum();
        assert_eq!(rows, 22);
    }
}
