//! Devices: what is there, and one opened with the kernels loaded.
//!
//! `unsafe` is here for calls into the driver and NVRTC, and in `launch.rs` for launches.

#![allow(unsafe_code)]

use crate::cache;
use cudarc::driver::sys::CUdevice_attribute;
use cudarc::driver::{
    CudaContext, CudaEvent, CudaFunction, CudaSlice, CudaStream, DeviceRepr, DriverError,
};
use cudarc::nvrtc::{Ptx, result as nvrtc, sys as nvrtc_sys};
use std::ffi::{CStr, CString};
use std::sync::Arc;

/// Why no device can be used. Its text is one line for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unavailable {
    /// No driver.
    #[error("no NVIDIA driver here: the library libcuda is not found")]
    Driver,
    /// The driver is there but does not start, or finds nothing.
    #[error("the NVIDIA driver finds no device: {0}")]
    Device(String),
    /// No such device.
    #[error(
        "there is no device cuda:{device}: devices are counted from 0, and there are {devices}"
    )]
    NoSuchDevice {
        /// The one asked for.
        device: usize,
        /// How many there are.
        devices: usize,
    },
    /// The compiler of the kernels is missing, and they are not in the cache.
    #[error(
        "the kernels cannot be compiled: the library libnvrtc of the CUDA toolkit is not found"
    )]
    Compiler,
    /// It does not compile them.
    #[error("the kernels do not compile for {arch}: {reason}")]
    Kernels {
        /// The architecture.
        arch: String,
        /// The first line of the compiler's complaint.
        reason: String,
    },
    /// A device that failed while it was opened.
    #[error("device cuda:{device} failed: {reason}")]
    Failed {
        /// The device.
        device: usize,
        /// What the driver says.
        reason: String,
    },
    /// A device that does not count right.
    #[error("device cuda:{device} fails its self-test: {what} is {counted}, not {right}")]
    Wrong {
        /// The device.
        device: usize,
        /// What was counted.
        what: &'static str,
        /// What it counted.
        counted: u128,
        /// What is right.
        right: u128,
    },
}

/// What there is to know of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Its number, from 0.
    pub device: usize,
    /// Its name.
    pub name: String,
    /// Its compute capability.
    pub capability: (u32, u32),
    /// Multiprocessors.
    pub multiprocessors: u32,
    /// Memory in bytes.
    pub memory: u64,
    /// The highest clock in MHz.
    pub megahertz: u32,
}

/// Lists the devices; an empty list if the driver finds none.
pub fn devices() -> Result<Vec<DeviceInfo>, Unavailable> {
    let count = count()?;
    (0..count).map(|device| info(device).map_err(|error| failed(device, &error))).collect()
}

fn count() -> Result<usize, Unavailable> {
    // SAFETY: it only tries to load the library.
    if !unsafe { cudarc::driver::sys::is_culib_present() } {
        return Err(Unavailable::Driver);
    }
    let refused = |error: DriverError| Unavailable::Device(plain(&error));
    cudarc::driver::result::init().map_err(refused)?;
    Ok(CudaContext::device_count().map_err(refused)? as usize)
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

pub(crate) fn plain(error: &DriverError) -> String {
    let text = error.error_string().ok().and_then(|text| text.to_str().ok());
    text.map_or_else(|| format!("{error:?}"), str::to_string)
}

fn failed(device: usize, error: &DriverError) -> Unavailable {
    Unavailable::Failed { device, reason: plain(error) }
}

/// The kernels of a device.
pub(crate) struct Kernels {
    pub(crate) expand: CudaFunction,
    pub(crate) drain_free: CudaFunction,
    pub(crate) drain_marked: CudaFunction,
    pub(crate) drain_gaps: CudaFunction,
    pub(crate) drain_queens: CudaFunction,
}

/// A device with its kernels.
pub(crate) struct Device {
    pub(crate) info: DeviceInfo,
    context: Arc<CudaContext>,
    pub(crate) kernels: Kernels,
}

/// What the kernels are compiled with, beside the architecture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flavour {
    /// Whether the second phase counts its steps.
    pub(crate) steps: bool,
}

impl Device {
    /// Opens a device: its kernels come from the cache, or are compiled and put there.
    pub(crate) fn open(device: usize, flavour: Flavour) -> Result<Self, Unavailable> {
        let devices = count()?;
        if device >= devices {
            return Err(match devices {
                0 => Unavailable::Device("there is none".to_string()),
                _ => Unavailable::NoSuchDevice { device, devices },
            });
        }
        let fails = |error: DriverError| failed(device, &error);
        let info = info(device).map_err(fails)?;
        let context = CudaContext::new(device).map_err(fails)?;
        // SAFETY: the streams of a run are ordered by its own events, see `backend.rs`.
        unsafe { context.disable_event_tracking() };
        let kernels = Kernels::load(&context, info.capability, flavour)?;
        Ok(Self { info, context, kernels })
    }

    pub(crate) fn stream(&self) -> Result<Arc<CudaStream>, DriverError> {
        self.context.new_stream()
    }

    pub(crate) fn event(&self) -> Result<CudaEvent, DriverError> {
        self.context.new_event(None)
    }

    /// Waits for all that was begun.
    pub(crate) fn wait(&self) -> Result<(), DriverError> {
        self.context.synchronize()
    }

    /// Bytes of memory that are free.
    pub(crate) fn free_memory(&self) -> Result<usize, DriverError> {
        Ok(self.context.mem_get_info()?.0)
    }

    /// Room for numbers that the kernels write before they read them.
    pub(crate) fn room<T: DeviceRepr>(
        &self,
        stream: &Arc<CudaStream>,
        len: usize,
    ) -> Result<CudaSlice<T>, DriverError> {
        // SAFETY: nothing is read that was not written, see `pages` and `lists` in the kernels.
        unsafe { stream.alloc(len) }
    }

    /// Makes the device the one that this thread talks to.
    pub(crate) fn bind(&self) -> Result<(), DriverError> {
        self.context.bind_to_thread()
    }
}

impl Kernels {
    fn load(
        context: &Arc<CudaContext>,
        capability: (u32, u32),
        flavour: Flavour,
    ) -> Result<Self, Unavailable> {
        let arch = format!("sm_{}{}", capability.0, capability.1);
        let key = cache::Key::new(&arch, &options(flavour), SOURCE);
        if let Some(code) = key.read()
            && let Ok(kernels) = Self::of_code(context, code)
        {
            return Ok(kernels);
        }
        let code = compile(&arch, flavour)?;
        key.write(&code);
        Self::of_code(context, code).map_err(|error| failed(context.ordinal(), &error))
    }

    fn of_code(context: &Arc<CudaContext>, code: Vec<u8>) -> Result<Self, DriverError> {
        let module = context.load_module(Ptx::from_binary(code))?;
        Ok(Self {
            expand: module.load_function("expand")?,
            drain_free: module.load_function("drain_free")?,
            drain_marked: module.load_function("drain_marked")?,
            drain_gaps: module.load_function("drain_gaps")?,
            drain_queens: module.load_function("drain_queens")?,
        })
    }
}

/// The source of the kernels.
pub(crate) const SOURCE: &str = concat!(
    include_str!("../kernels/types.cuh"),
    include_str!("../kernels/expand.cu"),
    include_str!("../kernels/drain.cu"),
);

fn options(flavour: Flavour) -> Vec<String> {
    let mut options = vec!["--std=c++17".to_string()];
    if flavour.steps {
        options.push("--define-macro=COUNT_STEPS".to_string());
    }
    options
}

/// Compiles the kernels for an architecture.
pub(crate) fn compile(arch: &str, flavour: Flavour) -> Result<Vec<u8>, Unavailable> {
    // SAFETY: it only tries to load the library.
    if !unsafe { nvrtc_sys::is_culib_present() } {
        return Err(Unavailable::Compiler);
    }
    let complain = |reason: String| Unavailable::Kernels { arch: arch.to_string(), reason };
    let source = CString::new(SOURCE).expect("the source has no zeros");
    let program = nvrtc::create_program(&source, Some(c"queens.cu"))
        .map_err(|error| complain(format!("{error:?}")))?;
    let mut options = options(flavour);
    options.push(format!("--gpu-architecture={arch}"));
    // SAFETY: the program was just made, and is destroyed once, below.
    let code = unsafe {
        let compiled = nvrtc::compile_program(program, &options);
        match compiled {
            Ok(()) => cubin(program).map_err(|error| complain(format!("{error:?}"))),
            Err(error) => {
                let log = nvrtc::get_program_log(program).unwrap_or_default();
                let log: Vec<u8> = log.into_iter().map(|c| c as u8).collect();
                let log = CStr::from_bytes_until_nul(&log).unwrap_or_default().to_string_lossy();
                let first = log.lines().find(|line| line.contains("error"));
                Err(complain(first.map_or_else(|| format!("{error:?}"), str::to_string)))
            }
        }
    };
    // SAFETY: as above.
    let _ = unsafe { nvrtc::destroy_program(program) };
    code
}

/// The machine code of a compiled program.
///
/// # Safety
/// The program must exist and be compiled.
unsafe fn cubin(program: nvrtc_sys::nvrtcProgram) -> Result<Vec<u8>, nvrtc::NvrtcError> {
    let mut len = 0;
    // SAFETY: the program exists; the buffer is as long as NVRTC asked for.
    unsafe {
        nvrtc_sys::nvrtcGetCUBINSize(program, &mut len).result()?;
        let mut code = vec![0u8; len];
        nvrtc_sys::nvrtcGetCUBIN(program, code.as_mut_ptr().cast()).result()?;
        Ok(code)
    }
}
