//! Tests of controls, guards, counts and problems.

use super::*;
use crate::observe::Flow;
use crate::observe::tests::{Log, send_all};
use crate::{Board, Observer, Rotation, Rules, Solution};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

#[test]
fn a_flag_stops_a_search_once_it_is_set() {
    assert!(!Control::stopped(&AtomicBool::new(false)));
    assert!(Control::stopped(&AtomicBool::new(true)));
    assert!(!Never.stopped());
}

/// Records the progress of jobs. If `stops` is set, it stops the search.
#[derive(Default)]
struct Progress {
    stops: bool,
    seen: Mutex<Vec<(u64, f64)>>,
}

impl Control for Progress {
    fn stopped(&self) -> bool {
        self.stops
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Progress(job, done) = event {
            self.seen.lock().unwrap().push((job, done));
        }
    }
}

#[test]
fn a_guard_passes_every_event_on() {
    let mut guard = Guard::new(&Never, 1, 20, None, Log::default());
    let events = [send_all(&mut guard, 0), send_all(&mut guard, 15)].concat();
    assert_eq!(guard.inner.0, events);
}

#[test]
fn a_guard_polls_in_all_columns_but_the_last_nine() {
    let control = Progress { stops: true, ..Progress::default() };
    for (size, polled) in [(20, 11), (11, 2), (10, 1), (9, 1), (4, 1)] {
        let mut guard = Guard::without_progress(&control, size, Log::default());
        for col in 0..size {
            assert_eq!(guard.place(col, 0).is_break(), col < polled, "{col} of {size}");
        }
        // A state of a breadth-first search stands for many columns.
        assert!(guard.dequeue(&[], 1).is_break());
        // It needs steps and solutions where it polls, and where the inner observer needs them.
        assert_eq!(guard.quiet_from(), polled.max(5));
        assert_eq!(guard.ignores_steps_from(), polled.max(3));
    }
}

#[test]
fn progress_is_the_part_of_the_first_rows_that_was_searched() {
    let control = Progress::default();
    // A job with rows 2 to 5 of the first column of a board of size 16.
    let mut guard = Guard::new(&control, 7, 16, Some(2..6), Log::default());
    for (col, row) in [(0, 2), (1, 8), (2, 3), (0, 3), (1, 4), (0, 5), (1, 12)] {
        assert_eq!(guard.place(col, row), Flow::Continue(()));
    }
    let done = [0.0, 0.125, 0.25, 0.3125, 0.75, 0.9375].map(|done| (7, done));
    assert_eq!(*control.seen.lock().unwrap(), done);
}

#[test]
fn residues_are_those_of_the_largest_numbers_too() {
    for (found, weight) in [(u64::MAX, 1), (1, u64::MAX), (u64::MAX / 8, 8), (1 << 32, 1 << 31)] {
        let mut count = Count::default();
        count.add(found, weight).unwrap();
        assert!(count.is_consistent(), "{found} {weight}");
        assert_eq!(count.solutions, found * weight);
    }
}

#[test]
fn only_the_rules_of_queens_without_a_rotation_count_all() {
    let all = Problem::on(Board::new(8).unwrap());
    assert!(all.counts_all());
    assert!(!Problem { rules: Rules::Torus, ..all.clone() }.counts_all());
    assert!(!Problem { only: Some(Rotation::By90), ..all.clone() }.counts_all());
}

/// Whatever the least list is, a class of solutions is counted once per solution.
#[test]
fn the_weights_by_least_edges_of_a_class_are_its_number_of_solutions() {
    for size in 0..=9 {
        let mut seen = 0;
        for solution in crate::solutions(size).unwrap() {
            let weight = |solution: &Solution| {
                let rows: Vec<u8> = solution.rows().iter().map(|&row| row as u8).collect();
                Weight::LeastEdges.of(&rows)
            };
            let class = solution.orbit();
            seen += 1;
            assert_eq!(class.iter().map(weight).sum::<u64>(), class.len() as u64, "{solution}");
        }
        assert_eq!(Some(seen), crate::published(size), "N = {size}");
    }
}
