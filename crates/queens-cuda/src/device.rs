//! The driver: the devices that it finds, and a device that is opened with the kernels loaded.
//!
//! `unsafe` is needed here for calls into the driver, in `compile.rs` for NVRTC, and in `launch.rs` for launches.

#![allow(unsafe_code)]

use crate::compile::{KernelOptions, Kernels};
use cudarc::driver::sys::{self as driver_sys, CUdevice_attribute, CUresult};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaSlice, CudaStream, DeviceRepr, DriverError, ValidAsZeroBits,
};
use queens::{BackendError, Error, gpu};
use queens_results::DeviceResult;
use std::sync::{Arc, Mutex};

/// The library of the driver.
const DRIVER: &str = if cfg!(windows) { "nvcuda.dll" } else { "libcuda" };

/// The library that compiles the kernels. On Windows its name contains the version of the toolkit, and the bindings look for those
/// that they know.
const COMPILER: &str = if cfg!(windows) {
    "nvrtc64_130_0.dll of the CUDA toolkit 13 (its folder must be on the PATH)"
} else {
    "libnvrtc of the CUDA toolkit (11.1 or later)"
};

/// Why no device can be used. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unavailable {
    /// The driver is missing or too old.
    #[error("no NVIDIA driver: library {DRIVER} not found, or older than CUDA 11.2")]
    Driver,
    /// The driver does not start, or finds no GPU.
    #[error("no NVIDIA GPU: {0}")]
    Device(String),
    /// There is no device with this number.
    #[error("no device cuda:{device}; this machine has {devices} GPU(s), numbered from 0")]
    NoSuchDevice {
        /// The requested device.
        device: usize,
        /// The number of devices.
        devices: usize,
    },
    /// The compiler of the kernels is missing, and they are not in the cache.
    #[error("cannot compile the kernels: library {COMPILER} not found")]
    Compiler,
    /// The kernels do not compile.
    #[error("cannot compile the kernels for {arch}: {reason}")]
    Kernels {
        /// The architecture.
        arch: String,
        /// The first error that the compiler reports.
        reason: String,
    },
    /// A device failed while it was opened.
    #[error("device cuda:{device} failed: {reason}")]
    Failed {
        /// The device.
        device: usize,
        /// The driver's error.
        reason: String,
    },
    /// A device counted wrong in its self-test.
    #[error("device cuda:{device} failed its self-test: {what} is {counted}, expected {right}")]
    Wrong {
        /// The device.
        device: usize,
        /// What was counted.
        what: String,
        /// What it counted.
        counted: u128,
        /// The right count.
        right: u128,
    },
}

/// A device as the driver describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The number of the device, from 0.
    pub device: usize,
    /// The name of the device.
    pub name: String,
    /// The compute capability: major and minor version.
    pub capability: (u32, u32),
    /// The number of multiprocessors.
    pub multiprocessors: u32,
    /// Memory in bytes.
    pub memory: u64,
    /// The highest clock in MHz.
    pub megahertz: u32,
}

impl DeviceInfo {
    /// The device in errors of a run.
    pub(crate) fn title(&self) -> String {
        format!("device cuda:{} ({})", self.device, self.name)
    }

    /// The result that all front ends share, with the seconds it took to open the device, or the reason why it cannot be used.
    pub fn result(&self, opened: Result<f64, Unavailable>) -> DeviceResult {
        let (major, minor) = self.capability;
        let device = DeviceResult {
            api: Some("cuda".to_string()),
            multiprocessors: Some(self.multiprocessors),
            megahertz: Some(self.megahertz),
            compute_capability: Some(format!("{major}.{minor}")),
            memory_bytes: Some(self.memory),
            ..DeviceResult::new(format!("cuda:{}", self.device), self.name.clone())
        };
        device.tried(opened.map_err(|reason| reason.to_string()))
    }
}

/// Lists the GPUs. It is an error if the driver finds none.
///
/// ```
/// match queens_cuda::devices() {
///     Ok(devices) => devices.iter().for_each(|gpu| println!("cuda:{}: {}", gpu.device, gpu.name)),
///     Err(reason) => println!("{reason}"),
/// }
/// ```
pub fn devices() -> Result<Vec<DeviceInfo>, Unavailable> {
    let count = count()?;
    (0..count).map(|device| info(device).map_err(|error| failed(device, &error))).collect()
}

fn count() -> Result<usize, Unavailable> {
    // SAFETY: it only tries to load the library, and to find a function that drivers before CUDA 11.2 lack.
    let present = unsafe {
        driver_sys::is_culib_present()
            && driver_sys::culib().get::<unsafe extern "C" fn()>(b"cuMemAllocAsync\0").is_ok()
    };
    if !present {
        return Err(Unavailable::Driver);
    }
    let refused = |error: DriverError| Unavailable::Device(error_text(&error));
    cudarc::driver::result::init().map_err(refused)?;
    match CudaContext::device_count().map_err(refused)? {
        0 => Err(Unavailable::Device("the driver finds none".to_string())),
        devices => Ok(devices as usize),
    }
}

fn info(device: usize) -> Result<DeviceInfo, DriverError> {
    let handle = cudarc::driver::result::device::get(device as i32)?;
    // SAFETY: the handle is of a device that exists.
    let attribute = |attribute| unsafe {
        cudarc::driver::result::device::get_attribute(handle, attribute).map(|value| value as u32)
    };
    let major = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
    let minor = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
    let kilohertz = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE)?;
    Ok(DeviceInfo {
        device,
        name: cudarc::driver::result::device::get_name(handle)?,
        capability: (major, minor),
        multiprocessors: attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        // SAFETY: as above.
        memory: unsafe { cudarc::driver::result::device::total_mem(handle)? } as u64,
        megahertz: kilohertz / 1000,
    })
}

/// The driver's text for an error.
pub(crate) fn error_text(error: &DriverError) -> String {
    let text = error.error_string().ok().and_then(|text| text.to_str().ok());
    text.map_or_else(|| format!("{error:?}"), str::to_string)
}

fn failed(device: usize, error: &DriverError) -> Unavailable {
    Unavailable::Failed { device, reason: error_text(error) }
}

/// The error of an allocation. A device that has too little memory is not lost.
fn not_allocated(backend: String, bytes: u64, error: CUresult, reason: String) -> Error {
    match error {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => gpu::no_memory(backend, bytes, &reason),
        _ => Error::Backend(BackendError::Lost { backend, reason }),
    }
}

/// An open device with its kernels.
pub(crate) struct Gpu {
    pub(crate) info: DeviceInfo,
    context: Arc<CudaContext>,
    pub(crate) kernels: Kernels,
    /// Held by the run that uses the device.
    pub(crate) in_use: Mutex<()>,
}

impl Gpu {
    /// Opens a device: its kernels come from the cache, or are compiled and put there.
    pub(crate) fn open(device: usize, options: KernelOptions) -> Result<Self, Unavailable> {
        let devices = count()?;
        if device >= devices {
            return Err(Unavailable::NoSuchDevice { device, devices });
        }
        let fails = |error: DriverError| failed(device, &error);
        let info = info(device).map_err(fails)?;
        let context = CudaContext::new(device).map_err(fails)?;
        // SAFETY: the streams of a run are ordered by its own events, see `run.rs`.
        unsafe { context.disable_event_tracking() };
        let kernels = Kernels::load(&context, info.capability, options)?;
        Ok(Self { info, context, kernels, in_use: Mutex::new(()) })
    }

    pub(crate) fn stream(&self) -> Result<Arc<CudaStream>, DriverError> {
        self.context.new_stream()
    }

    pub(crate) fn event(&self) -> Result<CudaEvent, DriverError> {
        self.context.new_event(None)
    }

    /// Waits until the device has finished everything that was launched.
    pub(crate) fn wait(&self) -> Result<(), DriverError> {
        self.context.synchronize()
    }

    /// Bytes of memory that are free.
    pub(crate) fn free_memory(&self) -> Result<usize, DriverError> {
        Ok(self.context.mem_get_info()?.0)
    }

    /// Memory that the kernels write before they read it.
    pub(crate) fn allocate<T: DeviceRepr>(
        &self,
        stream: &Arc<CudaStream>,
        len: usize,
    ) -> Result<CudaSlice<T>, Error> {
        // SAFETY: the kernels read only what they have written, see `pages` and `lists` there.
        unsafe { stream.alloc(len) }.map_err(|error| self.not_allocated::<T>(len, &error))
    }

    /// Memory with zeros.
    pub(crate) fn zeros<T: DeviceRepr + ValidAsZeroBits>(
        &self,
        stream: &Arc<CudaStream>,
        len: usize,
    ) -> Result<CudaSlice<T>, Error> {
        stream.alloc_zeros(len).map_err(|error| self.not_allocated::<T>(len, &error))
    }

    /// Memory with a copy of numbers of the host.
    pub(crate) fn copied<T: DeviceRepr>(
        &self,
        stream: &Arc<CudaStream>,
        from: &[T],
    ) -> Result<CudaSlice<T>, Error> {
        stream.clone_htod(from).map_err(|error| self.not_allocated::<T>(from.len(), &error))
    }

    fn not_allocated<T>(&self, len: usize, error: &DriverError) -> Error {
        let bytes = (len * size_of::<T>()) as u64;
        not_allocated(self.info.title(), bytes, error.0, error_text(error))
    }

    /// An error of the driver as the failure of a run. After an error of a kernel every further call of the driver fails at once, until
    /// the process ends, also if the device is closed or reset: so the next run is lost too. Measured: `docs/gpu.md`.
    pub(crate) fn failed(&self, error: &DriverError) -> Error {
        let reason = error_text(error);
        Error::Backend(BackendError::Lost { backend: self.info.title(), reason })
    }

    /// Makes the device the current one of this thread.
    pub(crate) fn bind(&self) -> Result<(), DriverError> {
        self.context.bind_to_thread()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_without_enough_memory_is_not_lost() {
        let error = |error| {
            let backend = "device cuda:0 (a GPU)".to_string();
            not_allocated(backend, 1 << 33, error, "the driver's reason".to_string())
        };
        let message = "device cuda:0 (a GPU) failed: cannot allocate 8589934592 bytes of its memory: the driver's reason";
        assert_eq!(error(CUresult::CUDA_ERROR_OUT_OF_MEMORY).to_string(), message);
        let launch = error(CUresult::CUDA_ERROR_LAUNCH_FAILED);
        assert!(matches!(launch, Error::Backend(BackendError::Lost { .. })), "{launch:?}");
    }
}
