//! Results as plain data: what the command prints with `--format json`, CSV and Markdown, with the same names everywhere.
//!
//! One type per result, made from the library's own types, without input or output. A key is the name of its field:
//!
//! - `n` is the size of the board, `solutions` an exact number, `method` the name of what counted.
//! - Times are in seconds: `seconds` for one run, `best_seconds` for the best of several. Memory is in bytes.
//! - Integers are exact, however large. Times are rounded to what a clock can tell.
//! - What does not apply is `null`, except for the fields that are there only if they were asked for.
//!
//! With the feature `schema` the module `schema` writes the JSON Schema (`docs/schema.json`) and the TypeScript types
//! (`web/src/results.ts`) of all results.
//!
//! ```
//! use queens::Request;
//! use queens::results::CountResult;
//! let request = Request::count(8)?;
//! let result = CountResult::new(&request.plan()?, &request.run()?, 0.25);
//! assert_eq!((result.n, result.solutions, result.seconds), (8, 92, 0.25));
//! # Ok::<(), queens::Error>(())
//! ```

mod benchmark;
mod comparison;
mod count;
mod device;
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
pub use integer::Integer;
pub use ledger::{JobRecord, LedgerStatus, MergeResult, VerificationOutcome, VerificationResult};
pub use method::MethodResult;
pub use placements::PlacementRow;
pub use plan::PlanResult;
pub use position::{ExplanationResult, ExplanationStep, PositionCount, PuzzleResult, UniqueResult};
pub use solution::{SolutionPair, SolutionRows};
pub use trace::{StepKind, TraceStep};

/// A number rounded to this many digits after the decimal point.
///
/// ```
/// assert_eq!(queens::results::rounded(0.123456789, 6), 0.123457);
/// ```
pub fn rounded(number: f64, digits: i32) -> f64 {
    let parts = 10_f64.powi(digits);
    (number * parts).round() / parts
}
