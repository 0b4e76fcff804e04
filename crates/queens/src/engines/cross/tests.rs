//! All instruction sets against recursion, and boards with given queens against plain backtracking (`bitmask`). Published totals
//! and the jobs of empty boards are checked in `tests/engines.rs`.

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

/// The solutions of a job, times its weight, and the number of placed queens.
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
fn every_instruction_set_counts_each_job_as_the_recursion_does() {
    for size in [12, 14, 15] {
        let cross = Cross::new(&empty(size));
        let mut workers: Vec<_> = Simd::available().map(|simd| cross.worker(simd)).collect();
        for job in 0..cross.jobs() {
            let expected = drain::recurse(&cross.start(job));
            let expected_solutions = expected.solutions * cross.weight(job);
            let counts: Vec<_> = workers.iter_mut().map(|worker| run(worker, job)).collect();
            for &(solutions, placements) in &counts {
                assert_eq!(solutions, expected_solutions, "N = {size}, job {job}");
                // The recursion does not look ahead, so it places more queens.
                assert!(placements <= expected.placements + MAX_PREFIX as u64);
                assert_eq!(placements, counts[0].1, "N = {size}, job {job}");
            }
        }
    }
}

#[test]
fn the_number_of_placements_is_unchanged() {
    for (size, placements) in [(14, 2_496_623), (15, 16_303_108), (16, 102_293_919)] {
        let cross = Cross::new(&empty(size));
        let (solutions, placed, _) = total(&cross, Simd::best());
        assert_eq!((Some(solutions), placed), (published(size), placements), "N = {size}");
    }
}

#[test]
fn no_job_is_more_than_a_hundredth_of_the_work() {
    let long = std::env::var_os("QUEENS_LONG").is_some();
    for size in 14..=if long { 18 } else { 16 } {
        let (_, placements, largest) = total(&Cross::new(&empty(size)), Simd::best());
        assert!(largest * 100 <= placements, "N = {size}: {largest} of {placements}");
    }
}

#[test]
fn jobs_are_not_too_many_on_large_boards() {
    for size in 22..=32 {
        let jobs = Cross::new(&empty(size)).jobs();
        assert!((5_000..600_000).contains(&jobs), "N = {size}: {jobs} jobs");
    }
}

#[test]
fn jobs_of_a_class_are_consecutive() {
    let cross = Cross::new(&empty(13));
    let classes: Vec<usize> = (0..cross.jobs()).map(|job| cross.class(job)).collect();
    assert!(classes.is_sorted());
}

/// Counts the solutions of an outline as its documentation defines them, by plain recursion.
fn count_outline(outline: &Outline) -> u64 {
    fn fill(outline: &Outline, column: usize) -> u64 {
        let Outline { left, right, free, up, down, far_up, far_down } = outline;
        if column == left.len() + right.len() {
            return 1;
        }
        let is_left = column < left.len();
        let step = if is_left { left[column] } else { right[column - left.len()] };
        // The first right column is attacked as the left half has recorded it.
        let (up, down) = if column == left.len() { (far_up, far_down) } else { (up, down) };
        let open =
            (0..32).map(|row| 1u32 << row).filter(|row| free & !(up | down) & step.open & row != 0);
        open.map(|queen| {
            let (far_up, far_down) = if is_left {
                (far_up | queen << step.far, far_down | queen >> step.far)
            } else {
                (*far_up, *far_down)
            };
            let (up, down) = ((up | queen) << step.shift, (down | queen) >> step.shift);
            let free = free ^ queen;
            fill(&Outline { free, up, down, far_up, far_down, ..outline.clone() }, column + 1)
        })
        .sum()
    }
    fill(outline, 0)
}

#[test]
fn outlines_lead_to_the_solutions_of_their_jobs() {
    for size in [0, 5, 8, 9, 10] {
        let cross = Cross::new(&empty(size));
        let mut worker = cross.worker(Simd::best());
        for job in 0..cross.jobs() {
            let solutions = count_outline(&cross.outline(job)) * cross.weight(job);
            assert_eq!(solutions, run(&mut worker, job).0, "N = {size}, job {job}");
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
fn large_boards_with_twelve_empty_columns_are_counted_correctly() {
    for size in [24, 27, 31, 32usize] {
        // Even rows, then odd rows.
        let rows = (1..size as u32).step_by(2).chain((0..size as u32).step_by(2));
        let queens: Vec<Square> = (0..).zip(rows).map(|(col, row)| Square::new(col, row)).collect();
        for skip in 0..size - 12 {
            let given = queens.iter().enumerate().filter(|(i, _)| !(skip..skip + 12).contains(i));
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
            let board = queens
                .into_iter()
                .map(square)
                .fold(empty(size), |board, queen| board.clone().with_queen(queen).unwrap_or(board));
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
