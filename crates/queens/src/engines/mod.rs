//! The engines: one file or folder each, and the table [`ENGINES`].
//!
//! An [`Engine`] divides a problem into numbered jobs and counts them. A [`Method`] is an engine that counts all solutions by
//! the rules of queens and can be chosen by name. [`search`](search()) runs a method that lists solutions under an
//! [`Observer`](crate::Observer).
//!
//! | engines | what they do |
//! |---|---|
//! | [`cross`], [`join`] | the fastest counts, with vector instructions |
//! | `stacked`, `bitmask`, `arrays` and others | classic searches, which find solutions one by one |
//! | `symmetric` | solutions symmetric under a rotation |
//! | `levels` | placements of plain backtracking in each column |
//! | `torus`, `superqueens`, `regions`, `semiqueens`, `reflecting` | other rules |
//! | `exactly`, `any-number`, `maximal`, `with-pawn` | other numbers of queens than N |

mod any_number;
mod arrays;
mod arrays_half;
mod arrays_iterative;
pub(crate) mod bitmask;
mod bitmask_half;
pub(crate) mod bitmask_iterative;
mod bits;
pub mod bitset;
mod bitset_half;
mod bitset_mutable;
mod bitset_pipeline;
mod breadth;
mod columns;
pub mod cross;
mod dancing_links;
mod engine;
mod exactly;
mod first_two;
pub mod join;
pub(crate) mod levels;
mod lines;
mod maximal;
mod method;
pub(crate) mod plain_queens;
pub(crate) mod plain_rules;
mod random;
mod reflecting;
pub(crate) mod regions;
mod search;
mod semiqueens;
mod stacked;
pub(crate) mod superqueens;
mod symmetric;
mod tiles;
mod torus;
mod with_pawn;

pub use engine::{
    Costs, Counts, Engine, EngineInfo, EngineWorker, Order, Search, Sorting, Statistic, ThreadUse,
    WorkerCosts,
};
pub(crate) use engine::{Stateless, StatelessWorker, run_whole_job};
pub use method::{Method, Resources, search};
pub use random::Random;

pub(crate) use search::SearchMethod;

/// The table of all engines. The methods come first, starting with the simplest.
pub static ENGINES: &[&EngineInfo] = &[
    &arrays::Arrays::INFO,
    &arrays_half::ArraysHalf::INFO,
    &arrays_iterative::ArraysIterative::INFO,
    &bitset::Bitset::INFO,
    &bitset_pipeline::BitsetPipeline::INFO,
    &bitset_half::BitsetHalf::INFO,
    &bitset_mutable::BitsetMutable::INFO,
    &bitmask::Bitmask::INFO,
    &bitmask_half::BitmaskHalf::INFO,
    &bitmask_iterative::BitmaskIterative::INFO,
    &stacked::Stacked::INFO,
    &columns::Columns::INFO,
    &breadth::Breadth::INFO,
    &tiles::Tiles::INFO,
    &dancing_links::DancingLinks::INFO,
    &cross::engine::INFO,
    &join::engine::INFO,
    &symmetric::INFO,
    &levels::INFO,
    &torus::INFO,
    &superqueens::INFO,
    &regions::INFO,
    &semiqueens::INFO,
    &reflecting::INFO,
    &exactly::INFO,
    &any_number::INFO,
    &maximal::INFO,
    &with_pawn::INFO,
];
