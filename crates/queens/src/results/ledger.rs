//! Ledgers. The crate `queens-ledger` makes these.

use serde::{Deserialize, Serialize};

/// The result of a job in a ledger: `queens ledger export`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct JobRecord {
    /// The job of the plan.
    pub job: u64,
    /// The solutions that it counts.
    pub solutions: u64,
    /// The remainder of the solutions by the first modulus, a check against overflow.
    pub residue_1: u64,
    /// The remainder by the second modulus.
    pub residue_2: u64,
    /// Queens placed, if they were counted.
    pub placements: Option<u64>,
    /// The time that it took.
    pub seconds: f64,
    /// When it was finished, as in RFC 3339.
    pub finished: String,
    /// The session of the ledger that counted it.
    pub session: u64,
    /// What counted it.
    pub device: String,
    /// The engine and its vector instructions.
    pub engine: String,
    /// The program and its version.
    pub program: String,
}

/// How far a ledger is: `queens ledger status`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct LedgerStatus {
    /// The file.
    pub ledger: String,
    /// The size of the board.
    pub n: usize,
    /// The method.
    pub method: String,
    /// The version of the division into jobs.
    pub plan_version: u32,
    /// The jobs of the whole plan.
    pub plan_jobs: u64,
    /// Which shard of how many: 1/8; none if all jobs belong to the ledger.
    pub shard: Option<String>,
    /// The jobs that belong to the ledger.
    pub jobs: u64,
    /// The jobs that are finished.
    pub finished: u64,
    /// The part of the jobs that is finished, from 0 to 1.
    pub part: f64,
    /// The solutions in the finished jobs.
    pub solutions: u128,
    /// Queens placed, if they are counted.
    pub placements: Option<u128>,
    /// Jobs with results that contradict each other; they are in no sum.
    pub conflicts: u64,
    /// The time that the jobs took, added up.
    pub seconds: f64,
    /// How many times a count was started or resumed.
    pub sessions: u64,
    /// How many times a job was started.
    pub attempts: u64,
}

/// The union of ledgers: `queens ledger merge`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct MergeResult {
    /// The new file.
    pub ledger: String,
    /// The jobs of the plan.
    pub jobs: u64,
    /// The jobs that are finished.
    pub finished: u64,
    /// The results that more than one ledger had.
    pub duplicates: u64,
    /// Jobs with results that contradict each other; they are in no sum.
    pub conflicts: u64,
}

/// What the verification of a ledger found: `queens verify`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct VerificationResult {
    /// The file.
    pub ledger: String,
    /// Whether it is right.
    pub outcome: VerificationOutcome,
    /// The size of the board; as all fields up to `recounted`, none if the ledger is wrong.
    pub n: Option<usize>,
    /// The jobs that belong to the ledger.
    pub jobs: Option<u64>,
    /// The jobs that are finished.
    pub finished: Option<u64>,
    /// The solutions in them.
    pub solutions: Option<u128>,
    /// The jobs that plain backtracking (`bitmask`) counted again.
    pub recounted: Option<Vec<u64>>,
    /// What is wrong, and where.
    pub reason: Option<String>,
}

/// Whether a ledger is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum VerificationOutcome {
    /// All jobs are finished and right.
    Verified,
    /// The finished jobs are right, but jobs are missing.
    Incomplete,
    /// Something is wrong.
    Wrong,
}
