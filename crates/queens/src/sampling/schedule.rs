//! How the weight of a conflict falls from 1 to 0 during a sample.

/// Below this square root of the factor, steps are made smaller in proportion to it. The value gives about the smallest error
/// for a given time, measured for N = 8, 28 and 1000.
const SLOW: f64 = 0.12;
/// The number of steps per queen. The variance of the weights is inversely proportional to it: about 0.4 with this value.
const STEPS_PER_QUEEN: usize = 200;

/// One step: a new factor, and how its logarithm changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The weight of a conflict.
    pub(super) factor: f64,
    /// The logarithm of this factor minus that of the previous step.
    pub(super) change: f64,
}

/// The steps for a size. The factor after the last step, 0, is left out: a sample with conflicts then has weight 0.
///
/// The variance of the logarithm of a weight is the sum over all steps of change^2 x v x r / s, where v is the variance of the
/// number of conflicts at the factor, r the number of swaps after which they are independent, and s the number of swaps per
/// step. For a given time it is smallest if the steps are proportional to 1 / sqrt(v x r x time per swap). The fit to what was
/// measured is y / (1 + (y / SLOW)^2) per unit of the logarithm, with y = sqrt(factor), so y is a tangent.
pub(super) fn schedule(size: usize) -> Vec<Step> {
    let steps = STEPS_PER_QUEEN * size;
    let angle = (1.0 / SLOW).atan();
    let mut before = 0.0;
    (1..steps)
        .map(|step| {
            let left = (steps - step) as f64 / steps as f64;
            let factor = (SLOW * (left * angle).tan()).powi(2);
            let logarithm = factor.ln();
            let change = logarithm - before;
            before = logarithm;
            Step { factor, change }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_fall_from_one_to_zero() {
        for size in [4, 10, 1000] {
            let steps = schedule(size);
            assert_eq!(steps.len(), STEPS_PER_QUEEN * size - 1);
            assert!(steps.iter().all(|step| step.change < 0.0));
            assert!(steps.iter().is_sorted_by(|a, b| a.factor > b.factor));
            assert!(steps[0].factor > 0.9 && steps[0].factor < 1.0);
            let last = steps[steps.len() - 1].factor;
            let sum: f64 = steps.iter().map(|step| step.change).sum();
            assert!(last < 1e-6 && (sum - last.ln()).abs() < 1e-6);
        }
    }
}
