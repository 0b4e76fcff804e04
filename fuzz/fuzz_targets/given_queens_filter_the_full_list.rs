//! Any given queens and closed squares: what is found on the board is what is left of the full list.
#![no_main]

use libfuzzer_sys::fuzz_target;
use queens::{Board, Method, Request, Solution, Solutions, Square, solutions};

/// Of each triple the first says whether a queen is given or the square closed.
type Squares = Vec<(bool, u8, u8)>;

fuzz_target!(|input: (u8, Squares)| {
    let (size, squares) = input;
    let size = usize::from(size % 8);
    let mut board = Board::new(size).unwrap();
    for (queen, col, row) in squares.into_iter().take(64) {
        // One line beyond the board too: what is off the board must be refused.
        let line = |line: u8| u32::from(line) % (size as u32 + 1);
        let square = Square::new(line(col), line(row));
        let more = board.clone();
        let more = if queen { more.with_queen(square) } else { more.with_closed(square) };
        board = more.unwrap_or(board);
    }
    let has = |one: &Solution, square: &Square| one.rows()[square.col as usize] == square.row;
    let fits = |one: &Solution| {
        board.given().iter().all(|square| has(one, square))
            && !board.closed().iter().any(|square| has(one, square))
    };
    let left: Vec<Solution> = solutions(size).unwrap().filter(fits).collect();
    assert_eq!(Solutions::on(&board).unwrap().collect::<Vec<_>>(), left);
    for info in Method::all().map(Method::info).filter(|info| info.takes_given_queens) {
        let total = Request::on(board.clone()).method(Method::new(info)).run().unwrap();
        assert_eq!(total.solutions, left.len() as u128, "{}", info.name);
    }
});
