//! Errors of drawings.

/// A picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The search tree is too large to draw.
    #[error(
        "the search tree of N = {size} has more than {limit} nodes to depth {depth}: choose a smaller depth"
    )]
    TreeTooLarge {
        /// The size of the board.
        size: usize,
        /// The requested depth, in queens.
        depth: usize,
        /// The largest number of nodes that is drawn.
        limit: usize,
    },
    /// The bit sets of a board cannot be drawn, because its queens do not fill the first rows.
    #[error(
        "row {} has {queens} queens: bit sets can be drawn for one queen per row, starting at row 1",
        row + 1
    )]
    RowsNotFilled {
        /// The row, counted from 0.
        row: u32,
        /// The number of queens in it.
        queens: usize,
    },
    /// The picture could not be rendered.
    #[error("cannot render the picture: {reason}")]
    Picture {
        /// The message of the renderer.
        reason: String,
    },
}
