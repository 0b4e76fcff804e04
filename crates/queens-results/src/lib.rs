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
//! use queens_results::CountResult;
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
mod ledger;
mod method;
mod placements;
mod plan;
mod position;
#[cfg(feature = "schema")]
pub mod schema;
mod solution;
mod trace;

use queens::{Plan, Queens, Rotation, Rules};

pub use benchmark::BenchmarkResult;
pub use comparison::ComparisonResult;
pub use count::{CountResult, ShardResult};
pub use device::DeviceResult;
pub use estimate::EstimateResult;
pub use ledger::{
    JobRecord, LedgerStatus, MergeResult, RepairResult, VerificationOutcome, VerificationResult,
};
pub use method::MethodResult;
pub use placements::PlacementRow;
pub use plan::{PlanBasis, PlanResult};
pub use position::{
    ExplanationResult, ExplanationStep, PictureResult, PositionCount, PuzzleResult, UniqueResult,
};
pub use solution::{SolutionPair, SolutionRows};
pub use trace::{StepKind, TraceStep};

/// The names of what is counted, as results have them. Each is `None` for all solutions with N queens by the rules of queens.
///
/// ```
/// use queens::{Queens, Rotation, Rules};
/// use queens_results::ProblemNames;
/// let names = ProblemNames::new(Rules::Superqueens, Queens::Full, Some(Rotation::By180));
/// assert_eq!(names.rules.as_deref(), Some("superqueens"));
/// assert_eq!((names.queens, names.only.as_deref()), (None, Some("180")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemNames {
    /// The rules.
    pub rules: Option<String>,
    /// The number of queens.
    pub queens: Option<String>,
    /// The rotation in degrees, if only solutions symmetric under it are counted.
    pub only: Option<String>,
}

impl ProblemNames {
    /// The names of these rules, this number of queens and this rotation.
    pub fn new(rules: Rules, queens: Queens, only: Option<Rotation>) -> Self {
        Self {
            rules: (rules != Rules::Queens).then(|| rules.name().to_string()),
            queens: (queens != Queens::Full).then(|| queens.to_string()),
            only: only.map(|rotation| rotation.name().to_string()),
        }
    }

    /// The names of what a plan counts.
    pub(crate) fn of(plan: &Plan) -> Self {
        Self::new(plan.rules(), plan.queens(), plan.only())
    }
}

/// Rounds a number to this many digits after the decimal point.
///
/// ```
/// assert_eq!(queens_results::rounded(0.123456789, 6), 0.123457);
/// ```
pub fn rounded(number: f64, digits: i32) -> f64 {
    let parts = 10_f64.powi(digits);
    (number * parts).round() / parts
}

// The examples of the README are tested as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
