//! What the counts of `tests/symmetric.rs` do not show: names, stopping, bad jobs, the cut into jobs.

use super::*;
use crate::{Never, RequestError};
use std::sync::atomic::{AtomicU64, Ordering};

/// Lets the search ask this often, then stops it.
struct Patience(AtomicU64);

impl Control for Patience {
    fn stopped(&self) -> bool {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        left == 0
    }
}

#[test]
fn a_rotation_is_read_by_its_name_and_no_other() {
    for turn in Rotation::ALL {
        assert_eq!(turn.name().parse::<Rotation>(), Ok(turn));
    }
    let error = "270".parse::<Rotation>().unwrap_err().to_string();
    assert_eq!(error, "unknown rotation '270': there are 180 and 90");
}

#[test]
fn a_stopped_job_has_no_count() {
    for (size, turn) in [(26, Rotation::By180), (32, Rotation::By90)] {
        let symmetric = Symmetric::new(size, turn);
        for asked in [0, 5] {
            let control = Patience(AtomicU64::new(asked));
            assert_eq!(symmetric.run(0, &control), Err(Error::Stopped), "{size} {turn}");
        }
    }
}

#[test]
fn a_job_that_does_not_exist_is_refused() {
    for size in 0..=12 {
        let symmetric = Symmetric::new(size, Rotation::By180);
        let jobs = symmetric.jobs();
        assert_eq!(
            symmetric.run(jobs, &Never),
            Err(Error::Request(RequestError::NoSuchJob { job: jobs, jobs }))
        );
    }
}

#[test]
fn the_jobs_are_many_on_large_boards_and_few_on_small_ones() {
    let jobs = |size| Symmetric::new(size, Rotation::By180).jobs();
    assert_eq!([0, 1, 2, 3, 4, 8, 26, 32].map(jobs), [1, 1, 1, 1, 1, 7, 133, 211]);
}

#[test]
fn the_weights_cover_every_arrangement_of_the_middle_lines() {
    for size in 4..=MAX_SIZE {
        let symmetric = Symmetric::new(size, Rotation::By180);
        let weights: u64 = (0..symmetric.jobs()).map(|job| symmetric.weight(job)).sum();
        let middle = middle(size).unwrap();
        let squares = (0..size as u32).flat_map(|x| (0..size as u32).map(move |y| (x, y)));
        let arrangements = squares.filter(|&(row, col)| {
            let pairs = [Square::new(middle, row), Square::new(col, middle)]
                .map(|square| Rotation::By180.orbit(square, size));
            Start { queens: [centre(size), pairs.concat()].concat(), weight: 1 }.is_peaceful()
        });
        assert_eq!(weights, arrangements.count() as u64, "N = {size}");
    }
}
