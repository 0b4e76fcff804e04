//! Plain backtracking with another number of queens than N, for recounts.
//!
//! The squares are visited column by column. Each is left empty or takes a queen, if no queen attacks it. Every arrangement is
//! reached one by one and tested by the definition of what is counted.
//!
//! Work: one step per visited square.  Memory: O(N^2).  Range: N <= 32.
//! It shares no code with the engines of other numbers of queens, which it checks. Checked against all sets of squares in the
//! tests.

use crate::{Board, CheckError, Control, Error, Queens, Square};

/// The number of arrangements of a board with its given queens and without queens on its closed squares. A pawn stands on its
/// square, if there is one.
pub(crate) fn count(
    queens: Queens,
    board: &Board,
    pawn: Option<Square>,
    job: u64,
    control: &dyn Control,
) -> Result<u64, Error> {
    let size = board.size();
    let squares = || Square::all(size);
    let number = match queens {
        Queens::Full => Some(size),
        Queens::Exactly(number) => Some(number),
        Queens::Any | Queens::Maximal => None,
        Queens::WithPawn => Some(size + 1),
    };
    let is_closed = |square: Square| board.closed().contains(&square) || pawn == Some(square);
    let mut search = Search {
        control,
        squares: squares().collect(),
        given: squares().map(|square| board.given().contains(&square)).collect(),
        closed: squares().map(is_closed).collect(),
        size,
        number,
        maximal: queens == Queens::Maximal,
        pawn,
        queens: Vec::new(),
        lines: [vec![false; size], vec![false; size], vec![false; 2 * size], vec![false; 2 * size]],
        steps: 0,
        found: Some(0),
    };
    search.visit(0)?;
    search.found.ok_or(Error::Check(CheckError::Overflow { job }))
}

/// The number of steps between two polls of the control.
const STOP_CHECK_INTERVAL: u64 = 1 << 12;

struct Search<'a> {
    control: &'a dyn Control,
    squares: Vec<Square>,
    /// For each square: whether a queen is given, whether no queen may stand there.
    given: Vec<bool>,
    closed: Vec<bool>,
    size: usize,
    /// The required number of queens, if there is one.
    number: Option<usize>,
    maximal: bool,
    pawn: Option<Square>,
    queens: Vec<Square>,
    /// The columns, rows, rising and falling diagonals with a queen. They are not used with a pawn.
    lines: [Vec<bool>; 4],
    steps: u64,
    found: Option<u64>,
}

impl Search<'_> {
    /// Counts the arrangement of the queens, if no given queen is missing, and those with more queens from this square on.
    fn visit(&mut self, from: usize) -> Result<(), Error> {
        self.steps += 1;
        if self.steps.is_multiple_of(STOP_CHECK_INTERVAL) && self.control.stopped() {
            return Err(Error::Stopped);
        }
        let is_full = self.number == Some(self.queens.len());
        if (is_full || self.number.is_none() && self.is_covered())
            && !self.given[from..].contains(&true)
        {
            self.found = self.found.and_then(|found| found.checked_add(1));
        }
        if is_full {
            return Ok(());
        }
        for at in from..self.squares.len() {
            let square = self.squares[at];
            // A column has at most one queen, or two with a pawn between them.
            let most = self.size - square.col as usize + usize::from(self.pawn.is_some());
            if self.number.is_some_and(|number| self.queens.len() + most < number) {
                return Ok(());
            }
            if !self.closed[at] && !self.is_attacked(square) {
                self.queens.push(square);
                self.mark(square, true);
                self.visit(at + 1)?;
                self.mark(square, false);
                self.queens.pop();
            }
            if self.given[at] {
                return Ok(());
            }
        }
        Ok(())
    }

    fn mark(&mut self, Square { col, row }: Square, has_queen: bool) {
        let (col, row) = (col as usize, row as usize);
        let at = [col, row, col + self.size - row, col + row];
        for (lines, at) in self.lines.iter_mut().zip(at) {
            lines[at] = has_queen;
        }
    }

    fn is_attacked(&self, square: Square) -> bool {
        if let Some(pawn) = self.pawn {
            let sees = |&queen: &Square| queen.attacks(square) && !between(queen, pawn, square);
            return self.queens.iter().any(sees);
        }
        let (col, row) = (square.col as usize, square.row as usize);
        let [cols, rows, rising, falling] = &self.lines;
        cols[col] || rows[row] || rising[col + self.size - row] || falling[col + row]
    }

    /// Whether every square has a queen or is attacked, if that is required.
    fn is_covered(&self) -> bool {
        !self.maximal || self.squares.iter().all(|&square| self.is_attacked(square))
    }
}

/// Whether a piece stands on the line between two squares that are on a common line.
fn between(one: Square, piece: Square, other: Square) -> bool {
    let [one, piece, other] =
        [one, piece, other].map(|square| (i64::from(square.col), i64::from(square.row)));
    let to_other = (other.0 - one.0, other.1 - one.1);
    let to_piece = (piece.0 - one.0, piece.1 - one.1);
    let is_on_line = to_other.0 * to_piece.1 == to_other.1 * to_piece.0;
    let along = to_other.0 * to_piece.0 + to_other.1 * to_piece.1;
    is_on_line && along > 0 && along < to_other.0 * to_other.0 + to_other.1 * to_other.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Never;

    /// Tests all sets of squares by the definition.
    fn by_definition(size: usize, is_counted: impl Fn(&[Square]) -> bool) -> u64 {
        let squares: Vec<Square> = Square::all(size).collect();
        let sets = 0..1_u32 << squares.len();
        let sets = sets.map(|set| -> Vec<Square> {
            (0..squares.len()).filter(|at| set >> at & 1 == 1).map(|at| squares[at]).collect()
        });
        sets.filter(|set| is_counted(set)).count() as u64
    }

    fn none_attack(set: &[Square], blocked: impl Fn(Square, Square) -> bool) -> bool {
        set.iter().all(|&one| {
            set.iter().all(|&other| one == other || !one.attacks(other) || blocked(one, other))
        })
    }

    #[test]
    fn plain_backtracking_counts_what_all_sets_of_squares_are() {
        for size in 0..=4 {
            let board = Board::new(size).unwrap();
            let found = |queens| count(queens, &board, None, 0, &Never).unwrap();
            let open = |_, _| false;
            assert_eq!(found(Queens::Any), by_definition(size, |set| none_attack(set, open)));
            for number in 0..=size + 1 {
                let right = |set: &[Square]| set.len() == number && none_attack(set, open);
                assert_eq!(found(Queens::Exactly(number)), by_definition(size, right));
            }
            let covered = |set: &[Square]| {
                let is = |square: Square| set.iter().any(|&q| q == square || q.attacks(square));
                none_attack(set, open) && Square::all(size).all(is)
            };
            assert_eq!(found(Queens::Maximal), by_definition(size, covered), "N = {size}");
        }
    }

    #[test]
    fn a_pawn_blocks_the_lines_through_its_square() {
        // All squares between two squares on a line, one by one.
        let between_by_steps = |one: Square, piece: Square, other: Square| {
            let step = |from: u32, to: u32| (i64::from(to) - i64::from(from)).signum();
            let (dx, dy) = (step(one.col, other.col), step(one.row, other.row));
            let (mut x, mut y) = (i64::from(one.col) + dx, i64::from(one.row) + dy);
            while (x, y) != (i64::from(other.col), i64::from(other.row)) {
                if (x, y) == (i64::from(piece.col), i64::from(piece.row)) {
                    return true;
                }
                (x, y) = (x + dx, y + dy);
            }
            false
        };
        for one in Square::all(6) {
            for other in Square::all(6).filter(|&other| one.attacks(other)) {
                for piece in Square::all(6) {
                    let by_steps = between_by_steps(one, piece, other);
                    assert_eq!(between(one, piece, other), by_steps, "{one} {piece} {other}");
                }
            }
        }
        // With three queens on a board of 3 x 3 squares, a pawn in the centre blocks both diagonals.
        let pawn = Square::new(1, 1);
        let board = Board::new(3).unwrap();
        for number in 0..=4 {
            let right = |set: &[Square]| {
                let blocked = |one, other| between_by_steps(one, pawn, other);
                set.len() == number && !set.contains(&pawn) && none_attack(set, blocked)
            };
            let found = count(Queens::Exactly(number), &board, Some(pawn), 0, &Never).unwrap();
            assert_eq!(found, by_definition(3, right), "{number} queens");
        }
    }
}
