//! The work of a plan, estimated by random paths in its search tree.

use super::Trial;
use super::parts::spread;
use super::range::mean;
use crate::engines::Random;
use crate::job::Problem;
use crate::{Board, Plan, Queens, Square};

/// The number of paths between two looks at the clock.
const PATHS: usize = 256;
/// The least number of paths: the spread of fewer tells little.
const MIN_PATHS: usize = 4096;
/// The relative error at which enough paths have been followed.
const ENOUGH: f64 = 0.005;
/// The part of the budget for random paths.
pub(super) const SHARE: f64 = 0.1;
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
    /// engines is nearly proportional.
    pub(super) fn of_plan(plan: &Plan, trial: &Trial<'_>) -> Self {
        Self::within(plan, trial, SHARE * trial.seconds)
    }

    /// The same, estimated in this number of seconds.
    pub(super) fn within(plan: &Plan, trial: &Trial<'_>, seconds: f64) -> Self {
        let probe = |job, random: &mut Random| plan.engine().costs()?.probe(job, random);
        let mut random = Random::new(1);
        let plain = plan.jobs() == 0 || probe(0, &mut random).is_none();
        let end = (trial.clock)() + seconds;
        let mut jobs = spread(plan.jobs()).cycle();
        let mut found = Vec::new();
        let mut tested = MIN_PATHS;
        loop {
            for _ in 0..PATHS {
                found.push(match plain {
                    true => path(plan.problem(), &mut random),
                    false => {
                        let job = jobs.next().expect("a plan with jobs");
                        probe(job, &mut random).unwrap_or(0.0)
                    }
                });
            }
            let over = (trial.clock)() >= end || trial.control.stopped();
            if over || found.len() >= tested {
                tested *= 2;
                let (mean, error) = mean(&found);
                if over || error <= ENOUGH {
                    let jobs = if plain { 1 } else { plan.jobs() };
                    return Self { queens: mean * jobs as f64, error };
                }
            }
        }
    }

    /// The work of some jobs; `None` if the engine cannot follow paths.
    pub(super) fn of_jobs(plan: &Plan, jobs: &[u64], random: &mut Random) -> Option<f64> {
        let paths = (PATHS_OF_JOBS / jobs.len().max(1)).max(1);
        let costs = plan.engine().costs()?;
        let mut queens = 0.0;
        for &job in jobs {
            for _ in 0..paths {
                queens += costs.probe(job, random)? / paths as f64;
            }
        }
        Some(queens)
    }
}

/// An estimate of the number of queens that plain backtracking places, from one random path.
fn path(problem: &Problem, random: &mut Random) -> f64 {
    // The pawn adds a factor that changes slowly with the size of the board.
    match problem.counts_all() || problem.queens == Queens::WithPawn {
        true => plain_path(&problem.board, random),
        false => problem_path(problem, random),
    }
}

/// A path by any rules on an empty board, with any number of queens. A column without a queen is a step of the path, too. The
/// last two queens, or those of the last two columns, are not placed, as in the engines for other numbers of queens than N.
fn problem_path(problem: &Problem, random: &mut Random) -> f64 {
    let size = problem.board.size();
    let attacks = |one: Square, other: Square| problem.rules.attacks(one, other, size);
    let (columns, mut missing) = match problem.queens {
        Queens::Full | Queens::WithPawn => (size, size),
        Queens::Exactly(queens) => (size, queens),
        Queens::Any | Queens::Maximal => (size.saturating_sub(2), size),
    };
    let mut queens: Vec<Square> = Vec::with_capacity(size);
    // The inverse of the probability of the path.
    let (mut inverse, mut sum) = (1.0, 0.0);
    for col in 0..columns {
        if queens.iter().any(|queen| queen.col as usize == col) {
            continue;
        }
        let orbit = |row: u32| {
            let square = Square::new(col as u32, row);
            problem.only.map_or_else(|| vec![square], |rotation| rotation.orbit(square, size))
        };
        let is_free = |orbit: &Vec<Square>| {
            orbit.iter().enumerate().all(|(place, &queen)| {
                let mut others = queens.iter().chain(&orbit[..place]);
                !others.any(|&other| other == queen || attacks(other, queen))
            })
        };
        let free: Vec<_> = (0..size as u32).map(orbit).filter(is_free).collect();
        let choices = free.len() as f64;
        // The probability with which the column has a queen.
        let filled = match problem.queens {
            Queens::Exactly(_) if missing > size - col => break,
            Queens::Exactly(_) if missing <= 2 => break,
            Queens::Exactly(_) if free.is_empty() => 0.0,
            Queens::Exactly(_) => missing as f64 / (size - col) as f64,
            Queens::Any | Queens::Maximal => choices / (choices + 1.0),
            Queens::Full | Queens::WithPawn => 1.0,
        };
        if random.fraction() >= filled {
            inverse /= 1.0 - filled;
            continue;
        }
        if free.is_empty() {
            break;
        }
        inverse *= choices / filled;
        sum += inverse;
        missing = missing.saturating_sub(1);
        queens.extend(&free[random.below(free.len())]);
    }
    sum
}

/// A path by the rules of queens with N queens.
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
    use crate::{Inline, Method, Never, Request, Rotation, Rules};

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

    /// The number of queens that plain backtracking places, with one queen or none in each column.
    fn placed(problem: &Problem, col: usize, queens: &mut Vec<Square>) -> f64 {
        let size = problem.board.size();
        let missing = match problem.queens {
            Queens::Exactly(number) => number - queens.len(),
            _ => size - col,
        };
        let end = if problem.queens == Queens::Any { size - 2 } else { size };
        if col >= end || problem.queens != Queens::Any && missing > size - col {
            return 0.0;
        }
        if matches!(problem.queens, Queens::Exactly(_)) && missing == 2 {
            return 0.0;
        }
        let full = problem.queens == Queens::Full;
        let before = queens.len();
        if queens.iter().any(|queen| queen.col as usize == col) {
            return placed(problem, col + 1, queens);
        }
        let mut sum = if full { 0.0 } else { placed(problem, col + 1, queens) };
        for row in 0..size as u32 {
            let square = Square::new(col as u32, row);
            match problem.only {
                Some(rotation) => queens.extend(rotation.orbit(square, size)),
                None => queens.push(square),
            }
            let pair = |place: usize| queens[..place].iter().map(move |&one| (one, place));
            let attack = (0..queens.len()).flat_map(pair).any(|(one, place)| {
                one == queens[place] || problem.rules.attacks(one, queens[place], size)
            });
            if !attack {
                sum += 1.0 + placed(problem, col + 1, queens);
            }
            queens.truncate(before);
        }
        sum
    }

    #[test]
    fn random_paths_estimate_the_work_of_every_kind_of_problem() {
        let count = |size| Request::count(size).unwrap();
        for request in [
            count(8).rules(Rules::Superqueens),
            count(7).rules(Rules::Torus),
            count(7).rules(Rules::Semiqueens),
            count(7).rules(Rules::Reflecting),
            count(10).only(Rotation::By180),
            count(12).only(Rotation::By90),
            count(7).queens(Queens::Exactly(5)),
            count(6).queens(Queens::Any),
        ] {
            let problem = request.problem();
            let true_work = placed(problem, 0, &mut Vec::new());
            let mut random = Random::new(7);
            let found: Vec<f64> = (0..50_000).map(|_| path(problem, &mut random)).collect();
            let (work, error) = mean(&found);
            assert!(error < 0.03, "{problem:?}: {error}");
            assert!(
                (work / true_work - 1.0).abs() < 4.0 * error,
                "{problem:?}: {work} {true_work}"
            );
        }
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
