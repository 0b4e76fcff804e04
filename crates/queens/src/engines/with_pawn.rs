//! Arrangements of N + 1 queens and a pawn, which blocks the lines through its square.
//!
//! Every column without the pawn has one queen. The column of the pawn has two, one below it and one above, and so has its row.
//! Columns are filled in order. Behind the pawn its row and its two diagonals are free again. The squares of the pawn are counted
//! up to symmetry: one in each class of up to eight squares, whose arrangements count for the whole class. It is the one
//! nearest to the first column, where few columns are left for the queen on the left side of the pawn.
//!
//! A reflection maps no arrangement to itself: a queen and its image would attack each other. A rotation leaves the pawn in
//! place only in the centre of the board. Symmetric arrangements are searched by placing all images of a queen at once. From
//! these numbers follow the arrangements up to symmetry, by Burnside's lemma.
//!
//! Work: one step per placed queen.  Memory: O(N^4), the list of jobs.  Range: N <= 32.
//! Checked job by job against plain backtracking, against a filter of all arrangements (symmetric ones), and against A103331,
//! the arrangements up to symmetry.
//! Reference: docs/engines.md#other-numbers-of-queens

use super::bits::bits;
use super::first_two::Attacked;
use super::{Counts, Engine, EngineInfo, EngineWorker, Stateless, StatelessWorker};
use crate::job::{Details, Subproblem, Weight};
use crate::{BackendError, Board, CheckError, Control, Error, MAX_SIZE, Rotation, Simd, Square};
use std::sync::Arc;

/// The table row.
pub(crate) static INFO: EngineInfo = EngineInfo {
    name: "with-pawn",
    title: "N + 1 queens and a pawn",
    idea: "columns in order, two queens in the column of the pawn, whose square is counted up to symmetry",
    counts: Counts::WithPawn,
    max_n: MAX_SIZE,
    build: |problem| match problem.only {
        None => Arc::new(WithPawn::new(problem.board.size())),
        Some(rotation) => Arc::new(Symmetric { size: problem.board.size(), rotation }),
    },
    ..EngineInfo::NEW
};

/// The control is polled while more than this many columns are left.
const POLLED_ABOVE: usize = 9;

/// The engine for N + 1 queens and a pawn: numbered jobs, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WithPawn {
    size: usize,
    starts: Vec<Start>,
}

/// What a job fixes: the pawn, the queen in the first column and that in the second. If the pawn is in the second column, it is
/// the queen below the pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Start {
    pawn: Square,
    rows: [u32; 2],
    /// The number of squares to which symmetries map the pawn.
    weight: u64,
}

impl WithPawn {
    fn new(size: usize) -> Self {
        let n = size as u32;
        let mut starts = Vec::new();
        for (pawn, weight) in pawns(size) {
            for first in 0..n {
                let most = if pawn.col == 1 { pawn.row } else { n };
                let apart = |second: &u32| first.abs_diff(*second) > 1;
                let start = |second| Start { pawn, rows: [first, second], weight };
                starts.extend((0..most).filter(apart).map(start));
            }
        }
        Self { size, starts }
    }
}

/// The squares of the pawn, one of each class, with the number of squares in the class. The pawn is not on the edge: it has
/// queens on both sides.
fn pawns(size: usize) -> Vec<(Square, u64)> {
    let last = size.saturating_sub(1) as u32;
    let mut pawns = Vec::new();
    for row in 1..=last / 2 {
        for col in 1..=row {
            let in_middle = 2 * row == last;
            let on_diagonal = col == row;
            let weight = match (in_middle, on_diagonal) {
                (true, true) => 1,
                (false, false) => 8,
                _ => 4,
            };
            pawns.push((Square::new(col, row), weight));
        }
    }
    pawns
}

impl Engine for WithPawn {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        self.starts.len() as u64
    }

    fn subproblems(&self, job: u64) -> Result<Vec<Subproblem>, Error> {
        let Start { pawn, rows, weight } = self.starts[job as usize];
        let queens = (0..).zip(rows).map(|(col, row)| Square::new(col, row));
        let board = Board::new(self.size)?.with_queens(queens)?;
        Ok(vec![Subproblem { board, weight: Weight::Pawn(pawn, weight) }])
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for WithPawn {
    fn count(&self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        let Start { pawn, rows: [first, second], weight } = self.starts[job as usize];
        let search = Search {
            size: self.size,
            all: (1 << self.size) - 1,
            pawn_col: pawn.col as usize,
            pawn: 1 << pawn.row,
            job,
            control,
        };
        let attacked = Attacked::default().with(1 << first);
        let second = 1 << second;
        let found = match search.pawn_col {
            1 => search.above(second, attacked)?,
            _ => search.fill(2, attacked.with(second))?,
        };
        Ok((found, weight))
    }
}

struct Search<'a> {
    size: usize,
    all: u64,
    pawn_col: usize,
    /// The row of the pawn, as a mask.
    pawn: u64,
    job: u64,
    control: &'a dyn Control,
}

impl Search<'_> {
    /// The number of arrangements in the columns from this one on.
    fn fill(&self, col: usize, attacked: Attacked) -> Result<u64, Error> {
        let columns = self.size - col;
        if col > self.pawn_col && columns <= POLLED_ABOVE {
            return Ok(self.count(attacked));
        }
        if self.control.stopped() {
            return Err(Error::Stopped);
        }
        let mut open = self.all & !attacked.all();
        if col == self.pawn_col {
            open &= self.pawn - 1;
        }
        let mut found: u64 = 0;
        for queen in bits(open) {
            let more = match col == self.pawn_col {
                true => self.above(queen, attacked)?,
                false => self.fill(col + 1, attacked.with(queen))?,
            };
            let overflow = Error::Check(CheckError::Overflow { job: self.job });
            found = found.checked_add(more).ok_or(overflow)?;
        }
        Ok(found)
    }

    /// The number of arrangements from the column of the pawn on, with this queen below the pawn.
    fn above(&self, below: u64, attacked: Attacked) -> Result<u64, Error> {
        // Without a queen to the left in the row of the pawn, it could have only one.
        if attacked.taken & self.pawn == 0 {
            return Ok(0);
        }
        let behind = Attacked {
            taken: attacked.taken & !self.pawn,
            rising: attacked.rising & !self.pawn,
            falling: attacked.falling & !self.pawn,
        };
        let mut found: u64 = 0;
        for queen in bits(self.all & !attacked.all() & !(self.pawn | (self.pawn - 1))) {
            let more = self.fill(self.pawn_col + 1, behind.with(queen | below))?;
            let overflow = Error::Check(CheckError::Overflow { job: self.job });
            found = found.checked_add(more).ok_or(overflow)?;
        }
        Ok(found)
    }

    /// As `fill` behind the pawn, without polling: one queen in each column, until all rows are taken. Most of the time is spent
    /// here.
    fn count(&self, attacked: Attacked) -> u64 {
        let open = self.all & !attacked.all();
        if open == 0 {
            return u64::from(attacked.taken == self.all);
        }
        bits(open).map(|queen| self.count(attacked.with(queen))).sum()
    }
}

/// The engine for arrangements symmetric under a rotation, in one job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symmetric {
    size: usize,
    rotation: Rotation,
}

impl Engine for Symmetric {
    fn info(&self) -> &'static EngineInfo {
        &INFO
    }

    fn jobs(&self) -> u64 {
        1
    }

    fn subproblems(&self, _job: u64) -> Result<Vec<Subproblem>, Error> {
        let reason = "it does not support symmetric arrangements with a pawn".to_string();
        Err(Error::Backend(BackendError::Unsupported { backend: "plain backtracking", reason }))
    }

    fn worker(&self, _details: Details, _simd: Simd) -> Box<dyn EngineWorker + '_> {
        Box::new(StatelessWorker(self))
    }
}

impl Stateless for Symmetric {
    fn count(&self, _job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        if self.size.is_multiple_of(2) {
            return Ok((0, 1));
        }
        let middle = self.size as u32 / 2;
        let pawn = Square::new(middle, middle);
        let mut orbits = Orbits {
            size: self.size as u32,
            rotation: self.rotation,
            pawn,
            queens: Vec::new(),
            control,
        };
        Ok((orbits.fill(0)?, 1))
    }
}

/// A search that places a queen and all its images at once.
struct Orbits<'a> {
    size: u32,
    rotation: Rotation,
    pawn: Square,
    queens: Vec<Square>,
    control: &'a dyn Control,
}

impl Orbits<'_> {
    /// The number of symmetric arrangements in the columns from this one on.
    fn fill(&mut self, col: u32) -> Result<u64, Error> {
        if self.control.stopped() {
            return Err(Error::Stopped);
        }
        if col > self.pawn.col {
            // The other half of the board has the images.
            return Ok(u64::from(self.queens.len() == self.size as usize + 1));
        }
        let in_column = self.queens.iter().filter(|queen| queen.col == col).count();
        if in_column == if col == self.pawn.col { 2 } else { 1 } {
            return self.fill(col + 1);
        }
        let mut found = 0;
        let rows = if col == self.pawn.col { self.pawn.row } else { self.size };
        for row in 0..rows {
            let placed = self.queens.len();
            if self.place(Square::new(col, row)) {
                found += self.fill(col)?;
            }
            self.queens.truncate(placed);
        }
        Ok(found)
    }

    /// Places a queen and its images. `false` if one of them is attacked; the caller removes them then.
    fn place(&mut self, queen: Square) -> bool {
        let mut image = queen;
        loop {
            if image == self.pawn || self.queens.iter().any(|&other| self.sees(other, image)) {
                return false;
            }
            self.queens.push(image);
            image = self.rotation.symmetry().apply(image, self.size);
            if image == queen {
                return true;
            }
        }
    }

    /// Whether a queen attacks a square or stands on it, and the pawn is not between them.
    fn sees(&self, one: Square, other: Square) -> bool {
        let distance = |a: Square, b: Square| a.col.abs_diff(b.col).max(a.row.abs_diff(b.row));
        let within = |a: u32, b: u32, c: u32| (a.min(c)..=a.max(c)).contains(&b);
        let Self { pawn, .. } = *self;
        let is_between = within(one.col, pawn.col, other.col)
            && within(one.row, pawn.row, other.row)
            && distance(one, pawn) + distance(pawn, other) == distance(one, other);
        one == other || one.attacks(other) && !is_between
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Never, Symmetry};

    #[test]
    fn the_classes_of_squares_of_the_pawn_cover_the_inner_squares() {
        for size in 0..12_usize {
            let pawns = pawns(size);
            let inner = size.saturating_sub(2) as u64;
            let sum: u64 = pawns.iter().map(|&(_, weight)| weight).sum();
            assert_eq!(sum, inner * inner, "N = {size}");
            for (pawn, weight) in pawns {
                let images = Symmetry::ALL.map(|symmetry| symmetry.apply(pawn, size as u32));
                let different: std::collections::BTreeSet<Square> = images.into_iter().collect();
                assert_eq!(different.len() as u64, weight, "{pawn} on {size}");
            }
        }
    }

    /// All arrangements with the pawn in the centre, found queen by queen, and those that a rotation maps to themselves.
    #[test]
    fn symmetric_arrangements_are_those_that_a_filter_finds() {
        fn search(
            size: u32,
            pawn: Square,
            queens: &mut Vec<Square>,
            from: u32,
            found: &mut [u64; 2],
        ) {
            let orbits =
                |rotation| Orbits { size, rotation, pawn, queens: Vec::new(), control: &Never };
            let sight = orbits(Rotation::By180);
            if queens.len() == size as usize + 1 {
                for (found, rotation) in found.iter_mut().zip([Rotation::By180, Rotation::By90]) {
                    let image = |&queen: &Square| rotation.symmetry().apply(queen, size);
                    *found += u64::from(queens.iter().all(|queen| queens.contains(&image(queen))));
                }
                return;
            }
            for at in from..size * size {
                let square = Square::new(at / size, at % size);
                if queens.len() as u32 + (size - square.col) < size {
                    return;
                }
                if square != pawn && !queens.iter().any(|&queen| sight.sees(queen, square)) {
                    queens.push(square);
                    search(size, pawn, queens, at + 1, found);
                    queens.pop();
                }
            }
        }
        for size in [1, 3, 5, 7, 9] {
            let mut found = [0; 2];
            let pawn = Square::new(size / 2, size / 2);
            search(size, pawn, &mut Vec::new(), 0, &mut found);
            for (found, rotation) in found.into_iter().zip([Rotation::By180, Rotation::By90]) {
                let symmetric = Symmetric { size: size as usize, rotation };
                let (count, weight) = symmetric.count(0, &Never).unwrap();
                assert_eq!((count, weight), (found, 1), "N = {size}, {rotation}");
            }
        }
    }
}
