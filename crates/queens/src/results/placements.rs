//! The placement table.

use super::Integer;
use crate::study::placement_table::{Row, choose, factorial, naive, power};
use serde::{Deserialize, Serialize};

/// A row of the placement table: `queens table`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PlacementRow {
    /// The size of the board.
    pub n: usize,
    /// Placements of distinct queens on any N squares: (N^2)! / (N^2 - N)!.
    pub naive: Integer,
    /// Placements of plain backtracking (`bitmask`).
    pub plain: u64,
    /// Placements of the search over half of the board (`stacked`).
    pub symmetric: u64,
    /// The number of solutions.
    pub solutions: u128,
    /// The ways to choose N of the N^2 squares, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choose: Option<Integer>,
    /// The ways to place a queen in each column, N^N, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<Integer>,
    /// The ways to place a queen in each column and row, N!, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factorial: Option<Integer>,
}

impl PlacementRow {
    /// A row; the wide ones have all columns.
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
