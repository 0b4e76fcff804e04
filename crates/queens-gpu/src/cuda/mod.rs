//! NVIDIA GPUs with CUDA.
//!
//! CUDA is not needed to build this. The driver is loaded when a device is opened. The kernels (`kernels/*.cu`) are compiled by NVRTC
//! for that device the first time and kept in the user's cache.

mod cache;
mod compile;
mod device;
mod launch;
mod run;

pub(crate) use device::{devices, open};
