//! The mean of weights that are known by their logarithms, with a confidence interval.

/// The probability with which an interval contains the true value.
pub const CONFIDENCE: f64 = 0.95;
/// The quantile of the normal distribution for [`CONFIDENCE`].
pub(super) const NORMAL: f64 = 1.959_963_984_540_054;
/// The quantiles of Student's t-distribution with 1 to 9 degrees of freedom.
const STUDENT: [f64; 9] = [
    12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004,
    2.262_157,
];

/// The skewness that is assumed for the weights until samples show another one. Measured: 0.9 for N = 8, 1.5 for N = 13, 1.7 for
/// N = 20, 1.9 for N = 27 and N = 100.
const SKEWNESS: f64 = 1.7;
/// The assumed skewness counts as much as this many samples.
const SKEWNESS_SAMPLES: f64 = 16.0;

/// Sums of weights. The order of additions must not depend on the number of threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    count: u64,
    /// The largest logarithm; all weights are divided by the weight with this logarithm.
    largest: f64,
    /// The sums of the weights and of their second, third and fourth powers.
    sums: [f64; 4],
}

impl Weights {
    pub(super) fn new() -> Self {
        Self { count: 0, largest: f64::NEG_INFINITY, sums: [0.0; 4] }
    }

    /// Adds a weight, given as its logarithm; minus infinity for 0.
    pub(super) fn add(&mut self, logarithm: f64) {
        self.count += 1;
        if logarithm > self.largest {
            let powers = powers((self.largest - logarithm).exp());
            self.sums.iter_mut().zip(powers).for_each(|(sum, power)| *sum *= power);
            self.largest = logarithm;
        }
        if logarithm > f64::NEG_INFINITY {
            let powers = powers((logarithm - self.largest).exp());
            self.sums.iter_mut().zip(powers).for_each(|(sum, power)| *sum += power);
        }
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The logarithm of the mean and the half-width of the interval of this logarithm. `None` if there are fewer than two weights
    /// or all of them are 0.
    ///
    /// The half-width is the relative standard error times a quantile: that of Student's distribution, corrected for the
    /// shape of the weights.
    pub(super) fn interval(&self) -> Option<(f64, f64)> {
        if self.count < 2 || self.sums[0] == 0.0 {
            return None;
        }
        let shape = self.shape();
        let count = self.count as f64;
        let quantile = student(self.count - 1) + shape.correction() / count;
        Some((self.largest + shape.mean.ln(), quantile * shape.deviation / count.sqrt()))
    }

    /// The shape of the distribution of the weights, estimated from at least two weights that are not all 0.
    fn shape(&self) -> Shape {
        let n = self.count as f64;
        let [mean, second, third, fourth] = self.sums.map(|sum| sum / n);
        // Moments about the mean.
        let square = mean * mean;
        let variance = (second - square).max(0.0);
        let cube = third - 3.0 * mean * second + 2.0 * mean * square;
        let quartic = fourth - 4.0 * mean * third + 6.0 * square * second - 3.0 * square * square;
        let deviation = (variance * n / (n - 1.0)).sqrt() / mean;
        // Below four weights, or without variance except for rounding errors, both are taken as 0.
        let (skewness, kurtosis) = if self.count < 4 || variance < 1e-12 * square {
            (0.0, 0.0)
        } else {
            // The usual corrections for small samples.
            let skewness = (n * (n - 1.0)).sqrt() / (n - 2.0) * cube / variance.powf(1.5);
            let excess = quartic / (variance * variance) - 3.0;
            let scale = (n - 1.0) / ((n - 2.0) * (n - 3.0));
            (skewness, scale * ((n + 1.0) * excess + 6.0))
        };
        // Few samples seldom include the large weights that make the distribution skewed.
        let skewness = (n * skewness + SKEWNESS_SAMPLES * SKEWNESS) / (n + SKEWNESS_SAMPLES);
        Shape { mean, deviation, skewness, kurtosis }
    }
}

/// The powers of a number, from the first to the fourth.
fn powers(x: f64) -> [f64; 4] {
    let square = x * x;
    [x, square, square * x, square * square]
}

/// The shape of a distribution of weights.
#[derive(Clone, Copy, Debug)]
struct Shape {
    mean: f64,
    /// The standard deviation divided by the mean.
    deviation: f64,
    skewness: f64,
    /// The excess kurtosis.
    kurtosis: f64,
}

impl Shape {
    /// What the quantile of Student's distribution lacks, times the number of samples. The formula is derived in
    /// docs/engines.md#estimates-by-sampling.
    ///
    /// An interval never becomes narrower than Student's.
    fn correction(&self) -> f64 {
        let Self { deviation: c, skewness: g, kurtosis: k, .. } = *self;
        let [x, x2, x3, x4] = powers(NORMAL);
        let logarithm = c * c * (4.0 * x3 / 3.0 - x4 * x / 4.0) + c * g * (x4 * x / 3.0 - x3);
        let student = g * g * (x4 + 2.0 * x2 - 3.0) / 9.0 - k * (x2 - 3.0) / 6.0;
        ((student * x - logarithm) / 2.0).max(0.0)
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

    fn weights(values: &[f64]) -> Weights {
        let mut weights = Weights::new();
        // Far outside the range of floating-point numbers.
        values.iter().for_each(|weight| weights.add(weight.ln() + 50_000.0));
        weights
    }

    #[test]
    fn a_mean_of_logarithms_is_that_of_the_weights() {
        let weights = weights(&[3.0, 0.0, 5.0, 4.0]);
        let (mean, half) = weights.interval().unwrap();
        assert_eq!(weights.count(), 4);
        assert!((mean - 50_000.0 - 3_f64.ln()).abs() < 1e-9);
        // Mean 3, variance 14/3.
        let correction = weights.shape().correction();
        let quantile = 3.182_446 + correction / 4.0;
        assert!((half - quantile * (14_f64 / 3.0 / 4.0).sqrt() / 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_shape_is_that_of_the_weights() {
        let shape = weights(&[1.0, 2.0, 3.0, 4.0, 10.0]).shape();
        // Computed with the formulas of spreadsheets: STDEV / AVERAGE, SKEW, KURT.
        let skewness = (5.0 * 1.697_056 + 16.0 * 1.7) / 21.0;
        assert!((shape.deviation - 3.535_534 / 4.0).abs() < 1e-6, "{shape:?}");
        assert!((shape.skewness - skewness).abs() < 1e-6, "{shape:?}");
        assert!((shape.kurtosis - 3.152).abs() < 1e-6, "{shape:?}");
    }

    #[test]
    fn skewed_weights_have_a_wider_interval() {
        let shape = |skewness, deviation| Shape { mean: 1.0, deviation, skewness, kurtosis: 6.0 };
        // By hand: 2.1167 x 1.8^2 - 1.0559 x 0.6 x 1.8 - 1.4041 x 0.6^2 - 0.1374 x 6.
        assert!((shape(1.8, 0.6).correction() - 4.3878).abs() < 1e-3);
        assert_eq!(shape(0.0, 0.6).correction(), 0.0);
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
