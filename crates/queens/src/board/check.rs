//! Checks whether queens attack each other, in linear time and memory: one bit per line of the board.
//!
//! It shares no code with the searches whose solutions it checks. Checked against `Rules::attacks` for every pair of squares.

use super::{Regions, Rules, Square};
use crate::{BoardError, Error};

/// Returns two queens that attack each other, if there are any: the first pair from column A on. Regions are not checked.
/// Every row must be on the board.
pub(crate) fn attack(rules: Rules, rows: &[u32]) -> Option<(Square, Square)> {
    let size = rows.len();
    let mut lines = Lines::new(size);
    for (col, &row) in rows.iter().enumerate() {
        let (row, here) = (row as usize, Square::new(col as u32, row));
        let free = match rules {
            Rules::Queens | Rules::Superqueens => lines.queen(col, row),
            Rules::Torus => {
                let (down, up) = ((row + size - col) % size, (row + col) % size);
                lines.take(0, row) & lines.take(1, down) & lines.take(2, up)
            }
            Rules::Regions => lines.take(0, row),
            Rules::Semiqueens => lines.take(0, row) & lines.take(1, row + size - 1 - col),
            Rules::Reflecting => {
                // The numbers `row + col` and `row - col`, with columns from 1, are different.
                let (down, up) = (row + size + col + 1, row + size - col - 1);
                lines.take(0, row) & lines.take(1, down) & lines.take(1, up)
            }
        };
        let before =
            |far: usize| Some(Square::new((col.checked_sub(far)?) as u32, rows[col - far]));
        let near = |other: &Square| match rules {
            Rules::Queens | Rules::Torus | Rules::Semiqueens | Rules::Reflecting => false,
            Rules::Superqueens => other.row.abs_diff(here.row) == 3 - (here.col - other.col),
            Rules::Regions => other.col + 1 == here.col && other.row.abs_diff(here.row) <= 1,
        };
        if let Some(other) = [before(1), before(2)].into_iter().flatten().find(near) {
            return Some((other, here));
        }
        if !free {
            let squares = rows.iter().enumerate().map(|(c, &r)| Square::new(c as u32, r));
            let other = squares.take(col).find(|&other| rules.attacks(other, here, size));
            return Some((other.expect("the queen that took the line"), here));
        }
    }
    None
}

/// Checks that each column and row has this number of queens, and that no two are adjacent. The rows of a column must be in ascending
/// order.
pub(crate) fn stars(rows: &[u32], stars: usize) -> Result<(), Error> {
    let size = rows.len() / stars.max(1);
    Regions::check_stars(size, stars)?;
    if rows.len() != size * stars {
        let (queens, expected) = (rows.len(), size * stars);
        return Err(Error::Board(BoardError::WrongSize { queens, size, expected }));
    }
    let mut of_row = vec![0; size];
    let mut before: &[u32] = &[];
    for (col, queens) in (0..).zip(rows.chunks(stars)) {
        for (place, &row) in queens.iter().enumerate() {
            let here = Square::new(col, row);
            let Some(of_row) = of_row.get_mut(row as usize) else {
                let row = u64::from(row) + 1;
                return Err(Error::Board(BoardError::RowOutOfRange { row, col, size }));
            };
            *of_row += 1;
            let own = queens[..place].iter().map(|&row| Square::new(col, row));
            let others = before.iter().map(|&row| Square::new(col - 1, row)).chain(own);
            if let Some(first) = others.into_iter().find(|other| other.is_near(here)) {
                return Err(Error::Board(BoardError::Attack { first, second: here }));
            }
            if place > 0 && queens[place - 1] > row {
                return Err(Error::Board(BoardError::Unsorted { square: here }));
            }
        }
        before = queens;
    }
    let Some(row) = of_row.iter().position(|&queens| queens != stars) else { return Ok(()) };
    let (what, queens) = (format!("row {}", row + 1), of_row[row]);
    Err(Error::Board(BoardError::WrongNumber { what, queens, expected: stars }))
}

/// The lines that have a queen, as bits: rows, rising diagonals and falling diagonals.
pub(crate) struct Lines {
    size: usize,
    taken: [Vec<u64>; 3],
}

impl Lines {
    pub(crate) fn new(size: usize) -> Self {
        let words = |lines: usize| vec![0; lines.div_ceil(64)];
        Self { size, taken: [words(size), words(3 * size), words(2 * size)] }
    }

    /// Takes the lines of a queen. Returns whether all were free.
    pub(crate) fn queen(&mut self, col: usize, row: usize) -> bool {
        let (rising, falling) = (row + self.size - 1 - col, row + col);
        self.take(0, row) & self.take(1, rising) & self.take(2, falling)
    }

    /// Takes a line. Returns whether it was free.
    fn take(&mut self, direction: usize, line: usize) -> bool {
        let (word, bit) = (&mut self.taken[direction][line / 64], 1 << (line % 64));
        let free = *word & bit == 0;
        *word |= bit;
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_attack_is_found_if_and_only_if_two_queens_attack(
            rows in (0_u32..9).prop_flat_map(|n| prop::collection::vec(0..n.max(1), n as usize)),
            rules in prop::sample::select([&Rules::ALL[..], &Rules::ONLY_COUNTED].concat()),
        ) {
            let size = rows.len();
            let square = |col: usize| Square::new(col as u32, rows[col]);
            let pairs = || (0..size).flat_map(|a| (0..a).map(move |b| (square(b), square(a))));
            let attacks = |&(a, b): &(Square, Square)| rules.attacks(a, b, size);
            prop_assert_eq!(attack(rules, &rows).is_some(), pairs().any(|pair| attacks(&pair)));
            if let Some(pair) = attack(rules, &rows) {
                prop_assert!(attacks(&pair), "{pair:?}");
            }
        }

        #[test]
        fn permutations_are_checked_like_pairs_of_squares(
            rows in (1_u32..9).prop_flat_map(|n| Just((0..n).collect::<Vec<_>>()).prop_shuffle()),
            rules in prop::sample::select([&Rules::ALL[..], &Rules::ONLY_COUNTED].concat()),
        ) {
            let size = rows.len();
            let square = |col: usize| Square::new(col as u32, rows[col]);
            let fine = (0..size).all(|a| (0..a).all(|b| !rules.attacks(square(a), square(b), size)));
            prop_assert_eq!(attack(rules, &rows).is_none(), fine);
        }
    }
}
