//! One solution of the empty board: by a formula for any size, at random, or the first of all.

mod construct;
mod first;
mod random;

pub use construct::Construction;
pub use first::first;
pub use random::{MAX_RANDOM, UNIFORM_TO, random};
