//! The central cross: queens on the middle lines first, one placement of each symmetry class, then both halves.
//!
//! Q(N) is the sum of weight x completions over all classes. A class is a placement of queens on the middle columns and
//! rows, up to the eight symmetries of the board (`classes.rs`); its weight is the number of its distinct images. The
//! board of a class is rotated or reflected so that these queens occupy as few columns of the right half as possible.
//! The left half is filled from the middle outward, then the right half (`expand.rs`). The search processes one level
//! at a time on three masks per state, which keeps all lanes of a vector busy (`drain.rs`, `lanes.rs`).
//!
//! Every published solver breaks the symmetry at the border. Queens in the middle attack the most squares, so placing
//! them first prunes more.
//!
//! Work: 6.9 placed queens per solution at N = 16 (8.0 without looking one column ahead), against 38.6 with the mirror
//! symmetry alone.
//! Memory: 43 KiB per column and worker, 15 bytes per class, 3 bytes per job.  Range: N <= 32, also with given queens
//! and closed squares.
//! Checked against plain backtracking (`bitmask`), job by job for N <= 11 and on random boards with given queens, and
//! against the published totals for N <= 16.
//! Reference: docs/engines.md#central-cross

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod classes;
mod drain;
pub(crate) mod engine;
mod expand;
mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod sample;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twins;
mod vector;

use super::bits::bits;
use crate::{Board, Control, Error, Simd, Square, Symmetry};
use classes::{Class, classes};
use drain::Drain;
pub use expand::Step;
use expand::{LeftState, Route, Start, State, Transformed};
use portable::Portable;

/// The most queens in the prefix of a job.
const MAX_PREFIX: usize = 3;

/// The rows of the queens that a job fixes in the first left columns, in addition to the queens of its class.
type Prefix = [u8; MAX_PREFIX];

/// The plan of the jobs: what each counts depends on the board alone.
#[derive(Debug)]
pub struct Cross {
    /// The board that was given.
    board: Board,
    /// The image of the board under each symmetry; only one for the empty board, whose images are all the same.
    boards: Vec<Transformed>,
    classes: Vec<Class>,
    /// The first job of each class, followed by the number of jobs.
    first_jobs: Vec<u32>,
    /// The prefix of each job.
    prefixes: Vec<Prefix>,
}

/// What a job counts: the solutions that contain these queens, each `weight` times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The queens of the board, of the class and of the job.
    pub given: Vec<Square>,
    /// The number of solutions that each one represents.
    pub weight: u64,
}

/// The work of a job as data: the initial state and the columns to fill, for engines that do not run on this CPU.
///
/// Placing a queen in a column removes its row from `free`, and attacks the rows of `up << shift` and `down >> shift`
/// in the next column of the same half, where `shift` is that of the column's [`Step`]. A queen in the left half also
/// attacks rows of the first right column, which is `far` columns away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The columns of the left half, from the middle outward.
    pub left: Vec<Step>,
    /// The columns of the right half, which are filled last.
    pub right: Vec<Step>,
    /// Rows without a queen.
    pub free: u32,
    /// Rows of the first left column that are attacked along diagonals that rise in the direction of the search.
    pub up: u32,
    /// Rows of the first left column that are attacked along diagonals that fall in the direction of the search.
    pub down: u32,
    /// Rows of the first right column that are attacked along rising diagonals.
    pub far_up: u32,
    /// Rows of the first right column that are attacked along falling diagonals.
    pub far_down: u32,
}

impl Cross {
    /// Plans the jobs of a board: the same ones on every machine.
    pub fn new(board: &Board) -> Self {
        let symmetries = if board.is_empty() { &Symmetry::ALL[..1] } else { &Symmetry::ALL[..] };
        let boards = symmetries.iter().map(|&symmetry| Transformed::new(board, symmetry)).collect();
        let classes = classes(board);
        let board = board.clone();
        let mut cross = Self { board, boards, classes, first_jobs: vec![0], prefixes: Vec::new() };
        for class in 0..cross.classes.len() {
            let route = cross.route(class);
            let length = cross.prefix_length(class, &route);
            let mut prefix = Prefix::default();
            list_prefixes(&route, 0, length, route.root, &mut prefix, &mut cross.prefixes);
            cross.first_jobs.push(cross.prefixes.len() as u32);
        }
        cross
    }

    /// The number of jobs. It is 0 if queens cannot even be placed on the middle lines.
    pub fn jobs(&self) -> u64 {
        self.prefixes.len() as u64
    }

    /// The queens and the weight of a job.
    pub fn job(&self, job: u64) -> Job {
        let (class, route) = self.find(job);
        let Class { queens, symmetry, weight, .. } = self.classes[class];
        let board = self.board(class);
        let back = |square| match self.boards.len() {
            1 => square,
            _ => symmetry.inverse().apply(square, board.size as u32),
        };
        let prefix = self.prefix(job, class, &route).map(|(step, row)| Square::new(step.col, row));
        let given = board.given.iter().copied().chain(queens.squares()).chain(prefix);
        Job { given: given.map(back).collect(), weight: weight.into() }
    }

    /// The number of solutions that each solution of a job represents.
    pub fn weight(&self, job: u64) -> u64 {
        self.classes[self.class(job)].weight.into()
    }

    /// The work of a job as data.
    pub fn outline(&self, job: u64) -> Outline {
        let Start { route, filled, state } = self.start(job);
        let Route { mut left, right, .. } = route;
        left.drain(..filled);
        let LeftState { near, far_up, far_down } = state;
        let State { free, up, down } = near;
        Outline { left, right, free, up, down, far_up, far_down }
    }

    /// A worker that runs jobs with these vector instructions, or in plain Rust if the CPU does not have them.
    pub fn worker(&self, simd: Simd) -> Worker<'_> {
        let drain = match simd {
            #[cfg(target_arch = "aarch64")]
            Simd::Neon => crate::simd::Neon::new().map(Drain::new),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => crate::simd::Avx512::new().map(Drain::new),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => crate::simd::Avx2::new().map(Drain::new),
            _ => None,
        };
        let drain = drain.unwrap_or_else(|| Drain::new(Portable));
        Worker { cross: self, drain, statistics: false }
    }

    fn board(&self, class: usize) -> &Transformed {
        let symmetry = self.classes[class].symmetry;
        let index = Symmetry::ALL.iter().position(|&one| one == symmetry).expect("one of eight");
        &self.boards[index % self.boards.len()]
    }

    fn route(&self, class: usize) -> Route {
        Route::new(self.board(class), &self.classes[class])
    }

    /// The number of queens in the prefixes of a class. They are long enough that no job is more than a hundredth of the
    /// work at N = 18.
    fn prefix_length(&self, class: usize, route: &Route) -> usize {
        let size = self.board(class).size;
        let Class { centred, .. } = self.classes[class];
        let depth = match (size.is_multiple_of(2), size) {
            (true, 24..=28) => 1,
            (false, 9..13) if !centred => 1,
            (false, 23..=27) if !centred => 3,
            (false, 13..) if !centred => 2,
            _ => 0,
        };
        // Without symmetry there are eight times the classes.
        let depth = depth - usize::from(depth > 0 && self.boards.len() > 1);
        depth.min(route.left.len())
    }

    fn class(&self, job: u64) -> usize {
        assert!(job < self.jobs(), "there is no job {job}");
        self.first_jobs.partition_point(|&first| u64::from(first) <= job) - 1
    }

    /// The initial state of a job, with the queens of its prefix placed.
    fn start(&self, job: u64) -> Start {
        let (class, route) = self.find(job);
        let (mut state, mut filled) = (route.root, 0);
        for (step, row) in self.prefix(job, class, &route) {
            state = step.set_left(state, 1 << row);
            filled += 1;
        }
        Start { route, filled, state }
    }

    /// The class of a job and its route.
    fn find(&self, job: u64) -> (usize, Route) {
        let class = self.class(job);
        (class, self.route(class))
    }

    /// The prefix of a job: for each queen the step of its column, and its row.
    fn prefix<'a>(
        &self,
        job: u64,
        class: usize,
        route: &'a Route,
    ) -> impl Iterator<Item = (&'a Step, u32)> + use<'a> {
        let rows = self.prefixes[job as usize];
        let length = self.prefix_length(class, route);
        route.left[..length].iter().zip(rows).map(|(step, row)| (step, u32::from(row)))
    }

    /// The number of queens in the prefix of a job that are not in the prefix of the job before it. Only these are counted as
    /// placements, because a search would place the others once for both jobs.
    fn newly_placed(&self, job: u64, class: usize, length: usize) -> u64 {
        let (job, first) = (job as usize, self.first_jobs[class] as usize);
        let same = |before: usize| {
            let rows = self.prefixes[job].iter().zip(&self.prefixes[before]);
            rows.take_while(|(row, before)| row == before).count()
        };
        let shared = if job > first { same(job - 1) } else { 0 };
        length.saturating_sub(shared) as u64
    }
}

/// Lists the prefixes of `length` queens that continue the first `filled` rows of `prefix`.
fn list_prefixes(
    route: &Route,
    filled: usize,
    length: usize,
    state: LeftState,
    prefix: &mut Prefix,
    prefixes: &mut Vec<Prefix>,
) {
    if filled == length {
        prefixes.push(*prefix);
        return;
    }
    let step = &route.left[filled];
    for queen in bits(step.places(state.near)) {
        prefix[filled] = queen.trailing_zeros() as u8;
        list_prefixes(route, filled + 1, length, step.set_left(state, queen), prefix, prefixes);
    }
}

/// Runs jobs one after the other, and reuses its buffers.
pub struct Worker<'a> {
    cross: &'a Cross,
    drain: Drain,
    /// Whether results have the number of placed queens.
    statistics: bool,
}

impl Worker<'_> {
    /// Counts the solutions of a job: passes counts with their weight to `add` as solutions are found, and returns the
    /// number of placed queens.
    pub fn run(
        &mut self,
        job: u64,
        control: &dyn Control,
        mut add: impl FnMut(u64, u64) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        if control.stopped() {
            return Err(Error::Stopped);
        }
        let (start, weight) = (self.cross.start(job), self.cross.weight(job));
        let placements = self.drain.run(&start, job, control, &mut |found| add(found, weight))?;
        Ok(placements + self.cross.newly_placed(job, self.cross.class(job), start.filled))
    }
}
