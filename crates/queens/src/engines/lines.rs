//! The three boolean arrays of Dijkstra's program: which rows and diagonals are still free.
//!
//! Shared by the `arrays` methods and `columns`, which differ in how they walk the board, not in how they mark it.

use crate::MAX_SIZE;

/// Which rows, rising and falling diagonals hold no queen.
pub(super) struct Lines {
    size: usize,
    row: [bool; MAX_SIZE],
    up: [bool; 2 * MAX_SIZE],
    down: [bool; 2 * MAX_SIZE],
}

impl Lines {
    /// All lines of a board of the given size, free.
    pub(super) fn new(size: usize) -> Self {
        Self { size, row: [true; MAX_SIZE], up: [true; 2 * MAX_SIZE], down: [true; 2 * MAX_SIZE] }
    }

    /// Whether a queen on the square would be attacked by none.
    #[inline]
    pub(super) fn free(&self, col: usize, row: usize) -> bool {
        self.row[row] && self.up[self.rising(col, row)] && self.down[col + row]
    }

    /// Sets a queen on the square.
    #[inline]
    pub(super) fn set(&mut self, col: usize, row: usize) {
        self.mark(col, row, false);
    }

    /// Takes the queen back.
    #[inline]
    pub(super) fn clear(&mut self, col: usize, row: usize) {
        self.mark(col, row, true);
    }

    #[inline]
    fn mark(&mut self, col: usize, row: usize, free: bool) {
        self.row[row] = free;
        self.up[self.rising(col, row)] = free;
        self.down[col + row] = free;
    }

    #[inline]
    fn rising(&self, col: usize, row: usize) -> usize {
        col + self.size - 1 - row
    }
}
