//! The central cross: queens on the middle lines first, one placement of each symmetry class, then both halves.
//!
//! Q(N) = sum over the classes of weight x completions, where a class is a placement of the middle columns and rows up to the eight
//! symmetries and its weight the number of its images. The board is turned so that the right half is as
//! free of these queens as can be. The left half is filled from the middle outward, then the right half
//! ([`expand`]), by a level-batched search on three masks a state that fills all lanes of a vector ([`drain`]).
//!
//! Every published solver breaks the symmetry at the border; in the middle the queens that are set first close most.
//!
//! Work: 8.2 queens set a solution at N = 16, against 38.6 with the mirror alone; one lane-step a queen.
//! Memory: 24 KiB a column and thread, 16 bytes a class, 4 bytes a job.  Range: N <= 32, also with given queens and closed squares.
//! Checked against `bitmask` job by job for N <= 11 and on random given boards, and the published totals.
//! Reference: docs/algorithms.md#central-cross

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod classes;
mod drain;
mod expand;
mod lanes;

use crate::{Board, Control, Error, Simd, Square, Symmetry};
use classes::{Class, classes};
use drain::{Counts, Drain};
use expand::{LeftState, Route, Turned};
use lanes::Portable;
pub use expand::{State, Step};

/// The most queens that a job sets in advance, beside those of its class.
const MOST_SET: usize = 3;

/// The rows of the queens that a job sets in advance in the first left columns.
type Rows = [u8; MOST_SET];

/// The plan of the jobs: what each counts depends on the board alone.
#[derive(Debug)]
pub struct Cross {
    /// The board as each symmetry turns it; of the empty board, one serves for all.
    boards: Vec<Turned>,
    classes: Vec<Class>,
    /// The first job of each class, and behind them the number of jobs.
    first_jobs: Vec<u32>,
    set: Vec<Rows>,
}

/// What a job counts: the solutions with these queens, each `weight` times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The queens of the board, of the class and of the job.
    pub given: Vec<Square>,
    /// How many solutions each stands for.
    pub weight: u64,
}

impl Cross {
    /// Plans the jobs of a board: the same ones on every machine.
    pub fn new(board: &Board) -> Self {
        let symmetries = if board.is_empty() { &Symmetry::ALL[..1] } else { &Symmetry::ALL[..] };
        let boards = symmetries.iter().map(|&symmetry| Turned::new(board, symmetry)).collect();
        let classes = classes(board);
        let mut cross = Self { boards, classes, first_jobs: vec![0], set: Vec::new() };
        for class in 0..cross.classes.len() {
            let route = cross.route(class);
            let depth = cross.set_in_advance(class, &route);
            list_jobs(&route, 0, depth, route.root, &mut Rows::default(), &mut cross.set);
            cross.first_jobs.push(cross.set.len() as u32);
        }
        cross
    }

    /// The number of jobs. It is 0 where the middle lines alone leave no place for their queens.
    pub fn jobs(&self) -> u64 {
        self.set.len() as u64
    }

    /// What a job counts.
    pub fn job(&self, job: u64) -> Job {
        let (class, route) = self.find(job);
        let Class { queens, symmetry, weight, .. } = self.classes[class];
        let board = self.board(class);
        let back = |square| match self.boards.len() {
            1 => square,
            _ => symmetry.inverse().apply(square, board.size as u32),
        };
        let set = self.set(job, class, &route).map(|(step, row)| Square::new(step.col, row));
        let given = board.given.iter().copied().chain(queens.squares()).chain(set);
        Job { given: given.map(back).collect(), weight: weight.into() }
    }

    /// A worker that runs jobs with these vector instructions, or in plain Rust where the CPU lacks them.
    pub fn worker(&self, simd: Simd) -> Worker<'_> {
        let engine = match simd {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 if let Some(lanes) = avx512::Avx512::new() => {
                Engine::Avx512(Drain::new(lanes))
            }
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 if let Some(lanes) = avx2::Avx2::new() => Engine::Avx2(Drain::new(lanes)),
            _ => Engine::Portable(Drain::new(Portable)),
        };
        Worker { cross: self, engine }
    }

    fn board(&self, class: usize) -> &Turned {
        let symmetry = self.classes[class].symmetry;
        let turn = Symmetry::ALL.iter().position(|&one| one == symmetry).expect("one of eight");
        &self.boards[turn % self.boards.len()]
    }

    fn route(&self, class: usize) -> Route {
        Route::new(self.board(class), &self.classes[class])
    }

    /// How many queens the jobs of a class set in advance, so that no job is more than a hundredth of the work.
    fn set_in_advance(&self, class: usize, route: &Route) -> usize {
        let size = self.board(class).size;
        let lone = !size.is_multiple_of(2) && !self.classes[class].centred;
        let depth = match size {
            ..9 => 0,
            9..13 => usize::from(lone),
            13..23 => 2 * usize::from(lone),
            _ => 3 * usize::from(lone),
        };
        depth.min(route.left.len())
    }

    /// The class of a job, and its route.
    fn find(&self, job: u64) -> (usize, Route) {
        assert!(job < self.jobs(), "there is no job {job}");
        let class = self.first_jobs.partition_point(|&first| u64::from(first) <= job) - 1;
        (class, self.route(class))
    }

    /// The queens that a job sets in advance: the step of the column, and the row.
    fn set<'a>(
        &self,
        job: u64,
        class: usize,
        route: &'a Route,
    ) -> impl Iterator<Item = (&'a Step, u32)> + use<'a> {
        let rows = self.set[job as usize];
        let depth = self.set_in_advance(class, route);
        route.left[..depth].iter().zip(rows).map(|(step, row)| (step, u32::from(row)))
    }

    /// The queens of those set in advance that the job before has not set already.
    fn newly_set(&self, job: u64, class: usize, depth: usize) -> u64 {
        let (job, first) = (job as usize, self.first_jobs[class] as usize);
        let same = |before: usize| {
            let rows = self.set[job].iter().zip(&self.set[before]);
            rows.take_while(|(row, before)| row == before).count()
        };
        let shared = if job > first { same(job - 1) } else { 0 };
        depth.saturating_sub(shared) as u64
    }
}

fn list_jobs(
    route: &Route,
    filled: usize,
    depth: usize,
    state: LeftState,
    rows: &mut Rows,
    jobs: &mut Vec<Rows>,
) {
    if filled == depth {
        jobs.push(*rows);
        return;
    }
    let step = &route.left[filled];
    let mut places = step.places(state.near);
    while places != 0 {
        let queen = places & places.wrapping_neg();
        places ^= queen;
        rows[filled] = queen.trailing_zeros() as u8;
        list_jobs(route, filled + 1, depth, step.set_left(state, queen), rows, jobs);
    }
}

enum Engine {
    Portable(Drain<Portable>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Drain<avx2::Avx2>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Drain<avx512::Avx512>),
}

/// Runs jobs one after the other, in buffers that it keeps.
pub struct Worker<'a> {
    cross: &'a Cross,
    engine: Engine,
}

impl Worker<'_> {
    /// Counts the solutions of a job, with its weight, and the queens set for them.
    ///
    /// An error if the control stops it, or if the solutions do not fit 64 bits.
    pub fn run(&mut self, job: u64, control: &dyn Control) -> Result<(u64, u64), Error> {
        if control.stopped() {
            return Err(Error::Stopped);
        }
        let (class, route) = self.cross.find(job);
        let mut state = route.root;
        let mut depth = 0;
        for (step, row) in self.cross.set(job, class, &route) {
            state = step.set_left(state, 1 << row);
            depth += 1;
        }
        let ask = (job, control);
        let Counts { solutions, placements } = match &mut self.engine {
            Engine::Portable(drain) => drain.run(&route, depth, state, ask)?,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(drain) => drain.run(&route, depth, state, ask)?,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512(drain) => drain.run(&route, depth, state, ask)?,
        };
        let weight = u64::from(self.cross.classes[class].weight);
        let solutions = solutions.checked_mul(weight).ok_or(Error::Overflow { job })?;
        Ok((solutions, placements + self.cross.newly_set(job, class, depth)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Never, published};

    fn total(cross: &Cross, simd: Simd) -> (u128, u128) {
        let mut worker = cross.worker(simd);
        (0..cross.jobs()).map(|job| worker.run(job, &Never).unwrap()).fold(
            (0, 0),
            |(solutions, placements), (s, p)| {
                (solutions + u128::from(s), placements + u128::from(p))
            },
        )
    }

    #[test]
    fn totals_are_the_published_ones() {
        for size in 0..=13 {
            let cross = Cross::new(&Board::new(size).unwrap());
            for simd in Simd::available() {
                let (solutions, _) = total(&cross, simd);
                assert_eq!(Some(solutions), published(size), "N = {size} with {simd}");
            }
        }
    }

    #[test]
    fn figures() {
        for size in [14, 16, 17] {
            let start = std::time::Instant::now();
            let cross = Cross::new(&Board::new(size).unwrap());
            let planned = start.elapsed();
            for simd in Simd::available().filter(|s| std::env::var("SIMD").is_ok_and(|o| o == s.name())) {
                let start = std::time::Instant::now();
                let (solutions, placements) = total(&cross, simd);
                let time = start.elapsed();
                println!(
                    "N {size} jobs {} plan {planned:?} {simd} solutions {solutions} placements {placements} {:.3} {time:?} {:.3} ns",
                    cross.jobs(),
                    placements as f64 / solutions as f64,
                    time.as_nanos() as f64 / placements as f64
                );
            }
        }
    }
}
