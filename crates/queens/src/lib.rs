//! The N-queens problem: place N queens on an N x N board so that none attacks another.
//!
//! ```text
//!   8 · · ♛ · · · · ·      queens on A1 B5 C8 D6 E3 F7 G2 H4,
//!   7 · · · · · ♛ · ·      written `1 5 8 6 3 7 2 4`:
//!   6 · · · ♛ · · · ·      the row of the queen in each column
//!   5 · ♛ · · · · · ·
//!   4 · · · · · · · ♛
//!   3 · · · · ♛ · · ·
//!   2 · · · · · · ♛ ·
//!   1 ♛ · · · · · · ·
//!     A B C D E F G H
//! ```
//!
//! The library counts solutions exactly, estimates how many there are, lists them, finds one on boards of any size, and watches
//! searches step by step. It does no input or output, reads no clock, and starts threads only if a backend with threads is used.
//!
//! | task | start with |
//! |---|---|
//! | count solutions | [`Request::count`], [`Request::on`] |
//! | estimate the number of solutions of a large board | [`sampling::Sampler`] |
//! | list solutions | [`solutions()`], [`Request::list`], [`all_rows()`] |
//! | find one solution of any size | [`find`] |
//! | count on threads, GPUs or many machines | [`Plan`], [`Backend`], `Machine` |
//! | watch a search | [`Observer`], [`study`] |
//!
//! Other crates build on this one: `queens-puzzles` solves, explains and makes puzzles, `queens-draw` draws boards and searches,
//! `queens-results` has every result as plain data for JSON, `queens-ledger` stores long counts in files that can be resumed and
//! verified, and `queens-gpu` counts on GPUs.
//!
//! # Examples
//!
//! Count solutions with the fastest method for the size, with a [`Method`] of your choice, or on a [`Board`] with given queens
//! and closed squares:
//!
//! ```
//! use queens::{Board, Method, Request};
//!
//! assert_eq!(Request::count(12)?.run()?.solutions, 14_200);
//! assert_eq!(Request::count(8)?.method(Method::BITMASK).run()?.solutions, 92);
//!
//! // Four of the 92 solutions have a queen in the corner A1.
//! let corner = Board::new(8)?.with_queen("A1".parse()?)?;
//! assert_eq!(Request::on(corner).run()?.solutions, 4);
//! # Ok::<(), queens::Error>(())
//! ```
//!
//! List solutions one by one, or find one on a board of any size:
//!
//! ```
//! use queens::{Never, find, solutions};
//!
//! let first = solutions(8)?.next().unwrap();
//! assert_eq!(first.to_string(), "1 5 8 6 3 7 2 4");
//! assert_eq!(first.square_names(), "A1 B5 C8 D6 E3 F7 G2 H4");
//!
//! // A random solution, the same for the same seed. `Never` is the control that does not stop the search.
//! let random = find::random(1000, 42, &Never)?.unwrap();
//! assert_eq!(random.size(), 1000);
//! # Ok::<(), queens::Error>(())
//! ```
//!
//! Plan a count and run its jobs on threads. A [`Control`] can stop the run, and a [`Sink`] receives the result of each job:
//!
//! ```
//! # #[cfg(feature = "threads")] {
//! use queens::{JobByJob, Method, Request, Threads};
//! use std::sync::atomic::AtomicBool;
//!
//! let threads = Threads::new(2)?;
//! let plan = Request::count(12)?.method(Method::CROSS).plan_for(&threads)?;
//! let stop = AtomicBool::new(false); // Another thread may set it.
//! let mut found = JobByJob::new(&plan);
//! plan.run_into(&threads, &mut found, &stop)?;
//! assert_eq!((found.total.solutions, found.counts.len()), (14_200, 342));
//! # }
//! # Ok::<(), queens::Error>(())
//! ```
//!
//! Watch a search with an [`Observer`]:
//!
//! ```
//! use queens::observe::Flow;
//! use queens::{Board, Method, Observer, engines};
//!
//! /// Counts the queens placed in each column.
//! struct Profile(Vec<u64>);
//!
//! impl Observer for Profile {
//!     fn needs_rows(&self) -> bool {
//!         false
//!     }
//!     fn place(&mut self, col: usize, _row: usize) -> Flow {
//!         self.0[col] += 1;
//!         Flow::Continue(())
//!     }
//! }
//!
//! let mut profile = Profile(vec![0; 6]);
//! assert_eq!(engines::search(Method::BITMASK, &Board::new(6)?, &mut profile)?, 4);
//! assert_eq!(profile.0, [6, 20, 36, 46, 40, 4]);
//! # Ok::<(), queens::Error>(())
//! ```
//!
//! # The lifecycle of a request
//!
//! A [`Request`] resolves to a [`Plan`]: a [`Problem`] and an [engine](engines) that divides it into numbered jobs. A plan is
//! pure data, the same on every machine. A [`Backend`] runs jobs and passes each [`JobResult`] to a [`Sink`]. A [`Control`] stops
//! the run and receives its progress. Every count carries two residues, which detect a bit that flips after a part was added
//! ([`Count`] says what that covers), and [`Plan::double_check`] repeats a count another way.
//!
//! # The board
//!
//! Columns run from left to right (A, B, C and so on), rows from bottom to top (1, 2, 3 and so on), as on a chess board. In code
//! both count from 0; in texts that people read or type they count from 1. Searches fill the board column by column, starting
//! with column A.
//!
//! # Features
//!
//! `threads` (on by default): the backend [`Threads`] and [`Machine`]. Disable it for WebAssembly.

mod all_rows;
mod board;
mod classes;
pub mod engines;
mod error;
pub mod estimate;
pub mod find;
mod job;
mod known;
pub mod observe;
mod plan;
pub mod report;
pub mod sampling;
mod simd;
mod solutions;
pub mod study;

pub use all_rows::all_rows;
pub use board::{
    Board, Columns, Diagonals, MAX_SIZE, Regions, Rotation, Rows, Rules, Solution, Square,
    Symmetry, SymmetryClass,
};
pub use classes::Classes;
pub use engines::{Method, Resources};
pub use error::{BackendError, BoardError, CheckError, CountOf, Error, RequestError, Stopped};
pub use job::{
    Control, Count, Details, Event, JobResult, Nested, Never, Problem, Queens, Subproblem, Weight,
    on_threads,
};
pub use known::{published, published_by, published_symmetric, published_with};
pub use observe::{Observer, Silent, Statistics, Tally};
pub use plan::{
    Backend, DoubleCheck, Inline, JobByJob, Plan, Processor, RecountPart, Recovering, Request,
    Sink, Total,
};
#[cfg(feature = "threads")]
pub use plan::{Machine, Threads};
pub use simd::Simd;
pub use solutions::{Solutions, solutions};

// The examples of the two READMEs, of the package and of the project, are tested as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;
