//! The library as a WebAssembly module: a desk in a Web Worker that answers the questions of a page.
//!
//! A question is a line of JSON, `{"watch": {"method": "bitmask", "size": 8, "step": 20}}`, and so is its answer, `{"ok": ...}` or
//! `{"error": "one clear line"}`. There are no other calls, so a page in a browser, a test in Rust and a script in Node ask
//! alike. The desk only builds requests and writes results down; what is asked often of one thing (a trace, a list, a count under
//! way) it keeps between questions.
//!
//! [`abi`] is how the bytes come in and go out. The module of the page has the [`Desk`]; with the feature `package` it has the
//! questions of the npm package instead, [`Package`]. Each module contains only what its own questions need.

pub mod abi;
mod answer;
mod count;
mod desk;
mod explore;
mod package;
mod play;
mod watch;

pub use desk::Desk;
pub use package::Package;
