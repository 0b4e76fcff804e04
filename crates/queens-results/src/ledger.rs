//! The results of `queens ledger` and `queens verify`. The crate `queens-ledger` creates them.

use serde::{Deserialize, Serialize};

/// The result of a job in a ledger: `queens ledger export`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobRecord {
    /// The id of the job.
    pub job: u64,
    /// The number of solutions of the job.
    pub solutions: u64,
    /// The residue of the number of solutions modulo the first prime, a check against overflow.
    pub residue_1: u64,
    /// The residue modulo the second prime.
    pub residue_2: u64,
    /// The number of queens placed, if they were counted.
    pub placements: Option<u64>,
    /// The time of the job.
    pub seconds: f64,
    /// When the job was finished, in the format of RFC 3339.
    pub finished: String,
    /// The session of the ledger that ran the job.
    pub session: u64,
    /// The device that ran the job.
    pub device: String,
    /// The engine and its vector instructions.
    pub engine: String,
    /// The name and version of the program.
    pub program: String,
}

/// The progress of a ledger, or of several ledgers of a plan together: `queens ledger status`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LedgerStatus {
    /// The file; `total` for several ledgers together.
    pub ledger: String,
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
    /// The method.
    pub method: String,
    /// The version of the division into jobs.
    pub plan_version: u32,
    /// The number of jobs of the whole plan.
    pub plan_jobs: u64,
    /// The shard and the number of shards, such as 1/8; null if the ledger is for all jobs.
    pub shard: Option<String>,
    /// The number of jobs that the ledger is for.
    pub jobs: u64,
    /// The number of finished jobs.
    pub finished: u64,
    /// The fraction of jobs that are finished, from 0 to 1.
    pub fraction: f64,
    /// The number of solutions of the finished jobs.
    pub solutions: u128,
    /// The number of queens placed, if they are counted.
    pub placements: Option<u128>,
    /// The number of jobs with contradictory results, which are excluded from all sums.
    pub conflicts: u64,
    /// The number of finished jobs that another worker counted too, with the same result.
    pub audited: u64,
    /// The number of results and audits that were withdrawn, because their worker was wrong.
    pub withdrawn: u64,
    /// The sum of the times of all jobs.
    pub seconds: f64,
    /// The number of times that a count was started or resumed.
    pub sessions: u64,
    /// The number of times that a job was started.
    pub attempts: u64,
    /// The finished jobs per second of elapsed time, in the last session with results; null if there is none.
    pub jobs_per_second: Option<f64>,
    /// The estimated time until all jobs are finished, at this rate; null if they are, or if there is no rate.
    pub remaining_seconds: Option<f64>,
}

/// The union of ledgers: `queens ledger merge`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MergeResult {
    /// The new file.
    pub ledger: String,
    /// The number of jobs of the plan.
    pub jobs: u64,
    /// The number of finished jobs.
    pub finished: u64,
    /// The number of results that were in more than one ledger.
    pub duplicates: u64,
    /// The number of jobs with contradictory results, which are excluded from all sums.
    pub conflicts: u64,
    /// The number of solutions of the finished jobs; null if there are contradictory results.
    pub solutions: Option<u128>,
    /// Whether all jobs are finished, without contradictory results.
    pub complete: bool,
}

/// What is left of a damaged ledger: `queens ledger repair`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepairResult {
    /// The new file.
    pub ledger: String,
    /// The damaged file, which is unchanged.
    pub damaged: String,
    /// The number of jobs that the ledger is for.
    pub jobs: u64,
    /// The number of finished jobs, whose results are in the new file.
    pub finished: u64,
    /// The number of jobs with contradictory results, which are excluded from all sums.
    pub conflicts: u64,
    /// The jobs that were started, as far as the log is readable, and have no result: it is damaged, or they were interrupted.
    /// All jobs without a result if the ledger has no log, as after a merge.
    pub lost_jobs: Vec<u64>,
}

/// The result of the verification of a ledger: `queens verify`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerificationResult {
    /// The file.
    pub ledger: String,
    /// Whether the ledger is correct and complete.
    pub outcome: VerificationOutcome,
    /// The size of the board. This and all fields up to `recounted` are null if the ledger is wrong.
    pub n: Option<usize>,
    /// The rules, if they are not those of queens: torus, superqueens, semiqueens or reflecting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The number of queens, if it is not N: a number, any, maximal or with-pawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queens: Option<String>,
    /// The rotation in degrees, 180 or 90, if only solutions symmetric under it are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// The shard and the number of shards, such as 1/8; null if the ledger is for all jobs.
    pub shard: Option<String>,
    /// The number of jobs that the ledger is for.
    pub jobs: Option<u64>,
    /// The number of finished jobs.
    pub finished: Option<u64>,
    /// The number of solutions of the finished jobs.
    pub solutions: Option<u128>,
    /// The ids of the jobs that plain backtracking recounted.
    pub recounted: Option<Vec<u64>>,
    /// What is wrong, and where.
    pub reason: Option<String>,
}

/// Whether a ledger is correct and complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VerificationOutcome {
    /// All jobs are finished, and the recount of a sample found no error.
    Verified,
    /// All jobs are finished and no error was found, but no job was recounted.
    Checked,
    /// No error was found in the finished jobs, but jobs are missing.
    Incomplete,
    /// The ledger has an error.
    Wrong,
}

impl VerificationOutcome {
    /// The outcome as one word, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Checked => "checked",
            Self::Incomplete => "incomplete",
            Self::Wrong => "wrong",
        }
    }
}
