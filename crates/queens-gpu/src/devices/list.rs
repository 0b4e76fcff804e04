//! The GPUs of this machine.

use super::gpus::{OpenGpu, Options, open_and_test};
use super::{Notice, Platform, Unavailable};
use crate::DeviceKind;
use queens_results::DeviceResult;
use std::time::Instant;

/// A GPU that a driver finds. A GPU that both CUDA and wgpu find is two devices.
#[derive(Clone, Debug, PartialEq)]
pub struct Device {
    pub(crate) platform: Platform,
    pub(crate) number: usize,
    pub(crate) kind: DeviceKind,
    /// What its driver says.
    pub(crate) result: DeviceResult,
}

impl Device {
    /// Opens the device, which tests it with known counts. The result has the time that this took, or the reason why it failed.
    pub fn tested(&self) -> DeviceResult {
        let start = Instant::now();
        let opened = open_and_test(self.platform, self.number, &Options::default());
        let seconds = opened.map(|_| start.elapsed().as_secs_f64());
        self.result.clone().tried(seconds.map_err(|reason| reason.to_string()))
    }

    /// The device in errors of a run.
    pub(crate) fn title(&self) -> String {
        format!("device {} ({})", self.result.device, self.result.name)
    }

    /// The device in errors while it is opened.
    pub(crate) fn label(&self) -> String {
        match self.platform {
            Platform::Cuda => self.result.device.clone(),
            Platform::Wgpu => format!("{} ({})", self.result.device, self.result.name),
        }
    }
}

impl Platform {
    /// The devices of the platform. It is an error if there is none.
    pub(crate) fn devices(self) -> Result<Vec<Device>, Unavailable> {
        match self {
            #[cfg(feature = "cuda")]
            Self::Cuda => crate::cuda::devices(),
            #[cfg(feature = "wgpu")]
            Self::Wgpu => crate::wgpu::devices(),
            #[cfg(not(all(feature = "cuda", feature = "wgpu")))]
            missing => Err(Unavailable::NotBuilt(missing)),
        }
    }

    /// Opens the device with this number.
    pub(crate) fn open(self, number: usize, options: &Options) -> Result<OpenGpu, Unavailable> {
        match self {
            #[cfg(feature = "cuda")]
            Self::Cuda => crate::cuda::open(number, options),
            #[cfg(feature = "wgpu")]
            Self::Wgpu => crate::wgpu::open(number, options),
            #[cfg(not(all(feature = "cuda", feature = "wgpu")))]
            missing => Err(Unavailable::NotBuilt(missing)),
        }
    }
}

/// Lists the GPUs that the drivers find, and says why CUDA or wgpu finds none.
///
/// ```no_run
/// let (devices, missing) = queens_gpu::devices();
/// for device in devices {
///     println!("{:?}", device.tested());
/// }
/// for notice in missing {
///     println!("{notice}");
/// }
/// ```
pub fn devices() -> (Vec<Device>, Vec<Notice>) {
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for platform in [Platform::Cuda, Platform::Wgpu] {
        match platform.devices() {
            Ok(devices) => found.extend(devices),
            Err(reason) => missing.push(Notice::NoDevices(platform, reason)),
        }
    }
    (found, missing)
}
