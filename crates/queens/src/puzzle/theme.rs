//! The shapes of the regions of a puzzle.

use crate::{Error, SolveError};
use std::fmt;
use std::str::FromStr;

/// What the regions of a puzzle look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Large and small regions.
    #[default]
    Mixed,
    /// Regions of about N squares: a third of N at least, twice N at most.
    Balanced,
    /// Long thin regions. Few blocks of two by two squares lie in one region.
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
