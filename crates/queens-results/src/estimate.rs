//! The results of `queens estimate`.

use super::rounded;
use queens::published;
use queens::sampling::{CONFIDENCE, CountEstimate};
use serde::{Deserialize, Serialize};

/// The number of significant digits of estimates.
const DIGITS: i32 = 6;

/// An estimate of the number of solutions: `queens estimate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimateResult {
    /// The size of the board.
    pub n: usize,
    /// The estimated number of solutions; null if it is too large for a floating-point number.
    pub estimate: Option<f64>,
    /// The lower end of the confidence interval; null if it is too large.
    pub low: Option<f64>,
    /// The upper end of the confidence interval; null if it is too large.
    pub high: Option<f64>,
    /// The decimal logarithm of the estimate; null if the estimate is 0.
    pub log10_estimate: Option<f64>,
    /// The decimal logarithm of the lower end; null if the estimate is 0.
    pub log10_low: Option<f64>,
    /// The decimal logarithm of the upper end; null if the estimate is 0.
    pub log10_high: Option<f64>,
    /// The relative error: the upper end divided by the estimate, minus 1.
    pub error: f64,
    /// The probability with which the interval contains the true number.
    pub confidence: f64,
    /// The number of samples; 0 for the exact numbers of N = 0 to 3.
    pub samples: u64,
    /// The seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The time of the samples.
    pub seconds: f64,
    /// Samples per second and thread; null without samples.
    pub samples_per_second_per_thread: Option<f64>,
    /// The published number, if it is known.
    pub published: Option<u128>,
}

impl EstimateResult {
    /// The result of an estimate with a seed, which took some seconds on some threads.
    pub fn new(estimate: &CountEstimate, seed: u64, threads: usize, seconds: f64) -> Self {
        let (log10_estimate, interval) = (estimate.log10(), estimate.log10_interval());
        let (log10_low, log10_high) = (interval.map(|ends| ends.0), interval.map(|ends| ends.1));
        let speed = estimate.samples as f64 / (threads as f64 * seconds);
        let log = |log10: Option<f64>| log10.map(|log10| rounded(log10, DIGITS));
        Self {
            n: estimate.size,
            estimate: number(log10_estimate),
            low: number(log10_low),
            high: number(log10_high),
            log10_estimate: log(log10_estimate),
            log10_low: log(log10_low),
            log10_high: log(log10_high),
            error: rounded(estimate.error(), 8),
            confidence: CONFIDENCE,
            samples: estimate.samples,
            seed,
            threads,
            seconds: rounded(seconds, 6),
            samples_per_second_per_thread: (estimate.samples > 0 && speed.is_finite())
                .then(|| rounded(speed, 4)),
            published: published(estimate.size),
        }
    }
}

/// The number with a decimal logarithm, 0 without one; `None` if it is too large.
fn number(log10: Option<f64>) -> Option<f64> {
    let Some(log10) = log10 else { return Some(0.0) };
    // Through its text, so that it has few digits in JSON too.
    let number = 10_f64.powf(log10);
    let digits = DIGITS as usize - 1;
    format!("{number:.digits$e}").parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(size: usize, logarithm: f64, samples: u64) -> EstimateResult {
        let half_width = if samples > 0 { 0.01 } else { 0.0 };
        EstimateResult::new(&CountEstimate { size, logarithm, half_width, samples }, 7, 2, 0.5)
    }

    #[test]
    fn numbers_have_few_digits_and_an_interval() {
        let found = result(8, 92.5_f64.ln(), 100);
        assert_eq!(
            (found.low, found.estimate, found.high),
            (Some(91.5796), Some(92.5), Some(93.4296))
        );
        assert_eq!((found.log10_estimate, found.error), (Some(1.966142), 0.01005017));
        assert_eq!((found.published, found.seed, found.confidence), (Some(92), 7, 0.95));
        // 100 samples on 2 threads in half a second.
        assert_eq!((found.threads, found.samples_per_second_per_thread), (2, Some(100.0)));
    }

    #[test]
    fn exact_numbers_have_no_interval() {
        let one = result(1, 0.0, 0);
        assert_eq!(
            (one.low, one.estimate, one.high, one.error),
            (Some(1.0), Some(1.0), Some(1.0), 0.0)
        );
        assert_eq!((one.log10_estimate, one.samples_per_second_per_thread), (Some(0.0), None));
        let none = result(3, f64::NEG_INFINITY, 0);
        assert_eq!((none.low, none.estimate, none.high), (Some(0.0), Some(0.0), Some(0.0)));
        assert_eq!((none.log10_low, none.log10_estimate, none.log10_high), (None, None, None));
    }

    #[test]
    fn a_number_that_is_too_large_has_a_logarithm_only() {
        let found = result(1000, 4968.0, 16);
        assert_eq!((found.low, found.estimate, found.high), (None, None, None));
        assert_eq!(found.log10_estimate, Some(2157.574986));
    }
}
