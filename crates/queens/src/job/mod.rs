//! Jobs: the problem that they are parts of, what each counts, what it finds, and how it is stopped.

mod control;
mod count;
mod problem;
mod result;

pub(crate) use control::Guard;
pub use control::{Control, Never};
pub use count::Count;
pub use problem::{Problem, Subproblem, Weight};
pub use result::{Details, JobResult};
