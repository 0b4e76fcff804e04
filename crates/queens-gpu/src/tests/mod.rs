//! Tests on a device.

mod device;
#[cfg(feature = "wgpu")]
mod lost;
