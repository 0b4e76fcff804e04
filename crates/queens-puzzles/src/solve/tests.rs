//! Tests of solvers and counts.

use super::*;
use queens::{Inline, MAX_SIZE, Never, Rules, Square};
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
    assert_eq!(solve.find(&AtomicBool::new(true)), Err(queens::Stopped.into()));
    assert_eq!(solve.count(u128::MAX, &Never), Ok(0));
    assert_eq!(solve.count(u128::MAX, &AtomicBool::new(true)), Err(queens::Stopped.into()));
    let mut every = solve.every();
    assert_eq!(every.next(&AtomicBool::new(true)), Err(queens::Stopped.into()));
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

/// A random position with any rules, closed squares and given queens that do not attack each other.
fn random_position(seed: u64) -> Position {
    use queens::Regions;
    use rand::RngExt;
    use rand::seq::SliceRandom;
    let mut random = Pcg64::seed_from_u64(seed);
    let size = random.random_range(1..=8);
    let mut squares: Vec<Square> = Square::all(size).collect();
    squares.shuffle(&mut random);
    let closed = random.random_range(0..=squares.len() / 2);
    let position = Position::new(size).unwrap().with_closed(squares.drain(..closed)).unwrap();
    let position = match Rules::ALL[random.random_range(0..Rules::ALL.len())] {
        Rules::Regions => {
            let name = |place: usize| char::from(b'A' + (place % size) as u8);
            let mut names: Vec<char> = (0..size * size).map(name).collect();
            names.shuffle(&mut random);
            let rows: Vec<Vec<char>> = names.chunks(size).map(<[char]>::to_vec).collect();
            position.with_regions(Regions::new(&rows).unwrap()).unwrap()
        }
        rules => position.with_rules(rules).unwrap(),
    };
    let given = squares.into_iter().take(random.random_range(0..3));
    let with = position.clone().with_given(given).unwrap();
    if with.given_attack().is_none() { with } else { position }
}

#[test]
fn a_search_on_masks_finds_a_solution_if_there_is_one_and_closes_none_of_its_squares() {
    let mut solved = 0;
    for seed in 0..2000 {
        let position = random_position(seed);
        let Some(domains) = Domains::new(&position) else {
            continue;
        };
        let squares = domains.open_squares(64).unwrap();
        assert_eq!(
            domains.open_squares(squares.len().wrapping_sub(1)).is_some(),
            squares.is_empty()
        );
        let mut masks = Masks::new(&position, squares).unwrap();
        let mut every = Solve::of(&position).every();
        let mut solutions = 0;
        while let Some(solution) = every.next(&Never).unwrap() {
            solutions += 1;
            let placed = |square: &Square| !position.given().contains(square);
            for queen in solution.squares().filter(placed) {
                assert!(masks.is_open_square(queen), "seed {seed}: {queen} is in {solution}");
            }
        }
        let mut random = Pcg64::seed_from_u64(seed);
        let mut steps = 1;
        let end = loop {
            match masks.advance(steps, &mut random) {
                Outcome::Limit => masks.restart(),
                end => break end,
            }
            steps += 1;
        };
        assert_eq!(end == Outcome::Solution, solutions > 0, "seed {seed}");
        if end == Outcome::Solution {
            solved += 1;
            assert!(position.check(&masks.rows()).is_ok(), "seed {seed}");
        }
    }
    assert!((500..1500).contains(&solved), "{solved}");
}

#[test]
fn a_hard_position_is_searched_on_masks_after_the_first_restart() {
    let mut squares: Vec<Square> = Square::all(40).collect();
    {
        use rand::seq::SliceRandom;
        squares.shuffle(&mut Pcg64::seed_from_u64(3));
    }
    let position = Position::new(40).unwrap().with_closed(squares.drain(280..)).unwrap();
    let mut domains = Domains::new(&position).unwrap();
    let mut random = Pcg64::seed_from_u64(0);
    assert_eq!(domains.advance(4 * 40 + STOP_CHECK_INTERVAL, Some(&mut random)), Outcome::Limit);
    let found = Solve::of(&position).find(&Never).unwrap();
    assert_eq!(found.is_some(), Solve::of(&position).count(1, &Never).unwrap() == 1);
}
