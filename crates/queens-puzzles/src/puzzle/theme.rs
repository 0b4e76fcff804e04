//! The shapes of the regions of a puzzle.

use crate::{Error, SolveError};
use std::fmt;
use std::str::FromStr;

/// What the regions of a puzzle look like.
///
/// The first attempts to make a puzzle keep the pure shape. Later attempts allow more, step by step, because a large board seldom has a
/// puzzle of that shape and the requested difficulty. The limits are those that every puzzle keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Large and small regions.
    #[default]
    Mixed,
    /// Regions of about N squares: N/3 to 2N squares at first, never fewer than 2 or more than 4N.
    Balanced,
    /// Long thin regions. Few blocks of two by two squares lie in one region: at most N²/5, or N²/4 from N = 17 on.
    Snakes,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Mixed, Self::Balanced, Self::Snakes];

    /// The name, as typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Balanced => "balanced",
            Self::Snakes => "snakes",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Theme {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let unknown = || Error::Solve(SolveError::UnknownTheme { name: text.to_string() });
        Self::ALL.into_iter().find(|theme| theme.name() == text).ok_or_else(unknown)
    }
}
