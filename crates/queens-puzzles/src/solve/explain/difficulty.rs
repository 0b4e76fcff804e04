//! How hard a position is for a person: a score from the weights of the steps, and a difficulty from the score.

use super::SolveStep;
use crate::solve::named;
use crate::{Error, SolveError};

/// How hard a position is for a person: a range of its [score](super::Explanation::score).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// A score below 70.
    Easy,
    /// A score of 70 to 109.
    Medium,
    /// A score of 110 to 199.
    Hard,
    /// A score of 200 or more. Only these positions may need a guess.
    Expert,
}

impl Difficulty {
    /// All difficulties, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// The smallest score of the difficulty.
    pub(crate) fn least_score(self) -> u32 {
        match self {
            Self::Easy => 0,
            Self::Medium => 70,
            Self::Hard => 110,
            Self::Expert => 200,
        }
    }

    /// The difficulty of a score.
    pub(crate) fn of_score(score: u32) -> Self {
        let below = |difficulty: &&Self| difficulty.least_score() <= score;
        Self::ALL.iter().rev().find(below).copied().unwrap_or(Self::Easy)
    }

    /// The distance of a score from the scores of the difficulty; 0 if it is one of them.
    pub(crate) fn distance(self, score: u32) -> u32 {
        let harder = Self::ALL.into_iter().find(|&difficulty| difficulty > self);
        let above =
            harder.map_or(0, |harder| score.saturating_add(1).saturating_sub(harder.least_score()));
        above + self.least_score().saturating_sub(score)
    }

    /// The difficulty of a step of this weight.
    pub(crate) fn of_weight(weight: u32) -> Self {
        Self::of_score(weight.saturating_mul(HARDEST))
    }
}

/// How many times the weight of the hardest step counts.
const HARDEST: u32 = 10;

/// The score of some steps on a board of this size: ten times the weight of the hardest one, and ten times the weight of all steps
/// for each queen.
pub(crate) fn score(steps: &[SolveStep], queens: usize) -> u32 {
    let weights = || steps.iter().map(SolveStep::weight);
    let all: u32 = weights().fold(0, u32::saturating_add);
    let each = HARDEST.saturating_mul(all) / u32::try_from(queens.max(1)).unwrap_or(u32::MAX);
    let hardest = weights().max().unwrap_or(0);
    HARDEST.saturating_mul(hardest).saturating_add(each)
}

named!(
    Difficulty,
    SolveError::UnknownDifficulty,
    Easy "easy",
    Medium "medium",
    Hard "hard",
    Expert "expert"
);
