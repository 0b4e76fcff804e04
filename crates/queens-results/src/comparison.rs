//! The results of `queens compare`.

use super::rounded;
use queens::study::compare::Measurement;
use serde::{Deserialize, Serialize};

/// The speed of a method on a board: `queens compare`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparisonResult {
    /// The size of the board.
    pub n: usize,
    /// The method.
    pub method: String,
    /// The number of solutions.
    pub solutions: u128,
    /// The number of queens placed, if the method places them one by one.
    pub placements: Option<u64>,
    /// The time of the fastest run.
    pub best_seconds: f64,
    /// The median time of the runs.
    pub median_seconds: f64,
    /// Nanoseconds per solution in the fastest run, if there are solutions.
    pub ns_per_solution: Option<f64>,
    /// The speed relative to the first method, if that was measured: 2 is twice as fast.
    pub ratio: Option<f64>,
    /// The largest possible speedup with one thread per job, for methods that are divided into jobs.
    pub max_speedup: Option<f64>,
}

impl From<&Measurement> for ComparisonResult {
    fn from(measured: &Measurement) -> Self {
        Self {
            n: measured.size,
            method: measured.method.name().to_string(),
            solutions: measured.solutions,
            placements: measured.placements,
            best_seconds: rounded(measured.best(), 9),
            median_seconds: rounded(measured.median(), 9),
            ns_per_solution: measured.ns_per_solution().map(|ns| rounded(ns, 1)),
            ratio: measured.ratio.map(|ratio| rounded(ratio, 4)),
            max_speedup: measured.max_speedup.map(|max_speedup| rounded(max_speedup, 4)),
        }
    }
}
