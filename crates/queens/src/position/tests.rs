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
    let wrong = |size, regions| Err(Error::Position(PositionError::WrongRegions { size, regions }));
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

#[test]
fn a_row_outside_the_position_is_an_error_that_counts_from_1() {
    let position = Position::new(4).unwrap();
    let outside = Error::Board(BoardError::RowOutOfRange { row: 5, col: 2, size: 4 });
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
