//! Results as plain data, with the same names in JSON, CSV, Markdown, Python and TypeScript.
//!
//! There is one type per result, created from the other types of the library. Each JSON key is the name of a field:
//!
//! - `n` is the size of the board, `solutions` an exact number, `method` the name of the method or engine.
//! - Times are in seconds: `seconds` for one run, `best_seconds` for the fastest of several. Memory is in bytes.
//! - Integers are exact, however large. Times are rounded to the precision of a clock.
//! - A field that does not apply is `null`. Some fields are present only if they were requested.
//!
//! With the feature `schema` the module `schema` generates the JSON Schema (`docs/schema.json`) and the TypeScript types
//! (`web/src/results.ts`) of all results.
//!
//! ```
//! use queens::Request;
//! use queens::results::CountResult;
//! let request = Request::count(8)?;
//! let result = CountResult::new(&request.plan()?, &request.run()?, 0.25);
//! let json = serde_json::to_string(&result).unwrap();
//! assert_eq!(json, r#"{"n":8,"method":"stacked","solutions":92,"seconds":0.25}"#);
//! # Ok::<(), queens::Error>(())
//! ```

mod benchmark;
mod comparison;
mod count;
mod device;
mod estimate;
mod integer;
mod ledger;
mod method;
mod placements;
mod plan;
mod position;
#[cfg(feature = "schema")]
pub mod schema;
mod solution;
mod trace;

pub use benchmark::BenchmarkResult;
pub use comparison::ComparisonResult;
pub use count::{CountResult, ShardResult};
pub use device::DeviceResult;
pub use estimate::EstimateResult;
pub use integer::Integer;
pub use ledger::{JobRecord, LedgerStatus, MergeResult, VerificationOutcome, VerificationResult};
pub use method::MethodResult;
pub use placements::PlacementRow;
pub use plan::{PlanBasis, PlanResult};
pub use position::{
    ExplanationResult, ExplanationStep, PictureResult, PositionCount, PuzzleResult, UniqueResult,
};
pub use solution::{SolutionPair, SolutionRows};
pub use trace::{StepKind, TraceStep};

/// Rounds a number to this many digits after the decimal point.
///
/// ```
/// assert_eq!(queens::results::rounded(0.123456789, 6), 0.123457);
/// ```
pub fn rounded(number: f64, digits: i32) -> f64 {
    let parts = 10_f64.powi(digits);
    (number * parts).round() / parts
}
