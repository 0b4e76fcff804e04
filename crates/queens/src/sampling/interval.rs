//! The mean of weights that are known by their logarithms, with a confidence interval.

/// The probability with which an interval contains the true value.
pub const CONFIDENCE: f64 = 0.95;
/// The quantile of the normal distribution for [`CONFIDENCE`].
const NORMAL: f64 = 1.959_963_984_540_054;
/// The quantiles of Student's t-distribution with 1 to 9 degrees of freedom.
const STUDENT: [f64; 9] = [
    12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004,
    2.262_157,
];

/// Sums of weights. The order of additions must not depend on the number of threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    count: u64,
    /// The largest logarithm; the sums are divided by the weight with this logarithm.
    largest: f64,
    sum: f64,
    squares: f64,
}

impl Weights {
    pub(super) fn new() -> Self {
        Self { count: 0, largest: f64::NEG_INFINITY, sum: 0.0, squares: 0.0 }
    }

    /// Adds a weight, given as its logarithm; minus infinity for 0.
    pub(super) fn add(&mut self, logarithm: f64) {
        self.count += 1;
        if logarithm > self.largest {
            let scale = (self.largest - logarithm).exp();
            self.sum *= scale;
            self.squares *= scale * scale;
            self.largest = logarithm;
        }
        if logarithm > f64::NEG_INFINITY {
            let weight = (logarithm - self.largest).exp();
            self.sum += weight;
            self.squares += weight * weight;
        }
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The logarithm of the mean and the half-width of the interval of this logarithm. `None` if there are fewer than two weights
    /// or all of them are 0.
    ///
    /// The half-width is that of Student's t-interval of the mean, divided by the mean. The weights are skewed, so the interval
    /// of the logarithm contains the true value more reliably than that of the mean, and it never contains 0.
    pub(super) fn interval(&self) -> Option<(f64, f64)> {
        if self.count < 2 || self.sum == 0.0 {
            return None;
        }
        let count = self.count as f64;
        let mean = self.sum / count;
        let variance = ((self.squares - self.sum * mean) / (count - 1.0)).max(0.0);
        let error = (variance / count).sqrt() / mean;
        Some((self.largest + mean.ln(), student(self.count - 1) * error))
    }
}

/// The quantile of Student's t-distribution for [`CONFIDENCE`]: a table, then the expansion of Cornish and Fisher.
fn student(freedom: u64) -> f64 {
    if let Some(quantile) = STUDENT.get(freedom as usize - 1) {
        return *quantile;
    }
    let (z, n) = (NORMAL, freedom as f64);
    let z2 = z * z;
    let first = (z2 + 1.0) * z / 4.0;
    let second = ((5.0 * z2 + 16.0) * z2 + 3.0) * z / 96.0;
    let third = (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) * z / 384.0;
    z + first / n + second / (n * n) + third / (n * n * n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (freedom, quantile) in [
            (1, 12.706),
            (2, 4.303),
            (5, 2.571),
            (9, 2.262),
            (10, 2.228),
            (15, 2.131),
            (30, 2.042),
            (100, 1.984),
            (1000, 1.962),
        ] {
            assert!((student(freedom) - quantile).abs() < 6e-4, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn a_mean_of_logarithms_is_that_of_the_weights() {
        let mut weights = Weights::new();
        for weight in [3.0_f64, 0.0, 5.0, 4.0] {
            // Far outside the range of floating-point numbers.
            weights.add(weight.ln() + 50_000.0);
        }
        let (mean, half) = weights.interval().unwrap();
        assert_eq!(weights.count(), 4);
        assert!((mean - 50_000.0 - 3_f64.ln()).abs() < 1e-9);
        // Mean 3, variance 14/3.
        assert!((half - 3.182_446 * (14_f64 / 3.0 / 4.0).sqrt() / 3.0).abs() < 1e-9);
    }

    #[test]
    fn there_is_no_interval_without_two_weights_or_with_zeros_only() {
        let mut weights = Weights::new();
        assert_eq!(weights.interval(), None);
        weights.add(1.0);
        assert_eq!(weights.interval(), None);
        let mut zeros = Weights::new();
        (0..5).for_each(|_| zeros.add(f64::NEG_INFINITY));
        assert_eq!(zeros.interval(), None);
        weights.add(1.0);
        assert_eq!(weights.interval(), Some((1.0, 0.0)));
    }
}
