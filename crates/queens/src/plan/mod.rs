//! One way through: a request resolves to a plan, a backend runs its jobs, results go to a sink.

mod backend;
mod control;
mod request;
mod sink;

#[cfg(feature = "threads")]
pub use backend::Threads;
pub use backend::{Backend, Inline};
pub(crate) use control::Guard;
pub use control::{Control, Never};
pub use request::{Plan, Request};
pub use sink::{JobResult, Sink, Total};
