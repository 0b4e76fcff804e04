//! Seeds of random numbers.

use super::failure::say;
use std::hash::{BuildHasher, RandomState};

/// The given seed, or a random one, which is printed so that the result can be repeated.
pub(crate) fn seed(given: Option<u64>) -> u64 {
    given.unwrap_or_else(|| {
        // Every `RandomState` has other random keys.
        let seed = RandomState::new().hash_one(0) >> 32;
        say(&format!("random seed; repeat with --seed {seed}"));
        seed
    })
}
