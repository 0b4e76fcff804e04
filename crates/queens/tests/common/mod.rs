//! The published values of `data/known.json`, for the tests.
#![allow(dead_code)]

use queens::{Never, Plan, Simd};
use serde_json::Value;
use std::sync::LazyLock;

static KNOWN: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../data/known.json")).unwrap());

/// The largest size of a test: the first one in the long tests (`cargo xtask test --long`), the second one otherwise.
pub fn up_to(long: usize, short: usize) -> usize {
    if std::env::var_os("QUEENS_LONG").is_some() { long } else { short }
}

/// A sequence by its name: pairs of N and value.
pub fn sequence(name: &str) -> Vec<(usize, u128)> {
    let entry = &KNOWN[name];
    let first = entry["first_n"].as_u64().unwrap() as usize;
    let values = entry["values"].as_array().unwrap();
    let value = |v: &Value| v.as_str().unwrap().parse().unwrap();
    values.iter().enumerate().map(|(i, v)| (first + i, value(v))).collect()
}

/// One value of a sequence.
pub fn known(name: &str, n: usize) -> u128 {
    sequence(name).into_iter().find(|&(size, _)| size == n).unwrap().1
}

/// Rows of numbers by N. Entries whose key is not a number are omitted.
pub fn rows(name: &str) -> Vec<(usize, Vec<u64>)> {
    let by_n = KNOWN[name]["by_n"].as_object().unwrap();
    let numbers = |v: &Value| v.as_array().unwrap().iter().map(|x| x.as_u64().unwrap()).collect();
    by_n.iter().filter_map(|(n, v)| Some((n.parse().ok()?, numbers(v)))).collect()
}

/// One row of numbers by its key.
pub fn row(name: &str, key: &str) -> Vec<u64> {
    let values = KNOWN[name]["by_n"][key].as_array().unwrap();
    values.iter().map(|x| x.as_u64().unwrap()).collect()
}

/// Checks that every job counts what plain backtracking counts on its boards, with all vector instructions.
pub fn check_jobs(plan: &Plan) {
    let mut workers: Vec<_> = Simd::available().map(|simd| plan.worker(simd)).collect();
    for job in 0..plan.jobs() {
        let plain = plan.recount(job, &Never);
        for worker in &mut workers {
            let found = worker.run(job, &Never).map(|result| result.count.solutions);
            assert_eq!(found, plain, "{:?} job {job}", plan.problem());
        }
    }
}
