//! Tests of positions and regions.

use super::*;

fn squares(names: &str) -> Vec<Square> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

fn regions(rows: &[&str]) -> Regions {
    Regions::new(&rows.iter().map(|row| row.chars().collect()).collect::<Vec<_>>()).unwrap()
}

#[test]
fn regions_cover_the_board_and_are_as_many_as_its_rows() {
    let board = |size| Position::new(size).unwrap();
    let wrong = |size, regions| Err(Error::from(BoardError::WrongRegions { size, regions }));
    assert_eq!(board(4).with_regions(regions(&["AABB", "ACBB", "ACCC", "CCCC"])), wrong(4, 3));
    let larger = regions(&["AAAAB", "CCCCB", "CCCCD", "CCCCD", "DDDDD"]);
    assert_eq!(larger.names().len(), 4);
    assert_eq!(board(4).with_regions(larger), wrong(4, 4));
    let right = regions(&["AABB", "ACBB", "ACDD", "CCDD"]);
    // Names in the order of the rows from the bottom.
    assert_eq!(right.names(), ['C', 'D', 'A', 'B']);
    let position = board(4).with_regions(right.clone()).unwrap();
    assert_eq!((position.rules(), position.regions()), (Rules::Regions, Some(&right)));
}

#[test]
fn queens_are_given_and_taken_back() {
    let position = Position::new(4).unwrap().with_given(squares("B4")).unwrap();
    let position = position.with_closed(squares("A1 D4")).unwrap();
    let empty = position.without_given();
    assert!(empty.given().is_empty());
    assert_eq!((empty.closed(), empty.size()), (position.closed(), 4));
    let solution = "2 4 1 3".parse().unwrap();
    assert_eq!(position.filled(&solution).given(), squares("A2 B4 C1 D3"));
    assert_eq!(position.filled(&solution).closed(), position.closed());
}

#[test]
fn engines_get_the_board_of_a_position_that_they_support() {
    let position = |size| Position::new(size).unwrap();
    assert_eq!(position(MAX_SIZE).board(), Board::new(MAX_SIZE).ok());
    assert_eq!(position(MAX_SIZE + 1).board(), None);
    let given = position(8).with_given(squares("A1 B5")).unwrap().with_closed(squares("H8"));
    let board = Board::new(8).unwrap().with_queens(squares("A1 B5")).unwrap();
    assert_eq!(given.unwrap().board(), board.with_closed(squares("H8")[0]).ok());
    assert_eq!(position(8).with_given(squares("A1 B2")).unwrap().board(), None);
    assert_eq!(position(8).with_rules(Rules::Torus).unwrap().board(), None);
}

/// A position of size 8 in which each pair of rows has two regions, one on the left and one on the right.
fn halves() -> Position {
    let rows = ["AAAABBBB", "AAAABBBB", "CCCCDDDD", "CCCCDDDD"];
    let below = ["EEEEFFFF", "EEEEFFFF", "GGGGHHHH", "GGGGHHHH"];
    let rows: Vec<&str> = rows.into_iter().chain(below).collect();
    Position::new(8).unwrap().with_regions(regions(&rows)).unwrap()
}

#[test]
fn several_stars_need_regions_and_room() {
    let wrong = |stars| Err(Error::from(BoardError::WrongStars { size: 8, stars, most: 4 }));
    assert_eq!(halves().with_stars(0), wrong(0));
    assert_eq!(halves().with_stars(5), wrong(5));
    assert_eq!(halves().with_stars(4).unwrap().stars(), 4);
    let without = |rules| Error::Position(PositionError::StarsWithoutRegions { stars: 2, rules });
    let queens = halves().with_rules(Rules::Queens).unwrap();
    assert_eq!(queens.with_stars(2), Err(without(Rules::Queens)));
    let two = halves().with_stars(2).unwrap();
    assert_eq!(two.with_rules(Rules::Torus), Err(without(Rules::Torus)));
    assert!(Position::new(0).unwrap().with_stars(1).is_ok());
}

#[test]
fn solutions_with_two_stars_are_checked() {
    let position = halves().with_stars(2).unwrap();
    // Columns A to H from the bottom: each row, column and region has two queens, and none is adjacent to another.
    let right = [1, 3, 5, 7, 1, 3, 5, 7, 0, 2, 4, 6, 0, 2, 4, 6];
    let solution = position.check(&right).unwrap();
    assert_eq!((solution.size(), solution.stars(), solution.rows()), (8, 2, &right[..]));
    assert_eq!(&solution.square_names()[..11], "A2 A4 B6 B8");
    assert_eq!(solution.leetcode()[7], "....Q.Q.");
    assert!(solution.has_queen(squares("B6")[0]) && !solution.has_queen(squares("B7")[0]));
    assert_eq!(position.filled(&solution).given().len(), 16);
    for symmetry in queens::Symmetry::ALL {
        let image = solution.image(symmetry);
        assert_eq!(image.image(symmetry.inverse()), solution);
    }
    let wrong = |place: usize, row: u32| {
        let mut rows = right;
        rows[place] = row;
        position.check(&rows).unwrap_err().to_string()
    };
    assert_eq!(wrong(1, 2), "the queens on A2 and A3 attack each other");
    assert_eq!(wrong(1, 1), "the queens on A2 and A2 attack each other");
    assert_eq!(wrong(2, 4), "the queens on A4 and B5 attack each other");
    assert_eq!(wrong(15, 7), "row 7 has 1 queen, expected 2");
    assert_eq!(wrong(15, 8), "row 9 in column H: rows go from 1 to 8");
    let mut swapped = right;
    swapped.swap(0, 1);
    let error = position.check(&swapped).unwrap_err().to_string();
    assert!(error.starts_with("the queen on A2 comes after one above it"), "{error}");
    let few = position.check(&right[..14]).unwrap_err().to_string();
    assert_eq!(few, "14 queens on a board of size 8: expected 16 queens");
    let elsewhere = position.clone().with_given(squares("A1")).unwrap();
    let error = elsewhere.check(&right).unwrap_err().to_string();
    assert_eq!(error, "the given queen on A1 is missing");
    let rows = position.to_text().replace("GGGGHHHH\nGGGGHHHH", "EGGGHHHH\nGGGGHHHH");
    let error = rows.parse::<Position>().unwrap().check(&right).unwrap_err().to_string();
    assert_eq!(error, "region 7 has 1 queen, expected 2");
}

#[test]
fn with_several_stars_only_adjacent_queens_attack() {
    let position = halves().with_stars(2).unwrap();
    let attacks = |pair: &str| {
        let pair = squares(pair);
        position.attacks(pair[0], pair[1])
    };
    assert!(attacks("B2 C3") && attacks("B2 B3") && attacks("B2 A1"));
    assert!(!attacks("B2 B4") && !attacks("B2 D2") && !attacks("B2 B2"));
}

#[test]
fn a_row_outside_the_position_is_an_error_that_counts_from_1() {
    let position = Position::new(4).unwrap();
    let outside = Error::from(BoardError::RowOutOfRange { row: 5, col: 2, size: 4 });
    assert_eq!(position.check(&[1, 3, 4, 2]), Err(outside));
    assert!(position.check(&[1, 3, 0, 2]).is_ok());
}

#[test]
fn regions_count_only_by_the_rules_of_regions() {
    let coloured = regions(&["AABB", "ACBB", "ACDD", "CCDD"]);
    let position = Position::new(4).unwrap().with_regions(coloured).unwrap();
    // A2 is in region A or C, B4 in A: by the rules of queens regions do not matter.
    let queens = position.clone().with_rules(Rules::Queens).unwrap();
    assert!(queens.check(&[1, 3, 0, 2]).is_ok() && queens.check(&[2, 0, 3, 1]).is_ok());
    let by_regions = |rows: &[u32]| position.check(rows);
    let errors = [by_regions(&[1, 3, 0, 2]), by_regions(&[2, 0, 3, 1])];
    let same = |end: &Result<Solution, Error>| {
        matches!(end, Err(Error::Position(PositionError::SameRegion { .. })))
    };
    assert!(errors.iter().any(same), "{errors:?}");
}
