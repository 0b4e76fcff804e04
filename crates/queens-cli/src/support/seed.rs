//! Seeds of random numbers.

use super::failure::say;
use std::hash::{BuildHasher, RandomState};

/// The seed asked for, or any, which is told so that it can be asked for.
pub(crate) fn seed(asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| {
        // Every new state hashes with other keys.
        let seed = RandomState::new().hash_one(0) >> 32;
        say(&format!("--seed {seed}"));
        seed
    })
}
