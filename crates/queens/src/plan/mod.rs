//! One way through: a request resolves to a plan, a backend runs its jobs, results go to a sink.

mod backend;
mod check;
mod control;
mod count;
mod jobs;
mod request;
mod share;
mod sink;

#[cfg(feature = "threads")]
pub use backend::Threads;
pub use backend::{Backend, Inline};
pub use check::{DoubleCheck, JobByJob};
pub(crate) use control::Guard;
pub use control::{Control, Never};
pub use count::Count;
pub use jobs::Worker;
pub use request::{Plan, Request};
pub use share::{Share, Weight};
pub use sink::{JobResult, Sink, Total};
