//! Drawings of N-queens boards, charts, search trees, animations and sheets of puzzles.
//!
//! A [`Drawing`] says what is on the board. The contents of each square are decided once and drawn by
//! [`Drawing::text`] and [`Drawing::canvas`]. All drawings are shapes and texts on a [`Canvas`], which has a writer for each
//! format. No file is written.
//!
//! ```text
//!   5 · × · # ·      ♛ a queen
//!   4 · × · · ×      × attacked by a queen (Drawing::attacks)
//!   3 · × · × ·      # closed to queens
//!   2 × × × ○ ○      ○ free in the next row (Drawing::bits)
//!   1 × ♛ × × ×
//!     A B C D E
//! ```
//!
//! | drawing | start with |
//! |---|---|
//! | a board, position or solution as text or SVG | [`Drawing`] |
//! | a search as an animated SVG or GIF file | [`animation::Animation`] |
//! | a search tree | [`tree::TreeDrawing`] |
//! | sheets of puzzles, to be printed | [`sheet::Sheet`] |
//! | a chart | [`chart::Chart`] |
//!
//! ```
//! use queens::Solution;
//! use queens_draw::Drawing;
//! use queens_puzzles::Position;
//!
//! let solution: Solution = "2 4 1 3".parse()?;
//! assert!(Drawing::from(&solution).svg().starts_with("<svg"));
//! let position: Position = "size:6 given:B4".parse()?;
//! assert!(Drawing::from(&position).attacks(true).text().contains("4 × ♛ × × × ×"));
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
mod board;
mod canvas;
pub mod chart;
mod drawing;
mod error;
pub mod palette;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "png")]
mod png;
pub mod sheet;
mod svg;
pub mod text;
pub mod tree;

pub use board::queen;
pub use canvas::{Canvas, Element, Path, Point, Rect, Text};
pub use drawing::Drawing;
pub use error::Error;

// The examples of the README are tested as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
