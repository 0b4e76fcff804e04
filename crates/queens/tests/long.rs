//! Published values on larger boards. With `QUEENS_LONG` set (`cargo xtask test --long`) the boards are as large as minutes
//! allow; without, the same tests run on small ones.

mod common;

use common::{known, rows, sequence};
use queens::methods::{MethodInfo, search};
use queens::search::Flow;
use queens::{Board, Method, Observer, Request};

/// The first size in the long form, the second otherwise.
fn up_to(long: usize, short: usize) -> usize {
    if std::env::var_os("QUEENS_LONG").is_some() { long } else { short }
}

/// The largest board that a method counts in some seconds.
fn patient(method: Method) -> usize {
    match method {
        Method::Tiles => 11,
        Method::Breadth => 12,
        Method::DancingLinks => 13,
        Method::Arrays | Method::ArraysIterative | Method::Bitset | Method::BitsetMutable => 14,
        Method::Stacked | Method::BitmaskHalf => 16,
        _ => 15,
    }
}

#[test]
fn every_method_counts_the_published_totals() {
    for MethodInfo { method, .. } in Method::all() {
        let largest = up_to(patient(*method), 8);
        for (size, total) in sequence("solutions").into_iter().filter(|e| e.0 <= largest) {
            let found = Request::count(size).unwrap().method(*method).run().unwrap();
            assert_eq!(found.solutions, total, "{method} N = {size}");
        }
    }
}

#[test]
fn the_default_counts_the_published_totals() {
    for (size, total) in sequence("solutions").into_iter().filter(|e| e.0 <= up_to(17, 13)) {
        assert_eq!(Request::count(size).unwrap().run().unwrap().solutions, total, "N = {size}");
    }
}

#[test]
fn placements_are_those_of_the_published_tree() {
    for (size, nodes) in
        sequence("tree_nodes_with_root").into_iter().filter(|e| e.0 <= up_to(15, 11))
    {
        let placements = |method| {
            let total = Request::count(size).unwrap().method(method).statistics().run().unwrap();
            u128::from(total.statistics.unwrap().placements)
        };
        assert_eq!(placements(Method::Bitmask), nodes - 1, "N = {size}");
        assert_eq!(placements(Method::Stacked), (nodes - 1).div_ceil(2), "N = {size}");
    }
}

#[test]
fn placements_a_column_are_those_of_the_published_profiles() {
    struct Profile(Vec<u64>);
    impl Observer for Profile {
        const SQUARES: bool = false;
        fn place(&mut self, col: usize, _row: usize) -> Flow {
            self.0[col + 1] += 1;
            Flow::Continue(())
        }
    }
    for (size, profile) in rows("tree_profiles").into_iter().filter(|e| e.0 <= up_to(16, 10)) {
        let mut found = Profile(vec![0; size + 1]);
        found.0[0] = 1;
        search(Method::BitmaskIterative, &Board::new(size).unwrap(), &mut found).unwrap();
        assert_eq!(found.0, profile, "N = {size}");
    }
}

#[test]
fn solutions_that_differ_by_more_than_a_symmetry_are_as_many_as_published() {
    for size in 1..=up_to(14, 10) {
        let total = Request::count(size).unwrap().tally().run().unwrap();
        let tally = total.tally.unwrap();
        assert_eq!(u128::from(tally.fundamental), known("fundamental", size), "N = {size}");
        assert_eq!(u128::from(tally.by_90), known("symmetric_90", size), "N = {size}");
        assert_eq!(u128::from(tally.by_180 + tally.by_90), known("symmetric_180", size));
    }
}

#[test]
fn the_list_is_as_long_as_the_count_and_in_order() {
    for size in 0..=up_to(13, 10) {
        let all: Vec<_> = queens::solutions(size).unwrap().collect();
        assert_eq!(all.len() as u128, known("solutions", size), "N = {size}");
        assert!(all.is_sorted_by(|one, next| one < next), "N = {size}");
    }
}
