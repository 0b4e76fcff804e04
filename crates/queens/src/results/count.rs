//! Counts.

use super::rounded;
use crate::{Classes, Plan, Rules, Total};
use serde::{Deserialize, Serialize};

/// The number of solutions of a board: `queens count`.
///
/// The fields after `seconds` are there if they were asked for, the statistics if the method has them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CountResult {
    /// The size of the board.
    pub n: usize,
    /// What queens attack, unless it is what queens do: torus or superqueens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional, type = "\"torus\" | \"superqueens\""))]
    pub rules: Option<String>,
    /// The rotation under which the counted solutions are symmetric, if only those were counted: 180 or 90 degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional, type = "\"180\" | \"90\""))]
    pub only: Option<String>,
    /// The name of what counted.
    pub method: String,
    /// The number of solutions.
    pub solutions: u128,
    /// The time that it took.
    pub seconds: f64,
    /// Queens placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placements: Option<u128>,
    /// Squares that were tried and are attacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejects: Option<u128>,
    /// States taken from the queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dequeues: Option<u128>,
    /// States that cannot be completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<u128>,
    /// The largest number of states in the queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_peak: Option<u128>,
    /// Solutions found, repeats included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<u128>,
    /// Solutions that differ by more than a rotation or reflection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<u128>,
    /// Solutions that are symmetric under the rotation by 90 degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_by_90: Option<u128>,
    /// Solutions that are symmetric under the rotation by 180 degrees, but not by 90.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_by_180_only: Option<u128>,
    /// Solutions that are symmetric under no rotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_by_none: Option<u128>,
    /// Solutions by the column of the queen in the first row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_first: Option<Vec<u64>>,
}

impl CountResult {
    /// What a plan found, and the seconds that it took. Statistics and the first queens are in it if the plan counts them.
    pub fn new(plan: &Plan, total: &Total, seconds: f64) -> Self {
        let rules = plan.rules();
        let mut result = Self {
            n: plan.size(),
            rules: (rules != Rules::Queens).then(|| rules.name().to_string()),
            only: plan.only().map(|rotation| rotation.name().to_string()),
            method: plan.name().to_string(),
            solutions: total.solutions,
            seconds: rounded(seconds, 6),
            placements: None,
            rejects: None,
            dequeues: None,
            dropped: None,
            queue_peak: None,
            raw: None,
            fundamental: None,
            fixed_by_90: None,
            fixed_by_180_only: None,
            fixed_by_none: None,
            by_first: total.tally.as_ref().map(|tally| tally.by_first.clone()),
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
            // A test counts with all methods, and no statistics can be made but the library's own.
            _ => unreachable!("the statistic '{name}' has no field"),
        }
    }

    /// With the number of solutions that differ by more than a rotation or reflection.
    pub fn with_fundamental(mut self, classes: &Classes) -> Self {
        self.fundamental = Some(classes.fundamental());
        self
    }

    /// With the solutions by the rotations under which they are symmetric.
    pub fn with_symmetry(mut self, classes: &Classes) -> Self {
        self.fixed_by_90 = Some(classes.by_90);
        self.fixed_by_180_only = Some(classes.by_180 - classes.by_90);
        self.fixed_by_none = Some(classes.all.saturating_sub(classes.by_180));
        self
    }
}

/// A shard of a count that is finished: `queens count --shard`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct ShardResult {
    /// The size of the board.
    pub n: usize,
    /// The name of what counted.
    pub method: String,
    /// Which shard of how many: 1/8.
    pub shard: String,
    /// The jobs of the shard.
    pub jobs: u64,
    /// The solutions in them.
    pub solutions: u128,
    /// The time that it took.
    pub seconds: f64,
}

impl ShardResult {
    /// What a shard of a plan found, and the seconds that it took.
    pub fn new(plan: &Plan, shard: String, total: &Total, seconds: f64) -> Self {
        Self {
            n: plan.size(),
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
    use crate::{Method, Request, Rotation};

    fn count(request: &Request) -> CountResult {
        CountResult::new(&request.plan().unwrap(), &request.run().unwrap(), 1.23456789)
    }

    #[test]
    fn every_statistic_of_every_method_has_its_field() {
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
    fn what_was_not_asked_for_is_absent() {
        let result = serde_json::to_string(&count(&Request::count(8).unwrap())).unwrap();
        assert_eq!(result, r#"{"n":8,"method":"stacked","solutions":92,"seconds":1.234568}"#);
        let result =
            serde_json::to_string(&count(&Request::count(8).unwrap().only(Rotation::By180)));
        let expected =
            r#"{"n":8,"only":"180","method":"symmetric","solutions":4,"seconds":1.234568}"#;
        assert_eq!(result.unwrap(), expected);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let classes = Classes { size: 27, all: 234907967154122528, by_180: 4, by_90: 2 };
        let request = Request::count(8).unwrap().method(Method::TILES).statistics().tally();
        let mut result = count(&request).with_fundamental(&classes).with_symmetry(&classes);
        result.solutions = u128::MAX;
        let text = serde_json::to_string(&result).unwrap();
        assert!(text.contains("340282366920938463463374607431768211455"), "{text}");
        assert_eq!(serde_json::from_str::<CountResult>(&text).unwrap(), result);
    }
}
