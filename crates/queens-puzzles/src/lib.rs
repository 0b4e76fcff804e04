//! N-queens puzzles: solve, explain and refute positions, and make puzzles with exactly one solution.
//!
//! A [`Position`] is a board up to size 5000 with rules, given queens, closed squares, coloured regions and stars.
//!
//! | task | start with |
//! |---|---|
//! | write or read a position | [`Position`], [`position::Format`], [`position::Reader`] |
//! | find, list or count its solutions | [`solve::Solve`] |
//! | explain how a person solves it, or why nobody can | [`solve::explain()`], [`solve::refute()`] |
//! | make a puzzle | [`puzzle::PuzzleRequest`] |
//! | read a puzzle from a picture | [`picture::read`] |
//! | export a position to other solvers | [`export::Export`] |
//!
//! ```
//! use queens::Never;
//! use queens_puzzles::Position;
//! use queens_puzzles::solve::{Solve, explain, refute};
//!
//! let position: Position = "size:6 given:B4".parse()?;
//! let solution = Solve::of(&position).find(&Never)?.unwrap();
//! assert_eq!(solution.to_string(), "2 4 6 1 3 5");
//!
//! // `Never` is the control that does not stop the search.
//! let explanation = explain(&position, &Never)?;
//! println!("{}: {}", explanation.difficulty(), explanation.steps[0]);
//!
//! let impossible: Position = "size:6 given:A1".parse()?;
//! let reason = refute(&impossible, &Never)?.unwrap();
//! assert_eq!(reason.to_string(), "the given queen on A1 rules out every solution");
//! # Ok::<(), queens_puzzles::Error>(())
//! ```
//!
//! Make a puzzle. The same request gives the same puzzle:
//!
//! ```
//! use queens::Never;
//! use queens_puzzles::puzzle::PuzzleRequest;
//! use queens_puzzles::solve::Solve;
//!
//! let puzzle = PuzzleRequest::new(6).seed(3).make(&Never)?;
//! assert_eq!(Solve::of(&puzzle.position).count(2, &Never)?, 1);
//! # Ok::<(), queens_puzzles::Error>(())
//! ```
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `picture` | decodes PNG, JPEG, WebP and GIF files, to read puzzles from them |
//! | `sat` | a satisfiability solver as a second way to solve positions, and proofs that there is no solution |

mod constraints;
mod error;
pub mod export;
pub mod picture;
pub mod position;
pub mod puzzle;
pub mod solve;

pub use error::{Error, ExportError, PictureError, PositionError, SolveError};
pub use position::Position;

// The examples of the README are tested as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
