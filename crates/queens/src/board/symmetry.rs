//! The eight symmetries of the square board.

use super::Square;

/// One of the eight ways to lay the board on itself.
///
/// ```
/// use queens::{Solution, Symmetry};
/// let solution: Solution = "2 4 1 3".parse()?;
/// assert_eq!(solution.image(Symmetry::MirrorRows).to_string(), "3 1 4 2");
/// assert_eq!(solution.image(Symmetry::Rotate90), solution);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// As it is.
    Identity,
    /// A rotation by 90 degrees clockwise.
    Rotate90,
    /// A rotation by 180 degrees.
    Rotate180,
    /// A rotation by 90 degrees counter-clockwise.
    Rotate270,
    /// Top and bottom exchanged: rows counted from the other side.
    MirrorRows,
    /// Left and right exchanged: columns counted from the other side.
    MirrorColumns,
    /// Turned over the diagonal from A1: rows and columns exchanged.
    Diagonal,
    /// Turned over the other diagonal.
    AntiDiagonal,
}

impl Symmetry {
    /// All eight.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::Rotate90,
        Self::Rotate180,
        Self::Rotate270,
        Self::MirrorRows,
        Self::MirrorColumns,
        Self::Diagonal,
        Self::AntiDiagonal,
    ];

    /// Where a square of a board of the given size goes.
    pub fn apply(self, square: Square, size: u32) -> Square {
        let Square { col, row } = square;
        let (other_col, other_row) = (size - 1 - col, size - 1 - row);
        match self {
            Self::Identity => Square::new(col, row),
            Self::Rotate90 => Square::new(row, other_col),
            Self::Rotate180 => Square::new(other_col, other_row),
            Self::Rotate270 => Square::new(other_row, col),
            Self::MirrorRows => Square::new(col, other_row),
            Self::MirrorColumns => Square::new(other_col, row),
            Self::Diagonal => Square::new(row, col),
            Self::AntiDiagonal => Square::new(other_row, other_col),
        }
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Self {
        match self {
            Self::Rotate90 => Self::Rotate270,
            Self::Rotate270 => Self::Rotate90,
            other => other,
        }
    }
}

/// Which rotations leave a solution as it is. No reflection does, on boards larger than 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymmetryClass {
    /// None: the orbit has eight solutions.
    None,
    /// The rotation by 180 degrees alone: the orbit has four.
    Rotate180,
    /// The rotation by 90 degrees, and so that by 180: the orbit has two.
    Rotate90,
}
