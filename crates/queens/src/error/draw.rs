//! What cannot be drawn.

/// A picture that cannot be drawn. Its text is one line for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// A search tree too large to draw.
    #[error(
        "the tree of N = {size} has more than {limit} nodes {depth} queens deep: ask for a smaller depth"
    )]
    TreeTooLarge {
        /// The size of the board.
        size: usize,
        /// The depth asked for.
        depth: usize,
        /// The largest number of nodes drawn.
        limit: usize,
    },
    /// A board without bit sets, because its queens do not fill the first rows.
    #[error(
        "row {} has {queens} queens: bit sets need one queen in each row, from row 1 on",
        row + 1
    )]
    RowsNotFilled {
        /// The row, counted from 0.
        row: u32,
        /// The queens in it.
        queens: usize,
    },
    /// A picture that could not be made.
    #[error("the picture could not be drawn: {reason}")]
    Picture {
        /// What the renderer said.
        reason: String,
    },
}
