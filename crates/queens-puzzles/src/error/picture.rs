//! Errors of pictures that are read.

// The names of fields say what they are.
#![allow(missing_docs)]

use queens::report::quantity;

/// A picture from which no position can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum PictureError {
    /// The file is not a picture of a known format, or it is damaged.
    #[error("cannot decode the picture: {reason}")]
    Decode { reason: String },
    /// The picture is empty or too large.
    #[error("a picture of {width} x {height} pixels: expected 1 to {most} pixels")]
    Size { width: u32, height: u32, most: u64 },
    /// The number of bytes does not fit the number of pixels.
    #[error("a picture of {width} x {height} pixels has {expected} bytes, not {found}")]
    Bytes { width: u32, height: u32, expected: u64, found: u64 },
    /// The picture has no grid of equal squares.
    #[error("no grid found: expected a picture of 4 x 4 to 20 x 20 equal squares")]
    NoGrid,
    /// The grid continues at the border of the picture, has more rows than columns, or is too large.
    #[error("the grid is cut off or not square: expected all of 4 x 4 to 20 x 20 equal squares")]
    CutOff,
    /// The lines of the grid are not parallel to the sides of the picture. Positive if it is rotated clockwise.
    #[error(
        "the picture is tilted by about {} degrees {}: expected lines parallel to its sides",
        f64::from(.tenths.abs()) / 10.0,
        if *.tenths < 0 { "counterclockwise" } else { "clockwise" }
    )]
    Tilted { tenths: i32 },
    /// The lines of the grid are slanted, as in a picture taken from the side.
    #[error("the grid is distorted: expected equal squares with right angles")]
    Distorted,
    /// The number of regions is not the number of rows.
    #[error(
        "found a grid of {size} x {size} squares with {}: expected {size}",
        quantity(*regions, "region")
    )]
    WrongRegions { size: usize, regions: usize },
    /// The squares of one colour are not connected.
    #[error(
        "found a grid of {size} x {size} squares whose {size} colours form {regions} separate areas: \
         expected one area per colour"
    )]
    NotConnected { size: usize, regions: usize },
    /// Every square has a mark, so the marks may be letters or numbers.
    #[error(
        "found a grid of {size} x {size} squares with a mark on every square: expected some empty squares"
    )]
    EverySquareMarked { size: usize },
    /// The regions or the marks cannot be distinguished.
    #[error(
        "found a grid of {size} x {size} squares, but its regions are unclear: expected clearly different colours or thick lines between regions"
    )]
    Unclear { size: usize },
}
