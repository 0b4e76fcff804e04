//! The options of `queens estimate`.

use super::values::{error, seconds, threads, whole, within};
use crate::support::format::Format;
use clap::Args as ClapArgs;
use queens::sampling::MAX_SIZE;

/// Estimate the number of solutions of a large board
///
/// Takes random samples (annealed importance sampling) and prints the estimate with a 95% confidence interval. The same seed
/// and number of samples give the same estimate, with any number of threads. The numbers of N = 0 to 3 are exact. Without
/// --samples, --error or --seconds, the samples take about ten seconds on one core up to N = 1000, and some minutes for
/// N = 10000.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens estimate 28
  queens estimate 28 --error 0.5%
  queens estimate 1000 --seconds 60
  queens estimate 100 --samples 1000 --seed 1 --format json")]
pub(crate) struct Estimate {
    /// Board size, up to 10000
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=MAX_SIZE))]
    pub(crate) size: usize,

    /// Take this many samples, at least 2
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, conflicts_with = "error")]
    #[arg(value_parser = |text: &str| within(text, 2..=u64::MAX))]
    pub(crate) samples: Option<u64>,

    /// Take samples, at least 16, until the interval reaches at most this far above the estimate, such as 1% or 0.01
    #[arg(long, value_name = "ERROR", allow_negative_numbers = true, value_parser = error)]
    pub(crate) error: Option<f64>,

    /// End after this time, in seconds, with the samples finished by then
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) seconds: Option<f64>,

    /// Seed of the random numbers [default: random; the seed is printed on stderr]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Number of threads; it does not change the estimate [default: all cores]
    #[arg(short, long, value_name = "NUM", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
