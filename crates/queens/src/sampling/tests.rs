use super::*;
use crate::{Never, published};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn run(goal: Goal, threads: usize) -> Run<'static> {
    Run { goal, threads, limit: None, control: &Never }
}

fn estimate(size: usize, seed: u64, goal: Goal) -> CountEstimate {
    Sampler::new(size, seed).unwrap().run(&run(goal, 1)).unwrap()
}

/// The published number.
fn truth(size: usize) -> f64 {
    published(size).unwrap() as f64
}

/// The number of half-widths between an estimate and the truth.
fn distance(estimate: &CountEstimate) -> f64 {
    (estimate.logarithm - truth(estimate.size).ln()).abs() / estimate.half_width
}

#[test]
fn boards_without_samples_have_exact_numbers() {
    for (size, solutions) in [(0, Some(0.0)), (1, Some(0.0)), (2, None), (3, None)] {
        let exact = estimate(size, 1, Goal::Samples(100));
        assert_eq!(
            (exact.log10(), exact.samples, exact.error()),
            (solutions, 0, 0.0),
            "N = {size}"
        );
        assert_eq!(exact, estimate(size, 2, Goal::Error(0.01)));
        assert_eq!(exact, estimate(size, 2, Goal::Limit));
    }
}

#[test]
fn small_boards_are_estimated_closely() {
    // The half-width is about two standard errors, so 2.5 half-widths are exceeded once in two million.
    for size in 4..=12 {
        let found = estimate(size, 3, Goal::Samples(4000));
        assert!(distance(&found) < 2.5, "N = {size}: {found:?}");
        assert!(found.error() < 0.06, "N = {size}: {found:?}");
    }
}

#[test]
fn the_number_of_threads_does_not_change_an_estimate() {
    for goal in [Goal::Samples(50), Goal::Error(0.3)] {
        let sampler = Sampler::new(9, 5).unwrap();
        let one = sampler.run(&run(goal, 1)).unwrap();
        for threads in [2, 5] {
            assert_eq!(sampler.run(&run(goal, threads)).unwrap(), one);
        }
        assert_ne!(Sampler::new(9, 6).unwrap().run(&run(goal, 1)).unwrap(), one);
    }
}

#[test]
fn an_error_that_no_estimate_reaches_is_refused() {
    for error in [f64::NAN, -2.0, -1.0, -0.5, 0.0] {
        let found = Sampler::new(8, 1).unwrap().run(&run(Goal::Error(error), 1)).unwrap_err();
        assert_eq!(found.to_string(), format!("error {error}: allowed are numbers above 0"));
    }
}

#[test]
fn a_goal_is_reached() {
    assert_eq!(estimate(8, 1, Goal::Samples(77)).samples, 77);
    // Every estimate needs two samples.
    assert_eq!(estimate(4, 1, Goal::Samples(0)).samples, 2);
    let rough = estimate(8, 1, Goal::Error(0.2));
    let fine = estimate(8, 1, Goal::Error(0.05));
    assert!(rough.error() <= 0.2 && fine.error() <= 0.05 && fine.samples > rough.samples);
    // Not many more samples than needed.
    assert!(fine.error() > 0.04, "{fine:?}");
}

#[test]
fn a_limit_ends_a_run_with_its_finished_samples() {
    let polls = AtomicU64::new(0);
    let limit = || polls.fetch_add(1, Ordering::Relaxed) as f64 / 40.0;
    let sampler = Sampler::new(8, 1).unwrap();
    let limited = sampler.run(&Run { limit: Some(&limit), ..run(Goal::Limit, 1) }).unwrap();
    assert!((2..=40).contains(&limited.samples), "{limited:?}");
    assert_eq!(limited, sampler.run(&run(Goal::Samples(limited.samples), 2)).unwrap());
    let at_once = Run { limit: Some(&|| 1.0), ..run(Goal::Limit, 1) };
    let error = sampler.run(&at_once).unwrap_err();
    assert!(error.is_failure() && error.to_string().contains("give no estimate"), "{error}");
}

#[test]
fn a_control_stops_a_run() {
    let stop = AtomicBool::new(true);
    for goal in [Goal::Samples(1_000_000), Goal::Error(1e-9), Goal::Limit] {
        let stopped = Run { control: &stop, ..run(goal, 2) };
        assert_eq!(Sampler::new(1000, 1).unwrap().run(&stopped), Err(Error::Stopped));
    }
}

#[test]
fn boards_up_to_the_largest_have_a_sampler() {
    assert!(Sampler::new(MAX_SIZE, 1).is_ok());
    let error = Sampler::new(MAX_SIZE + 1, 1).unwrap_err();
    assert_eq!(error.to_string(), "N = 10001 is too large: boards go from 0 to 10000");
    for (size, samples) in [(0, 20_000), (8, 20_000), (100, 2500), (1000, 25), (MAX_SIZE, 16)] {
        assert_eq!(Sampler::new(size, 1).unwrap().default_samples(), samples);
    }
}

#[test]
fn the_windows_of_swaps_cover_all_columns() {
    for size in [4, 63, 64, 65, 127, 128, 129, 1000, 10_000] {
        let (windows, width) = Sampler { size, seed: 0, steps: vec![] }.windows();
        assert!(width <= WINDOW && windows * width >= size && (windows - 1) * width < size);
    }
}
