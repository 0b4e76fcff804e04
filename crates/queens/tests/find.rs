//! The lexicographically first solution against the published ones and the plain search; large solutions of all kinds.

mod common;

use common::{rows, up_to};
use queens::find::{self, Construction};
use queens::{Never, Solution, solutions};

#[test]
fn first_solutions_are_the_published_ones() {
    let published = rows("lexicographically_first");
    assert!(published.len() >= 9);
    for (size, rows) in published {
        let first = find::first(size, &Never).unwrap().unwrap();
        assert!(first.rows().iter().map(|&row| u64::from(row) + 1).eq(rows), "N = {size}");
    }
}

#[test]
fn first_solutions_are_what_the_plain_search_finds_first() {
    for size in 0..=up_to(30, 26) {
        let plain = solutions(size).unwrap().next();
        assert_eq!(find::first(size, &Never).unwrap(), plain, "N = {size}");
    }
}

#[test]
fn a_million_queens_stand_by_the_formula_and_at_random() {
    let rows: Vec<u32> = Construction::new(1_000_000).unwrap().rows().collect();
    assert!(Solution::new(rows).is_ok());
    let random = find::random(1_000_000, 7, &Never).unwrap().unwrap();
    assert!(Solution::new(random.rows()).is_ok());
}
