//! Plain backtracking on a board with regions, for recounts.
//!
//! The squares are visited column by column. Each is left empty or takes a queen, if its column, row and region need one and no
//! queen is next to it.
//!
//! Work: one step per placed queen and visited square.  Memory: O(N^2).  Range: N <= 32.
//! It shares no code with the engine `regions`, which it checks. Checked against all sets of squares in the tests.

use crate::{Board, Control, Error, Square};

/// The number of solutions of a board with regions. It does not overflow: no recount could take that long.
pub(crate) fn count(board: &Board, control: &dyn Control) -> Result<u64, Error> {
    let (size, stars) = (board.size(), board.stars());
    let squares: Vec<Square> = Square::all(size).collect();
    let region = |&square: &Square| board.regions().map_or(0, |regions| regions.region(square));
    let is_open = |square: &Square| board.open()[square.col as usize].contains(square.row as usize);
    let mut search = Search {
        control,
        size,
        region: squares.iter().map(region).collect(),
        given: squares.iter().map(|square| board.given().contains(square)).collect(),
        open: squares.iter().map(is_open).collect(),
        queen: vec![false; size * size],
        in_row: vec![stars; size],
        in_region: vec![stars; size],
        stars,
        found: 0,
    };
    search.visit(0, stars)?;
    Ok(search.found)
}

struct Search<'a> {
    control: &'a dyn Control,
    size: usize,
    /// For each square: its region, whether a queen is given, whether it is open, whether it has a queen now.
    region: Vec<usize>,
    given: Vec<bool>,
    open: Vec<bool>,
    queen: Vec<bool>,
    /// The number of queens that each row and each region still needs.
    in_row: Vec<usize>,
    in_region: Vec<usize>,
    stars: usize,
    found: u64,
}

impl Search<'_> {
    /// Visits the squares from this one on. The column of the square needs `in_column` more queens.
    fn visit(&mut self, square: usize, in_column: usize) -> Result<(), Error> {
        let (size, stars) = (self.size, self.stars);
        if square == size * size {
            self.found += 1;
            return Ok(());
        }
        let (col, row) = (square / size, square % size);
        if row == 0 && self.control.stopped() {
            return Err(Error::Stopped);
        }
        let is_last = row + 1 == size;
        let region = self.region[square];
        let is_free = in_column > 0 && self.in_row[row] > 0 && self.in_region[region] > 0;
        if is_free && self.open[square] && !self.is_near_a_queen(col, row) {
            self.queen[square] = true;
            self.in_row[row] -= 1;
            self.in_region[region] -= 1;
            match is_last {
                true if in_column == 1 => self.visit(square + 1, stars)?,
                true => {}
                false => self.visit(square + 1, in_column - 1)?,
            }
            self.queen[square] = false;
            self.in_row[row] += 1;
            self.in_region[region] += 1;
        }
        if self.given[square] {
            return Ok(());
        }
        match is_last {
            true if in_column == 0 => self.visit(square + 1, stars),
            true => Ok(()),
            false if in_column > size - 1 - row => Ok(()),
            false => self.visit(square + 1, in_column),
        }
    }

    /// Whether one of the visited squares around this one has a queen.
    fn is_near_a_queen(&self, col: usize, row: usize) -> bool {
        let above = (row + 1).min(self.size - 1);
        let below = row.saturating_sub(1);
        let before = col > 0 && (below..=above).any(|row| self.queen[(col - 1) * self.size + row]);
        before || row > 0 && self.queen[col * self.size + below]
    }
}
