//! Tests of constraints.

use super::*;
use queens::Never;

fn of(text: &str) -> Constraints {
    Constraints::of(&text.parse().unwrap(), &Never).unwrap()
}

/// The constraints as text: `row_1 A1 C1 = 1`.
fn lines(constraints: &Constraints) -> Vec<String> {
    let line = |constraint: Constraint| {
        let squares = constraint.variables.iter().map(|&v| constraints.squares[v as usize]);
        let names: Vec<String> = squares.map(|square| square.to_string()).collect();
        let relation = if constraint.exactly().is_some() { "=" } else { "<=" };
        format!("{} {} {relation} {}", constraint.name, names.join(" "), constraint.most)
    };
    constraints.iter().map(line).collect()
}

#[test]
fn every_line_and_every_near_square_is_a_constraint() {
    let expected = [
        "column_1 A1 A2 = 1",
        "column_2 B1 B2 = 1",
        "row_1 A1 B1 = 1",
        "row_2 A2 B2 = 1",
        "falling_2 A2 B1 <= 1",
        "rising_2 A1 B2 <= 1",
    ];
    assert_eq!(lines(&of("size:2")), expected);
    let torus = lines(&of("size:2 rules:torus"));
    assert_eq!(torus[..4], expected[..4]);
    assert_eq!(
        torus[4..],
        ["falling_1 A1 B2 = 1", "falling_2 A2 B1 = 1", "rising_1 A1 B2 = 1", "rising_2 A2 B1 = 1"]
    );
    let knights = lines(&of("size:3 rules:superqueens"));
    assert!(knights.contains(&"knight_1_1_2_3 A1 B3 <= 1".to_string()), "{knights:?}");
    assert_eq!(knights.iter().filter(|line| line.starts_with("knight")).count(), 8);
    let regions = lines(&of("size:2 regions:AB/AA"));
    assert_eq!(
        regions[4..],
        ["region_A A1 A2 B1 = 1", "region_B B2 = 1", "block_1_1 A1 A2 B1 B2 <= 1"]
    );
    assert!(lines(&of("size:0")).is_empty());
}

#[test]
fn squares_that_cannot_have_a_queen_have_no_variable() {
    let constraints = of("size:4 given:A2 closed:C3");
    let names: Vec<String> = constraints.squares().iter().map(|s| s.to_string()).collect();
    assert_eq!(names, ["A2", "B4", "C1", "D1", "D3", "D4"]);
    assert!(lines(&constraints).contains(&"given_1_2 A2 = 1".to_string()));
}

#[test]
fn given_queens_that_attack_each_other_contradict_each_other() {
    let expected = [
        ("size:4 given:A1,B2", "rising_4 A1 B2 <= 1"),
        ("size:4 given:A1,A3", "column_1 A1 A3 = 1"),
        ("size:5 given:A1,B3 rules:superqueens", "knight_1_1_2_3 A1 B3 <= 1"),
        ("size:4 given:A1,B2 regions:ABCD/ABCD/ABCD/ABCD", "block_1_1 A1 B2 <= 1"),
        ("size:5 given:A1,B5 rules:torus", "falling_1 A1 B5 = 1"),
    ];
    for (text, line) in expected {
        let lines = lines(&of(text));
        assert!(lines.contains(&line.to_string()), "{text}: {lines:?}");
    }
}

#[test]
fn a_line_without_an_open_square_keeps_a_closed_one() {
    let closed = lines(&of("size:1 closed:A1"));
    assert_eq!(closed, ["column_1 A1 = 1", "row_1 A1 = 1", "closed_1_1 A1 = 0"]);
    // A1 attacks every square that is left in the other columns and rows.
    let attacked = lines(&of("size:3 given:A1 closed:B3,C2"));
    assert!(attacked.contains(&"row_2 A2 = 1".to_string()), "{attacked:?}");
    assert!(attacked.contains(&"closed_1_2 A2 = 0".to_string()), "{attacked:?}");
    for constraint in of("size:6 closed:A1,A2,A3,A4,A5,A6,B6,C6,D6,E6,F6").iter() {
        assert!(!constraint.variables.is_empty(), "{}", constraint.name);
    }
}

#[test]
fn the_control_stops_the_work() {
    let stopped = std::sync::atomic::AtomicBool::new(true);
    let position = Position::new(5000).unwrap();
    assert_eq!(Constraints::of(&position, &stopped).unwrap_err(), Error::from(queens::Stopped));
    let large = Constraints::of(&position, &Never).unwrap_err();
    assert!(large.to_string().contains("at most 1000000 open squares, found 25000000"), "{large}");
}

#[test]
fn superqueens_attack_eight_more_squares_and_regions_eight() {
    let near = |text: &str, name: &str| {
        let near = near(&text.parse().unwrap(), name.parse().unwrap());
        let mut names: Vec<String> = near.map(|square| square.to_string()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(near("size:8 rules:superqueens", "D4"), "B3 B5 C2 C6 E2 E6 F3 F5");
    assert_eq!(near("size:8 rules:superqueens", "A1"), "B3 C2");
    let regions = "size:4 rules:regions regions:AABB/ACBB/ACDD/CCDD";
    assert_eq!(near(regions, "B2"), "A1 A2 A3 B1 B3 C1 C2 C3");
    assert_eq!(near(regions, "D4"), "C3 C4 D3");
    assert_eq!(near("size:8", "D4"), "");
}
