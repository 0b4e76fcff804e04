//! Plain backtracking by the rules of any board without regions, for recounts.
//!
//! The columns are filled from the left. Each queen closes the squares of later columns that it attacks by the definition of the
//! rules. If only solutions fixed by a rotation count, it also closes the squares that contradict its images.
//!
//! Work: one step per placed queen, O(N) each.  Memory: O(N^3).  Range: N <= 32.
//! It shares no code with the engines of other rules and of symmetric solutions, which it checks. Checked against all
//! permutations in the tests.

use crate::job::{Subproblem, Weight};
use crate::{CheckError, Control, Error, MAX_SIZE, Rules, Square};

/// The sum of the weights of the solutions of a board by these rules.
pub(crate) fn count(
    rules: Rules,
    subproblem: &Subproblem,
    job: u64,
    control: &dyn Control,
) -> Result<u64, Error> {
    let Subproblem { board, weight } = subproblem;
    let size = board.size();
    let rotation = match weight {
        Weight::Fixed(rotation, _) => Some(rotation.symmetry()),
        _ => None,
    };
    let squares: Vec<Square> = Square::all(size).collect();
    let is_closed = |queen: Square, other: Square| {
        let image = rotation.map(|rotation| rotation.apply(queen, size as u32));
        let contradicts = |image: Square| (image.col == other.col) != (image.row == other.row);
        rules.attacks(queen, other, size) || image.is_some_and(contradicts)
    };
    let mut closes = vec![[0_u32; MAX_SIZE]; size * size];
    for &queen in &squares {
        for &other in squares.iter().filter(|&&other| is_closed(queen, other)) {
            closes[index(queen, size)][other.col as usize] |= 1 << other.row;
        }
    }
    let mut closed = [0; MAX_SIZE];
    for square in board.closed() {
        closed[square.col as usize] |= 1 << square.row;
    }
    for &queen in board.given() {
        for (closed, also) in closed.iter_mut().zip(&closes[index(queen, size)]) {
            *closed |= also;
        }
    }
    let mut search =
        Search { control, size, closes, weight: *weight, rows: Vec::new(), steps: 0, sum: Some(0) };
    search.fill(&closed)?;
    search.sum.ok_or(Error::Check(CheckError::Overflow { job }))
}

/// The place of a square in the list of what queens close.
fn index(square: Square, size: usize) -> usize {
    square.col as usize * size + square.row as usize
}

/// The number of steps between two polls of the control.
const STOP_CHECK_INTERVAL: u64 = 1 << 12;

struct Search<'a> {
    control: &'a dyn Control,
    size: usize,
    /// For each square, by its [`index`]: the rows of each column that a queen there closes.
    closes: Vec<[u32; MAX_SIZE]>,
    weight: Weight,
    /// The queens of the first columns.
    rows: Vec<u8>,
    steps: u64,
    sum: Option<u64>,
}

impl Search<'_> {
    /// Fills the next column and those to its right. `closed` has the closed rows of each column.
    fn fill(&mut self, closed: &[u32; MAX_SIZE]) -> Result<(), Error> {
        self.steps += 1;
        if self.steps.is_multiple_of(STOP_CHECK_INTERVAL) && self.control.stopped() {
            return Err(Error::Stopped);
        }
        let col = self.rows.len();
        if col == self.size {
            let weight = self.weight.of(&self.rows);
            self.sum = self.sum.and_then(|sum| sum.checked_add(weight));
            return Ok(());
        }
        for row in (0..self.size).filter(|row| closed[col] >> row & 1 == 0) {
            let mut next = *closed;
            for (later, closed) in next.iter_mut().zip(&self.closes[col * self.size + row]) {
                *later |= closed;
            }
            self.rows.push(row as u8);
            self.fill(&next)?;
            self.rows.pop();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Never, Rotation};

    const ALL: [Rules; 5] =
        [Rules::Queens, Rules::Torus, Rules::Superqueens, Rules::Semiqueens, Rules::Reflecting];

    /// All permutations of the rows.
    fn permutations(size: usize) -> Vec<Vec<u8>> {
        let mut found = vec![Vec::new()];
        for _ in 0..size {
            let longer = |rows: &Vec<u8>| -> Vec<Vec<u8>> {
                let free = (0..size as u8).filter(|row| !rows.contains(row));
                free.map(|row| [rows.as_slice(), &[row]].concat()).collect()
            };
            found = found.iter().flat_map(longer).collect();
        }
        found
    }

    #[test]
    fn plain_backtracking_counts_what_all_permutations_are() {
        for size in 0..=7 {
            let all = permutations(size);
            for rules in ALL {
                // Every board with one closed square, and the empty board.
                let closed = Square::all(size).map(Some).chain([None]);
                for closed in closed {
                    let board = Board::new(size).unwrap();
                    let board = closed.map_or(board.clone(), |at| board.with_closed(at).unwrap());
                    let is_solution = |rows: &&Vec<u8>| {
                        let squares: Vec<Square> = (0..)
                            .zip(rows.iter())
                            .map(|(col, &row)| Square::new(col, row.into()))
                            .collect();
                        let attacked = |&queen: &Square| {
                            squares.iter().any(|&other| rules.attacks(queen, other, size))
                        };
                        !squares.iter().any(attacked)
                            && !closed.is_some_and(|at| squares.contains(&at))
                    };
                    let solutions: Vec<_> = all.iter().filter(is_solution).collect();
                    let weights = [
                        Weight::Each(3),
                        Weight::Fixed(Rotation::By180, 2),
                        Weight::Fixed(Rotation::By90, 5),
                    ];
                    for weight in weights {
                        let right: u64 = solutions.iter().map(|rows| weight.of(rows)).sum();
                        let subproblem = Subproblem { board: board.clone(), weight };
                        let found = count(rules, &subproblem, 0, &Never).unwrap();
                        assert_eq!(found, right, "{rules}, N = {size}, {closed:?}, {weight:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_sum_that_does_not_fit_is_an_error() {
        let subproblem = |weight| Subproblem { board: Board::new(4).unwrap(), weight };
        let found = |weight| count(Rules::Queens, &subproblem(Weight::Each(weight)), 7, &Never);
        assert_eq!(found(u64::MAX / 2), Ok(u64::MAX - 1));
        assert_eq!(found(u64::MAX / 2 + 1), Err(Error::Check(CheckError::Overflow { job: 7 })));
    }
}
