//! Queens on a torus, whose diagonals wrap around, counted with the symmetries of the torus.
//!
//! Translations map solutions to solutions, so one solution in N has a queen on A1. Those are counted and multiplied by N.
//! Let `r` be the row of the queen in column B. Some values of `r` are equivalent: the maps that permute rows, columns and both
//! kinds of diagonals and fix A1 take the square `(1, r)` to `(r, 1)`, `(1, -r)` or `(1 + r, 1 - r)`, and multiplication by a
//! number coprime to N takes the image back to column B. One `r` per class is searched, and its count is multiplied by the size of
//! the class; for prime N about one in eight is searched. Diagonals are bit sets that rotate.
//!
//! If 2 or 3 divides N, there are no solutions (Pólya, 1918), and no search is made.
//!
//! Work: 0.3 s for N = 19 on one core, minutes for N = 23.  Memory: O(N^2), the list of jobs.  Range: N <= 32.
//! Checked against `domains` (another search, without symmetry) for N <= 12, job by job against plain backtracking for N <= 10,
//! class by class, and against A007705 up to N = 13 (19 in the long tests).
//! Reference: docs/engines.md#torus

use super::bits::bits;
use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Subproblem, Weight};
use crate::{Board, Control, Error, MAX_SIZE, Rules, Simd, Square};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "torus",
    title: "Queens on a torus",
    idea: "first queen fixed by translation, one second queen per symmetry class",
    counts: Counts::Rules(Rules::Torus),
    max_n: MAX_SIZE,
    build: |problem| Arc::new(Torus::new(problem.board.size())),
    ..EngineInfo::NEW
};

/// The control is polled while more than this many columns are empty.
const POLLED_ABOVE: u32 = 12;

/// The engine for the torus: numbered jobs, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Torus {
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
    fn new(size: usize) -> Self {
        assert!(size <= MAX_SIZE, "N = {size} is too large");
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
}

impl Engine for Torus {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.starts.len().max(1) as u64
    }

    /// A board up to size 1 has one job without queens.
    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let board = Board::new(self.size as usize)?;
        let Some(start) = self.starts.get(job as usize) else {
            let whole = Subproblem { board, weight: Weight::Each(1) };
            return Ok(if self.size > 1 { Vec::new() } else { vec![whole] });
        };
        let queens: Vec<_> =
            (0..).zip(start.rows).map(|(col, row)| Square::new(col, row)).collect();
        Ok(Subproblem::with_queens(&board, &queens, Weight::Each(start.weight)))
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for Torus {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        let Some(Start { rows, weight }) = self.starts.get(job as usize) else {
            return Ok((u64::from(self.size <= 1), 1));
        };
        Ok((Search::new(self.size, control).complete(rows)?, *weight))
    }
}

struct Search<'a> {
    all: u64,
    last: u32,
    control: &'a dyn Control,
}

impl<'a> Search<'a> {
    fn new(size: u32, control: &'a dyn Control) -> Self {
        Self { all: (1 << size) - 1, last: size - 1, control }
    }

    /// The number of solutions with queens on these rows of the first columns.
    fn complete(&mut self, rows: &[u32]) -> Result<u64, Error> {
        let (mut free, mut rising, mut falling) = (self.all, 0, 0);
        for row in rows {
            let queen = 1 << row;
            free ^= queen;
            (rising, falling) = (self.up(rising | queen), self.down(falling | queen));
        }
        self.fill(self.last + 1 - rows.len() as u32, free, rising, falling)
    }

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
            return bits(free & !(rising | falling))
                .map(|queen| {
                    let (rising, falling) = (self.up(rising | queen), self.down(falling | queen));
                    self.fill(columns - 1, free ^ queen, rising, falling)
                })
                .sum();
        }
        Ok(self.count(free, rising, falling))
    }

    /// As `fill`, without polling. Most of the time is spent here.
    fn count(&self, free: u64, rising: u64, falling: u64) -> u64 {
        if free == 0 {
            return 1;
        }
        bits(free & !(rising | falling))
            .map(|queen| {
                self.count(free ^ queen, self.up(rising | queen), self.down(falling | queen))
            })
            .sum()
    }
}

/// The rows of the second queen that are searched, and the size of the class of each.
fn classes(size: u32) -> Vec<(u32, u64)> {
    // The queen on A1 attacks the rows 0, 1 and N - 1 of column B.
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

/// The rows in column B to which symmetries take `(1, row)`.
fn images(row: u32, size: u32) -> impl Iterator<Item = u32> {
    let to_column_b = move |(across, up): (u32, u32)| Some(inverse(across, size)? * up % size);
    [(row, 1), (1, size - row), (1 + row, size + 1 - row)].into_iter().filter_map(to_column_b)
}

/// The inverse of a number modulo the size, if there is one.
fn inverse(number: u32, size: u32) -> Option<u32> {
    (1..size).find(|other| number * other % size == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Never;

    #[test]
    fn rows_of_a_class_have_equally_many_solutions() {
        let with = |size, row| Search::new(size, &Never).complete(&[0, row]).unwrap();
        for size in [5, 7, 11, 13] {
            let classes = classes(size);
            let rows: u64 = classes.iter().map(|&(_, members)| members).sum();
            assert_eq!(rows, u64::from(size) - 3);
            for row in 2..size - 1 {
                for image in images(row, size) {
                    let [one, other] = [row, image].map(|row| with(size, row));
                    assert_eq!(one, other, "N = {size}: rows {row} and {image} of column B");
                }
            }
        }
    }

    #[test]
    fn classes_of_a_composite_size_include_every_row() {
        let rows: u64 = classes(25).iter().map(|&(_, members)| members).sum();
        assert_eq!(rows, 22);
    }
}
