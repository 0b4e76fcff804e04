//! Errors of solvers and puzzles.

// The names of fields say what they are.
#![allow(missing_docs)]

use super::either;
use crate::puzzle::Theme;
use crate::solve::{Difficulty, Solver};
use queens::Rules;

/// A solver, difficulty or puzzle that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
#[non_exhaustive]
pub enum SolveError {
    /// There is no such difficulty.
    #[error("unknown difficulty '{name}': expected {}", either(Difficulty::ALL.map(Difficulty::name)))]
    UnknownDifficulty { name: String },
    /// There is no such theme.
    #[error("unknown theme '{name}': expected {}", either(Theme::ALL.map(Theme::name)))]
    UnknownTheme { name: String },
    /// The text is not a date.
    #[error("'{text}' is not a date: expected a year, month and day such as 2026-11-15")]
    UnknownDay { text: String },
    /// No puzzles are made by these rules.
    #[error("there are no puzzles by the rules '{rules}': expected queens or regions")]
    NoPuzzles { rules: Rules },
    /// No puzzles of this size are made.
    #[error(
        "a puzzle by the rules '{rules}'{} has size {least} to {most}, not {size}",
        if *stars == 1 { String::new() } else { format!(" with {stars} stars") }
    )]
    PuzzleSize { size: usize, rules: Rules, stars: usize, least: usize, most: usize },
    /// No puzzles with this number of stars are made.
    #[error("a puzzle by the rules '{rules}' has {}, not {stars}", if *rules == Rules::Regions { "1 to 4 stars" } else { "1 star" })]
    PuzzleStars { stars: usize, rules: Rules },
    /// An option of puzzles with regions was given for other rules.
    #[error("{option} needs the rules 'regions', not '{rules}'")]
    NeedsRegions { option: &'static str, rules: Rules },
    /// No puzzle of the requested difficulty was found.
    #[error(
        "no{} puzzle of size {size} by the rules '{rules}' found in {tries} attempts: try another size, difficulty or seed",
        difficulty.map_or(String::new(), |difficulty| format!(" {difficulty}"))
    )]
    NoSuchPuzzle { size: usize, rules: Rules, difficulty: Option<Difficulty>, tries: usize },
    /// A batch found no more different puzzles.
    #[error("{}; try another size or difficulty", match *found {
        0 => format!("no puzzle found with the first {tries} seeds"),
        1 => format!("only 1 puzzle found: the last {tries} seeds gave no other"),
        _ => format!("only {found} different puzzles found: the last {tries} seeds gave no other"),
    })]
    NoMorePuzzles { found: u64, tries: u64 },
    /// There is no such solver, or it is not part of this build.
    #[error("unknown solver '{name}': expected {}", either(Solver::ALL.iter().map(|solver| solver.name())))]
    UnknownSolver { name: String },
}
