//! Observers, which watch a search step by step: statistics, tallies, and your own.

mod by_level;
mod dynamic;
mod half;
mod observer;
mod record;
mod statistics;
mod tally;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use by_level::ByLevel;
pub(crate) use dynamic::Dynamic;
pub(crate) use half::{first_rows, second_rows};
pub use observer::{Flow, NO_QUEEN, Observer, Silent};
pub(crate) use record::Record;
pub use statistics::Statistics;
pub use tally::Tally;
