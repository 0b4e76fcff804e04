//! The driver: the devices that it finds, and a device that is opened with the kernels loaded.
//!
//! `unsafe` is needed here for calls into the driver, in `compile.rs` for NVRTC, and in `launch.rs` for launches.

#![allow(unsafe_code)]

use super::compile;
use crate::DeviceKind;
use crate::devices::{Device, OpenGpu, Options, Platform, Unavailable, lost, no_memory};
use cudarc::driver::sys::{self as driver_sys, CUdevice_attribute, CUresult};
use cudarc::driver::{
    CudaContext, CudaModule, CudaSlice, CudaStream, DeviceRepr, DriverError, ValidAsZeroBits,
};
use queens::Error;
use queens_results::DeviceResult;
use std::sync::Arc;

/// Lists the GPUs. It is an error if the driver finds none.
pub(crate) fn devices() -> Result<Vec<Device>, Unavailable> {
    (0..count()?).map(device).collect()
}

fn count() -> Result<usize, Unavailable> {
    // SAFETY: it only tries to load the library, and to find a function that drivers before CUDA 11.2 lack.
    let present = unsafe {
        driver_sys::is_culib_present()
            && driver_sys::culib().get::<unsafe extern "C" fn()>(b"cuMemAllocAsync\0").is_ok()
    };
    if !present {
        return Err(Unavailable::NoDriver);
    }
    let no_gpu = |reason| Unavailable::NoGpu(format!("no NVIDIA GPU: {reason}"));
    let refused = |error: DriverError| no_gpu(error_text(&error));
    cudarc::driver::result::init().map_err(refused)?;
    match CudaContext::device_count().map_err(refused)? {
        0 => Err(no_gpu("the driver finds none".to_string())),
        devices => Ok(devices as usize),
    }
}

/// A device as the driver describes it.
fn device(number: usize) -> Result<Device, Unavailable> {
    let describe = || -> Result<DeviceResult, DriverError> {
        let handle = cudarc::driver::result::device::get(number as i32)?;
        // SAFETY: the handle is of a device that exists.
        let attribute = |attribute| unsafe {
            cudarc::driver::result::device::get_attribute(handle, attribute)
                .map(|value| value as u32)
        };
        use CUdevice_attribute::*;
        let major = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        let kilohertz = attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE)?;
        let name = cudarc::driver::result::device::get_name(handle)?;
        // SAFETY: as above.
        let memory = unsafe { cudarc::driver::result::device::total_mem(handle)? };
        Ok(DeviceResult {
            api: Some("cuda".to_string()),
            multiprocessors: Some(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?),
            megahertz: Some(kilohertz / 1000),
            compute_capability: Some(format!("{major}.{minor}")),
            memory_bytes: Some(memory as u64),
            ..DeviceResult::new(format!("cuda:{number}"), name)
        })
    };
    let result = describe().map_err(|error| failed(number, &error))?;
    Ok(Device { platform: Platform::Cuda, number, kind: DeviceKind::Discrete, result })
}

/// The driver's text for an error.
fn error_text(error: &DriverError) -> String {
    let text = error.error_string().ok().and_then(|text| text.to_str().ok());
    text.map_or_else(|| format!("{error:?}"), str::to_string)
}

/// A failure of the device with this number while it is opened.
pub(super) fn failed(number: usize, error: &DriverError) -> Unavailable {
    Unavailable::Failed(format!("cuda:{number}"), error_text(error))
}

/// The error of an allocation. A device that has too little memory is not lost.
fn not_allocated(backend: String, bytes: u64, error: CUresult, reason: String) -> Error {
    match error {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => no_memory(backend, bytes, &reason),
        _ => lost(backend, reason),
    }
}

/// An open device with its kernels.
pub(crate) struct Gpu {
    title: String,
    pub(super) multiprocessors: u32,
    pub(super) context: Arc<CudaContext>,
    pub(super) kernels: Arc<CudaModule>,
}

/// Opens a device: its kernels come from the cache, or are compiled and put there.
pub(crate) fn open(number: usize, options: &Options) -> Result<OpenGpu, Unavailable> {
    let devices = count()?;
    if number >= devices {
        let found = format!("{devices} GPU(s)");
        return Err(Unavailable::NoSuchDevice(format!("cuda:{number}"), found));
    }
    let device = device(number)?;
    let context = CudaContext::new(number).map_err(|error| failed(number, &error))?;
    // SAFETY: the streams of a run are ordered by its own events, see `run.rs`.
    unsafe { context.disable_event_tracking() };
    let capability = device.result.compute_capability.as_deref().unwrap_or_default();
    let kernels = compile::load(&context, &capability.replace('.', ""), options.steps)?;
    let multiprocessors = device.result.multiprocessors.unwrap_or(1);
    let gpu = Gpu { title: device.title(), multiprocessors, context, kernels };
    Ok((device, Box::new(gpu)))
}

impl Gpu {
    /// Memory that the kernels write before they read it.
    pub(super) fn allocate<T: DeviceRepr>(
        &self,
        stream: &Arc<CudaStream>,
        len: usize,
    ) -> Result<CudaSlice<T>, Error> {
        // SAFETY: the kernels read only what they have written, see `pages` and `lists` there.
        unsafe { stream.alloc(len) }.map_err(|error| self.not_allocated::<T>(len, &error))
    }

    /// Memory with zeros.
    pub(super) fn zeros<T: DeviceRepr + ValidAsZeroBits>(
        &self,
        stream: &Arc<CudaStream>,
        len: usize,
    ) -> Result<CudaSlice<T>, Error> {
        stream.alloc_zeros(len).map_err(|error| self.not_allocated::<T>(len, &error))
    }

    /// Memory with a copy of numbers of the host.
    pub(super) fn copied<T: DeviceRepr>(
        &self,
        stream: &Arc<CudaStream>,
        from: &[T],
    ) -> Result<CudaSlice<T>, Error> {
        stream.clone_htod(from).map_err(|error| self.not_allocated::<T>(from.len(), &error))
    }

    fn not_allocated<T>(&self, len: usize, error: &DriverError) -> Error {
        let bytes = (len * size_of::<T>()) as u64;
        not_allocated(self.title.clone(), bytes, error.0, error_text(error))
    }

    /// An error of the driver as the failure of a run. After an error of a kernel every further call of the driver fails at once, until
    /// the process ends, also if the device is closed or reset: so the next run is lost too. Measured: `docs/gpu.md`.
    pub(super) fn failed(&self, error: &DriverError) -> Error {
        lost(self.title.clone(), error_text(error))
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
        let launch = error(CUresult::CUDA_ERROR_LAUNCH_FAILED).to_string();
        assert_eq!(launch, "device cuda:0 (a GPU) was lost: the driver's reason");
    }
}
