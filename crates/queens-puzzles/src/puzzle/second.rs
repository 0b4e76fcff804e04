//! A second solution of a puzzle with regions.
//!
//! Backtracking on sets of bits: the unit with the fewest open squares first. Work: a node costs a few operations on sets for each
//! unit. Memory: a page for each queen. Range: N <= 21.  Checked: the puzzles have one solution by a plain recursion (tests/puzzles.rs).

use super::map::Squares;
use crate::Error;
use crate::solve::explain::{Page, SMALL_WORDS};
use queens::Control;

/// The control is polled after this many nodes.
const STOP_CHECK_INTERVAL: u64 = 256;

/// A search for a solution other than the known one.
pub(super) struct Second<'a> {
    known: Squares,
    control: &'a dyn Control,
    nodes: u64,
    most: u64,
}

/// How the search ended.
pub(super) enum Found {
    /// The queens of another solution.
    Other(Squares),
    /// There is no other solution.
    None,
    /// The search took too many nodes.
    Limit,
}

impl<'a> Second<'a> {
    /// Searches from a page, for at most this many nodes.
    pub(super) fn search(
        page: Page<'_, SMALL_WORDS>,
        known: Squares,
        most: u64,
        control: &'a dyn Control,
    ) -> Result<Found, Error> {
        let mut second = Self { known, control, nodes: 0, most };
        let found = second.descend(page)?;
        Ok(match found {
            Some(other) => Found::Other(other),
            None if second.nodes >= most => Found::Limit,
            None => Found::None,
        })
    }

    fn descend(&mut self, mut page: Page<'_, SMALL_WORDS>) -> Result<Option<Squares>, Error> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_CHECK_INTERVAL) && self.control.stopped() {
            return Err(queens::Stopped.into());
        }
        loop {
            if self.nodes >= self.most {
                return Ok(None);
            }
            let mut best: Option<(usize, usize)> = None;
            for (unit, &missing) in page.missing.iter().enumerate() {
                if missing == 0 {
                    continue;
                }
                let left = page.open.common(&page.layout.units[unit]);
                if left < usize::from(missing) {
                    return Ok(None);
                }
                // The number of squares that may be wrong.
                let spare = left - usize::from(missing);
                if best.is_none_or(|(least, _)| spare < least) {
                    best = Some((spare, unit));
                }
            }
            let Some((spare, unit)) = best else {
                return Ok((page.queens != self.known).then_some(page.queens));
            };
            let Some(queen) = page.left(unit).iter().next() else {
                return Ok(None);
            };
            if spare > 0 {
                let mut with = page.clone();
                with.place(queen);
                if let Some(found) = self.descend(with)? {
                    return Ok(Some(found));
                }
                page.open.remove(queen);
            } else {
                page.place(queen);
            }
        }
    }
}
