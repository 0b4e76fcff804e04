//! The lifecycle of a request: it resolves to a plan, a backend runs the jobs, and results go to a sink.

mod backend;
mod double_check;
mod list;
#[cfg(feature = "threads")]
mod machine;
mod recount;
mod recovery;
mod request;
mod sink;
#[cfg(test)]
mod tests;
mod work;

#[cfg(feature = "threads")]
pub use backend::Threads;
pub use backend::{Backend, Inline};
pub use double_check::DoubleCheck;
#[cfg(feature = "threads")]
pub use machine::Machine;
pub use recount::RecountPart;
pub use recovery::Recovering;
pub use request::Request;
pub use sink::{JobByJob, Processor, Sink, Total};
pub use work::Plan;
