//! A time with the range in which it is expected to be.

/// The half-width of a 95% range in standard errors.
const QUANTILE: f64 = 2.0;
/// A later run differs from a measured one by up to this part: clock rates, memory placement and other programs change. On a
/// shared machine with 16 cores, the same jobs took 67, 82 and 84 s on different hours.
const DRIFT: f64 = 0.17;
/// In addition, a run of less than a tenth of a second differs by up to this part: disturbances do not average out.
const SHORT_DRIFT: f64 = 0.14;
/// Together with the spread of the sample, these do not make a range wider than this logarithm to each side, a factor of 1.5
/// in all. A wide spread alone does.
const WIDEST: f64 = 0.2;
/// The start and the end of threads differ from run to run by up to this many seconds.
const JITTER: f64 = 0.002;

/// A time in seconds, and the range in which it is expected to be with a probability of 95%.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The most probable time.
    pub seconds: f64,
    /// The lower end of the range.
    pub low: f64,
    /// The upper end of the range.
    pub high: f64,
}

impl Range {
    /// A time with a relative standard error.
    pub(super) fn new(seconds: f64, error: f64) -> Self {
        Self::biased(seconds, error, 0.0)
    }

    /// The range of a time that was estimated from parts, which take longer than in a whole run by an unknown factor between 1
    /// and exp(2 * `bias`).
    pub(super) fn biased(seconds: f64, error: f64, bias: f64) -> Self {
        let seconds = seconds / bias.exp();
        let drift = DRIFT + SHORT_DRIFT / (1.0 + 10.0 * seconds);
        let spread = QUANTILE * error;
        let most = (spread + bias).max(drift).max(WIDEST);
        let width = (spread.hypot(drift) + bias).min(most).exp();
        let (low, high) = (seconds / width - JITTER, seconds * width + JITTER);
        // Of a time of milliseconds only the order is known.
        Self { seconds, low: low.max(seconds / 10.0), high }
    }

    /// The time of runs of the same work; there is at least one.
    pub(super) fn of_runs(times: &[f64]) -> Self {
        let mut sorted = times.to_vec();
        sorted.sort_by(f64::total_cmp);
        let seconds = sorted[sorted.len() / 2];
        let range = Self::new(seconds, 0.0);
        // At least as wide as the runs are apart.
        Self {
            seconds,
            low: range.low.min(sorted[0]),
            high: range.high.max(sorted[sorted.len() - 1]),
        }
    }

    /// The range of this many times the work.
    pub fn times(self, factor: f64) -> Self {
        let Self { seconds, low, high } = self;
        Self { seconds: seconds * factor, low: low * factor, high: high * factor }
    }
}

/// The mean of some numbers and its relative standard error.
pub(super) fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    // Few numbers tell little about their spread.
    let few = 1.0 + 1.5 / count;
    (mean, few * (squares / (count - 1.0).max(1.0) / count).sqrt() / mean)
}
