//! Positions by other rules: the search without symmetry against the counting engines.

#[path = "../../queens/tests/common/mod.rs"]
mod common;

use common::{known, up_to};
use queens::{Never, Request, Rotation, Rules, Solution};
use queens_puzzles::Position;
use queens_puzzles::solve::Solve;

fn counted(size: usize, rules: Rules) -> u128 {
    Request::count(size).unwrap().rules(rules).run().unwrap().solutions
}

fn searched(size: usize, rules: Rules) -> u128 {
    let position = Position::new(size).unwrap().with_rules(rules).unwrap();
    Solve::of(&position).count(u128::MAX, &Never).unwrap()
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
fn searches_of_boards_up_to_3_are_correct_for_all_rules() {
    for rules in [Rules::Queens, Rules::Torus, Rules::Superqueens] {
        for (size, solutions) in [1, 1, 0, 0].into_iter().enumerate() {
            assert_eq!(searched(size, rules), solutions, "N = {size}, {rules}");
        }
    }
}

#[test]
fn positions_cannot_have_rules_that_are_only_counted() {
    for rules in Rules::ONLY_COUNTED {
        let error = Position::new(8).unwrap().with_rules(rules).unwrap_err().to_string();
        assert!(error.contains("only empty boards are counted"), "{error}");
        assert!(format!("size:8 rules:{rules}").parse::<Position>().is_err());
    }
}

/// All superqueens, listed by the solver of positions.
fn superqueens(size: usize) -> Vec<Solution> {
    let position = Position::new(size).unwrap().with_rules(Rules::Superqueens).unwrap();
    let mut every = Solve::of(&position).every();
    std::iter::from_fn(|| every.next(&Never).unwrap()).collect()
}

#[test]
fn symmetric_superqueens_are_those_unchanged_by_the_rotation() {
    for size in 0..=up_to(14, 12) {
        let all = superqueens(size);
        for rotation in Rotation::ALL {
            let fixed = all.iter().filter(|s| s.image(rotation.symmetry()) == **s);
            let request = Request::count(size).unwrap().rules(Rules::Superqueens).only(rotation);
            let counted = request.run().unwrap().solutions;
            assert_eq!(counted, fixed.count() as u128, "N = {size}, rotation {rotation}");
        }
    }
}
