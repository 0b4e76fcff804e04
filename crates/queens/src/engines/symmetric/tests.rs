//! Names, stopping and the division into jobs. `tests/symmetric.rs` checks the counts.

use super::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// A control that stops the search after a number of polls.
struct PollLimit(AtomicU64);

impl Control for PollLimit {
    fn stopped(&self) -> bool {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        left == 0
    }
}

#[test]
fn a_rotation_is_read_by_its_name_and_no_other() {
    for rotation in Rotation::ALL {
        assert_eq!(rotation.name().parse::<Rotation>(), Ok(rotation));
    }
    let error = "270".parse::<Rotation>().unwrap_err().to_string();
    assert_eq!(error, "unknown rotation '270': expected 180 or 90");
}

#[test]
fn a_stopped_job_has_no_count() {
    for (size, rotation) in [(26, Rotation::By180), (32, Rotation::By90)] {
        let symmetric = Symmetric::new(Rules::Queens, size, rotation);
        for polls in [0, 5] {
            let control = PollLimit(AtomicU64::new(polls));
            assert_eq!(symmetric.count(0, &control), Err(Error::Stopped), "{size} {rotation}");
        }
    }
}

#[test]
fn the_weights_cover_every_arrangement_of_the_middle_lines() {
    for size in 4..=MAX_SIZE {
        let symmetric = Symmetric::new(Rules::Queens, size, Rotation::By180);
        let weights: u64 = symmetric.starts.iter().map(|start| start.weight).sum();
        let middle = middle(size).unwrap();
        let squares = (0..size as u32).flat_map(|x| (0..size as u32).map(move |y| (x, y)));
        let arrangements = squares.filter(|&(row, col)| {
            let pairs = [Square::new(middle, row), Square::new(col, middle)]
                .map(|square| Rotation::By180.orbit(square, size));
            Start { queens: [centre(size), pairs.concat()].concat(), weight: 1 }
                .has_no_attack(Rules::Queens, size)
        });
        assert_eq!(weights, arrangements.count() as u64, "N = {size}");
    }
}
