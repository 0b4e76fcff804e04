//! Reads region puzzles from pictures: screenshots and rendered boards, not photos.
//!
//! [`read`] takes pixels and returns a [`Reading`]: the position, the crosses, a confidence from 0 to 1 and warnings. It goes
//! through these steps:
//!
//! 1. `grid`, `fit` and `skew`: find the lattice of N x N equal squares, N from 4 to 20, parallel to the sides of the picture.
//! 2. `colours`: the colour of each square, without its mark.
//! 3. `borders`: the width of the line between each two adjacent squares.
//! 4. `regions`: join squares until exactly N regions are left. Squares belong together if their colours are similar and the line
//!    between them is not thick. So pictures in black and white are read by their thick lines, and two regions with similar
//!    colours are kept apart by the thick line between them.
//! 5. `marks`: a large mark in the middle of a square is a queen, a small one or an X is a cross, hatching is a closed square.
//!
//! Only the largest board is read. If there is another one next to it, a warning says so.
//!
//! Finally the solutions are counted, up to two: a puzzle has exactly one. If there is exactly one solution with several queens per
//! row, but not with one, the position is read as a Star Battle.
//!
//! The confidence of the reading is the product of those of the grid and of the regions, or that of the least clear mark if it is lower;
//! readings without exactly one solution get less. A picture that does not fit is refused with an error: no grid, a grid that is cut
//! off, tilted or distorted, or a number of regions other than N.
//!
//! Work: O(pixels).  Memory: about 20 bytes per pixel.  Range: N = 4 to 20, squares of 12 pixels or more.
//! Checked by reading rendered pictures back: `crates/queens-puzzles/tests/pictures`.

mod borders;
mod colours;
#[cfg(feature = "picture")]
mod decode;
mod fit;
mod grid;
mod image;
mod marks;
mod regions;
mod skew;

#[cfg(feature = "picture")]
pub use decode::{Decoded, decode};

use crate::solve::{few_solutions, with_one_solution};
use crate::{Error, PictureError, Position};
use image::Image;
use queens::{Never, Square};
use std::ops::RangeInclusive;

/// The sizes of boards that are found in pictures.
pub const SIZES: RangeInclusive<usize> = 4..=20;

/// The most pixels of a picture.
pub const MAX_PIXELS: u64 = 1 << 26;

/// A reading with less confidence may be wrong, and has a warning.
pub const CERTAIN: f64 = 0.9;

/// A step with this confidence is clear enough: no other way to read the picture is tried.
const CLEAR: f64 = 0.75;

/// A reading with less confidence, before its solutions are counted, is refused.
const MIN_CONFIDENCE: f64 = 0.3;

/// The factor of the confidence of a reading without exactly one solution. A confidence of 0.95 or more stays at least [`CERTAIN`].
const NOT_ONE_SOLUTION: f64 = 0.95;

/// The most confidence, before [`NOT_ONE_SOLUTION`], of a reading without exactly one solution whose regions are not those that are clearly apart: two regions may
/// have been joined, and a highlighted square taken for a region.
const JOINED: f64 = 0.8;

/// The most confidence of a reading of a picture with much noise.
const NOISY: f64 = 0.8;

/// The most confidence of a reading of a board that touches only one of two opposite sides of the picture.
const AT_ONE_SIDE: f64 = 0.8;

/// The most confidence of a reading of one of several boards.
const ONE_OF_SEVERAL: f64 = 0.8;

/// The most steps of a search for solutions: a fraction of a second. There is one search per number of stars.
const MAX_STEPS: u64 = 20_000;

/// The pixels of a picture, row by row, the top row first.
///
/// ```
/// use queens_puzzles::picture::Pixels;
/// let white = [255; 2 * 3 * 4];
/// assert!(Pixels::rgba(2, 3, &white).is_ok());
/// let error = Pixels::rgba(2, 2, &white).unwrap_err();
/// assert_eq!(error.to_string(), "a picture of 2 x 2 pixels has 16 bytes, not 24");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pixels<'a> {
    width: usize,
    height: usize,
    /// The bytes of a pixel: 3 or 4.
    channels: usize,
    bytes: &'a [u8],
}

impl<'a> Pixels<'a> {
    /// Pixels of four bytes: red, green, blue and opacity. What is transparent is read as white.
    pub fn rgba(width: u32, height: u32, bytes: &'a [u8]) -> Result<Self, Error> {
        Self::new(width, height, 4, bytes)
    }

    /// Pixels of three bytes: red, green and blue.
    pub fn rgb(width: u32, height: u32, bytes: &'a [u8]) -> Result<Self, Error> {
        Self::new(width, height, 3, bytes)
    }

    fn new(width: u32, height: u32, channels: u64, bytes: &'a [u8]) -> Result<Self, Error> {
        let pixels = check_size(width, height)?;
        if bytes.len() as u64 != pixels * channels {
            let (expected, found) = (pixels * channels, bytes.len() as u64);
            return Err(PictureError::Bytes { width, height, expected, found }.into());
        }
        let (width, height, channels) = (width as usize, height as usize, channels as usize);
        Ok(Self { width, height, channels, bytes })
    }
}

/// The number of pixels, if the picture is neither empty nor too large.
pub(super) fn check_size(width: u32, height: u32) -> Result<u64, Error> {
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || pixels > MAX_PIXELS {
        return Err(PictureError::Size { width, height, most: MAX_PIXELS }.into());
    }
    Ok(pixels)
}

/// What was read from a picture.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reading {
    /// The regions, the queens as given queens, and hatched squares as closed squares. With several stars if there is
    /// exactly one solution with that number, and not exactly one with one star.
    pub position: Position,
    /// The squares with a cross or dot, in the order of their columns.
    pub crosses: Vec<Square>,
    /// How certain the reading is, from 0 to 1. Below [`CERTAIN`] it may be wrong.
    pub confidence: f64,
    /// What may be wrong. Not empty if the confidence is below [`CERTAIN`].
    pub warnings: Vec<Warning>,
}

impl Reading {
    /// Whether the confidence is at least [`CERTAIN`].
    pub fn is_certain(&self) -> bool {
        self.confidence >= CERTAIN
    }

    /// The position with the squares of the crosses closed.
    pub fn with_crosses_closed(&self) -> Position {
        let open = self.position.clone();
        open.with_closed(self.crosses.iter().copied()).unwrap_or_else(|_| self.position.clone())
    }
}

/// What may be wrong with a reading.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// Two adjacent regions have similar colours. They are named by one square each.
    #[error("the regions of {0} and {1} have similar colours")]
    SimilarColours(Square, Square),
    /// Two regions that are not adjacent have the same colour.
    #[error("the regions of {0} and {1} have the same colour")]
    SameColour(Square, Square),
    /// Some lines inside regions are as thick as those between regions, or the other way round.
    #[error("colours and thick lines disagree between {0} pairs of squares")]
    UnclearBorders(usize),
    /// The lines of the grid are incomplete or irregular.
    #[error("the lines of the grid are unclear")]
    UnclearGrid,
    /// The board touches a side of the picture, but not the opposite side.
    #[error("the board touches only one side of the picture: a row or column may be cut off")]
    AtOneSide,
    /// Most squares have no even colour. Noise may look like marks or hatching.
    #[error("the picture is noisy: the squares have no even colour")]
    Noise,
    /// The picture has another board next to the one that is read, which is the largest.
    #[error("the picture shows several boards: only the largest one is read")]
    AnotherBoard,
    /// A mark is too large for a cross and too small for a queen. It is read as given.
    #[error("the mark on {0} may be a queen or a cross")]
    UnclearMark(Square),
    /// A square is hatched or covered.
    #[error("{0} is hatched: it is read as closed")]
    Hatched(Square),
    /// There are more marks that look like queens than fit on the board.
    #[error("{0} marks look like queens")]
    ManyQueens(usize),
    /// The regions are less certain than usual: their colours or borders differ little.
    #[error("the regions are hard to tell apart")]
    UnclearRegions,
    /// There is no solution with one queen per row, column and region.
    #[error("no solution has one queen in each region")]
    NoSolution,
    /// There are several solutions with one queen per row, column and region.
    #[error("several solutions have one queen in each region")]
    SeveralSolutions,
    /// There is exactly one solution with this number of stars, which the position has, and not with one.
    #[error(
        "read as a Star Battle: exactly one solution has {0} queens in each row, column and region"
    )]
    Stars(usize),
}

/// Reads the region puzzle in a picture.
///
/// ```
/// use queens_puzzles::picture::{Pixels, read};
///
/// // Four regions: the squares of 20 pixels have the colour of their quarter of the picture.
/// let colour = |x: usize, y: usize| [[200, 40, 40], [40, 160, 60], [60, 80, 200], [230, 200, 60]][x / 40 + y / 40 * 2];
/// let line = |x: usize, y: usize| x % 20 == 0 || y % 20 == 0;
/// let pixel = |x, y| if line(x, y) { [0, 0, 0] } else { colour(x, y) };
/// let bytes: Vec<u8> = (0..80 * 80).flat_map(|at| pixel(at % 80, at / 80)).collect();
///
/// let reading = read(&Pixels::rgb(80, 80, &bytes)?)?;
/// assert_eq!(reading.position, "AABB\nAABB\nCCDD\nCCDD".parse()?);
/// assert!(reading.confidence > 0.9);
/// # Ok::<(), queens_puzzles::Error>(())
/// ```
pub fn read(pixels: &Pixels<'_>) -> Result<Reading, Error> {
    let image = Image::new(pixels);
    let transposed = image.transposed();
    let mut board = read_largest(&image, &transposed)
        .map_err(|error| skew::tilt(&image, &transposed).map_or(error, Error::from))?;
    if has_another_board(&image, &board.lattice) {
        board.reading.warnings.push(Warning::AnotherBoard);
        board.reading.confidence = board.reading.confidence.min(ONE_OF_SEVERAL);
    }
    with_solutions(board)
}

/// Reads the largest board of a picture.
fn read_largest(image: &Image, transposed: &Image) -> Result<Board, Error> {
    let mut best: Option<Result<Board, Error>> = None;
    for found in grid::find(image, transposed)? {
        let board = read_board(image, transposed, &found);
        let confidence = |board: &Result<Board, Error>| {
            board.as_ref().map_or(-1.0, |board| board.reading.confidence)
        };
        // A smaller lattice must be much better than a larger one.
        if best.as_ref().is_none_or(|best| confidence(&board) > confidence(best) + 0.2) {
            best = Some(board);
        }
        if best.as_ref().is_some_and(|best| confidence(best) >= CLEAR) {
            break;
        }
    }
    best.unwrap_or(Err(PictureError::NoGrid.into()))
}

/// Whether a board can be read to the left or right of a lattice, above or below it.
fn has_another_board(image: &Image, lattice: &grid::Lattice) -> bool {
    let sides = |lines: grid::Lines, length: usize| {
        let place = |line: usize| (lines.at(line as f64).max(0.0) as usize).min(length);
        (place(0), place(lattice.size))
    };
    let (width, height) = (image.width, image.height);
    let ((left, right), (top, bottom)) = (sides(lattice.x, width), sides(lattice.y, height));
    [
        (0..left, 0..height),
        (right..width, 0..height),
        (0..width, 0..top),
        (0..width, bottom..height),
    ]
    .into_iter()
    .filter(|(columns, rows)| !columns.is_empty() && !rows.is_empty())
    .any(|(columns, rows)| {
        let part = image.cropped(columns, rows);
        read_largest(&part, &part.transposed()).is_ok()
    })
}

/// A reading whose solutions are not counted yet.
struct Board {
    reading: Reading,
    lattice: grid::Lattice,
    /// Whether the regions are exactly those that are clearly apart.
    natural: bool,
}

/// Checks that the regions have exactly one solution, as puzzles do, or finds the number of stars with which they have. The queens in
/// the picture may be wrong, so they do not count. Unfinished puzzles have none or several, so the confidence falls only a little.
fn with_solutions(Board { mut reading, natural, .. }: Board) -> Result<Reading, Error> {
    let empty = reading.position.without_given();
    let warning = match few_solutions(&empty, 2, MAX_STEPS, &Never)? {
        Some(0) => Warning::NoSolution,
        Some(2..) => Warning::SeveralSolutions,
        Some(1) | None => return Ok(reading),
    };
    if let Some(other) = with_one_solution(&empty, 2, MAX_STEPS, &Never)? {
        reading.warnings.push(Warning::Stars(other.stars()));
        reading.position = reading.position.with_stars(other.stars())?;
        return Ok(reading);
    }
    if !natural && reading.confidence > JOINED {
        reading.confidence = JOINED;
        if !reading.warnings.contains(&Warning::UnclearRegions) {
            reading.warnings.push(Warning::UnclearRegions);
        }
    }
    reading.warnings.push(warning);
    reading.confidence = rounded(reading.confidence * NOT_ONE_SOLUTION);
    Ok(reading)
}

/// A confidence with two digits.
fn rounded(confidence: f64) -> f64 {
    (confidence * 100.0).round() / 100.0
}

/// Reads the puzzle in a lattice.
fn read_board(image: &Image, transposed: &Image, found: &grid::Found) -> Result<Board, Error> {
    let lattice = &found.lattice;
    let size = lattice.size;
    let mut cells = colours::cells(image, lattice);
    let borders = borders::measure(image, transposed, lattice, &cells);
    let marks = marks::read(image, lattice, &mut cells, borders.inset(lattice));
    let regions = regions::join(size, &cells, &borders)?;

    let square = |cell: usize| Square::new((cell % size) as u32, (size - 1 - cell / size) as u32);
    let mut warnings = Vec::new();
    if found.confidence < CERTAIN {
        warnings.push(Warning::UnclearGrid);
    }
    let mut confidence = found.confidence * regions.confidence;
    warnings.extend(regions.warnings(square));

    let (mut queens, mut closed, mut crosses) = (Vec::new(), Vec::new(), Vec::new());
    for (cell, mark) in marks.iter().enumerate() {
        match mark.kind {
            marks::Kind::None => {}
            marks::Kind::Queen => queens.push(square(cell)),
            marks::Kind::Cross => crosses.push(square(cell)),
            marks::Kind::Hatched => {
                closed.push(square(cell));
                warnings.push(Warning::Hatched(square(cell)));
            }
        }
        if mark.confidence < CERTAIN {
            warnings.push(Warning::UnclearMark(square(cell)));
        }
        confidence = confidence.min(mark.confidence);
    }
    // A block of two by two squares has at most one queen. If there are more marks, they are letters or numbers.
    if queens.len() > size.div_ceil(2).pow(2) {
        warnings.push(Warning::ManyQueens(queens.len()));
        confidence = confidence.min(0.5);
    }
    if lattice.is_at_one_side(image) {
        warnings.push(Warning::AtOneSide);
        confidence = confidence.min(AT_ONE_SIDE);
    }
    if colours::are_noisy(&cells) {
        warnings.push(Warning::Noise);
        confidence = confidence.min(NOISY);
    }
    if queens.len().max(crosses.len()) == size * size {
        return Err(PictureError::EverySquareMarked { size }.into());
    }
    if confidence < MIN_CONFIDENCE {
        return Err(PictureError::Unclear { size }.into());
    }
    if confidence < CERTAIN && warnings.is_empty() {
        warnings.push(Warning::UnclearRegions);
    }
    crosses.sort_unstable();
    let position = Position::new(size)?.with_regions(regions.named()?)?;
    let position = position.with_given(queens)?.with_closed(closed)?;
    let reading = Reading { position, crosses, confidence: rounded(confidence), warnings };
    Ok(Board { reading, lattice: *lattice, natural: regions.natural })
}
