//! N-queens counts on NVIDIA GPUs: a backend of the crate [`queens`].
//!
//! ```no_run
//! use queens::{Backend, Method, Never, Request, Total};
//! use queens_cuda::Cuda;
//!
//! let plan = Request::count(20)?.method(Method::CROSS).plan()?;
//! let mut total = Total::new(&plan);
//! Cuda::open(&[0])?.run(&plan, &plan.all_jobs(), &mut total, &Never)?;
//! assert_eq!(total.solutions, 39_029_188_884);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! CUDA is not needed to build this crate. The driver is loaded when a device is opened. The kernels (`kernels/*.cu`) are compiled by
//! NVRTC for that device the first time and kept in the user's cache. If one of these is missing, [`Unavailable`] says which.
//!
//! # Two phases
//!
//! The jobs are those of the method `cross`, and any job can be counted here or on the CPU. Phase 1 (`expand.cu`) fills the first columns
//! and stores the states that it reaches; phase 2 (`drain.cu`) counts the solutions of each of them. Both run at the same time,
//! in batches that fit the device's memory; only finished counts are copied to the host. With statistics, plain backtracking
//! (`bitmask`) and its half (`stacked`) run in the same way, and every queen that they place is counted.

mod backend;
mod cache;
mod compile;
mod device;
mod launch;
mod run;

/// The name in errors.
pub(crate) const BACKEND: &str = "the CUDA backend";

pub use backend::Cuda;
pub use device::{DeviceInfo, Unavailable, devices};
pub use run::Measured;

// The examples of the package's front page are tested like the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
