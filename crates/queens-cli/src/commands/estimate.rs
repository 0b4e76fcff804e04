//! `queens estimate`: estimates the number of solutions.

use crate::support::failure::Failure;
use crate::support::machine::cores;
use crate::support::progress::Progress;
use crate::support::report::{duration, grouped};
use crate::support::seed::seed;
use crate::support::values::{error, seconds, threads, whole, within};
use crate::support::writer::{Column, Format, Page, Readable, or_dash, print};
use clap::Args;
use queens::sampling::{Goal, MAX_SIZE, Run, Sampler};
use queens_results::EstimateResult;
use std::time::Instant;

/// Estimate the number of solutions of a large board
///
/// Takes random samples (annealed importance sampling) and prints the estimate with a 95% confidence interval. The same seed
/// and number of samples give the same estimate, with any number of threads. The numbers of N = 0 to 3 are exact. Without
/// --samples, --error or --seconds, the samples take about ten seconds on one core up to N = 1000, and some minutes for
/// N = 10000.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens estimate 28
  queens estimate 28 --error 0.5%
  queens estimate 1000 --seconds 60
  queens estimate 100 --samples 1000 --seed 1 --format json")]
pub(crate) struct Options {
    /// Board size, up to 10000
    #[arg(value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = |text: &str| within(text, 0..=MAX_SIZE))]
    size: usize,

    /// Take this many samples, at least 2
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, conflicts_with = "error")]
    #[arg(value_parser = |text: &str| within(text, 2..=u64::MAX))]
    samples: Option<u64>,

    /// Take samples, at least 16, until the interval reaches at most this far above the estimate, such as 1% or 0.01
    #[arg(long, value_name = "ERROR", allow_negative_numbers = true, value_parser = error)]
    error: Option<f64>,

    /// End after this time, in seconds, with the samples finished by then
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    seconds: Option<f64>,

    /// Seed of the random numbers [default: random; the seed is printed on stderr]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<u64>)]
    seed: Option<u64>,

    /// Number of threads; it does not change the estimate [default: all cores]
    #[arg(short, long, value_name = "NUM", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<usize>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The number of significant digits in texts.
const DIGITS: usize = 4;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let seed = seed(options.seed);
    let sampler = Sampler::new(options.size, seed)?;
    let goal = match (options.samples, options.error) {
        (Some(samples), _) => Goal::Samples(samples),
        (None, Some(error)) => Goal::Error(error),
        (None, None) if options.seconds.is_some() => Goal::Limit,
        (None, None) => Goal::Samples(sampler.default_samples()),
    };
    let threads = options.threads.unwrap_or_else(cores);
    let start = Instant::now();
    let used = options.seconds.map(|seconds| move || start.elapsed().as_secs_f64() / seconds);
    // The whole run is one job for the progress line.
    let progress = Progress::new(format!("N = {}", options.size), 1);
    let estimate = sampler.run(&Run {
        goal,
        threads,
        limit: used.as_ref().map(|used| used as &(dyn Fn() -> f64 + Sync)),
        control: &progress,
    });
    drop(progress);
    let result = EstimateResult::new(&estimate?, seed, threads, start.elapsed().as_secs_f64());
    print(options.format, &[result])
}

impl Readable for EstimateResult {
    /// A terminal is narrow, so some columns are only in Markdown.
    fn columns(&self, page: Page) -> Vec<Column> {
        let percent = 100.0 * self.error;
        let places = if percent < 10.0 { 2 } else { 0 };
        let ends = format!("{} to {}", number(self.log10_low), number(self.log10_high));
        let mut columns = vec![
            Column::right("N", self.n),
            Column::right("estimate", number(self.log10_estimate)),
            Column::right(format!("{:.0}% interval", 100.0 * self.confidence), ends),
            Column::right("error", format!("{percent:.places$}%")),
            Column::right("log10", or_dash(self.log10_estimate, |log10| format!("{log10:.4}"))),
            Column::right("samples", grouped(self.samples)),
        ];
        if page == Page::Markdown {
            let per_second = or_dash(self.samples_per_second_per_thread, speed);
            columns.push(Column::right("time", duration(self.seconds)));
            columns.push(Column::right("samples/s per thread", per_second));
        }
        let published = |count: u128| match page {
            Page::Terminal if count >= 100_000_000_000 => number(Some((count as f64).log10())),
            _ => grouped(count),
        };
        columns.push(Column::right("published", or_dash(self.published, published)));
        columns
    }
}

/// A number of samples per second, with about three digits.
fn speed(samples: f64) -> String {
    match samples {
        100.0.. => grouped(samples.round() as u64),
        1.0.. => format!("{samples:.1}"),
        _ => format!("{samples:.3}"),
    }
}

/// A number with this decimal logarithm, which may be far too large for a floating-point number; 0 without a logarithm.
fn number(log10: Option<f64>) -> String {
    let Some(log10) = log10 else { return "0".to_string() };
    let exponent = log10.floor();
    let mantissa = format!("{:.*}", DIGITS - 1, 10_f64.powf(log10 - exponent));
    // Rounding may give 10.000.
    let (mantissa, exponent) = match mantissa.starts_with("10") {
        true => (format!("{:.*}", DIGITS - 1, 1.0), exponent + 1.0),
        false => (mantissa, exponent),
    };
    match exponent as i64 {
        whole @ 0..=5 => {
            let places = (DIGITS - 1).saturating_sub(whole as usize);
            format!("{:.places$}", 10_f64.powf(log10))
        }
        exponent => format!("{mantissa}e{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_have_about_three_digits() {
        for (samples, text) in
            [(12_345.6, "12,346"), (99.96, "100.0"), (2.26, "2.3"), (0.0224, "0.022")]
        {
            assert_eq!(speed(samples), text);
        }
    }

    #[test]
    fn numbers_have_four_digits() {
        for (log10, text) in [
            (None, "0"),
            (Some(0.0), "1.000"),
            (Some(1.963788), "92.00"),
            (Some(4.152288), "14200"),
            (Some(5.99999999), "1.000e6"),
            (Some(18.413), "2.588e18"),
            (Some(18.99999999), "1.000e19"),
            (Some(31560.30103), "2.000e31560"),
        ] {
            assert_eq!(number(log10), text, "{log10:?}");
        }
    }
}
