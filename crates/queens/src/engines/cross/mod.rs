//! The central cross: queens on the middle lines first, one placement of each symmetry class, then both halves.
//!
//! Q(N) = sum over the classes of weight x completions, where a class is a placement of the middle columns and rows up to the eight
//! symmetries and its weight the number of its images. The board is turned so that the right half is as
//! free of these queens as can be. The left half is filled from the middle outward, then the right half
//! (`expand.rs`), by a level-batched search on three masks a state that fills all lanes of a vector (`drain.rs`, `lanes.rs`).
//!
//! Every published solver breaks the symmetry at the border; in the middle the queens that are set first close most.
//!
//! Work: 6.9 queens set a solution at N = 16 (8.0 without the look ahead of one column), against 38.6 with the mirror alone.
//! Memory: 43 KiB a column and worker, 15 bytes a class, 3 bytes a job.  Range: N <= 32, also with given queens and closed squares.
//! Checked against `bitmask`, job by job for N <= 11 and on random given boards, and the published totals for N <= 16.
//! Reference: docs/algorithms.md#central-cross

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
#[cfg(test)]
mod twins;

use crate::{Board, Control, Error, Simd, Square, Symmetry};
use classes::{Class, classes};
use drain::{Add, Drain};
use expand::{LeftState, Route, Start, State, Turned, Visitor, bits};
pub use expand::{States, Step};
use lanes::Portable;

/// The most queens that a job sets in advance, beside those of its class.
const MOST_SET: usize = 3;

/// The rows of the queens that a job sets in advance in the first left columns.
type Rows = [u8; MOST_SET];

/// The plan of the jobs: what each counts depends on the board alone.
#[derive(Debug)]
pub struct Cross {
    board: Board,
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

/// The work of a job laid out: the state that it begins with and the columns that it fills, for engines that do not run on this CPU.
///
/// A queen in a row of a column leaves `free`, and closes in the next column of the same half the rows of `up << shift` and
/// `down >> shift`, as [`Step`] tells; in the left half also, `far` columns away, those that the first column of the right half will see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The columns of the left half, from the middle outward.
    pub left: Vec<Step>,
    /// Those of the right half, which are filled last.
    pub right: Vec<Step>,
    /// Rows without a queen.
    pub free: u32,
    /// Rows that diagonals close in the first column of the left half, rising in the direction of the search.
    pub up: u32,
    /// And falling.
    pub down: u32,
    /// Rows that rising diagonals close in the first column of the right half.
    pub far_up: u32,
    /// And falling ones.
    pub far_down: u32,
}

impl Cross {
    /// Plans the jobs of a board: the same ones on every machine.
    pub fn new(board: &Board) -> Self {
        let symmetries = if board.is_empty() { &Symmetry::ALL[..1] } else { &Symmetry::ALL[..] };
        let boards = symmetries.iter().map(|&symmetry| Turned::new(board, symmetry)).collect();
        let classes = classes(board);
        let board = board.clone();
        let mut cross = Self { board, boards, classes, first_jobs: vec![0], set: Vec::new() };
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

    /// How many solutions each one that a job counts stands for.
    pub fn weight(&self, job: u64) -> u64 {
        self.classes[self.class(job)].weight.into()
    }

    /// The columns of the right half that a job fills last, from the middle outward.
    pub fn right(&self, job: u64) -> Vec<Step> {
        self.find(job).1.right
    }

    /// The work of a job, laid out.
    pub fn outline(&self, job: u64) -> Outline {
        let Start { route, filled, state } = self.start(job);
        let Route { mut left, right, .. } = route;
        left.drain(..filled);
        let LeftState { near, far_up, far_down } = state;
        let State { free, up, down } = near;
        Outline { left, right, free, up, down, far_up, far_down }
    }

    /// A worker that runs jobs with these vector instructions, or in plain Rust where the CPU lacks them.
    pub fn worker(&self, simd: Simd) -> Worker<'_> {
        let engine = match simd {
            #[cfg(target_arch = "aarch64")]
            Simd::Neon => neon::Neon::new().map(|lanes| Engine::Neon(Drain::new(lanes))),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => avx512::Avx512::new().map(|lanes| Engine::Avx512(Drain::new(lanes))),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => avx2::Avx2::new().map(|lanes| Engine::Avx2(Drain::new(lanes))),
            _ => None,
        };
        let engine = engine.unwrap_or_else(|| Engine::Portable(Drain::new(Portable)));
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

    /// How many queens the jobs of a class set in advance: so many that no job is more than a hundredth of the work at N = 18.
    fn set_in_advance(&self, class: usize, route: &Route) -> usize {
        let size = self.board(class).size;
        let Class { centred, .. } = self.classes[class];
        let depth = match (size.is_multiple_of(2), size) {
            (true, 24..=26) => 1,
            (false, 9..13) if !centred => 1,
            (false, 23..=27) if !centred => 3,
            (false, 13..) if !centred => 2,
            _ => 0,
        };
        // Without symmetry there are eight times as many classes.
        let depth = depth - usize::from(depth > 0 && self.boards.len() > 1);
        depth.min(route.left.len())
    }

    fn class(&self, job: u64) -> usize {
        assert!(job < self.jobs(), "there is no job {job}");
        self.first_jobs.partition_point(|&first| u64::from(first) <= job) - 1
    }

    /// Where a job begins: the queens that it sets in advance are set.
    fn start(&self, job: u64) -> Start {
        let (class, route) = self.find(job);
        let (mut state, mut filled) = (route.root, 0);
        for (step, row) in self.set(job, class, &route) {
            state = step.set_left(state, 1 << row);
            filled += 1;
        }
        Start { route, filled, state }
    }

    /// The class of a job, and its route.
    fn find(&self, job: u64) -> (usize, Route) {
        let class = self.class(job);
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
    for queen in bits(step.places(state.near)) {
        rows[filled] = queen.trailing_zeros() as u8;
        list_jobs(route, filled + 1, depth, step.set_left(state, queen), rows, jobs);
    }
}

enum Engine {
    Portable(Drain<Portable>),
    #[cfg(target_arch = "aarch64")]
    Neon(Drain<neon::Neon>),
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
    /// Counts the solutions of a job: hands them on as they are found, each lot with its weight, and gives the queens set.
    pub fn run(
        &mut self,
        job: u64,
        control: &dyn Control,
        mut add: impl FnMut(u64, u64) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        let weight = self.cross.weight(job);
        self.search(job, control, None, &mut |found| add(found, weight))
    }

    /// The bytes of the buffers.
    pub fn memory(&self) -> usize {
        match &self.engine {
            Engine::Portable(drain) => drain.memory(),
            #[cfg(target_arch = "aarch64")]
            Engine::Neon(drain) => drain.memory(),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(drain) => drain.memory(),
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512(drain) => drain.memory(),
        }
    }

    /// The bytes of the plan of jobs.
    pub fn shared_memory(&self) -> usize {
        self.cross.classes.len() * (size_of::<Class>() + size_of::<u32>())
            + self.cross.set.len() * size_of::<Rows>()
    }

    /// Fills the left half only: hands on the states in which the right half begins, many at a time, and gives the queens set.
    ///
    /// The solutions of the job are those of the states over the columns [`Cross::right`], times its weight.
    pub fn expand(
        &mut self,
        job: u64,
        control: &dyn Control,
        visit: &mut dyn FnMut(States<'_>),
    ) -> Result<u64, Error> {
        self.search(job, control, Some(visit), &mut |_| Ok(()))
    }

    fn search(
        &mut self,
        job: u64,
        control: &dyn Control,
        visit: Option<&mut Visitor<'_>>,
        add: &mut Add<'_>,
    ) -> Result<u64, Error> {
        if control.stopped() {
            return Err(Error::Stopped);
        }
        let start = self.cross.start(job);
        let placements = match &mut self.engine {
            Engine::Portable(drain) => drain.run(&start, job, control, visit, add)?,
            #[cfg(target_arch = "aarch64")]
            Engine::Neon(drain) => drain.run(&start, job, control, visit, add)?,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx2(drain) => drain.run(&start, job, control, visit, add)?,
            #[cfg(target_arch = "x86_64")]
            Engine::Avx512(drain) => drain.run(&start, job, control, visit, add)?,
        };
        Ok(placements + self.cross.newly_set(job, self.cross.class(job), start.filled))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::{self, Method};
    use crate::{Never, Silent, published};
    use proptest::prelude::*;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    fn empty(size: usize) -> Board {
        Board::new(size).unwrap()
    }

    /// Solutions and placements, and the placements of the largest job.
    fn total(cross: &Cross, simd: Simd) -> (u128, u64, u64) {
        let mut worker = cross.worker(simd);
        let mut sums = (0, 0, 0);
        for job in 0..cross.jobs() {
            let (solutions, placements) = run(&mut worker, job);
            sums.0 += u128::from(solutions);
            sums.1 += placements;
            sums.2 = sums.2.max(placements);
        }
        sums
    }

    /// The solutions of a job, with its weight, and the queens set.
    fn run(worker: &mut Worker<'_>, job: u64) -> (u64, u64) {
        let mut solutions = 0;
        let placements = worker.run(job, &Never, |found, weight| {
            solutions += found * weight;
            Ok(())
        });
        (solutions, placements.unwrap())
    }

    fn plain(board: &Board) -> u64 {
        engines::search(Method::BITMASK, board, &mut Silent).unwrap()
    }

    /// The board of a job.
    fn board_of(board: &Board, job: &Job) -> Board {
        let rest = job.given[board.given().len()..].iter();
        rest.fold(board.clone(), |board, &queen| board.with_queen(queen).unwrap())
    }

    #[test]
    fn totals_are_the_published_ones() {
        for size in 0..=14 {
            let cross = Cross::new(&empty(size));
            for simd in Simd::available() {
                let (solutions, ..) = total(&cross, simd);
                assert_eq!(Some(solutions), published(size), "N = {size} with {simd}");
            }
        }
    }

    #[test]
    fn each_job_counts_what_a_plain_search_of_its_board_does() {
        for size in 0..=11 {
            let board = empty(size);
            let cross = Cross::new(&board);
            let mut workers: Vec<_> = Simd::available().map(|simd| cross.worker(simd)).collect();
            for id in 0..cross.jobs() {
                let job = cross.job(id);
                let solutions = plain(&board_of(&board, &job)) * job.weight;
                for worker in &mut workers {
                    assert_eq!(run(worker, id).0, solutions, "N = {size}, {job:?}");
                }
            }
        }
    }

    #[test]
    fn all_vectors_count_and_place_the_same_in_every_job() {
        for size in [12, 14, 15] {
            let cross = Cross::new(&empty(size));
            let mut workers: Vec<_> = Simd::available().map(|simd| cross.worker(simd)).collect();
            for job in 0..cross.jobs() {
                let mut counts = workers.iter_mut().map(|worker| run(worker, job));
                let first = counts.next().unwrap();
                assert!(counts.all(|other| other == first), "N = {size}, job {job}");
            }
        }
    }

    #[test]
    fn seven_queens_are_set_a_solution() {
        for (size, placements) in [(14, 2_496_623), (15, 16_303_108), (16, 102_293_919)] {
            let cross = Cross::new(&empty(size));
            let (solutions, set, _) = total(&cross, Simd::best());
            assert_eq!((Some(solutions), set), (published(size), placements), "N = {size}");
            assert!(set as f64 <= 8.5 * solutions as f64);
        }
    }

    #[test]
    fn no_job_is_much_of_the_work() {
        let long = std::env::var_os("QUEENS_LONG").is_some();
        for size in 14..=if long { 18 } else { 16 } {
            let (_, placements, largest) = total(&Cross::new(&empty(size)), Simd::best());
            assert!(largest * 100 <= placements, "N = {size}: {largest} of {placements}");
        }
    }

    #[test]
    fn jobs_are_few_on_small_boards_and_not_too_many_on_large_ones() {
        let jobs = |size| Cross::new(&empty(size)).jobs();
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8].map(jobs), [1, 1, 0, 0, 1, 2, 6, 13, 30]);
        assert_eq!([12, 16, 17, 18, 20, 21].map(jobs), [342, 1_814, 4_952, 3_465, 6_078, 15_368]);
        for size in 22..=32 {
            assert!((5_000..600_000).contains(&jobs(size)), "N = {size}: {} jobs", jobs(size));
        }
    }

    #[test]
    fn jobs_of_a_class_stand_together() {
        let cross = Cross::new(&empty(13));
        let classes: Vec<usize> = (0..cross.jobs()).map(|job| cross.class(job)).collect();
        assert!(classes.is_sorted());
    }

    #[test]
    fn expanded_states_lead_to_the_solutions_of_the_job() {
        fn fill(steps: &[Step], free: u32, up: u32, down: u32) -> u64 {
            let Some((step, rest)) = steps.split_first() else { return 1 };
            let set = |queen| {
                let (up, down) = ((up | queen) << step.shift, (down | queen) >> step.shift);
                fill(rest, free ^ queen, up, down)
            };
            bits(free & !(up | down) & step.open).map(set).sum()
        }
        for size in [0, 5, 8, 11, 12] {
            let cross = Cross::new(&empty(size));
            let mut worker = cross.worker(Simd::best());
            for job in 0..cross.jobs() {
                let (right, mut solutions) = (cross.right(job), 0);
                let mut visit = |states: States<'_>| {
                    for (i, &free) in states.free.iter().enumerate() {
                        solutions += fill(&right, free, states.up[i], states.down[i]);
                    }
                };
                let expanded = worker.expand(job, &Never, &mut visit).unwrap();
                let (counted, placements) = run(&mut worker, job);
                assert_eq!(solutions * cross.job(job).weight, counted, "N = {size}, job {job}");
                assert!(expanded <= placements);
            }
        }
    }

    #[test]
    fn the_largest_boards_run_and_stop() {
        struct Countdown(AtomicU64);
        impl Control for Countdown {
            fn stopped(&self) -> bool {
                self.0.fetch_add(1, Ordering::Relaxed) > 1_000
            }
        }
        for size in [31, 32] {
            let cross = Cross::new(&empty(size));
            for simd in Simd::available() {
                let control = Countdown(AtomicU64::new(0));
                let ended = cross.worker(simd).run(cross.jobs() / 2, &control, |_, _| Ok(()));
                assert_eq!(ended, Err(Error::Stopped));
            }
        }
        let stopped = AtomicBool::new(true);
        assert_eq!(
            Cross::new(&empty(8)).worker(Simd::best()).run(0, &stopped, |_, _| Ok(())),
            Err(Error::Stopped)
        );
    }

    #[test]
    fn large_boards_with_twelve_columns_left_are_counted_right() {
        for size in [24, 27, 31, 32usize] {
            // Even rows, then odd rows.
            let rows = (1..size as u32).step_by(2).chain((0..size as u32).step_by(2));
            let queens: Vec<Square> =
                (0..).zip(rows).map(|(col, row)| Square::new(col, row)).collect();
            for skip in 0..size - 12 {
                let given =
                    queens.iter().enumerate().filter(|(i, _)| !(skip..skip + 12).contains(i));
                let board = given.fold(empty(size), |board, (_, &queen)| {
                    board.clone().with_queen(queen).unwrap_or(board)
                });
                let expected = u128::from(plain(&board));
                let cross = Cross::new(&board);
                for simd in Simd::available() {
                    assert_eq!(total(&cross, simd).0, expected, "N = {size}, {skip}, {simd}");
                }
            }
        }
    }

    fn any_board() -> impl Strategy<Value = Board> {
        (0usize..=10)
            .prop_flat_map(|size| {
                let square = (0..size.max(1) as u32, 0..size.max(1) as u32);
                let squares = prop::collection::vec(square.clone(), 0..=3);
                (Just(size), squares, prop::collection::vec(square, 0..=12))
            })
            .prop_map(|(size, queens, closed)| {
                let square = |(col, row)| Square::new(col, row);
                let board = queens.into_iter().map(square).fold(empty(size), |board, queen| {
                    board.clone().with_queen(queen).unwrap_or(board)
                });
                closed
                    .into_iter()
                    .map(square)
                    .fold(board, |board, square| board.clone().with_closed(square).unwrap_or(board))
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn given_queens_and_closed_squares_are_kept(board in any_board()) {
            let cross = Cross::new(&board);
            for simd in Simd::available() {
                prop_assert_eq!(total(&cross, simd).0, u128::from(plain(&board)), "{}", simd);
            }
            for id in 0..cross.jobs().min(20) {
                let job = cross.job(id);
                let solutions = plain(&board_of(&board, &job)) * job.weight;
                let counted = run(&mut cross.worker(Simd::best()), id).0;
                prop_assert_eq!(solutions, counted);
            }
        }
    }
}
