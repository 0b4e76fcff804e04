//! Half of the board is enough: a solution whose first queen is in the upper half of column A is the mirror image of
//! one whose first queen is in the lower half.
//!
//! On an odd board the first queen may also stand on the middle row, its own mirror image. Then the second queen
//! is kept to the lower half: it cannot stand on the middle row, where the first queen attacks it. So every
//! solution counts two, and exactly half of plain backtracking's placements are made, rounded up.

/// How many rows of the first column to try: the lower half, with the middle row of an odd board.
pub(crate) const fn first_rows(size: usize) -> usize {
    size.div_ceil(2)
}

/// How many rows of the second column to try after a first queen in row `first`.
pub(crate) const fn second_rows(size: usize, first: usize) -> usize {
    if size % 2 == 1 && first == size / 2 { size / 2 } else { size }
}
