//! The free board of Play: how many solutions remain, and how many of them use each square.
//!
//! Small positions are counted at once. For larger ones the page distributes the jobs over its workers and passes their results to
//! `by-square-total`, which adds them up.

use crate::answer::{Answer, Page, line, reply};
use crate::play::position;
use queens::{Inline, published};
use queens_puzzles::Position;
use queens_puzzles::solve::{BySquare, SquareCounts};
use queens_results::PositionCount;
use serde::{Deserialize, Serialize};

/// Counts the solutions that a position has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Remaining {
    position: String,
}

impl Remaining {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let known = published(position.size()).filter(|_| is_empty(&position));
        let solutions = match known {
            Some(solutions) => solutions,
            None => position.count(None, &Inline, &Page).map_err(line)?,
        };
        reply(PositionCount::new(&position, solutions, false))
    }
}

fn is_empty(position: &Position) -> bool {
    position.board().is_some_and(|board| board.is_empty())
}

/// The jobs that count a position by square.
#[derive(Serialize)]
struct SquarePlan {
    jobs: u64,
    /// Whether all jobs together take only a fraction of a second.
    quick: bool,
}

/// Plans to count the solutions by square.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    position: String,
}

impl Plan {
    pub(crate) fn answer(self) -> Answer {
        let plan = BySquare::of(&position(&self.position)?);
        reply(SquarePlan { jobs: plan.jobs(), quick: plan.is_quick() })
    }
}

/// The result of a job. The page passes it on to the engine that adds up; it has integers as text, because JavaScript would round
/// them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SquareJob {
    job: u64,
    /// The number of solutions, followed by those on each square.
    counts: Vec<String>,
}

/// Runs one job.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    position: String,
    job: u64,
}

impl Run {
    pub(crate) fn answer(self) -> Answer {
        let plan = BySquare::of(&position(&self.position)?);
        let Self { job, .. } = self;
        if job >= plan.jobs() {
            return Err(format!("there is no job {job}; the jobs are 0 to {}", plan.jobs() - 1));
        }
        let counts = plan.run_job(job, &Page).map_err(line)?;
        let numbers = [counts.solutions()].into_iter().chain(counts.squares().iter().copied());
        reply(SquareJob { job, counts: numbers.map(|number| number.to_string()).collect() })
    }
}

/// Counts the solutions by square: from the results of all jobs, or at once if there are none and the position is small.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Total {
    position: String,
    results: Vec<SquareJob>,
}

impl Total {
    pub(crate) fn answer(self) -> Answer {
        let position = position(&self.position)?;
        let plan = BySquare::of(&position);
        let counts = match self.results.is_empty() {
            true if plan.is_quick() => plan.run(1, &Page).map_err(line)?,
            _ => total(&position, &plan, self.results)?,
        };
        reply(PositionCount::by_square(&position, &counts))
    }
}

/// Adds up the results of all jobs, each exactly once.
fn total(
    position: &Position,
    plan: &BySquare,
    results: Vec<SquareJob>,
) -> Result<SquareCounts, String> {
    let size = position.size();
    let mut done = vec![false; plan.jobs() as usize];
    let mut sum = SquareCounts::from_parts(size, 0, vec![0; size * size]).ok_or("no board")?;
    for SquareJob { job, counts } in results {
        let seen = usize::try_from(job).ok().and_then(|job| done.get_mut(job));
        match seen {
            Some(seen) if !*seen => *seen = true,
            _ => return Err(format!("job {job} does not exist or was added before")),
        }
        let numbers: Option<Vec<u64>> = counts.iter().map(|number| number.parse().ok()).collect();
        let part = numbers.as_ref().and_then(|numbers| numbers.split_first());
        let part = part.and_then(|(all, of)| SquareCounts::from_parts(size, *all, of.to_vec()));
        sum.add(&part.ok_or_else(|| format!("job {job} has no valid result"))?).map_err(line)?;
    }
    match done.iter().filter(|done| !**done).count() {
        0 => Ok(sum),
        missing => Err(format!("{missing} of {} jobs have no result", done.len())),
    }
}
