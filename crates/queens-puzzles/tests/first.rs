//! First solutions against published ones and plain backtracking.

#[path = "../../queens/tests/common/mod.rs"]
mod common;

use common::{rows, up_to};
use queens::{Never, solutions};
use queens_puzzles::solve::first;

#[test]
fn first_solutions_are_the_published_ones() {
    let published = rows("lexicographically_first");
    assert!(published.len() >= 9);
    for (size, rows) in published {
        let found = first(size, &Never).unwrap().unwrap();
        assert!(found.rows().iter().map(|&row| u64::from(row) + 1).eq(rows), "N = {size}");
    }
}

#[test]
fn first_solutions_are_those_that_plain_backtracking_finds_first() {
    for size in 0..=up_to(30, 26) {
        let plain = solutions(size).unwrap().next();
        assert_eq!(first(size, &Never).unwrap(), plain, "N = {size}");
    }
}
