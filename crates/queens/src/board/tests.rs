//! Tests of boards, rules, rotations and solutions.

use super::check::attack;
use super::*;
use crate::{BoardError, Error};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn permutations(size: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        let longer = |rows: Vec<u32>| {
            let free: Vec<u32> = (0..size).filter(|row| !rows.contains(row)).collect();
            free.into_iter().map(move |row| [&rows[..], &[row]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn every_small_permutation_is_checked_like_its_pairs_of_squares() {
    for size in 1..=7 {
        for rows in permutations(size) {
            let square = |col: u32| Square::new(col, rows[col as usize]);
            for rules in Rules::ALL {
                let attacks = |a, b| rules.attacks(square(a), square(b), size as usize);
                let fine = (0..size).all(|a| (0..a).all(|b| !attacks(a, b)));
                assert_eq!(attack(rules, &rows).is_none(), fine, "{rules} {rows:?}");
            }
        }
    }
}

#[test]
fn the_corners_of_the_largest_board_have_lines_of_their_own() {
    for (col, row) in [(0, 0), (0, 31), (31, 0), (31, 31)] {
        let mut lines = check::Lines::new(MAX_SIZE);
        assert!(lines.queen(col, row), "{col} {row}");
        assert!(!lines.queen(col, row), "{col} {row}");
    }
}

/// The squares that a queen on C3 of a board of size 7 attacks, the top row first.
fn attacked(rules: Rules) -> [String; 7] {
    let mark = |col, row| match Square::new(col, row) {
        at if at == square("C3") => 'Q',
        at if rules.attacks(square("C3"), at, 7) => 'x',
        _ => '.',
    };
    std::array::from_fn(|i| (0..7).map(|col| mark(col, 6 - i as u32)).collect())
}

#[test]
fn each_rule_attacks_the_squares_of_its_diagram() {
    assert_eq!(
        attacked(Rules::Queens),
        ["..x...x", "..x..x.", "x.x.x..", ".xxx...", "xxQxxxx", ".xxx...", "x.x.x.."]
    );
    assert_eq!(
        attacked(Rules::Torus),
        ["..x..xx", "..x..xx", "x.x.x..", ".xxx...", "xxQxxxx", ".xxx...", "x.x.x.."]
    );
    assert_eq!(
        attacked(Rules::Superqueens),
        ["..x...x", "..x..x.", "xxxxx..", "xxxxx..", "xxQxxxx", "xxxxx..", "xxxxx.."]
    );
    assert_eq!(
        attacked(Rules::Regions),
        ["..x....", "..x....", "..x....", ".xxx...", "xxQxxxx", ".xxx...", "..x...."]
    );
}

#[test]
fn boards_are_equal_if_size_queens_and_closed_squares_are() {
    let board = |size: usize, given: &[&str], closed: &[&str]| {
        let board = Board::new(size).unwrap().with_queens(given.iter().map(|name| square(name)));
        closed.iter().fold(board.unwrap(), |board, name| board.with_closed(square(name)).unwrap())
    };
    let one = board(8, &["A1", "B5"], &["C3", "D7"]);
    assert_eq!(one, board(8, &["B5", "A1"], &["D7", "C3"]));
    assert_ne!(one, board(9, &["A1", "B5"], &["C3", "D7"]));
    assert_ne!(one, board(8, &["A1"], &["C3", "D7"]));
    assert_ne!(one, board(8, &["A1", "B5"], &["C3"]));
    assert_ne!(board(8, &[], &[]), board(9, &[], &[]));
}

#[test]
fn squares_outside_the_board_are_errors() {
    for name in ["A9", "I1", "I9"] {
        let off = Err(Error::Board(BoardError::OffBoard { square: square(name), size: 8 }));
        assert_eq!(Board::new(8).unwrap().with_queen(square(name)), off);
        assert_eq!(Board::new(8).unwrap().with_closed(square(name)), off);
    }
    for name in ["A8", "H1", "H8"] {
        assert_eq!(
            Board::new(8).unwrap().with_queen(square(name)).unwrap().given(),
            [square(name)]
        );
    }
}

#[test]
fn rotations_are_named_by_their_degrees() {
    for (rotation, name) in [(Rotation::By180, "180"), (Rotation::By90, "90")] {
        assert_eq!((rotation.name(), rotation.to_string().as_str()), (name, name));
        assert_eq!(name.parse(), Ok(rotation));
    }
    let unknown = Error::Board(BoardError::UnknownRotation { name: "270".into() });
    assert_eq!("270".parse::<Rotation>(), Err(unknown));
}

#[test]
fn an_orbit_has_the_images_of_a_square_in_order() {
    let names = |rotation: Rotation, name: &str, size| {
        let orbit = rotation.orbit(square(name), size);
        orbit.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(Rotation::By180, "B1", 4), "B1 C4");
    assert_eq!(names(Rotation::By90, "B1", 4), "A3 B1 C4 D2");
    assert_eq!(names(Rotation::By90, "C3", 5), "C3");
    assert_eq!(names(Rotation::By180, "C3", 5), "C3");
}

#[test]
fn the_distinct_images_of_a_solution_are_in_order() {
    let orbit = |text: &str| {
        let orbit = text.parse::<Solution>().unwrap().orbit();
        orbit.iter().map(Solution::to_string).collect::<Vec<_>>()
    };
    assert_eq!(orbit("3 1 4 2"), ["2 4 1 3", "3 1 4 2"]);
    assert_eq!(orbit("1"), ["1"]);
    let eight = orbit("1 5 8 6 3 7 2 4");
    assert_eq!(eight.len(), 8);
    assert!(eight.is_sorted() && eight.contains(&"4 2 7 3 6 8 5 1".to_string()));
}

#[test]
fn a_solution_is_drawn_with_its_top_row_first() {
    let solution: Solution = "2 4 1 3".parse().unwrap();
    assert_eq!(solution.grid(), "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n");
    assert_eq!(solution.leetcode(), [".Q..", "...Q", "Q...", "..Q."]);
}

#[test]
fn a_row_outside_the_board_is_an_error_that_counts_from_1() {
    let outside = |row, col| {
        Err::<Solution, _>(Error::Board(BoardError::RowOutOfRange { row, col, size: 4 }))
    };
    assert_eq!(Solution::new([1, 3, 0, 4]), outside(5, 3));
    let error = "2 0 1 3".parse::<Solution>().unwrap_err().to_string();
    assert!(error.starts_with("'0' is not a row"), "{error}");
    assert_eq!("2 4 5 3".parse(), outside(5, 2));
    assert_eq!("2 4 1 3".parse(), Solution::new([1, 3, 0, 2]));
}

#[test]
fn all_squares_of_a_board_are_listed_by_columns() {
    let names: Vec<String> = Square::all(2).map(|square| square.to_string()).collect();
    assert_eq!(names, ["A1", "A2", "B1", "B2"]);
    let solution: Solution = "2 4 1 3".parse().unwrap();
    let names: Vec<String> = solution.squares().map(|square| square.to_string()).collect();
    assert_eq!(names, ["A2", "B4", "C1", "D3"]);
}
