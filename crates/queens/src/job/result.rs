//! What a job finds.

use super::Count;
use crate::{Statistics, Tally};

/// What to find out in addition to the number of solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Count the steps of the search.
    pub statistics: bool,
    /// Sort the solutions by symmetry and by first queen.
    pub tally: bool,
}

/// What one job found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobResult {
    /// The weighted number of solutions, and its remainders.
    pub count: Count,
    /// Steps, if the plan counts them.
    pub statistics: Option<Statistics>,
    /// Solutions sorted, if the plan sorts them.
    pub tally: Option<Tally>,
}

impl JobResult {
    /// A count and nothing else.
    pub fn new(count: Count) -> Self {
        Self { count, statistics: None, tally: None }
    }
}
