//! The eight symmetries of the square board.

use super::Square;

/// One of the eight rotations and reflections of the board.
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
    /// No change.
    Identity,
    /// A rotation by 90 degrees clockwise.
    Rotate90,
    /// A rotation by 180 degrees.
    Rotate180,
    /// A rotation by 90 degrees counter-clockwise.
    Rotate270,
    /// A reflection that exchanges top and bottom.
    MirrorRows,
    /// A reflection that exchanges left and right.
    MirrorColumns,
    /// A reflection at the diagonal through A1, which exchanges rows and columns.
    Diagonal,
    /// A reflection at the other main diagonal.
    AntiDiagonal,
}

impl Symmetry {
    /// All eight symmetries.
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

    /// The image of a square on a board of this size.
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

/// The rotations under which a solution is symmetric. On boards larger than 1 no solution is symmetric under a reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymmetryClass {
    /// No rotation. The class has eight solutions.
    None,
    /// Only the rotation by 180 degrees. The class has four solutions.
    Rotate180,
    /// The rotations by 90 and 180 degrees. The class has two solutions.
    Rotate90,
}
