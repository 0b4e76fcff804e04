//! The rotations under which a solution can be symmetric.

use super::{Square, Symmetry};
use crate::{BoardError, Error};
use std::fmt;
use std::str::FromStr;

/// A rotation under which a solution can be symmetric.
///
/// ```
/// use queens::Rotation;
/// assert_eq!("180".parse::<Rotation>()?, Rotation::By180);
/// assert_eq!(Rotation::By90.to_string(), "90");
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rotation {
    /// By 180 degrees.
    By180,
    /// By 90 degrees.
    By90,
}

impl Rotation {
    /// Both rotations.
    pub const ALL: [Self; 2] = [Self::By180, Self::By90];

    /// The name, as typed: its degrees.
    pub fn name(self) -> &'static str {
        match self {
            Self::By180 => "180",
            Self::By90 => "90",
        }
    }

    /// The rotation as one of the symmetries of the board.
    pub fn symmetry(self) -> Symmetry {
        match self {
            Self::By180 => Symmetry::Rotate180,
            Self::By90 => Symmetry::Rotate90,
        }
    }

    /// The images of a square under repeated rotation: two or four, or only the centre itself.
    pub(crate) fn orbit(self, square: Square, size: usize) -> Vec<Square> {
        let rotate = |&at: &Square| Some(self.symmetry().apply(at, size as u32));
        let mut squares: Vec<_> = std::iter::successors(Some(square), rotate).take(4).collect();
        squares.sort();
        squares.dedup();
        squares
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rotation {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|rotation| rotation.name() == name)
            .ok_or_else(|| Error::Board(BoardError::UnknownRotation { name: name.to_string() }))
    }
}
