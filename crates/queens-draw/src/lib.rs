//! Drawings of N-queens boards, charts, search trees, animations and sheets of puzzles.
//!
//! A [`Picture`] says what is on the board. The contents of each square are decided once and drawn by
//! [`Picture::text`] and [`Picture::svg`]. A drawing is a string; no file is written.
//!
//! ```text
//!   5 · × · # ·      ♛ a queen
//!   4 · × · · ×      × attacked by a queen (Picture::attacks)
//!   3 · × · × ·      # closed to queens
//!   2 × × × ○ ○      ○ free in the next row (Picture::bits)
//!   1 × ♛ × × ×
//!     A B C D E
//! ```
//!
//! | drawing | start with |
//! |---|---|
//! | a board, position or solution as text or SVG | [`Picture`] |
//! | a search as an animated SVG or GIF file | [`animation::Animation`] |
//! | a search tree | [`tree::TreePicture`] |
//! | sheets of puzzles, to be printed | [`sheet::Sheet`] |
//! | a chart | [`chart::Chart`] |
//!
//! ```
//! use queens::Solution;
//! use queens_draw::Picture;
//! use queens_puzzles::Position;
//!
//! let solution: Solution = "2 4 1 3".parse()?;
//! assert!(Picture::from(&solution).svg().starts_with("<svg"));
//! let position: Position = "size:6 given:B4".parse()?;
//! assert!(Picture::from(&position).attacks(true).text().contains("4 × ♛ × × × ×"));
//! # Ok::<(), queens_draw::Error>(())
//! ```
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `png` | PNG pictures, with a font compiled in |
//! | `gif` | animated GIF files |
//! | `pdf` | PDF files with sheets of puzzles |

pub mod animation;
pub mod chart;
mod error;
pub mod palette;
mod picture;
#[cfg(feature = "png")]
pub mod png;
pub mod sheet;
mod svg;
pub mod text;
pub mod tree;

pub use error::Error;
pub use picture::Picture;

// The examples of the README are tested as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
