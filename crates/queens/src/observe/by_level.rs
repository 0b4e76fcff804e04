//! Placements by level.

use super::{Flow, Observer};

/// The observer that counts the queens placed in each column.
pub(crate) struct ByLevel(pub(crate) Vec<u64>);

impl Observer for ByLevel {
    #[inline]
    fn needs_rows(&self) -> bool {
        false
    }

    #[inline]
    fn place(&mut self, col: usize, _row: usize) -> Flow {
        self.0[col] += 1;
        Flow::Continue(())
    }
}
