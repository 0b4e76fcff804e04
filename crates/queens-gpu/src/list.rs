//! The GPUs of this machine.

use crate::gpus::Devices;
use crate::select::Notice;
#[cfg(not(feature = "wgpu"))]
use crate::unavailable::Unavailable;
use queens_results::DeviceResult;
use std::time::Instant;

/// A GPU that a driver finds. A GPU that both CUDA and wgpu find is two devices.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Device {
    /// An NVIDIA GPU with CUDA.
    Cuda(queens_cuda::DeviceInfo),
    /// An adapter of Vulkan, Metal or DirectX 12.
    #[cfg(feature = "wgpu")]
    Wgpu(queens_wgpu::DeviceInfo),
}

impl Device {
    /// The number of the device.
    pub fn number(&self) -> Devices {
        match self {
            Self::Cuda(info) => Devices::Cuda(vec![info.device]),
            #[cfg(feature = "wgpu")]
            Self::Wgpu(info) => Devices::Wgpu(vec![info.device]),
        }
    }

    /// Opens the device, which tests it with known counts. The result has the time that this took, or the reason why it failed.
    pub fn tested(&self) -> DeviceResult {
        let start = Instant::now();
        let seconds = || start.elapsed().as_secs_f64();
        match self {
            Self::Cuda(info) => {
                info.result(queens_cuda::Cuda::open(&[info.device]).map(|_| seconds()))
            }
            #[cfg(feature = "wgpu")]
            Self::Wgpu(info) => {
                info.result(queens_wgpu::Wgpu::open(&[info.device]).map(|_| seconds()))
            }
        }
    }
}

/// Lists the GPUs that the drivers find, and says why CUDA or wgpu finds none.
///
/// ```
/// let (devices, missing) = queens_gpu::devices();
/// for device in devices {
///     println!("{}", device.number());
/// }
/// for notice in missing {
///     println!("{notice}");
/// }
/// ```
pub fn devices() -> (Vec<Device>, Vec<Notice>) {
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    match queens_cuda::devices() {
        Ok(devices) => found.extend(devices.into_iter().map(Device::Cuda)),
        Err(reason) => missing.push(Notice::NoDevices("cuda", reason.into())),
    }
    #[cfg(feature = "wgpu")]
    match queens_wgpu::devices() {
        Ok(devices) => found.extend(devices.into_iter().map(Device::Wgpu)),
        Err(reason) => missing.push(Notice::NoDevices("wgpu", reason.into())),
    }
    #[cfg(not(feature = "wgpu"))]
    missing.push(Notice::NoDevices("wgpu", Unavailable::NotBuilt));
    (found, missing)
}
