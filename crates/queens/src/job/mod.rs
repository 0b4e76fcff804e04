//! Jobs: the problem that they are parts of, the subproblems and results of each, and the control that stops them.

mod control;
mod count;
mod problem;
mod queens;
mod result;
mod threads;

pub use control::{Control, Event, Nested, Never};
pub(crate) use control::{Guard, deadline};
pub use count::Count;
pub use problem::{Problem, Subproblem, Weight};
pub use queens::Queens;
pub use result::{Details, JobResult};
pub use threads::on_threads;

#[cfg(test)]
mod tests;
