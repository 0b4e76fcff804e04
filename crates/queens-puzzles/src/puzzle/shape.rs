//! The shape that the regions of a puzzle must have, which becomes looser from attempt to attempt.
//!
//! The first attempts keep the pure shape of a theme. On large boards, such regions seldom have one solution that the rules of the
//! requested difficulty explain. Therefore later attempts allow more, step by step, up to limits that every puzzle keeps.

use super::Theme;
use std::ops::RangeInclusive;

/// The number of steps from the pure shape to the loosest one.
const STEPS: usize = 8;

/// A step takes this many attempts, divided by the cube of the size: an attempt on a large board takes longer.
const ATTEMPTS_PER_STEP: usize = 12_800;

/// What the regions must look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) theme: Theme,
    /// The number of squares that a region may have.
    pub(super) squares: RangeInclusive<usize>,
    /// Changes of the regions may add blocks of two by two squares that lie in one region up to this number.
    pub(super) blocks: usize,
    /// The most such blocks of the finished puzzle.
    pub(super) most_blocks: usize,
    /// Whether all regions grow at the same speed.
    pub(super) is_even: bool,
    /// The most regions of one square.
    pub(super) singles: usize,
}

impl Shape {
    /// The shape after this number of attempts.
    pub(super) fn after(attempts: usize, theme: Theme, size: usize, singles: usize) -> Self {
        let per_step = (ATTEMPTS_PER_STEP / size.pow(3)).max(1);
        let step = (attempts / per_step).min(STEPS);
        let between = |pure: usize, loose: usize| (pure * (STEPS - step) + loose * step) / STEPS;
        let any = size * size;
        let (squares, most_blocks) = match theme {
            Theme::Mixed => (1..=any, any),
            Theme::Balanced => {
                let (least, most) = (size.div_ceil(3), 2 * size);
                (between(least, least.min(2))..=between(most, 4 * size), any)
            }
            Theme::Snakes => (1..=any, any / if size > 16 { 4 } else { 5 }),
        };
        let blocks = if theme == Theme::Snakes { between(0, most_blocks) } else { any };
        Self { theme, squares, blocks, most_blocks, is_even: step == 0, singles }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_pure_at_first_and_end_at_the_documented_limits() {
        let shape = |attempts, theme| Shape::after(attempts, theme, 12, 0);
        let (first, last) = (shape(0, Theme::Balanced), shape(2000, Theme::Balanced));
        assert_eq!((first.squares, last.squares), (4..=24, 2..=48));
        let (first, last) = (shape(0, Theme::Snakes), shape(2000, Theme::Snakes));
        assert_eq!((first.blocks, last.blocks, last.most_blocks), (0, 28, 28));
        assert!(first.is_even && !last.is_even);
        let blocks: Vec<usize> = (0..100).map(|at| shape(at, Theme::Snakes).blocks).collect();
        assert!(blocks.is_sorted(), "{blocks:?}");
        assert_eq!(shape(0, Theme::Mixed).squares, shape(2000, Theme::Mixed).squares);
    }
}
