//! The shapes of the regions of a puzzle.

use crate::solve::named;
use crate::{Error, SolveError};

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
}

named!(Theme, SolveError::UnknownTheme, Mixed "mixed", Balanced "balanced", Snakes "snakes");
