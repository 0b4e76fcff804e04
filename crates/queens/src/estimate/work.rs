//! The work of a plan, estimated by random paths in its search tree.

use super::Trial;
use super::parts::spread;
use super::range::mean;
use crate::engines::Random;
use crate::{Board, Plan};

/// The number of paths between two looks at the clock.
const PATHS: usize = 4096;
/// The relative error at which enough paths have been followed.
const ENOUGH: f64 = 0.005;
/// The part of the budget for random paths.
const SHARE: f64 = 0.1;
/// The number of paths by which the work of some jobs is estimated, at least one for each job.
const PATHS_OF_JOBS: usize = 100_000;

/// The work of a plan or of some of its jobs, in queens placed, and its relative error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub(super) queens: f64,
    pub(super) error: f64,
}

impl Work {
    /// The work of all jobs. If the engine cannot follow paths, it is that of plain backtracking, to which the work of most
    /// methods is nearly proportional.
    pub(super) fn of_plan(plan: &Plan, trial: &Trial<'_>) -> Self {
        let engine = plan.engine();
        let mut random = Random::new(1);
        let plain = plan.jobs() == 0 || engine.probe(0, &mut random).is_none();
        let end = (trial.clock)() + SHARE * trial.seconds;
        let mut jobs = spread(plan.jobs()).cycle();
        let mut found = Vec::new();
        loop {
            for _ in 0..PATHS {
                found.push(match plain {
                    true => plain_path(plan.board(), &mut random),
                    false => {
                        let job = jobs.next().expect("a plan with jobs");
                        engine.probe(job, &mut random).unwrap_or(0.0)
                    }
                });
            }
            let (mean, error) = mean(&found);
            if error <= ENOUGH || (trial.clock)() >= end || trial.control.stopped() {
                let jobs = if plain { 1 } else { plan.jobs() };
                return Self { queens: mean * jobs as f64, error };
            }
        }
    }

    /// The work of some jobs; `None` if the engine cannot follow paths.
    pub(super) fn of_jobs(plan: &Plan, jobs: &[u64], random: &mut Random) -> Option<f64> {
        let paths = (PATHS_OF_JOBS / jobs.len().max(1)).max(1);
        let mut queens = 0.0;
        for &job in jobs {
            for _ in 0..paths {
                queens += plan.engine().probe(job, random)? / paths as f64;
            }
        }
        Some(queens)
    }
}

/// An estimate of the number of queens that plain backtracking places, from one random path.
fn plain_path(board: &Board, random: &mut Random) -> f64 {
    let (mut taken, mut up, mut down) = (0u64, 0u64, 0u64);
    let (mut nodes, mut sum) = (1.0, 0.0);
    for rows in board.open() {
        let open = rows.iter().fold(0u64, |set, row| set | 1 << row);
        let places = open & !(taken | up | down);
        if places == 0 {
            break;
        }
        nodes *= f64::from(places.count_ones());
        sum += nodes;
        let mut rest = places;
        for _ in 0..random.below(places.count_ones() as usize) {
            rest &= rest - 1;
        }
        let queen = rest & rest.wrapping_neg();
        (taken, up, down) = (taken | queen, (up | queen) << 1, (down | queen) >> 1);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Inline, Method, Never, Request};

    fn trial<'a>(clock: &'a (dyn Fn() -> f64 + Sync)) -> Trial<'a> {
        Trial { backend: &Inline, threads: Some(1), seconds: 100.0, clock, control: &Never }
    }

    #[test]
    fn random_paths_estimate_the_number_of_placed_queens() {
        // A319283: 35538 placements for N = 10.
        let plan = Request::count(10).unwrap().method(Method::BITMASK).plan().unwrap();
        let work = Work::of_plan(&plan, &trial(&|| 0.0));
        assert!((work.queens / 35_538.0 - 1.0).abs() < 4.0 * work.error, "{work:?}");
        assert!(work.error <= ENOUGH);
    }

    #[test]
    fn the_work_of_all_jobs_is_that_of_the_plan() {
        let plan = Request::count(12).unwrap().method(Method::CROSS).plan().unwrap();
        let work = Work::of_plan(&plan, &trial(&|| 0.0));
        let jobs = Work::of_jobs(&plan, &plan.all_jobs(), &mut Random::new(5)).unwrap();
        assert!((jobs / work.queens - 1.0).abs() < 0.05, "{work:?} {jobs}");
        let join = Request::count(12).unwrap().method(Method::JOIN).plan().unwrap();
        assert_eq!(Work::of_jobs(&join, &[0], &mut Random::new(5)), None);
    }
}
