//! Half-board search: a solution whose first queen is in the upper half of column A is the mirror image of one whose first
//! queen is in the lower half.
//!
//! On an odd board the first queen may also be in the middle row, which is its own mirror image. Then the second queen is
//! restricted to the lower half; it cannot be in the middle row, where the first queen attacks it. Every solution therefore
//! counts twice, and the search makes exactly half the placements of plain backtracking, rounded up.

/// The number of rows to try in the first column: the lower half, with the middle row of an odd board.
pub(crate) const fn first_rows(size: usize) -> usize {
    size.div_ceil(2)
}

/// The number of rows to try in the second column after a first queen in row `first`.
pub(crate) const fn second_rows(size: usize, first: usize) -> usize {
    if size % 2 == 1 && first == size / 2 { size / 2 } else { size }
}
