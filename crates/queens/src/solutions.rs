//! Solutions one at a time.

use crate::engines::bitmask_iterative::Stack;
use crate::observe::{Flow, Record};
use crate::{Board, Error, Silent, Solution};

/// The solutions of the empty board of the given size, in lexicographic order, each searched for when it is asked for.
///
/// ```
/// let lines: Vec<String> = queens::solutions(6)?.map(|s| s.to_string()).collect();
/// assert_eq!(lines, ["2 4 6 1 3 5", "3 6 2 5 1 4", "4 1 5 2 6 3", "5 3 1 6 4 2"]);
/// # Ok::<(), queens::Error>(())
/// ```
pub fn solutions(size: usize) -> Result<Solutions, Error> {
    Ok(Solutions::on(&Board::new(size)?))
}

/// A lazy iterator over the solutions of a board, in lexicographic order and in constant memory.
#[derive(Clone, Debug)]
pub struct Solutions {
    stack: Stack,
    size: usize,
}

impl Solutions {
    /// The solutions of a board with given queens and closed squares.
    pub fn on(board: &Board) -> Self {
        Self { stack: Stack::new(board), size: board.size() }
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        match self.stack.next_solution(&mut Record::new(self.size, &mut Silent)) {
            Flow::Continue(true) => Some(Solution::found(self.stack.rows())),
            _ => None,
        }
    }
}
