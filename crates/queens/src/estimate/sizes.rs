//! Estimates from smaller boards, if jobs cannot be divided and take too long.
//!
//! The time of an engine divided by the number of queens that plain backtracking places for the same problem changes slowly and
//! steadily with the size of the board. Smaller boards are counted in full, and a straight line through the logarithms of these
//! quotients is continued. The error of the line is that of a linear regression in which the slope is expected to be near 0.

use super::range::Range;
use super::work::{self, Work};
use super::{Basis, Timed, Trial, run_all};
use crate::{Error, Plan, Rotation};

/// The smallest board that is counted.
const MIN_SIZE: usize = 8;
/// The least number of boards for a line.
const MIN_BOARDS: usize = 3;
/// The number of boards through which the line is drawn.
const BOARDS: usize = 5;
/// Counting one board takes at most this part of the budget.
const SHARE: f64 = 0.3;
/// ... or this many seconds: shorter times are too uncertain.
const MIN_LIMIT: f64 = 0.1;
/// The least deviation of a board from the line: other boards of the same method may deviate more than these few.
const MIN_DEVIATION: f64 = 0.03;
/// How much the logarithm of the quotient changes per size, in most methods.
const SLOPE: f64 = 0.1;
/// The part of the budget for the work of each smaller board.
const WORK_SHARE: f64 = 0.02;
/// A board is counted this many times, if that is quick, and the best time is taken.
const RUNS: usize = 3;

/// The estimate; `None` if too few smaller boards can be counted in time.
pub(super) fn estimate(plan: &Plan, trial: &Trial<'_>) -> Result<Option<Timed>, Error> {
    // Other boards have other regions.
    if plan.board().regions().is_some() {
        return Ok(None);
    }
    // Symmetric solutions of other residues have other orbits in the centre.
    let step = match plan.only() {
        None => 1,
        Some(Rotation::By180) => 2,
        Some(Rotation::By90) => 4,
    };
    let first = MIN_SIZE + (plan.size() + step - MIN_SIZE % step) % step;
    let mut points: Vec<(f64, f64)> = Vec::new();
    let mut largest = 0;
    for size in (first..plan.size()).step_by(step) {
        let smaller = plan.on_smaller(size)?;
        let work = Work::within(&smaller, trial, WORK_SHARE * trial.seconds);
        // Some boards obviously have no solution: a torus of even size.
        if work.queens == 0.0 || smaller.jobs() < 2 && plan.jobs() > 1 {
            continue;
        }
        let Some(seconds) = best(&smaller, trial)? else { break };
        points.push((size as f64, (seconds / work.queens).ln()));
        largest = size;
        if seconds > limit(trial) / 4.0 {
            break;
        }
    }
    let points = &points[points.len().saturating_sub(BOARDS)..];
    if points.len() < MIN_BOARDS {
        return Ok(None);
    }
    let work = Work::within(plan, trial, work::SHARE * trial.seconds);
    let (quotient, error) = line(points, plan.size() as f64);
    let time = Range::new(quotient.exp() * work.queens, error.hypot(work.error));
    Ok(Some((time, Basis::Size(largest), points.len() as u64)))
}

/// The time after which counting a board is stopped.
fn limit(trial: &Trial<'_>) -> f64 {
    (SHARE * trial.seconds).max(MIN_LIMIT)
}

/// The best time of a plan; `None` if a run takes too long.
fn best(plan: &Plan, trial: &Trial<'_>) -> Result<Option<f64>, Error> {
    let limit = limit(trial);
    let mut best: Option<f64> = None;
    for _ in 0..RUNS {
        match run_all(plan, trial, limit)? {
            None => break,
            Some(seconds) => best = Some(best.map_or(seconds, |best| best.min(seconds))),
        }
        if best > Some(limit / 16.0) {
            break;
        }
    }
    Ok(best)
}

/// The value of the line through these points at `x`, and its standard error there.
fn line(points: &[(f64, f64)], x: f64) -> (f64, f64) {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|point| point.0).sum::<f64>() / count;
    let mean_y = points.iter().map(|point| point.1).sum::<f64>() / count;
    let spread = points.iter().map(|point| (point.0 - mean_x).powi(2)).sum::<f64>();
    let both = points.iter().map(|point| (point.0 - mean_x) * (point.1 - mean_y)).sum::<f64>();
    let fitted = both / spread;
    let deviation = |point: &(f64, f64)| point.1 - mean_y - fitted * (point.0 - mean_x);
    let squares = points.iter().map(|point| deviation(point).powi(2)).sum::<f64>();
    let deviation = (squares / (count - 2.0).max(1.0)).sqrt().max(MIN_DEVIATION);
    // The more the points deviate, the less they tell about the slope.
    let certainty = spread / deviation.powi(2);
    let expected = SLOPE.powi(-2);
    let slope = both / deviation.powi(2) / (certainty + expected);
    let slope_error = (certainty + expected).powf(-0.5);
    let error = (deviation * (1.0 + 1.0 / count).sqrt()).hypot((x - mean_x) * slope_error);
    (mean_y + slope * (x - mean_x), error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_continued_and_its_error_grows() {
        let points = [(8.0, 1.0), (9.0, 1.1), (10.0, 1.2), (11.0, 1.3)];
        let (near, near_error) = line(&points, 12.0);
        let (far, far_error) = line(&points, 20.0);
        assert!((near - 1.4).abs() < 0.02 && (far - 2.2).abs() < 0.1);
        assert!(MIN_DEVIATION < near_error && 2.0 * near_error < far_error);
        let scattered = [(8.0, 1.0), (9.0, 1.5), (10.0, 0.9), (11.0, 1.3)];
        assert!(line(&scattered, 12.0).1 > 3.0 * near_error);
    }
}
