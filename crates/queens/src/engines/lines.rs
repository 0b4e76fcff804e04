//! The three boolean arrays of Dijkstra's program: the free rows and diagonals. The `arrays` methods and `columns` share them.

use crate::MAX_SIZE;

/// Whether each row, rising diagonal and falling diagonal is free.
pub(super) struct Lines {
    size: usize,
    row: [bool; MAX_SIZE],
    up: [bool; 2 * MAX_SIZE],
    down: [bool; 2 * MAX_SIZE],
}

impl Lines {
    /// The lines of an empty board.
    pub(super) fn new(size: usize) -> Self {
        Self { size, row: [true; MAX_SIZE], up: [true; 2 * MAX_SIZE], down: [true; 2 * MAX_SIZE] }
    }

    /// Whether no queen attacks the square.
    #[inline]
    pub(super) fn free(&self, col: usize, row: usize) -> bool {
        self.row[row] && self.up[self.rising(col, row)] && self.down[col + row]
    }

    /// Places a queen on the square.
    #[inline]
    pub(super) fn place(&mut self, col: usize, row: usize) {
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
