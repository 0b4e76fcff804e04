//! Exports and proofs: independent readers of every format find the solutions of the definition, and an independent checker
//! accepts the proofs.

#[cfg(feature = "sat")]
mod checker;
#[path = "../../../queens/tests/common/mod.rs"]
mod common;
mod programs;
#[path = "../common/random.rs"]
mod random;

use common::up_to;
use programs::Program;
use proptest::prelude::*;
use queens::Never;
use queens_puzzles::Position;
use queens_puzzles::export::{Export, Format};
use random::{by_definition, positions};
use std::collections::BTreeSet;

fn text(position: &Position, format: Format) -> String {
    Export::new(position, format, &Never).unwrap().to_string()
}

/// The solutions of the definition as sets of variables.
fn expected(position: &Position) -> BTreeSet<Vec<String>> {
    let name = |col: usize, row: u32| format!("q_{}_{}", col + 1, row + 1);
    let names = |rows: &Vec<u32>| -> Vec<String> {
        let queens = rows.iter().enumerate();
        let mut names: Vec<String> =
            queens.map(|(place, &row)| name(place / position.stars(), row)).collect();
        names.sort();
        names
    };
    by_definition(position).iter().map(names).collect()
}

/// Checks that every format except for QUBO has exactly the solutions of the definition.
fn check_formats(position: &Position) -> Result<usize, TestCaseError> {
    let expected = expected(position);
    for (format, read) in [
        (Format::Opb, Program::from_opb as fn(&str) -> Program),
        (Format::Lp, Program::from_lp),
        (Format::Mps, Program::from_mps),
        (Format::Minizinc, Program::from_minizinc),
    ] {
        let text = text(position, format);
        let solutions = read(&text).solutions();
        prop_assert_eq!(solutions.len(), expected.len(), "{}: {}", format, text);
        let solutions: BTreeSet<Vec<String>> = solutions.into_iter().collect();
        prop_assert_eq!(&solutions, &expected, "{}: {}", format, text);
    }
    // Auxiliary variables are counted as well: each solution must have one value of them.
    let text = text(position, Format::Cnf);
    let (program, squares) = Program::from_cnf(&text);
    let mut models = program.solutions();
    prop_assert_eq!(models.len(), expected.len(), "{}", text);
    models.iter_mut().for_each(|model| model.retain(|name| squares.contains(name)));
    let models: BTreeSet<Vec<String>> = models.into_iter().collect();
    prop_assert_eq!(&models, &expected, "{}", text);
    Ok(expected.len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(up_to(2000, 250) as u32))]

    #[test]
    fn every_format_has_exactly_the_solutions_of_the_definition(position in positions(0..=7, 1..=2)) {
        check_formats(&position)?;
    }

    #[test]
    fn a_qubo_is_zero_exactly_for_solutions(position in positions(0..=4, 1..=2)) {
        let expected = expected(&position);
        let qubo = programs::Qubo::read(&text(&position, Format::Qubo));
        prop_assume!(qubo.names.len() <= 16);
        let mut zeros = BTreeSet::new();
        for assignment in 0..1_u32 << qubo.names.len() {
            let value = qubo.value(|variable| assignment >> variable & 1 == 1);
            prop_assert!(value >= 0);
            if value == 0 {
                let queens = (0..qubo.names.len()).filter(|variable| assignment >> variable & 1 == 1);
                let mut queens: Vec<String> = queens.map(|v| qubo.names[v].clone()).collect();
                queens.sort();
                zeros.insert(queens);
            }
        }
        prop_assert_eq!(zeros, expected);
    }

    #[cfg(feature = "sat")]
    #[test]
    fn a_position_has_either_a_solution_or_a_proof_that_a_checker_accepts(position in positions(0..=7, 1..=2)) {
        let (found, proof) = checker::proved(&position);
        prop_assert_eq!(found.is_some(), !by_definition(&position).is_empty());
        if found.is_none() {
            let cnf = text(&position, Format::Cnf);
            prop_assert_eq!(checker::check(&cnf, &proof), Ok(()), "{}\n{}", cnf, proof);
        }
    }
}

/// Positions in which the solver learns, deletes and shortens many clauses.
#[cfg(feature = "sat")]
#[test]
fn long_proofs_are_accepted() {
    let mut deleted = 0;
    let largest = up_to(14, 10);
    let torus = (6..=largest).filter(|size| size % 2 == 0 || size % 3 == 0);
    let mut positions: Vec<Position> =
        torus.map(|size| format!("size:{size} rules:torus").parse().unwrap()).collect();
    positions.extend((0..up_to(100, 12) as u64).map(|seed| {
        let size = 20 + (seed % 6) as usize;
        random::blocked(size, random::half_solvable(size), seed)
    }));
    for position in positions {
        let (found, proof) = checker::proved(&position);
        if found.is_none() {
            deleted += proof.lines().filter(|line| line.starts_with('d')).count();
            let cnf = text(&position, Format::Cnf);
            assert_eq!(checker::check(&cnf, &proof), Ok(()), "{}", position.to_short());
        }
    }
    println!("{deleted} deleted clauses");
    assert!(deleted > 100, "{deleted}");
}

#[cfg(feature = "sat")]
#[test]
fn the_checker_refuses_wrong_proofs() {
    let position: Position = "size:6 rules:torus".parse().unwrap();
    let cnf = text(&position, Format::Cnf);
    let (_, proof) = checker::proved(&position);
    assert_eq!(checker::check(&cnf, &proof), Ok(()));
    // Without the learnt clauses the last one does not follow, and without the last one nothing is proved.
    assert!(checker::check(&cnf, "0\n").is_err());
    let lines: Vec<&str> = proof.lines().collect();
    assert!(checker::check(&cnf, &lines[..lines.len() - 1].join("\n")).is_err());
    // A clause that does not follow, and one that is unknown.
    assert!(checker::check(&cnf, &format!("1 2 3 0\n{proof}")).is_err());
    assert!(checker::check(&cnf, &format!("d 1 2 3 0\n{proof}")).is_err());
    // A proof of another position.
    let other = text(&"size:5 rules:torus".parse().unwrap(), Format::Cnf);
    assert!(checker::check(&other, &proof).is_err());
}

/// Two stars per row, column and region are possible from N = 8.
#[test]
fn every_format_has_the_solutions_with_two_stars() {
    let mut solutions = 0;
    for seed in 0..up_to(200, 10) as u64 {
        solutions += check_formats(&random::two_stars(seed)).unwrap();
    }
    assert!(solutions > 10, "{solutions}");
}

#[test]
fn the_empty_board_of_size_0_has_one_solution_in_every_format() {
    let position = Position::new(0).unwrap();
    assert_eq!(expected(&position).len(), 1);
    let cnf = text(&position, Format::Cnf);
    assert!(cnf.ends_with("p cnf 0 0\n"), "{cnf}");
    assert_eq!(Program::from_cnf(&cnf).0.solutions(), [Vec::<String>::new()]);
    let qubo = programs::Qubo::read(&text(&position, Format::Qubo));
    assert_eq!((qubo.names.len(), qubo.value(|_| false)), (0, 0));
}

#[test]
fn large_positions_are_exported() {
    // The digits of the largest names, and the number of lines: N columns and rows and 2 (2 N - 3) diagonals of two squares or more.
    let size = 200;
    let position = Position::new(size).unwrap();
    let program = Program::from_lp(&text(&position, Format::Lp));
    assert_eq!((program.names.len(), program.rows.len()), (size * size, 6 * size - 6));
    assert!(program.names.contains(&"q_200_200".to_string()));
}
