//! The rule *suppose*: a queen on a square leads, by the rules that need a single unit, to a unit without room for its queens.
//!
//! All open squares are tried together, one further step for each of them at a time, so the first one that fails has the shortest
//! chain of steps. Steps that the failure does not need are then removed.

use super::layout::{Layout, Set};
use super::page::{Move, Page};
use super::{Reason, SolveStep};
use crate::Error;
use queens::Control;

/// A supposed queen and what follows from it.
struct Trial<'a, const WORDS: usize> {
    square: usize,
    page: Page<'a, WORDS>,
    chain: Vec<Move<WORDS>>,
}

/// A square on which a queen fails, after which steps, and the unit without room.
struct Failure<const WORDS: usize> {
    square: usize,
    chain: Vec<Move<WORDS>>,
    unit: usize,
}

/// Closes the square on which a supposed queen fails after the fewest steps, if they are at most this many.
pub(super) fn suppose<const WORDS: usize>(
    page: &Page<'_, WORDS>,
    longest: usize,
    control: &dyn Control,
) -> Result<Option<SolveStep>, Error> {
    let begin = |square: usize| {
        let mut page = page.clone();
        page.place(square);
        Trial { square, page, chain: Vec::new() }
    };
    let mut trials: Vec<Trial<'_, WORDS>> = page.open.iter().map(begin).collect();
    for _ in 0..=longest {
        let mut best: Option<Failure<WORDS>> = None;
        for trial in &trials {
            if let Some(unit) = trial.page.empty() {
                let failure = shortened(page, trial, unit);
                if best.as_ref().is_none_or(|best| failure.chain.len() < best.chain.len()) {
                    best = Some(failure);
                }
            }
        }
        if let Some(best) = best {
            return Ok(Some(step(page, &best)));
        }
        let mut longer = Vec::with_capacity(trials.len());
        for mut trial in trials {
            if control.stopped() {
                return Err(queens::Stopped.into());
            }
            if let Some(found) = trial.page.simple() {
                trial.page.take(&found);
                trial.chain.push(found);
                longer.push(trial);
            }
        }
        if longer.is_empty() {
            return Ok(None);
        }
        trials = longer;
    }
    Ok(None)
}

/// Closes every square on which a supposed queen fails after any number of steps, and takes the direct steps that follow, until
/// nothing changes. The page ends where single steps by all rules would end, but the steps are not known: a search for the shortest
/// chain would try all squares again for each of them.
pub(crate) fn close_all_failing<const WORDS: usize>(
    page: &mut Page<'_, WORDS>,
    control: &dyn Control,
) -> Result<(), Error> {
    page.settle(true);
    loop {
        let mut is_changed = false;
        for square in page.open.iter() {
            if control.stopped() {
                return Err(queens::Stopped.into());
            }
            // An earlier square of this round may have closed it.
            if page.open.has(square) && fails_at_last(page, square) {
                page.open.remove(square);
                page.settle(true);
                is_changed = true;
            }
        }
        if !is_changed {
            return Ok(());
        }
    }
}

/// Whether a queen on a square leads, by the rules that need a single unit, to a unit without room for its queens.
fn fails_at_last<const WORDS: usize>(page: &Page<'_, WORDS>, square: usize) -> bool {
    let mut page = page.clone();
    page.place(square);
    page.settle_units();
    // A unit without room stays one, whatever else is closed or placed.
    page.empty().is_some()
}

/// The failure without the steps that it does not need.
fn shortened<const WORDS: usize>(
    page: &Page<'_, WORDS>,
    trial: &Trial<'_, WORDS>,
    unit: usize,
) -> Failure<WORDS> {
    let mut failure = Failure { square: trial.square, chain: trial.chain.clone(), unit };
    for place in (0..failure.chain.len()).rev() {
        let mut chain = failure.chain.clone();
        chain.remove(place);
        if let Some(unit) = fails(page, trial.square, &mut chain) {
            failure = Failure { square: trial.square, chain, unit };
        }
    }
    failure
}

/// The unit without room after a queen and these moves; `None` if a move does not apply or there is no such unit. The moves are
/// replaced by what they close now.
fn fails<const WORDS: usize>(
    page: &Page<'_, WORDS>,
    square: usize,
    chain: &mut [Move<WORDS>],
) -> Option<usize> {
    let mut page = page.clone();
    page.place(square);
    for found in chain {
        *found = page.again(found)?;
        page.take(found);
    }
    page.empty()
}

fn step<const WORDS: usize>(page: &Page<'_, WORDS>, failure: &Failure<WORDS>) -> SolveStep {
    let layout: &Layout<WORDS> = page.layout;
    let mut page = page.clone();
    page.place(failure.square);
    let mut chain = Vec::new();
    for found in &failure.chain {
        chain.push(page.step(found));
        page.take(found);
    }
    let mut closed: Set<WORDS> = Set::EMPTY;
    closed.insert(failure.square);
    let reason = Reason::Suppose {
        chain,
        unit: layout.names[failure.unit],
        missing: usize::from(page.missing[failure.unit]),
    };
    SolveStep { reason, queen: None, closed: layout.squares(&closed) }
}
