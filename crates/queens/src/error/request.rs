//! What can be wrong with a request.

use crate::engines::{EngineInfo, ThreadUse};
use crate::{Method, Rotation, Rules, Simd};

/// A request that cannot be planned. Its text is one line for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The board is larger than this method goes.
    #[error(
        "N = {size} is too large for method '{method}', which goes to {}: {further} goes to {}",
        method.info().max_n, further.info().max_n
    )]
    MethodTooSmall {
        /// The size asked for.
        size: usize,
        /// The method asked for.
        method: Method,
        /// A method that goes further.
        further: Method,
    },
    /// There is no such method.
    #[error("unknown method '{name}': did you mean '{nearest}'?")]
    UnknownMethod {
        /// The name asked for.
        name: String,
        /// The nearest name there is.
        nearest: &'static str,
    },
    /// The method works on empty boards only.
    #[error(
        "method '{method}' takes empty boards only; with given queens or closed squares use {}",
        names(|info| info.takes_given_queens)
    )]
    EmptyBoardOnly {
        /// The method asked for.
        method: Method,
    },
    /// A method that does not find the solutions one by one.
    #[error(
        "method '{method}' counts without visiting solutions: to list, sort or trace them use bitmask or another search"
    )]
    CountsOnly {
        /// The method asked for.
        method: Method,
    },
    /// A method that has no statistics.
    #[error(
        "method '{method}' places no queens one by one, and so has no placements to count: use cross, or a method that lists solutions"
    )]
    NoStatistics {
        /// The method asked for.
        method: Method,
    },
    /// Symmetric solutions of what is not an empty board, or with what does not go with them.
    #[error(
        "solutions that are symmetric under a rotation by {rotation} degrees can be counted on empty boards only, without a method and without other numbers"
    )]
    OnlyCounts {
        /// The rotation asked for.
        rotation: Rotation,
    },
    /// Vector instructions that do not exist, or not on this CPU.
    #[error("vector instructions '{name}': this CPU has {}", {
        Simd::available().map(Simd::name).collect::<Vec<_>>().join(", ")
    })]
    UnknownSimd {
        /// The name asked for.
        name: String,
    },
    /// The number of threads is not for the request to choose.
    #[error("method '{method}' {}; the number can be chosen for {}", match method.info().threads {
        ThreadUse::OnePerFirstQueen => "runs on one thread per row of the first queen",
        _ => "runs on one thread",
    }, names(|info| info.threads == ThreadUse::Any))]
    ThreadsFixed {
        /// The method asked for.
        method: Method,
    },
    /// The number of threads is out of range.
    #[error("{threads} threads: allowed are 1 to {limit}")]
    BadThreads {
        /// The number asked for.
        threads: usize,
        /// The largest number.
        limit: usize,
    },
    /// A count by other rules, with what does not go with them.
    #[error(
        "rules '{rules}': torus and superqueens can be counted on empty boards, without a method and nothing beside"
    )]
    RulesCount {
        /// The rules asked for.
        rules: Rules,
    },
    /// A job that the plan does not have.
    #[error("there is no job {job}: the plan has {jobs} jobs, counted from 0")]
    NoSuchJob {
        /// The number of the job.
        job: u64,
        /// How many jobs there are.
        jobs: u64,
    },
}

/// The names of the methods that do something, as a list in a sentence.
fn names(does: fn(&EngineInfo) -> bool) -> String {
    let names: Vec<&str> =
        Method::all().map(Method::info).filter(|info| does(info)).map(|info| info.name).collect();
    match names.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
