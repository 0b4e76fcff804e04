//! Counting by joining half-boards.
//!
//! The board is cut along the middle line. For even N every solution is a lower and an upper half-board with N / 2 queens
//! each. For odd N the middle row belongs to neither half, and each job fixes its queen. If the lower half-board uses the
//! set C of columns, the upper one uses all others, and no diagonal that crosses the middle line has queens in both. So for
//! each C the half-boards of both halves are listed, each as the mask of the diagonals that it occupies, and the pairs of
//! disjoint masks are counted.
//!
//! Pairs are counted by table lookup. The masks of one half are taken in tiles of 256. For a mask of the other half, each of
//! four chunks of its bits is an index into a table of 256-bit sets: the masks of the tile that are disjoint from the chunk.
//! The AND of the four sets has one bit per fitting half-board, and a population count adds them up (`tables.rs`).
//!
//! A half-board is itself joined from a west and an east quarter, which use complementary rows and no common diagonal:
//!
//! ```text
//!          west        east          N = 8, C = {B, D, E, F}, '·' is an open square
//!        A B C D  |  E F G H
//!     8  ·   ·    |      · ·
//!     7  ·   ·    |      · ·         upper half: upper west (A, C) with upper east (G, H)
//!     6  ·   ·    |      · ·
//!     5  ·   ·    |      · ·
//!        ---------+---------         middle line
//!     4    ·   ·  |  · ·
//!     3    ·   ·  |  · ·             lower half: lower west (B, D) with lower east (E, F)
//!     2    ·   ·  |  · ·
//!     1    ·   ·  |  · ·
//! ```
//!
//! For odd N the quarters exclude the middle row; the middle column belongs to the west quarters.
//!
//! A mask has one bit per diagonal that crosses the middle line. The longest diagonals have the lowest bits, so that they
//! are in the low word, by which half-boards are sorted. For N = 8, these are the bits of the rising (left) and of the
//! falling diagonal (right) of each square; `-` is a main diagonal, which has no bit, and `.` a diagonal that does not
//! cross the middle line:
//!
//! ```text
//!         A  B  C  D  E  F  G  H             A  B  C  D  E  F  G  H
//!     8   .  .  .  .  8  4  0  -             -  3  7 11  .  .  .  .
//!     7   .  .  .  8  4  0  -  1             2  -  3  7 11  .  .  .
//!     6   .  .  8  4  0  -  1  5             6  2  -  3  7 11  .  .
//!     5   .  8  4  0  -  1  5  9            10  6  2  -  3  7 11  .
//!     4   8  4  0  -  1  5  9  .             . 10  6  2  -  3  7 11
//!     3   4  0  -  1  5  9  .  .             .  . 10  6  2  -  3  7
//!     2   0  -  1  5  9  .  .  .             .  .  . 10  6  2  -  3
//!     1   -  1  5  9  .  .  .  .             .  .  .  . 10  6  2  -
//! ```
//!
//! A queen on B4 sets bits 4 and 10. There are 4 (N / 2 - 1) bits, 32 at N = 18: larger boards have masks of two words,
//! which the code calls `WIDE`. On boards of odd size the two diagonals of the middle row's queen have no bit.
//!
//! Symmetry, even N: a solution has at most one queen on each main diagonal. Rotations map the ways to distribute these
//! queens over the halves to each other, so only solutions with all of them in the lower half are counted: lower
//! half-boards are grouped by the number of main diagonals that they occupy, none, one or two, with weights 1, 2 and 4.
//! Of C and its mirror image only one is counted, with doubled weight unless they are equal; if no main diagonal is
//! occupied, the same holds for exchanging the halves.
//! Odd N: the queen of the middle row is west of the centre and nearer to it than the queen of the middle column, which
//! is in the lower half. The two distances differ, because otherwise the queens would share a diagonal; so exactly one of
//! the eight images has this form, and the weight is 8. With a queen in the centre, reflecting and exchanging the
//! halves make each C represent up to four.
//!
//! A job fixes the columns that the lower half uses in the west, for even N also in the two columns at the east edge, for odd
//! N the position of the middle row's queen; from N = 25 on it fixes more (`jobs.rs`). Its steps are:
//!
//! 1. `quarters.rs` lists all fillings of the two quarters of the west, by the rows that they use. `east.rs` keeps those
//!    of the east, which are built when first needed; on the largest boards they are built again instead. `layout.rs` has the
//!    bits of each square.
//! 2. For each set C of the job, `pairing.rs` joins quarters to half-boards, of the lower and of the upper half.
//! 3. `sort.rs` sorts them by their key: the bits of the few diagonals on which most pairs conflict, so that blocks of
//!    pairs with conflicting keys are skipped (`key.rs`).
//! 4. `meet.rs` counts the disjoint pairs with the tables of `tables.rs`.
//!
//! The operations that depend on the instruction set are in the trait of `kernel.rs`, which `portable.rs`, `avx2.rs`,
//! `avx512/` and `neon/` implement; `eight.rs` has the loops that the vector kernels share.
//!
//! Work: half-boards and pairs, 1.9e8 and 2.1e11 for N = 18.  Memory: megabytes (`Worker::memory`), because lists that would be
//! longer are made in batches (`pairing.rs`).  Range: N = 4 to 28; smaller boards are counted by plain backtracking (`bitmask`).
//! Checked against the published totals, job by job against plain backtracking, and for N = 25 to 28 random jobs against plain
//! backtracking on a GPU and parts of jobs against the cross (docs/engines.md#two-engines-check-each-other).
//! Reference: docs/engines.md#the-half-board-join

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod east;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod eight;
pub(crate) mod engine;
mod jobs;
mod kernel;
mod key;
mod layout;
mod masks;
mod meet;
mod memory;
#[cfg(target_arch = "aarch64")]
mod neon;
mod pairing;
mod portable;
mod quarters;
mod sort;
mod tables;
#[cfg(test)]
mod tests;
mod worker;

use crate::Simd;
use east::East;
pub use jobs::{Bits, ColumnSet, JoinJob};
use jobs::{Cut, Jobs};
use meet::Limits;
pub(crate) use memory::memory;
use std::sync::{Arc, Mutex};
pub use worker::Worker;

/// The largest board. On larger ones a mask has more bits than the tables and short keys support.
pub const MAX_SIZE: usize = 28;
/// The smallest board that has quarters to join.
const MIN_SIZE: usize = 4;

/// On boards of odd size, the number of positions of the middle row's queen for which the east is kept.
///
/// Jobs are in the order of these positions and threads take them in order. So at any time the jobs of at most two
/// positions are running, except at the end of positions with few jobs. More positions only take memory. With 1, 2, 3
/// and all 9 positions, N = 19 takes 4.64, 4.68, 4.60 and 4.74 CPU seconds and 32, 57, 67 and 137 MB (`queens count 19
/// --method join --threads 2`, best of 2, Zen 4, 2026-11-16).
const KEPT_PLACES: usize = 2;
/// Up to this number of rows of a half, the east is kept for all positions, so that jobs can run in any order without
/// building it again. That takes 137 MB at N = 19. At N = 21 it would be 1.3 GB instead of 0.26 GB (`queens plan 21`).
const ALL_KEPT_HALF: usize = 9;

/// The jobs of the join.
#[derive(Debug)]
pub struct Join {
    size: usize,
    jobs: Jobs,
    limits: Limits,
    /// The most recently used ones, with the position of the middle row's queen; the most recent last.
    easts: Mutex<Vec<(Option<usize>, Arc<East>)>>,
}

impl Join {
    /// The jobs of a board of this size, at most [`MAX_SIZE`].
    pub fn new(size: usize) -> Self {
        assert!(size <= MAX_SIZE, "the join supports boards up to {MAX_SIZE}");
        Self::with_limits(size, Cut::of(size), Limits::default())
    }

    /// The same, cut into other jobs and adjusted otherwise.
    fn with_limits(size: usize, cut: Cut, limits: Limits) -> Self {
        Self { size, jobs: Jobs::new(size, cut), limits, easts: Mutex::default() }
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the board is too small to have quarters. Its one job is then plain backtracking.
    pub fn is_plain(&self) -> bool {
        self.size < MIN_SIZE
    }

    /// The number of jobs.
    pub fn jobs(&self) -> u64 {
        self.jobs.count()
    }

    /// A job; panics if there is none with this id.
    pub fn job(&self, id: u64) -> JoinJob {
        self.jobs.job(id)
    }

    /// The sets of columns that a job counts.
    pub fn sets(&self, job: JoinJob) -> Vec<ColumnSet> {
        jobs::sets(self.size / 2, job)
    }

    /// The number of sets of columns of a job, if those are included of which an image is counted instead.
    fn most_sets(&self, job: JoinJob) -> f64 {
        self.jobs.most_sets(job)
    }

    /// A worker, which owns the memory that jobs need. The CPU must have the instructions.
    pub fn worker(&self, simd: Simd) -> Worker<'_> {
        Worker::new(self, simd)
    }

    /// Drops the quarters of the east that are kept.
    fn forget(&self) {
        self.easts.lock().expect("building the east does not panic").clear();
    }

    /// The quarters of the east for a position of the middle row's queen; they are kept for the most recent positions.
    fn east(&self, middle: Option<usize>) -> Arc<East> {
        let mut easts = self.easts.lock().expect("building the east does not panic");
        let kept = easts.iter().position(|(other, _)| *other == middle);
        let east = match kept {
            Some(place) => easts.remove(place).1,
            None => Arc::new(East::new(self.size, middle)),
        };
        easts.push((middle, Arc::clone(&east)));
        if easts.len() > self.kept_places() {
            easts.remove(0);
        }
        east
    }

    /// The number of positions of the middle row's queen for which the east is kept.
    fn kept_places(&self) -> usize {
        match self.size / 2 {
            half @ 1..=ALL_KEPT_HALF => half,
            _ => KEPT_PLACES,
        }
    }
}

/// All columns of a side.
fn full(half: usize) -> u32 {
    (1 << half) - 1
}
