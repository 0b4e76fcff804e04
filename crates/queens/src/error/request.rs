//! Errors in requests.

// The names of fields say what they are.
#![allow(missing_docs)]

use super::either;
use crate::engines::{EngineInfo, ThreadUse};
use crate::{Method, Queens, Rotation, Rules, Simd};

/// A request that cannot be planned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The board is larger than the method supports.
    #[error(
        "N = {size} is too large for method '{method}', which supports N up to {}; '{further}' supports N up to {}",
        method.info().max_n, further.info().max_n
    )]
    MethodTooSmall { size: usize, method: Method, further: Method },
    /// There is no such method.
    #[error("unknown method '{name}': {}", match nearest {
        Some(nearest) => format!("did you mean '{nearest}'?"),
        None => format!("expected {}", names(|_| true)),
    })]
    UnknownMethod {
        name: String,
        /// The most similar name of a method, if one is similar.
        nearest: Option<&'static str>,
    },
    /// The method supports empty boards only.
    #[error(
        "method '{method}' supports empty boards only; with given queens or closed squares use {}",
        names(|info| info.takes_given_queens)
    )]
    EmptyBoardOnly { method: Method },
    /// The method does not find solutions one by one.
    #[error(
        "method '{method}' counts without listing solutions; to list, sort or trace them use bitmask or another method that lists"
    )]
    CountsOnly { method: Method },
    /// The method has no statistics.
    #[error(
        "method '{method}' has no placements to count, because it does not place queens one by one; use cross or a method that lists"
    )]
    NoStatistics { method: Method },
    /// A count of symmetric solutions is combined with options that it does not support.
    #[error(
        "solutions symmetric under a rotation by {rotation} degrees can be counted by the rules 'queens' and 'superqueens', on empty boards \
         only, without a method, statistics or a tally"
    )]
    OnlyCounts { rotation: Rotation },
    /// A count of placements by level is combined with options that it does not support.
    #[error(
        "placements by level are counted on empty boards only, by the rules 'queens', for all solutions with N queens, without a \
         tally, with the method 'bitmask' or none"
    )]
    ByLevelCounts,
    /// The requested error of an estimate is not above 0.
    #[error("error {error}: allowed are numbers above 0")]
    EstimateError { error: String },
    /// The vector instructions do not exist, or this CPU does not support them.
    #[error("vector instructions '{name}' are not available: this CPU supports {}", {
        Simd::available().map(Simd::name).collect::<Vec<_>>().join(", ")
    })]
    UnknownSimd { name: String },
    /// The method decides the number of threads.
    #[error("method '{method}' {}; the number of threads can be set for {}", match method.info().threads {
        ThreadUse::OnePerFirstQueen => "runs on one thread per row of the first queen",
        _ => "runs on one thread",
    }, names(|info| info.threads == ThreadUse::Any))]
    ThreadsFixed { method: Method },
    /// The number of threads is out of range.
    #[error("{threads} threads: expected 1 to {limit}")]
    BadThreads { threads: usize, limit: usize },
    /// An estimate of the number of solutions needs at least two samples, one of them without conflicts at its end.
    #[error("{samples} finished samples give no estimate: more samples or more time are needed")]
    TooFewSamples { samples: u64 },
    /// A count by other rules is combined with options that it does not support.
    #[error(
        "rules '{rules}' are counted without a method, statistics or a tally; regions on boards with regions, the others on empty boards"
    )]
    RulesCount { rules: Rules },
    /// A count with another number of queens than N is combined with options that it does not support.
    #[error(
        "{} are counted on empty boards by the rules 'queens' only, without a method, statistics or a tally{}",
        match queens {
            Queens::Full => "N queens".to_string(),
            Queens::Exactly(1) => "arrangements of 1 queen".to_string(),
            Queens::Exactly(number) => format!("arrangements of {number} queens"),
            Queens::Any => "arrangements of any number of queens".to_string(),
            Queens::Maximal => "maximal arrangements".to_string(),
            Queens::WithPawn => "arrangements of N + 1 queens and a pawn".to_string(),
        },
        if *queens == Queens::WithPawn { "" } else { ", and not up to symmetry" }
    )]
    QueensCount { queens: Queens },
    /// The time of a plan cannot be estimated in the given time.
    #[error(
        "no estimate of N = {size} in {seconds} seconds: a single job takes longer, and too few smaller boards can be compared; \
         measure for a longer time"
    )]
    NoEstimate { size: usize, seconds: String },
    /// There is no such number of queens.
    #[error(
        "unknown number of queens '{text}': expected 0 to {}, N, any, maximal or with-pawn",
        Queens::MAX
    )]
    UnknownQueens { text: String },
    /// The plan does not have this job.
    #[error("there is no job {job}: the plan has {jobs} jobs, numbered from 0")]
    NoSuchJob { job: u64, jobs: u64 },
    /// The search tree is too large to draw.
    #[error(
        "the search tree of N = {size} has more than {limit} nodes to depth {depth}: choose a smaller depth"
    )]
    TreeTooLarge {
        size: usize,
        /// The requested depth, in queens.
        depth: usize,
        /// The largest number of nodes that is drawn.
        limit: usize,
    },
}

/// The names of the methods with a property, as alternatives in a sentence.
fn names(has: fn(&EngineInfo) -> bool) -> String {
    either(Method::all().map(Method::info).filter(|info| has(info)).map(|info| info.name))
}
