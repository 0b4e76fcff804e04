//! The results of `queens table`.

use super::Integer;
use queens::study::placement_table::{Row, choose, factorial, naive, power};
use serde::{Deserialize, Serialize};

/// A row of the placement table: `queens table`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PlacementRow {
    /// The size of the board.
    pub n: usize,
    /// The number of ways to place N distinct queens on any N squares: (N^2)! / (N^2 - N)!.
    pub naive: Integer,
    /// The placements of plain backtracking (`bitmask`).
    pub plain: u64,
    /// The placements of half-board search (`stacked`).
    pub symmetric: u64,
    /// The number of solutions.
    pub solutions: u128,
    /// The number of ways to choose N of the N^2 squares, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choose: Option<Integer>,
    /// The number of ways to place one queen in each column, N^N, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<Integer>,
    /// The number of ways to place one queen in each column and row, N!, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factorial: Option<Integer>,
}

impl PlacementRow {
    /// The result of a table row, with the optional fields if `wide`.
    pub fn new(row: &Row, wide: bool) -> Self {
        Self {
            n: row.size,
            naive: naive(row.size).into(),
            plain: row.plain,
            symmetric: row.symmetric,
            solutions: row.solutions,
            choose: wide.then(|| choose(row.size).into()),
            power: wide.then(|| power(row.size).into()),
            factorial: wide.then(|| factorial(row.size).into()),
        }
    }
}
