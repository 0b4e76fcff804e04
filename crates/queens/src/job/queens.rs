//! How many queens a problem asks for.

use crate::{Error, RequestError};
use std::fmt;
use std::str::FromStr;

/// How many queens stand on the board, and what else is required of them. No two queens may attack each other.
///
/// ```
/// use queens::{Queens, Request};
/// let count = |size, queens| -> Result<u128, queens::Error> {
///     Ok(Request::count(size)?.queens(queens).run()?.solutions)
/// };
/// assert_eq!(count(9, Queens::Exactly(8))?, 13_848);
/// assert_eq!(count(8, Queens::Any)?, 118_969);
/// assert_eq!(count(8, Queens::Maximal)?, 10_188);
/// assert_eq!(count(8, Queens::WithPawn)?, 128);
/// assert_eq!("any".parse::<Queens>()?, Queens::Any);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Queens {
    /// N queens, one per column and row.
    #[default]
    Full,
    /// This many queens. With more than N there is no solution, with N it is the same as [`Full`](Self::Full).
    Exactly(usize),
    /// Any number of queens, including none.
    Any,
    /// Queens that occupy or attack every square, so that no queen can be added.
    Maximal,
    /// N + 1 queens and one pawn, which blocks the lines between queens.
    WithPawn,
}

impl Queens {
    /// The largest number of queens that can be requested: the number of squares of the largest board.
    pub const MAX: usize = crate::MAX_SIZE * crate::MAX_SIZE;

    /// The request for this many queens on a board of this size: exactly N queens are a full board.
    pub(crate) fn on(self, size: usize) -> Self {
        if self == Self::Exactly(size) { Self::Full } else { self }
    }

    /// About the same part of a smaller board: of `from` columns with this many queens, the number for `size` columns. Fewer queens
    /// than columns stay fewer.
    pub(crate) fn scaled(self, from: usize, size: usize) -> Self {
        match self {
            Self::Exactly(queens) if queens < from => {
                let part = (queens * size + from / 2) / from;
                Self::Exactly(part.min(size.saturating_sub(1)))
            }
            other => other,
        }
    }
}

/// As typed: `8`, `any`, `maximal`, `with-pawn`; `N` for a full board.
impl fmt::Display for Queens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("N"),
            Self::Exactly(queens) => queens.fmt(f),
            Self::Any => f.write_str("any"),
            Self::Maximal => f.write_str("maximal"),
            Self::WithPawn => f.write_str("with-pawn"),
        }
    }
}

impl FromStr for Queens {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let number = || {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits.then(|| text.parse().ok()).flatten();
            number.filter(|&queens| queens <= Self::MAX).map(Self::Exactly)
        };
        let named = [Self::Full, Self::Any, Self::Maximal, Self::WithPawn];
        let named = named.into_iter().find(|queens| queens.to_string() == text);
        named.or_else(number).ok_or_else(|| {
            Error::Request(RequestError::UnknownQueens { text: text.chars().take(40).collect() })
        })
    }
}
