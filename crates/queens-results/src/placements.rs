//! The results of `queens table`.

use num_bigint::BigUint;
use queens::study::placement_table::{Row, choose, factorial, naive, power};
use serde::{Deserialize, Serialize};
use serde_json::Number;

/// A row of the placement table: `queens table`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlacementRow {
    /// The size of the board.
    pub n: usize,
    /// The number of ways to place N distinct queens on any N squares: (N^2)! / (N^2 - N)!.
    #[cfg_attr(feature = "schema", schemars(schema_with = "integer"))]
    pub naive: Number,
    /// The placements of plain backtracking (`bitmask`).
    pub plain: u64,
    /// The placements of half-board search (`stacked`).
    pub symmetric: u64,
    /// The number of solutions.
    pub solutions: u128,
    /// The number of ways to choose N of the N^2 squares, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "integer"))]
    pub choose: Option<Number>,
    /// The number of ways to place one queen in each column, N^N, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "integer"))]
    pub power: Option<Number>,
    /// The number of ways to place one queen in each column and row, N!, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "integer"))]
    pub factorial: Option<Number>,
}

impl PlacementRow {
    /// The result of a table row, with the optional fields if `wide`.
    pub fn new(row: &Row, wide: bool) -> Self {
        Self {
            n: row.size,
            naive: exact(naive(row.size)),
            plain: row.plain,
            symmetric: row.symmetric,
            solutions: row.solutions,
            choose: wide.then(|| exact(choose(row.size))),
            power: wide.then(|| exact(power(row.size))),
            factorial: wide.then(|| exact(factorial(row.size))),
        }
    }
}

/// A number with all its digits.
fn exact(number: BigUint) -> Number {
    Number::from_string_unchecked(number.to_string())
}

/// The schema of an integer of any size.
#[cfg(feature = "schema")]
fn integer(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "integer", "minimum": 0 })
}
