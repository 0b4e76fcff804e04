//! The library as a WebAssembly module for the web page and for the npm package. The page runs it in a Web Worker.
//!
//! The protocol is JSON. Messages are called questions and answers, because a request is a type of the library: [`queens::Request`].
//! A question names a function and its parameters, `{"watch": {"method": "bitmask", "n": 8, "step": 20}}`. The
//! answer is `{"ok": ...}` or `{"error": "one line of text"}`. A page in a browser, a test in Rust and a script in Node use the
//! same protocol. A session builds requests and writes their results as JSON; results of [`queens_results`] have the same JSON as
//! the output of the command. Between questions, a session keeps a trace, a list of solutions and a running count.
//!
//! Pixels are attached to their question as bytes. [`abi`] passes the bytes in and out. There are three modules, each with only the
//! code that its questions need: the page loads one with a [`Session`] and, to read a picture, one with a [`PictureReader`] (feature
//! `picture`). The npm package has a [`Package`] (feature `package`).

pub mod abi;
mod animation;
mod answer;
mod count;
mod explore;
mod free;
mod gpu;
mod local;
mod package;
mod picture;
mod play;
mod session;
mod watch;

pub use package::Package;
pub use picture::PictureReader;
pub use session::Session;
