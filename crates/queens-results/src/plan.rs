//! The results of `queens plan`.

use super::{ProblemNames, rounded};
use queens::Plan;
use queens::estimate::{Basis, Estimate};
use serde::{Deserialize, Serialize};

/// A plan and its estimated time: `queens plan`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanResult {
    /// The size of the board.
    pub n: usize,
    /// The rules, if they are not those of queens: torus, superqueens, semiqueens or reflecting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The number of queens, if it is not N: a number, any, maximal or with-pawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queens: Option<String>,
    /// The rotation in degrees, 180 or 90, if only solutions symmetric under it are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
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
    /// The lower end of the range in which the time is expected to be with a probability of 95%.
    pub estimated_seconds_low: f64,
    /// The upper end of the range.
    pub estimated_seconds_high: f64,
    /// What was timed for the estimate.
    pub basis: PlanBasis,
    /// The number of jobs, parts of jobs or smaller boards that were timed.
    pub samples: u64,
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
        let ProblemNames { rules, queens, only } = ProblemNames::of(plan);
        Self {
            n: plan.size(),
            rules,
            queens,
            only,
            method: plan.name().to_string(),
            plan_version: Plan::VERSION,
            jobs: plan.jobs(),
            threads: None,
            simd: None,
            memory_bytes,
            estimated_seconds: rounded(estimate.time.seconds, 9),
            estimated_seconds_low: rounded(estimate.time.low, 9),
            estimated_seconds_high: rounded(estimate.time.high, 9),
            basis: estimate.basis.into(),
            samples: estimate.samples,
            seconds: seconds.map(|seconds| rounded(seconds, 9)),
            error: seconds.map(|seconds| rounded(estimate.time.seconds / seconds - 1.0, 4)),
        }
    }

    /// Adds the number of threads and the vector instructions.
    pub fn on_threads(self, threads: usize, simd: queens::Simd) -> Self {
        Self { threads: Some(threads), simd: Some(simd.name().to_string()), ..self }
    }
}

/// What an estimate is based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlanBasis {
    /// Runs of all jobs.
    Plan,
    /// Random parts of jobs.
    Parts,
    /// Some of the jobs.
    Jobs,
    /// Counts of smaller boards.
    SmallerBoards,
}

impl From<Basis> for PlanBasis {
    fn from(basis: Basis) -> Self {
        match basis {
            Basis::Plan => Self::Plan,
            Basis::Parts => Self::Parts,
            Basis::Jobs => Self::Jobs,
            Basis::Size(_) => Self::SmallerBoards,
        }
    }
}
