//! The results of jobs.

use super::Count;
use crate::{Statistics, Tally};

/// What a request determines in addition to the number of solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Count the steps of the search.
    pub statistics: bool,
    /// Sort the solutions by symmetry and by first queen.
    pub tally: bool,
    /// Count the placements of plain backtracking in each column.
    pub by_level: bool,
}

/// The result of one job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobResult {
    /// The weighted number of solutions and its residues.
    pub count: Count,
    /// The steps of the search, if the plan counts them.
    pub statistics: Option<Statistics>,
    /// The solutions by symmetry and first queen, if the plan sorts them.
    pub tally: Option<Tally>,
    /// The placements in each column, if the plan counts them.
    pub by_level: Option<Vec<u64>>,
}

impl JobResult {
    /// A result with a count only.
    pub fn new(count: Count) -> Self {
        Self { count, statistics: None, tally: None, by_level: None }
    }

    /// Whether the placements in all columns add up to all placements, and those in the last column are the solutions. True if they
    /// are not counted by column, false if they are but the result has no statistics.
    pub fn levels_add_up(&self) -> bool {
        let Some(by_level) = &self.by_level else { return true };
        let sum = by_level.iter().try_fold(0, |sum: u64, placed| sum.checked_add(*placed));
        let last = by_level.last().is_none_or(|&last| last == self.count.solutions);
        last && sum.is_some() && sum == self.statistics.map(|statistics| statistics.placements)
    }
}
