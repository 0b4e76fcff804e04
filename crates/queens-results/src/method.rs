//! The results of `queens methods`.

use queens::engines::{EngineInfo, Order, ThreadUse};
use serde::{Deserialize, Serialize};

/// A method: `queens methods`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MethodResult {
    /// The name, as typed.
    pub method: String,
    /// The name in words.
    pub title: String,
    /// The idea in one line.
    pub idea: String,
    /// The size of the largest supported board.
    pub max_n: usize,
    /// The number of threads that the method uses.
    pub threads: ThreadUse,
    /// Whether the method supports given queens and closed squares.
    pub takes_given_queens: bool,
    /// Whether the method finds solutions one by one, so that they can be listed and traced.
    pub lists: bool,
    /// The order in which the method lists solutions, if it does.
    pub order: Option<Order>,
    /// The names of the statistics that the method reports.
    pub statistics: Vec<String>,
}

impl From<&EngineInfo> for MethodResult {
    fn from(info: &EngineInfo) -> Self {
        Self {
            method: info.name.to_string(),
            title: info.title().to_string(),
            idea: info.idea.to_string(),
            max_n: info.max_n,
            threads: info.threads,
            takes_given_queens: info.takes_given_queens,
            lists: info.lists(),
            order: info.order,
            statistics: info.statistics.iter().map(|s| s.name.to_string()).collect(),
        }
    }
}
