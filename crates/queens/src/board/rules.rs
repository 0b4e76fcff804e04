//! Rules: which squares a queen attacks.

use super::Square;
use crate::{BoardError, Error};
use std::fmt;
use std::str::FromStr;

/// What a queen attacks, and so which arrangements of queens are solutions. All rules require one queen per column and row.
///
/// ```text
///   queens             torus              superqueens        regions, of which one is d
///   · · x · · · x      · · x · · x x      · · x · · · x      · · x · · · ·
///   · · x · · x ·      · · x · · x x      · · x · · x ·      · · x · · · ·
///   x · x · x · ·      x · x · x · ·      x x x x x · ·      · · d d d · ·
///   · x x x · · ·      · x x x · · ·      x x x x x · ·      · x d d d · ·
///   x x ♛ x x x x      x x ♛ x x x x      x x ♛ x x x x      x x ♛ d x x x
///   · x x x · · ·      · x x x · · ·      x x x x x · ·      · x x x · · ·
///   x · x · x · ·      x · x · x · ·      x x x x x · ·      · · x · · · ·
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// The row, the column and the two diagonals.
    #[default]
    Queens,
    /// As `Queens`, and a diagonal that leaves the board on one side continues on the opposite side.
    Torus,
    /// As `Queens`, and the squares a knight's move away.
    Superqueens,
    /// The row, the column, the coloured region and the eight adjacent squares: the popular puzzle with coloured regions.
    Regions,
    /// The row, the column and the rising diagonal. Only for counts of empty boards.
    Semiqueens,
    /// As `Queens`, and a diagonal that leaves the board on the left is reflected in the column next to it. Only for counts of
    /// empty boards.
    Reflecting,
}

impl Rules {
    /// All rules of positions.
    pub const ALL: [Self; 4] = [Self::Queens, Self::Torus, Self::Superqueens, Self::Regions];

    /// The rules by which empty boards are counted, but which positions cannot have.
    pub const ONLY_COUNTED: [Self; 2] = [Self::Semiqueens, Self::Reflecting];

    /// The name, as typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Queens => "queens",
            Self::Torus => "torus",
            Self::Superqueens => "superqueens",
            Self::Regions => "regions",
            Self::Semiqueens => "semiqueens",
            Self::Reflecting => "reflecting",
        }
    }

    /// Whether queens on the two squares of a board of this size attack each other. Regions are not considered. A square
    /// does not attack itself.
    ///
    /// ```
    /// use queens::{Rules, Square};
    /// let [a1, b3]: [Square; 2] = ["A1".parse()?, "B3".parse()?];
    /// assert!(!Rules::Queens.attacks(a1, b3, 8));
    /// assert!(Rules::Superqueens.attacks(a1, b3, 8));
    /// assert!(Rules::Torus.attacks(a1, "C7".parse()?, 8));
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn attacks(self, one: Square, other: Square, size: usize) -> bool {
        let across = one.col.abs_diff(other.col) as usize;
        let along = one.row.abs_diff(other.row) as usize;
        let by_queen = one.attacks(other);
        match self {
            Self::Queens => by_queen,
            Self::Torus => by_queen || (across + along).is_multiple_of(size) && one != other,
            Self::Superqueens => by_queen || across.min(along) == 1 && across.max(along) == 2,
            Self::Regions => {
                one != other && (across * along == 0 || across + along == 2 && by_queen)
            }
            Self::Semiqueens => {
                let falling = one.col + one.row == other.col + other.row;
                by_queen && (across * along == 0 || !falling)
            }
            // The reflecting column is column 0 if the columns count from 1.
            Self::Reflecting => by_queen || along == (one.col + other.col) as usize + 2,
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rules {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let unknown = || Error::Board(BoardError::UnknownRules { name: text.to_string() });
        let all = Self::ALL.into_iter().chain(Self::ONLY_COUNTED);
        all.into_iter().find(|rules| rules.name() == text).ok_or_else(unknown)
    }
}
