//! The results of `queens count`.

use super::{ProblemNames, rounded};
use queens::{Classes, Plan, Total};
use serde::{Deserialize, Serialize};

/// The number of solutions of a board: `queens count`.
///
/// The fields after `seconds` are present only if they were requested. Which statistics there are depends on the method.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountResult {
    /// The size of the board.
    pub n: usize,
    /// The rules, if they are not those of queens: torus, superqueens, semiqueens or reflecting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The number of queens, if it is not N: a number, any, maximal or with-pawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queens: Option<String>,
    /// The rotation in degrees, 180 or 90, if only solutions symmetric under it were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// The name of the method or engine.
    pub method: String,
    /// The number of solutions.
    pub solutions: u128,
    /// The time of the count.
    pub seconds: f64,
    /// The number of queens placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placements: Option<u128>,
    /// For each column, the number of queens placed in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_level: Option<Vec<u64>>,
    /// The number of tried squares that are attacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejects: Option<u128>,
    /// The number of states taken from the queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dequeues: Option<u128>,
    /// The number of states that cannot be completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<u128>,
    /// The largest number of states in the queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_peak: Option<u128>,
    /// The number of solutions including duplicates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<u128>,
    /// The number of solutions that differ by more than a rotation or reflection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<u128>,
    /// The number of solutions symmetric under the rotation by 90 degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_by_90: Option<u128>,
    /// The number of solutions symmetric under the rotation by 180 degrees, but not by 90.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_by_180_only: Option<u128>,
    /// The number of solutions symmetric under no rotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_by_none: Option<u128>,
    /// For each row of the first column, the number of solutions with a queen there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_first: Option<Vec<u64>>,
}

impl CountResult {
    /// The result of a plan and its time in seconds. It has statistics and `by_first` if the plan determines them.
    pub fn new(plan: &Plan, total: &Total, seconds: f64) -> Self {
        let ProblemNames { rules, queens, only } = ProblemNames::of(plan);
        let mut result = Self {
            n: plan.size(),
            rules,
            queens,
            only,
            method: plan.name().to_string(),
            solutions: total.solutions,
            seconds: rounded(seconds, 6),
            by_level: total.by_level.clone(),
            by_first: total.tally.as_ref().map(|tally| tally.by_first.clone()),
            ..Self::default()
        };
        for (name, value) in plan.named_statistics(total).unwrap_or_default() {
            *result.statistic(name) = Some(value);
        }
        result
    }

    fn statistic(&mut self, name: &str) -> &mut Option<u128> {
        match name {
            "placements" => &mut self.placements,
            "rejects" => &mut self.rejects,
            "dequeues" => &mut self.dequeues,
            "dropped" => &mut self.dropped,
            "queue_peak" => &mut self.queue_peak,
            "raw" => &mut self.raw,
            // A test runs all methods, and only the library can define statistics.
            _ => unreachable!("the statistic '{name}' has no field"),
        }
    }

    /// Adds the number of solutions that differ by more than a rotation or reflection.
    pub fn with_fundamental(mut self, classes: &Classes) -> Self {
        self.fundamental = Some(classes.fundamental());
        self
    }

    /// Adds the numbers of solutions by the rotations under which they are symmetric.
    pub fn with_symmetry(mut self, classes: &Classes) -> Self {
        self.fixed_by_90 = Some(classes.by_90);
        self.fixed_by_180_only = Some(classes.by_180 - classes.by_90);
        self.fixed_by_none = Some(classes.all.saturating_sub(classes.by_180));
        self
    }
}

/// A finished shard of a count: `queens count --shard`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShardResult {
    /// The size of the board.
    pub n: usize,
    /// The rules, if they are not those of queens: torus, superqueens, semiqueens or reflecting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The number of queens, if it is not N: a number, any, maximal or with-pawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queens: Option<String>,
    /// The rotation in degrees, 180 or 90, if only solutions symmetric under it are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// The name of the method.
    pub method: String,
    /// The shard and the number of shards: 1/8.
    pub shard: String,
    /// The number of jobs of the shard.
    pub jobs: u64,
    /// The number of solutions of these jobs.
    pub solutions: u128,
    /// The time of the count.
    pub seconds: f64,
}

impl ShardResult {
    /// The result of a shard of a plan and its time in seconds.
    pub fn new(plan: &Plan, shard: String, total: &Total, seconds: f64) -> Self {
        let ProblemNames { rules, queens, only } = ProblemNames::of(plan);
        Self {
            n: plan.size(),
            rules,
            queens,
            only,
            method: plan.name().to_string(),
            shard,
            jobs: total.jobs,
            solutions: total.solutions,
            seconds: rounded(seconds, 6),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::{Method, Request, Rotation};

    fn count(request: &Request) -> CountResult {
        CountResult::new(&request.plan().unwrap(), &request.run().unwrap(), 1.23456789)
    }

    #[test]
    fn every_statistic_of_every_method_has_a_field() {
        for info in Method::all().map(Method::info) {
            let request = Request::count(6).unwrap().method(Method::new(info));
            let request = if info.statistics.is_empty() { request } else { request.statistics() };
            let result = serde_json::to_value(count(&request)).unwrap();
            let keys: Vec<&str> =
                result.as_object().unwrap().keys().skip(4).map(|k| &**k).collect();
            let names: Vec<&str> = info.statistics.iter().map(|statistic| statistic.name).collect();
            assert_eq!(keys, names, "{}", info.name);
        }
    }

    #[test]
    fn fields_that_were_not_requested_are_absent() {
        let result = serde_json::to_string(&count(&Request::count(8).unwrap())).unwrap();
        assert_eq!(result, r#"{"n":8,"method":"stacked","solutions":92,"seconds":1.234568}"#);
        let result =
            serde_json::to_string(&count(&Request::count(8).unwrap().only(Rotation::By180)));
        let expected =
            r#"{"n":8,"only":"180","method":"symmetric","solutions":4,"seconds":1.234568}"#;
        assert_eq!(result.unwrap(), expected);
    }

    #[test]
    fn a_result_is_read_back_as_it_was_written() {
        let classes = Classes { size: 27, all: 234907967154122528, by_180: 4, by_90: 2 };
        let request = Request::count(8).unwrap().method(Method::TILES).statistics().tally();
        let mut result = count(&request).with_fundamental(&classes).with_symmetry(&classes);
        result.solutions = u128::MAX;
        let text = serde_json::to_string(&result).unwrap();
        assert!(text.contains("340282366920938463463374607431768211455"), "{text}");
        assert_eq!(serde_json::from_str::<CountResult>(&text).unwrap(), result);
    }
}
