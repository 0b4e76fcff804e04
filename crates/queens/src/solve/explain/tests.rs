//! Explanations of known positions, and the names and sentences of their parts.

use super::*;
use crate::Never;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/explanations.txt");
const KNOWN: &str = include_str!("../../../tests/data/explanations.txt");

/// The positions of the file. Together they need every rule.
const POSITIONS: [&str; 11] = [
    "size:1",
    "size:4 closed:C4",
    "size:6 closed:A1,B3",
    "size:8 given:A1,C2",
    "size:8 given:A1",
    "size:8 given:A1,B2",
    "size:16",
    "size:5 rules:regions regions:AABBB/ACCBB/ACDDB/EEEDD/EEEDD",
    "size:6 rules:torus",
    "size:7 rules:torus given:A1",
    "size:6 rules:superqueens",
];

fn end(end: &End) -> String {
    match end {
        End::Solved(solution) => format!("solution: {solution}"),
        End::GivenAttack(one, other) => format!("{one} and {other} attack each other"),
        End::Empty(unit) => format!("{unit} has no open square"),
        End::NoSolution => "no solution".to_string(),
    }
}

/// `QUEENS_WRITE_EXPLANATIONS=1 cargo test -p queens --lib explain` writes the file again.
#[test]
fn known_positions_are_explained_by_the_simplest_rules() {
    let mut text = String::new();
    for position in POSITIONS {
        let explanation = explain(&position.parse().unwrap(), &Never).unwrap();
        writeln!(text, "{position}").unwrap();
        for step in &explanation.steps {
            writeln!(text, "  {}, {}: {step}", step.rule(), step.difficulty()).unwrap();
        }
        let difficulty = explanation.difficulty();
        writeln!(text, "  {}; {difficulty}", end(&explanation.end)).unwrap();
        let guesses = explanation.steps.iter().any(|step| step.rule() == "guess");
        assert_eq!(explanation.guesses(), guesses);
    }
    if std::env::var_os("QUEENS_WRITE_EXPLANATIONS").is_some() {
        return std::fs::write(FILE, text).unwrap();
    }
    for (line, known) in text.lines().zip(KNOWN.lines()) {
        assert_eq!(line, known);
    }
    assert_eq!(text.lines().count(), KNOWN.lines().count());
}

#[test]
fn difficulties_are_read_by_the_names_that_they_print() {
    for (difficulty, name) in Difficulty::ALL.into_iter().zip(["easy", "medium", "hard"]) {
        assert_eq!((difficulty.name(), difficulty.to_string().as_str()), (name, name));
        assert_eq!(name.parse(), Ok(difficulty));
    }
    let unknown = Error::Solve(SolveError::UnknownDifficulty { name: "mild".into() });
    assert_eq!("mild".parse::<Difficulty>(), Err(unknown));
}

fn squares(names: &str) -> Vec<Square> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

#[test]
fn a_step_is_as_hard_as_the_number_of_its_lines_and_open_squares() {
    let difficulty = |reason| Step { reason, queen: None, closed: squares("A1") }.difficulty();
    let row = Unit::Row;
    let attack = |open: &str| difficulty(Reason::AllAttack(row(0), squares(open)));
    assert_eq!([attack("B1"), attack("B1 C1")], [Difficulty::Easy; 2]);
    assert_eq!(attack("B1 C1 D1"), Difficulty::Medium);
    let sets = |count: u32| {
        let units = (0..count).map(row).collect();
        difficulty(Reason::Sets(units, (0..count).map(Unit::Column).collect()))
    };
    assert_eq!(
        [sets(2), sets(3), sets(4)],
        [Difficulty::Medium, Difficulty::Hard, Difficulty::Hard]
    );
    assert_eq!(difficulty(Reason::Within(row(0), row(1))), Difficulty::Easy);
    assert_eq!(difficulty(Reason::Guess(row(0), squares("A1 B1"))), Difficulty::Hard);
}

#[test]
fn the_largest_position_that_is_explained_has_size_64() {
    let closed = |size: usize| {
        let column = (0..size as u32).map(|row| Square::new(0, row));
        Position::new(size).unwrap().with_closed(column).unwrap()
    };
    let explained = explain(&closed(MAX_EXPLAINED), &Never).unwrap();
    assert_eq!(explained.end, End::Empty(Unit::Column(0)));
    let too_large = Error::Board(BoardError::BoardTooLarge { size: 65, limit: 64 });
    assert_eq!(explain(&closed(65), &Never), Err(too_large));
}
