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
//! Count by any [`Method`], list lazily, fix queens or close squares, draw, trace:
//!
//! ```
//! use queens::{Board, Method, Request, Solution, Square, solutions};
//!
//! let count = Request::count(8)?.method(Method::BITMASK).run()?;
//! assert_eq!(count.solutions, 92);
//!
//! let first = solutions(8)?.next().unwrap();
//! assert_eq!(first.to_string(), "1 5 8 6 3 7 2 4");
//! assert_eq!(first.squares().map(|s| s.to_string()).collect::<Vec<_>>().join(" "),
//!            "A1 B5 C8 D6 E3 F7 G2 H4");
//!
//! // Four of the 92 have a queen in the corner.
//! let corner = Board::new(8)?.with_queen("A1".parse()?)?;
//! assert_eq!(Request::on(corner).run()?.solutions, 4);
//! # Ok::<(), queens::Error>(())
//! ```
//!
//! # The lifecycle of a request
//!
//! A [`Request`] resolves to a [`Plan`], which is pure data: a [`Problem`] and an engine that cuts it into numbered
//! jobs. A [`Backend`] runs jobs and sends each [`JobResult`] to a [`Sink`]; a [`Control`] stops it and receives its
//! progress. [`engines`] has all engines and the trait to add one. What can be seen of a search (statistics, a trace, an
//! animation) is an [`Observer`], a generic parameter that costs nothing when unused. [`results`] has what front ends
//! print, as plain data.
//!
//! The library does no input or output, reads no clock and starts no thread unless asked to.
//!
//! # Features
//!
//! | feature | adds | default |
//! |---|---|---|
//! | `threads` | the backend `Threads` and `Machine`, with rayon; leave it out for WebAssembly | yes |
//! | `png` | PNG pictures | no |
//! | `sat` | the satisfiability solver as a second way to solve positions | no |
//! | `schema` | the JSON Schema and the TypeScript types of [`results`] | no |
//!
//! # The board
//!
//! Columns run from left to right (A, B, C ...), rows from bottom to top (1, 2, 3 ...), as on a chess board.
//! In code both count from 0; in what people read and type, from 1. Every search that fills the board line
//! by line walks the columns from A and picks a row in each.

mod all_rows;
mod board;
mod classes;
pub mod draw;
pub mod engines;
mod error;
pub mod estimate;
pub mod find;
mod job;
mod known;
pub mod observe;
mod plan;
pub mod position;
pub mod puzzle;
pub mod report;
pub mod results;
mod simd;
mod solutions;
pub mod solve;
pub mod study;

pub use all_rows::all_rows;
pub use board::{
    Board, Columns, Diagonals, MAX_SIZE, Rotation, Rows, Rules, Solution, Square, Symmetry,
    SymmetryClass,
};
pub use classes::Classes;
pub use engines::Method;
pub use error::{
    BackendError, BoardError, CheckError, DrawError, Error, PositionError, RequestError,
    SolveError, Stopped,
};
pub use job::{Control, Count, Details, JobResult, Never, Problem, Subproblem, Weight};
pub use known::{published, published_by};
pub use observe::{Observer, Silent, Statistics, Tally};
pub use plan::{Backend, DoubleCheck, Inline, JobByJob, Plan, Request, Sink, Total, Worker};
#[cfg(feature = "threads")]
pub use plan::{Machine, Threads};
pub use position::Position;
pub use simd::Simd;
pub use solutions::{Solutions, solutions};

// The examples of the front pages of the package and of the project are tested like the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;
