//! N-queens counts on GPUs through Vulkan, Metal and DirectX 12: a backend of the crate [`queens`].
//!
//! ```no_run
//! use queens::{Backend, Method, Never, Request, Total};
//! use queens_wgpu::Wgpu;
//!
//! let plan = Request::count(18)?.method(Method::CROSS).plan()?;
//! let mut total = Total::new(&plan);
//! Wgpu::open(&[0])?.run(&plan, &plan.all_jobs(), &mut total, &Never)?;
//! assert_eq!(total.solutions, 666_090_624);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The kernels and the division into batches are those of [`queens::gpu::wgsl`], which a browser runs as well. This crate opens
//! devices ([`devices`], [`Wgpu::open`]), submits batches and reads their counts. A batch takes less than a tenth of a second, so the
//! screen of the same GPU stays usable. If a device is lost, the error is `BackendError::Lost`, everything that was
//! reported before is valid, and the next run opens the device again.

mod adapter;
mod backend;
mod device;
mod run;
mod slot;

pub use adapter::{DeviceInfo, Unavailable, devices};
pub use backend::Wgpu;
pub use run::Measured;

// The examples of the package's front page are tested like the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
