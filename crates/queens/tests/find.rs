//! Large solutions by the formula and at random.

use queens::Never;
use queens::find::{self, Construction};
use std::collections::HashSet;

/// Whether there is one queen per row and at most one per diagonal. Shares no code with the library.
fn is_solution(rows: &[u32]) -> bool {
    let distinct = |line: &dyn Fn(i64, i64) -> i64| {
        let lines = (0..).zip(rows).map(|(col, &row)| line(col, i64::from(row)));
        lines.collect::<HashSet<i64>>().len() == rows.len()
    };
    distinct(&|_, row| row) && distinct(&|col, row| col + row) && distinct(&|col, row| col - row)
}

#[test]
fn a_million_queens_are_placed_by_the_formula_and_at_random() {
    const MILLION: usize = 1_000_000;
    let rows: Vec<u32> = Construction::new(MILLION as u32).unwrap().rows().collect();
    assert!(rows.len() == MILLION && is_solution(&rows));
    let random = |seed| find::random(MILLION, seed, &Never).unwrap().unwrap();
    let found = random(7);
    assert!(found.size() == MILLION && is_solution(found.rows()));
    assert_ne!(found.rows(), rows);
    assert!(found == random(7) && found != random(8));
}
