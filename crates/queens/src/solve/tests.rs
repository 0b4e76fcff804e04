//! Tests of solvers and counts.

use super::*;
use crate::{Inline, MAX_SIZE, Never, Rules, Square};
use std::sync::atomic::AtomicBool;

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

#[test]
fn solvers_are_read_by_the_names_that_they_print() {
    let names = [(Solver::Domains, "domains"), (Solver::Sat, "sat")];
    for (solver, name) in names.into_iter().filter(|(solver, _)| Solver::ALL.contains(solver)) {
        assert_eq!((solver.name(), solver.to_string().as_str()), (name, name));
        assert_eq!(name.parse(), Ok(solver));
    }
    let unknown = Error::Solve(SolveError::UnknownSolver { name: "guess".into() });
    assert_eq!("guess".parse::<Solver>(), Err(unknown));
}

#[test]
fn engines_count_the_positions_that_they_support() {
    let problem = |text: &str| position(text).request().map(|request| request.problem().clone());
    let given = position("size:8 given:A1");
    assert_eq!(problem("size:8 given:A1").unwrap().board, given.board().unwrap());
    for rules in [Rules::Torus, Rules::Superqueens] {
        let counted = problem(&format!("size:12 rules:{rules}")).unwrap();
        assert_eq!((counted.rules, counted.board.size()), (rules, 12));
        assert!(problem(&format!("size:{MAX_SIZE} rules:{rules}")).is_some());
        for refused in ["size:12 given:A1", "size:12 closed:A1", "size:33", "size:40 given:A1"] {
            assert!(problem(&format!("{refused} rules:{rules}")).is_none(), "{refused}");
        }
    }
    assert!(problem("size:33").is_none());
    let regions = "regions:AABB/ACBB/ACDD/CCDD";
    for (text, is_counted) in [
        ("size:4 rules:regions", true),
        ("size:4 rules:regions stars:2", true),
        ("size:4 rules:regions given:A1,D3 closed:B2", true),
        ("size:4 rules:regions given:A1,B2", false),
        ("size:4 rules:torus given:A1", false),
    ] {
        assert_eq!(problem(&format!("{text} {regions}")).is_some(), is_counted, "{text}");
    }
}

#[test]
fn a_position_has_as_many_solutions_as_are_found_one_by_one() {
    for text in [
        "size:8",
        "size:8 given:A1",
        "size:7 rules:torus",
        "size:10 rules:superqueens",
        "size:7 rules:torus given:A1",
        "size:6 rules:regions regions:AAAABB/CCAABB/CCDDBB/CDDDEE/FFFFEE/FFFFEE",
    ] {
        let position = position(text);
        let one_by_one = Solve::of(&position).count(u128::MAX, &Never).unwrap();
        assert_eq!(position.count(None, &Inline, &Never), Ok(one_by_one), "{text}");
        let most = position.count(Some(2), &Inline, &Never).unwrap();
        assert_eq!(most, one_by_one.min(2), "{text}");
    }
    assert_eq!(position("size:8").count(None, &Inline, &Never), Ok(92));
}

/// A position without solutions, whose search has several times as many steps as are taken between two polls: superqueens,
/// with a square of each solution closed.
fn long_search() -> Position {
    let board = position("size:10 rules:superqueens");
    let mut every = Solve::of(&board).every();
    let solutions: Vec<_> = std::iter::from_fn(|| every.next(&Never).unwrap()).collect();
    assert_eq!(solutions.len(), 4);
    let first = |solution: &Solution| Square::new(0, solution.rows()[0]);
    let position = board.clone().with_closed(solutions.iter().map(first)).unwrap();
    let mut domains = Domains::new(&position).unwrap();
    assert_eq!(domains.advance(u64::MAX, None), Outcome::Exhausted);
    assert!(domains.steps() > 2 * STOP_CHECK_INTERVAL, "{}", domains.steps());
    position
}

#[test]
fn a_long_search_ends_or_is_stopped() {
    let position = long_search();
    let solve = Solve::of(&position);
    // Some of these searches restart.
    for seed in 0..20 {
        assert_eq!(solve.seed(seed).find(&Never), Ok(None));
    }
    assert_eq!(solve.find(&AtomicBool::new(true)), Err(Error::Stopped));
    assert_eq!(solve.count(u128::MAX, &Never), Ok(0));
    assert_eq!(solve.count(u128::MAX, &AtomicBool::new(true)), Err(Error::Stopped));
    let mut every = solve.every();
    assert_eq!(every.next(&AtomicBool::new(true)), Err(Error::Stopped));
    // A stopped search continues.
    assert_eq!(every.next(&Never), Ok(None));
    assert_eq!(every.next(&Never), Ok(None));
}

#[test]
fn a_seed_decides_which_solution_is_found() {
    let position = position("size:20");
    let rows = |seed| Solve::of(&position).seed(seed).find(&Never).unwrap().unwrap();
    assert_eq!(rows(1), rows(1));
    let distinct: std::collections::HashSet<_> = (0..5).map(rows).collect();
    assert!(distinct.len() > 1);
}

#[test]
fn columns_may_take_several_words_of_memory() {
    for size in [63, 64, 65, 128, 130] {
        let position = Position::new(size).unwrap().with_given([Square::new(1, 62)]).unwrap();
        for seed in 0..3 {
            let solution = Solve::of(&position).seed(seed).find(&Never).unwrap().unwrap();
            assert_eq!(solution.rows()[1], 62);
        }
    }
}
