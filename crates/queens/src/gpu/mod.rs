//! What all GPU backends share, in a browser as well: jobs as kernels take them, the results of batches, and the arithmetic of the
//! kernels in Rust.
//!
//! The kernels count the jobs of the method `cross` in two phases. The first phase fills the first columns of a job and stores the
//! states that it reaches, the *parents*; the second phase counts the solutions of each of them. With statistics, plain backtracking
//! (`bitmask`) and its half (`stacked`) run in the same way, and every queen that they place is counted. For placements by level
//! there is a counter per number of free rows; this number identifies the column. A batch is one run of both phases over as many states
//! as fit the memory of the device. CUDA kernels are in the crate `queens-cuda`, the kernels for all other GPUs in [`wgsl`].
//!
//! Every backend of this kind makes [`Work`] from a plan, uploads its jobs, and reports each batch to a [`Progress`]. Nothing here
//! needs a device.

mod device_kind;
mod pace;
mod progress;
mod self_test;
#[cfg(feature = "threads")]
mod several;
#[doc(hidden)]
pub mod twin;
pub mod wgsl;
mod work;

pub use device_kind::DeviceKind;
pub use pace::Pace;
pub use progress::{BatchEnd, Counters, Finished, Progress};
pub use self_test::{RunWork, Wrong, self_test};
#[cfg(feature = "threads")]
pub use several::run_on_several;
pub use work::{
    Job, LEVEL_COUNTERS, MOST_COLUMNS, PlanJob, SMALLEST, UnitSize, Work, check, no_memory,
};
