//! Other rules than those of queens: counts against published numbers and against a search without symmetry.

mod common;

use common::{known, sequence, up_to};
use queens::solve::Solve;
use queens::{Never, Position, Request, Rules};

fn counted(size: usize, rules: Rules) -> u128 {
    Request::count(size).unwrap().rules(rules).run().unwrap().solutions
}

fn searched(size: usize, rules: Rules) -> u128 {
    let position = Position::new(size).unwrap().with_rules(rules).unwrap();
    Solve::of(&position).count(u128::MAX, &Never).unwrap()
}

fn check_published(name: &str, rules: Rules, largest: usize) {
    for (size, published) in sequence(name).into_iter().take_while(|&(size, _)| size <= largest) {
        assert_eq!(counted(size, rules), published, "N = {size}, {rules}");
    }
}

#[test]
fn torus_counts_are_the_published_ones() {
    check_published("toroidal", Rules::Torus, up_to(19, 13));
}

#[test]
fn superqueen_counts_are_the_published_ones() {
    check_published("superqueens", Rules::Superqueens, up_to(17, 13));
}

#[test]
fn a_search_without_symmetry_counts_the_same() {
    for (rules, largest) in [(Rules::Torus, up_to(14, 12)), (Rules::Superqueens, up_to(13, 11))] {
        for size in 0..=largest {
            assert_eq!(searched(size, rules), counted(size, rules), "N = {size}, {rules}");
        }
    }
    assert_eq!(searched(13, Rules::Torus), known("toroidal", 13));
}

#[test]
fn counts_of_boards_up_to_3_are_correct_for_all_rules() {
    for rules in [Rules::Queens, Rules::Torus, Rules::Superqueens] {
        for (size, solutions) in [1, 1, 0, 0].into_iter().enumerate() {
            assert_eq!(counted(size, rules), solutions, "N = {size}, {rules}");
            assert_eq!(searched(size, rules), solutions, "N = {size}, {rules}");
        }
    }
}

#[test]
fn options_that_other_rules_do_not_support_are_errors() {
    let torus = Request::count(8).unwrap().rules(Rules::Torus);
    assert!(torus.clone().statistics().plan().is_err());
    assert!(torus.clone().method(queens::Method::CROSS).plan().is_err());
    assert!(torus.plan().unwrap().by_other_engine().is_none());
    assert!(Request::count(8).unwrap().rules(Rules::Regions).plan().is_err());
}
