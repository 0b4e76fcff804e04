//! GPUs through Vulkan, Metal and DirectX 12.
//!
//! The kernels and the division into batches are those of [`crate::wgsl`], which a browser runs as well. This module opens devices,
//! submits batches and reads their counts. A batch takes less than a tenth of a second, so the screen of the same GPU stays usable.

mod adapter;
mod device;
mod run;

pub(crate) use adapter::devices;
pub(crate) use device::open;
