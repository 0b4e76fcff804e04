//! Estimates of the number of solutions of boards that are too large to count, by annealed importance sampling.
//!
//! A sample starts with a random permutation: one queen per column and row, conflicts on diagonals allowed. The weight of a
//! conflict falls from 1 to 0 in many small steps. After each step random swaps of two queens, accepted by a Metropolis rule,
//! adapt the queens to the new weight. The weight of the sample is the product, over all steps, of
//! (new weight of a conflict / old weight)^conflicts; it is 0 if conflicts remain at the end. For every number of steps and
//! swaps, N! times the mean of the weights is Q(N). So the estimate has no bias, and independent samples give its interval.
//!
//! Work: 200 N steps of N tested swaps per sample, about 1.5 to 3 ns each.  Memory: 3.2 KB per queen, and 15 bytes per queen and
//! thread.  Range: N <= 10,000.
//! Checked: against the published numbers for N = 4 to 27, and against exact probabilities of the swaps.
//! Reference: docs/engines.md#estimates-by-sampling

mod interval;
mod queens;
mod run;
mod schedule;
#[cfg(test)]
mod tests;

pub use interval::CONFIDENCE;
pub use run::{Goal, Run};

use crate::engines::Random;
use crate::{BoardError, Error};
use interval::Weights;
use queens::{Queens, WINDOW};
use schedule::{Step, schedule};

/// The largest board of which the number of solutions can be estimated.
pub const MAX_SIZE: usize = 10_000;

/// Boards below this size have a known number of solutions, and N = 2 and N = 3 have none.
const MIN_SIZE: usize = 4;
/// The default number of samples is this number divided by N^2: about ten seconds on one core.
const DEFAULT_WORK: usize = 25_000_000;
/// The smallest and the largest default number of samples.
const DEFAULT_SAMPLES: (usize, usize) = (16, 20_000);

/// An estimate of the number of solutions, with a 95% confidence interval. It holds logarithms, because the numbers are too large
/// for floating-point numbers from about N = 210 on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountEstimate {
    /// The size of the board.
    pub size: usize,
    /// The natural logarithm of the estimate; minus infinity for 0.
    pub logarithm: f64,
    /// The interval of the logarithm reaches this far to each side; 0 for the exact numbers of N = 0 to 3.
    pub half_width: f64,
    /// The number of samples; 0 for the exact numbers of N = 0 to 3.
    pub samples: u64,
}

impl CountEstimate {
    /// The decimal logarithm of the estimate; `None` if it is 0.
    pub fn log10(&self) -> Option<f64> {
        self.log10_at(0.0)
    }

    /// The decimal logarithms of the ends of the interval; `None` if the estimate is 0.
    pub fn log10_interval(&self) -> Option<(f64, f64)> {
        Some((self.log10_at(-self.half_width)?, self.log10_at(self.half_width)?))
    }

    fn log10_at(&self, distance: f64) -> Option<f64> {
        self.logarithm.is_finite().then_some((self.logarithm + distance) / std::f64::consts::LN_10)
    }

    /// The relative error: the upper end of the interval divided by the estimate, minus 1. With 0.01 the interval is about
    /// the estimate plus or minus one percent.
    pub fn error(&self) -> f64 {
        self.half_width.exp_m1()
    }
}

/// Takes samples of a size with a seed. Sample `i` is the same on every thread.
///
/// ```
/// use queens::sampling::{Goal, Run, Sampler};
/// use queens::Never;
///
/// let run = Run { goal: Goal::Samples(500), threads: 1, limit: None, control: &Never };
/// let estimate = Sampler::new(12, 1)?.run(&run)?;
/// let (low, high) = estimate.log10_interval().unwrap();
/// assert!(low < 14_200_f64.log10() && 14_200_f64.log10() < high);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    size: usize,
    seed: u64,
    steps: Vec<Step>,
}

impl Sampler {
    /// The sampler of a board up to [`MAX_SIZE`].
    pub fn new(size: usize, seed: u64) -> Result<Self, Error> {
        if size > MAX_SIZE {
            return Err(Error::Board(BoardError::BoardTooLarge { size, limit: MAX_SIZE }));
        }
        let steps = if size < MIN_SIZE { vec![] } else { schedule(size) };
        Ok(Self { size, seed, steps })
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of samples that takes about ten seconds on one core, but at least 16.
    pub fn default_samples(&self) -> u64 {
        let (least, most) = DEFAULT_SAMPLES;
        (DEFAULT_WORK / (self.size * self.size).max(1)).clamp(least, most) as u64
    }

    /// The exact number, if the board is too small for samples.
    fn exact(&self) -> Option<CountEstimate> {
        let logarithm = match self.size {
            0 | 1 => 0.0,
            2 | 3 => f64::NEG_INFINITY,
            _ => return None,
        };
        Some(CountEstimate { size: self.size, logarithm, half_width: 0.0, samples: 0 })
    }

    /// The estimate from these weights, if there is one.
    fn estimate(&self, weights: &Weights) -> Option<CountEstimate> {
        let (mean, half_width) = weights.interval()?;
        let permutations: f64 = (1..=self.size).map(|factor| (factor as f64).ln()).sum();
        let logarithm = permutations + mean;
        Some(CountEstimate { size: self.size, logarithm, half_width, samples: weights.count() })
    }

    /// The number of swap windows that cover the columns, and their width.
    fn windows(&self) -> (usize, usize) {
        let windows = self.size.div_ceil(WINDOW);
        (windows, self.size.div_ceil(windows))
    }

    /// The logarithm of the weight of a sample; minus infinity for 0. `None` if `poll`, which is called with the number of steps
    /// since its last call about every millisecond, returns `false`.
    fn sample(&self, sample: u64, poll: &dyn Fn(usize) -> bool) -> Option<f64> {
        /// The number of windows between two polls.
        const POLL: usize = 10_000;
        let mut random = self.random(sample);
        let mut queens = Queens::new(self.size, &mut random);
        let (windows, width) = self.windows();
        let mut logarithm = 0.0;
        for steps in self.steps.chunks(POLL.div_ceil(windows)) {
            for step in steps {
                logarithm += step.change * f64::from(queens.conflicts());
                for _ in 0..windows {
                    let col = random.below(self.size);
                    let first = width * random.below(windows);
                    let width = width.min(self.size - first);
                    queens.try_swaps(col, (first, width), step.factor, &mut random);
                }
            }
            if !poll(steps.len()) {
                return None;
            }
        }
        Some(if queens.conflicts() == 0 { logarithm } else { f64::NEG_INFINITY })
    }

    /// The generator of a sample. Its start is a hash of seed and sample, so the sequences do not overlap.
    fn random(&self, sample: u64) -> Random {
        let seed = Random::new(self.seed).bits();
        let start =
            Random::new(seed.wrapping_add(sample.wrapping_mul(0xD1B5_4A32_D192_ED03))).bits();
        Random::new(start)
    }
}
