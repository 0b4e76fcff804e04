//! Errors of drawings.

// The names of fields say what they are.
#![allow(missing_docs)]

use queens::{BoardError, Stopped};

/// Any error of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What is drawn: a board, position or puzzle, or the control stopped the call.
    #[error(transparent)]
    Puzzles(#[from] queens_puzzles::Error),
    /// The bit sets of a board cannot be drawn, because its queens do not fill the first rows.
    #[error(
        "row {} has {queens} queens: bit sets can be drawn for one queen per row, starting at row 1",
        row + 1
    )]
    RowsNotFilled {
        /// The row, counted from 0.
        row: u32,
        queens: usize,
    },
    /// The picture could not be rendered.
    #[error("cannot render the picture: {reason}")]
    Picture {
        /// The message of the renderer.
        reason: String,
    },
    /// An animation is too large for one file.
    #[error("the file would be larger than {limit} MB: choose fewer steps")]
    AnimationTooLarge {
        /// The largest size in megabytes.
        limit: usize,
    },
    /// No paper has this name.
    #[error("unknown paper '{name}': expected a4 or letter")]
    UnknownPaper { name: String },
    /// A page of a sheet cannot have this many puzzles.
    #[error("{per_page} puzzles per page: expected 1, 2, 4, 6 or 9")]
    PerPage { per_page: usize },
    /// A sheet cannot have this many puzzles.
    #[error("{puzzles} puzzles on a sheet: expected 1 to {limit}")]
    SheetPuzzles { puzzles: usize, limit: usize },
    /// A board is too large for a sheet, or empty.
    #[error("N = {size} on a sheet: boards go from 1 to {limit}")]
    SheetBoard { size: usize, limit: usize },
    /// A title is too long for a sheet.
    #[error(
        "a title of {letters} letters is too long for a sheet: this one may have {limit} on one line"
    )]
    SheetTitle {
        letters: usize,
        /// The number of its letters that fit.
        limit: usize,
    },
    /// The link or command of a puzzle is too long for a sheet.
    #[error(
        "a link of {letters} letters is too long to be printed below a puzzle: \
         choose a shorter link or fewer puzzles per page"
    )]
    SheetSource { letters: usize },
    /// A character is not in the fonts of a PDF file.
    #[error(
        "'{}' cannot be printed in a PDF file: expected Latin letters, digits and common signs, or an SVG or PNG file",
        letter.escape_debug()
    )]
    SheetLetter { letter: char },
}

impl Error {
    /// Whether the call failed although the request is right. If not, the request cannot be met.
    pub fn is_failure(&self) -> bool {
        matches!(self, Self::Puzzles(error) if error.is_failure())
    }
}

impl From<queens::Error> for Error {
    fn from(error: queens::Error) -> Self {
        Self::Puzzles(error.into())
    }
}

impl From<BoardError> for Error {
    fn from(error: BoardError) -> Self {
        Self::Puzzles(error.into())
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        Self::Puzzles(stopped.into())
    }
}
