//! The results of `queens list`, `find` and `solve`.

use queens::Solution;
use serde::{Deserialize, Serialize};

/// A solution: the row of the queen in each column, counted from 1. `queens list`, `find` and `solve`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolutionRows(pub Vec<u32>);

impl From<&Solution> for SolutionRows {
    fn from(solution: &Solution) -> Self {
        Self(solution.rows().iter().map(|row| row + 1).collect())
    }
}

/// A solution and its mirror image: `queens list --mirror`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolutionPair(pub SolutionRows, pub SolutionRows);
