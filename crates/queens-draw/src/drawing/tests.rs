use super::*;
use queens::solutions;

/// A board with queens on these squares.
fn given(size: usize, names: &str) -> Drawing {
    let squares = names.split(' ').map(|name| name.parse().unwrap());
    Drawing::new(size).queens(squares).unwrap()
}

#[test]
fn the_empty_set_and_the_full_board_have_bits() {
    let empty = Drawing::new(3).bits(true).unwrap().text();
    assert!(empty.ends_with("cols  = 0\ndiag1 = 0\ndiag2 = 0\nfree in row 1: bits 0, 1, 2\n"));
    let solution: Solution = "2 4 1 3".parse().unwrap();
    let full = Drawing::from(&solution).bits(true).unwrap().text();
    assert!(full.contains("cols  = 2^0 + 2^1 + 2^2 + 2^3 = 15\n"), "{full}");
    assert!(full.ends_with("every row has a queen\n"), "{full}");
    let stuck = given(4, "A1 C2").bits(true).unwrap().text();
    assert!(stuck.ends_with("free in row 3: none\n"), "{stuck}");
    let one = given(4, "B1 D2").bits(true).unwrap().text();
    assert!(one.ends_with("free in row 3: bit 0\n"), "{one}");
}

#[test]
fn every_solution_has_bit_sets_of_its_size() {
    for solution in solutions(8).unwrap() {
        let board = Drawing::from(&solution).bits(true).unwrap().bits.unwrap();
        assert!(board.full());
        assert_eq!([board.cols.len(), board.diag1.len(), board.diag2.len()], [8; 3]);
    }
}

#[test]
fn a_closed_square_is_not_free() {
    let drawing = given(8, "A1 F2 H3").bits(true).unwrap();
    let drawing = drawing.closed("C4".parse()).unwrap();
    assert!(drawing.text().ends_with("free in row 4: bits 1, 4\n"));
    assert!(drawing.text().contains("\n4 · ○ # · ○ · · ·\n"));
}

#[test]
fn boards_without_bit_sets_are_errors_that_name_the_row() {
    let queens =
        |names: [&str; 2]| Drawing::new(8).queens(names.map(|name| name.parse().unwrap())).unwrap();
    let error = queens(["A1", "C4"]).bits(true).unwrap_err();
    assert_eq!(error, Error::RowsNotFilled { row: 1, queens: 0 });
    let error = queens(["A1", "C1"]).bits(true).unwrap_err();
    assert_eq!(error, Error::RowsNotFilled { row: 0, queens: 2 });
    let (first, second) = (Square::new(0, 0), Square::new(1, 1));
    let attack = Error::from(BoardError::Attack { first, second });
    assert_eq!(queens(["A1", "B2"]).bits(true), Err(attack));
    let error = Drawing::new(33).bits(true).unwrap_err();
    assert_eq!(error, Error::from(BoardError::BoardTooLarge { size: 33, limit: 32 }));
    let later = Drawing::new(8).bits(true).unwrap().queens("C4".parse());
    assert_eq!(later.unwrap_err(), Error::RowsNotFilled { row: 0, queens: 0 });
}

#[test]
fn squares_off_the_board_and_queens_on_closed_squares_are_errors() {
    let square = |name: &str| name.parse::<Square>().unwrap();
    let off = |name| Error::from(BoardError::OffBoard { square: square(name), size: 4 });
    assert_eq!(Drawing::new(4).queens([square("A1"), square("E2")]).unwrap_err(), off("E2"));
    assert_eq!(Drawing::new(4).closed([square("A5")]).unwrap_err(), off("A5"));
    let both = Drawing::new(4).closed([square("A1")]).unwrap().queens([square("A1")]);
    assert_eq!(
        both.unwrap_err(),
        Error::from(BoardError::QueenOnClosedSquare { square: square("A1") })
    );
}

#[test]
fn regions_are_drawn_and_attacks_follow_the_rules() {
    let position: Position = "size:4 given:B4 regions:AABB/ACCB/DDCB/DDCB".parse().unwrap();
    let drawing = Drawing::from(&position);
    let text = drawing.text();
    assert!(text.starts_with("4  1 ♛1  2  2\n3  1  3  3  2\n"), "{text}");
    // The colours are outside the text.
    let coloured = drawing.coloured_text();
    let parts =
        coloured.split('\x1b').map(|part| part.split_once('m').map_or(part, |(_, rest)| rest));
    assert_eq!(parts.collect::<String>(), text);
    assert_eq!(coloured.matches("\x1b[38;5;16;48;5;").count(), 16);
    assert_eq!(drawing.svg().matches("class=\"region\"").count(), 4);
    let attacked = drawing.attacks(true).text();
    assert_eq!(
        attacked,
        "4 ×1 ♛1 ×2 ×2\n3 ×1 ×3 ×3  2\n2  4 ×4  3  2\n1  4 ×4  3  2\n   A  B  C  D\n"
    );
    let torus: Position = "size:5 rules:torus given:A2".parse().unwrap();
    let attacked = Drawing::from(&torus).attacks(true).text();
    assert!(attacked.starts_with("rules: torus\n5 "), "{attacked}");
    assert!(attacked.ends_with("2 ♛ × × × ×\n1 × × · · ×\n  A B C D E\n"), "{attacked}");
}

#[test]
fn several_stars_attack_their_lines_when_these_are_full() {
    let regions = "AABBBBGG/AABBBEEG/AABBBEGG/CFFBBEGG/CFFFBHHG/CFFHHHHH/CCFFHHDH/CCCFDDDD";
    let attacked = |given: &str| {
        let position = format!("size:8 stars:2 given:{given} regions:{regions}");
        let position: Position = position.parse().unwrap();
        let drawing = Drawing::from(&position).attacks(true);
        let mark = drawing.marks();
        let attacked = Square::all(8).filter(|&square| mark(square) == Mark::Attacked);
        let mut names: Vec<String> = attacked.map(|square| square.to_string()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(attacked("A2"), "A1 A3 B1 B2 B3");
    // Column A and the region with A2 and A4 are full.
    assert_eq!(attacked("A2,A4"), "A1 A3 A5 A6 A7 A8 B1 B2 B3 B4 B5 C1");
}

#[test]
fn squares_of_wide_boards_are_above_their_column_names() {
    let text = Drawing::new(28).queens("AB1".parse()).unwrap().text();
    let widths: BTreeSet<usize> = text.lines().map(|line| line.chars().count()).collect();
    assert_eq!(widths.len(), 1);
    assert!(text.ends_with("  Z AA AB\n"), "{text}");
    assert!(text.contains("  ·  ♛\n"), "{text}");
}
