//! `n_queens.estimate`.

use crate::device::cores;
use crate::plan::threads_of;
use crate::results::Typed;
use crate::run::{Int, bad, interruptible, of_library};
use pyo3::prelude::*;
use queens::sampling::{Goal, MAX_SIZE, Run, Sampler};
use queens_results::EstimateResult;
use std::time::Instant;

/// Estimates the number of solutions of the empty board, which may be too large to count.
///
/// The estimate is the mean of random samples (annealed importance sampling), with a 95% confidence
/// interval. The same seed and number of samples give the same estimate, with any number of threads.
///
/// Args:
///     n (int): Size of the board, 0 to 10,000. The numbers of 0 to 3 are exact.
///     samples (int | None): Number of samples, at least 2. Defaults to ``None``: as many as take
///         about ten seconds on one core, and at least 16, unless ``error`` or ``seconds`` is given.
///     error (float | None): Take samples, at least 16, until the interval reaches at most this far
///         above the estimate: 0.01 is one percent. It cannot be combined with ``samples``. Defaults
///         to ``None``.
///     seconds (float | None): End after this time, with the samples finished by then. Defaults to
///         ``None``.
///     seed (int | None): Seed of the random numbers, 0 to 2**64 - 1. Defaults to ``None``: the
///         seed 0.
///     threads (int | None): Number of threads, 1 to 1024. Defaults to ``None``: one per core.
///
/// Returns:
///     EstimateResult: The estimate and its interval, also as decimal logarithms.
///
/// Raises:
///     ValueError: If an argument is out of range, or ``samples`` is combined with ``error``.
///     RuntimeError: If the samples finished within ``seconds`` are too few for an estimate.
///
/// Example:
///     >>> import n_queens as queens
///     >>> result = queens.estimate(28, samples=100, seed=1)
///     >>> result.low < 2.6e18 < result.high
///     True
///     >>> result.samples, result.published
///     (100, None)
///     >>> queens.estimate(3).estimate
///     0.0
#[pyfunction]
#[pyo3(signature = (n, *, samples=None, error=None, seconds=None, seed=None, threads=None))]
#[expect(clippy::too_many_arguments, reason = "each is a named argument of the Python function")]
pub(crate) fn estimate(
    py: Python<'_>,
    n: Int,
    samples: Option<Int>,
    error: Option<f64>,
    seconds: Option<f64>,
    seed: Option<Int>,
    threads: Option<Int>,
) -> PyResult<Typed<EstimateResult>> {
    let n = n.size(MAX_SIZE)?;
    for (name, value) in [("error", error), ("seconds", seconds)] {
        if let Some(value) = value.filter(|value| value.is_nan() || *value <= 0.0) {
            return Err(bad(format!("{name}={value}: allowed are numbers above 0")));
        }
    }
    let samples: Option<u64> = samples.map(|samples| samples.at_least("samples", 2)).transpose()?;
    let seed = seed.map_or(Ok(0), Int::seed)?;
    let threads = threads.map_or_else(|| Ok(cores()), threads_of)?;
    let start = Instant::now();
    let used = seconds.map(|seconds| move || start.elapsed().as_secs_f64() / seconds);
    let sampler = Sampler::new(n, seed).map_err(of_library)?;
    let goal = match (samples, error) {
        (Some(_), Some(_)) => return Err(bad("samples cannot be combined with error")),
        (Some(samples), None) => Goal::Samples(samples),
        (None, Some(error)) => Goal::Error(error),
        (None, None) if used.is_some() => Goal::Limit,
        (None, None) => Goal::Samples(sampler.default_samples()),
    };
    let limit = used.as_ref().map(|used| used as &(dyn Fn() -> f64 + Sync));
    let found =
        interruptible(py, |caller| sampler.run(&Run { goal, threads, limit, control: caller }))?;
    Ok(Typed(EstimateResult::new(&found, seed, threads, start.elapsed().as_secs_f64())))
}
