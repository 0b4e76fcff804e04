//! The library as a WebAssembly module that answers the questions of a page. The page runs it in a Web Worker.
//!
//! A question is a line of JSON, `{"watch": {"method": "bitmask", "n": 8, "step": 20}}`, and so is its answer, `{"ok": ...}` or
//! `{"error": "one clear line"}`. There are no other calls, so a page in a browser, a test in Rust and a script in Node ask
//! alike. A session only builds requests and writes their results as JSON, those of [`queens::results`] as the command prints
//! them. Between questions it keeps what several of them are about: a trace, a list, a running count.
//!
//! [`abi`] passes the bytes in and out. The module of the page contains the [`Session`]; with the feature `package` it contains the
//! questions of the npm package instead, [`Package`]. Each module contains only what its own questions need.

pub mod abi;
mod answer;
mod count;
mod explore;
mod package;
mod play;
mod session;
mod watch;

pub use package::Package;
pub use session::Session;
