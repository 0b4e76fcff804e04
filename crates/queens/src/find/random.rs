//! A solution at random.
//!
//! Up to [`UNIFORM_TO`] every solution has the same probability: a random index is chosen, and the list of solutions is read up to
//! it. Larger boards use local search ([`LocalSearch`]). Every solution is possible, but not equally likely (measured in
//! docs/engines.md#random-solutions).
//!
//! Work: linear, 0.2 us per queen for N = 10^6 and 0.5 us for 10^7, limited by memory.  Memory: 16 bytes per queen.  Range: N <= 10^8.
//! Checked: every result is a solution, and different seeds give different solutions.

use super::local::{LocalSearch, Start};
use crate::{BoardError, Control, Error, Solution, solutions};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// The largest board that [`random()`] accepts.
pub const MAX_RANDOM: usize = 100_000_000;

/// The largest board on which [`random()`] returns every solution with the same probability.
pub const UNIFORM_TO: usize = 13;

/// Finds a random solution, the same for the same seed, or `None` for the sizes 2 and 3, which have none.
///
/// ```
/// use queens::{Never, find};
/// let one = find::random(100, 1, &Never)?.unwrap();
/// assert_eq!(find::random(100, 1, &Never)?, Some(one.clone()));
/// assert_ne!(find::random(100, 2, &Never)?, Some(one));
/// # Ok::<(), queens::Error>(())
/// ```
pub fn random(size: usize, seed: u64, control: &dyn Control) -> Result<Option<Solution>, Error> {
    if size > MAX_RANDOM {
        return Err(Error::Board(BoardError::BoardTooLarge { size, limit: MAX_RANDOM }));
    }
    let mut random = Pcg64::seed_from_u64(seed);
    if size <= UNIFORM_TO {
        let count = solutions(size)?.count();
        return Ok((count > 0)
            .then(|| random.random_range(0..count))
            .and_then(|place| solutions(size).ok()?.nth(place)));
    }
    LocalSearch::from_random(size, random, Start::FewAttacks, control)?.solve(control).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Never;
    use std::collections::HashMap;

    #[test]
    fn every_size_and_seed_gives_a_solution() {
        for size in (0..200).chain([1000, 5000]) {
            let found = random(size, size as u64, &Never).unwrap();
            assert_eq!(found.is_some(), !(2..=3).contains(&size), "N = {size}");
        }
    }

    #[test]
    fn seeds_give_different_solutions() {
        let found = |seed| random(50, seed, &Never).unwrap().unwrap();
        let mut all: Vec<Solution> = (0..200).map(found).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 200);
    }

    #[test]
    fn small_solutions_are_equally_likely() {
        // 92 solutions, 100 times each on average: chi-square with 91 degrees of freedom is above 150 once in 10,000.
        let mut times: HashMap<Solution, f64> = HashMap::new();
        for seed in 0..9200 {
            *times.entry(random(8, seed, &Never).unwrap().unwrap()).or_default() += 1.0;
        }
        assert_eq!(times.len(), 92);
        let chi_square: f64 = times.values().map(|n| (n - 100.0) * (n - 100.0) / 100.0).sum();
        assert!(chi_square < 150.0, "{chi_square}");
    }

    #[test]
    fn the_control_stops_the_search() {
        let stop = std::sync::atomic::AtomicBool::new(true);
        assert_eq!(random(100_000, 1, &stop), Err(Error::Stopped));
    }
}
