//! The results of `queens plan`.

use super::rounded;
use crate::Plan;
use crate::estimate::Estimate;
use serde::{Deserialize, Serialize};

/// A plan and its estimated time: `queens plan`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct PlanResult {
    /// The size of the board.
    pub n: usize,
    /// The name of the method or engine.
    pub method: String,
    /// The version of the division into jobs.
    pub plan_version: u32,
    /// The number of jobs.
    pub jobs: u64,
    /// The number of threads; null on GPUs.
    pub threads: Option<usize>,
    /// The vector instructions; null on GPUs.
    pub simd: Option<String>,
    /// The memory that the count needs.
    pub memory_bytes: usize,
    /// The estimated time of the count.
    pub estimated_seconds: f64,
    /// Whether the estimate is only a lower bound, because no job made progress in the time of the measurement.
    pub at_least: bool,
    /// The number of jobs that were timed for the estimate. A job that was stopped counts as a fraction.
    pub jobs_timed: f64,
    /// The measured time of the count, if it was run.
    pub seconds: Option<f64>,
    /// The relative error of the estimate, if the count was run: 0.1 means that the estimate is ten percent too long.
    pub error: Option<f64>,
}

impl PlanResult {
    /// The result of a plan: its estimate, the bytes that it needs and, if it was run, the seconds that it took.
    pub fn new(
        plan: &Plan,
        estimate: &Estimate,
        memory_bytes: usize,
        seconds: Option<f64>,
    ) -> Self {
        Self {
            n: plan.size(),
            method: plan.name().to_string(),
            plan_version: Plan::VERSION,
            jobs: plan.jobs(),
            threads: None,
            simd: None,
            memory_bytes,
            estimated_seconds: rounded(estimate.seconds, 9),
            at_least: estimate.at_least,
            jobs_timed: rounded(estimate.sampled, 3),
            seconds: seconds.map(|seconds| rounded(seconds, 9)),
            error: seconds.map(|seconds| rounded(estimate.seconds / seconds - 1.0, 4)),
        }
    }

    /// Adds the number of threads and the vector instructions.
    pub fn on_threads(self, threads: usize, simd: crate::Simd) -> Self {
        Self { threads: Some(threads), simd: Some(simd.name().to_string()), ..self }
    }
}
