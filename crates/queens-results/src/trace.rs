//! The results of `queens trace`.

use queens::Square;
use queens::study::trace::Step;
use serde::{Deserialize, Serialize};

/// A step of a search: `queens trace`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceStep {
    /// The number of the step, from 0.
    pub index: u64,
    /// What the step does.
    pub step: StepKind,
    /// The square, if a queen is placed or removed or a square is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub square: Option<Square>,
    /// The queens of the state that is taken from the queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub queens: Option<Vec<Square>>,
    /// The number of states in the queue, if the step changes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queued: Option<usize>,
    /// The solution that is found: the row of the queen in each column, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<u8>>,
}

/// What a step of a search does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// A queen is placed.
    Place,
    /// A queen is removed.
    Remove,
    /// A tried square is attacked, or the state with this queen is dropped.
    Reject,
    /// A state is added to the queue.
    Enqueue,
    /// A state is taken from the queue.
    Dequeue,
    /// A solution is found.
    Solution,
    /// A solution is found that was found before.
    Duplicate,
}

impl TraceStep {
    /// The step with this number.
    pub fn new(index: u64, step: Step) -> Self {
        let plain =
            |step| Self { index, step, square: None, queens: None, queued: None, rows: None };
        let at = |step, square| Self { square: Some(square), ..plain(step) };
        match step {
            Step::Place { square } => at(StepKind::Place, square),
            Step::Remove { square } => at(StepKind::Remove, square),
            Step::Reject { square } => at(StepKind::Reject, square),
            Step::Enqueue { queued } => Self { queued: Some(queued), ..plain(StepKind::Enqueue) },
            Step::Dequeue { queens, queued } => {
                let (queens, queued) = (Some(queens), Some(queued));
                Self { queens, queued, ..plain(StepKind::Dequeue) }
            }
            Step::Solution { rows } => Self { rows: Some(rows), ..plain(StepKind::Solution) },
            Step::Duplicate { rows } => Self { rows: Some(rows), ..plain(StepKind::Duplicate) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::Method;
    use queens::study::trace::Trace;

    /// `Step` is also written without its number; keys and values must be the same.
    #[test]
    fn a_step_is_written_as_in_a_trace_and_read_back() {
        for method in [Method::ARRAYS, Method::TILES] {
            let steps = Trace::new(method, 6).unwrap().steps(0, usize::MAX);
            for (index, step) in steps.into_iter().enumerate() {
                let alone = serde_json::to_string(&step).unwrap();
                let result = TraceStep::new(index as u64, step);
                let text = serde_json::to_string(&result).unwrap();
                assert_eq!(text, format!("{{\"index\":{index},{}", &alone[1..]));
                assert_eq!(serde_json::from_str::<TraceStep>(&text).unwrap(), result);
            }
        }
    }
}
