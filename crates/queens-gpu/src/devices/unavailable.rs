//! Why a device cannot be used.

use super::{Platform, Wrong};

/// The library of CUDA's driver.
const DRIVER: &str = if cfg!(windows) { "nvcuda.dll" } else { "libcuda" };

/// The library that compiles the kernels of CUDA. On Windows its name contains the version of the toolkit, and the bindings look for
/// those that they know.
const COMPILER: &str = if cfg!(windows) {
    "nvrtc64_130_0.dll of the CUDA toolkit 13 (its folder must be on the PATH)"
} else {
    "libnvrtc of the CUDA toolkit (11.1 or later)"
};

/// Why no device can be used. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unavailable {
    /// This crate was built without the feature of the platform.
    #[error("this build has no {0} backend; build it with the feature {0}")]
    NotBuilt(Platform),
    /// The driver of CUDA is missing or too old.
    #[error("no NVIDIA driver: library {DRIVER} not found, or older than CUDA 11.2")]
    NoDriver,
    /// A driver does not start, or finds no GPU.
    #[error("{0}")]
    NoGpu(String),
    /// There is no device with this number. The second text lists the devices.
    #[error("no device {0}; this machine has {1}, numbered from 0")]
    NoSuchDevice(String, String),
    /// The compiler of CUDA's kernels is missing, and they are not in the cache.
    #[error("cannot compile the kernels: library {COMPILER} not found")]
    NoCompiler,
    /// CUDA's kernels do not compile for this architecture. The first error of the compiler follows.
    #[error("cannot compile the kernels for {0}: {1}")]
    Kernels(String, String),
    /// This device failed while it was opened. The driver's error follows.
    #[error("device {0} failed: {1}")]
    Failed(String, String),
    /// This device counted wrong in its self-test.
    #[error("device {0} failed its self-test: {1}")]
    Wrong(String, Wrong),
    /// The only adapters are software, and none was selected by its number. The first one follows, with its name.
    #[error(
        "wgpu finds no GPU, only the software adapter {1}, which is slower than the CPU; {0} selects it"
    )]
    OnlySoftware(String, String),
    /// Neither CUDA nor wgpu can be used.
    #[error("{0}; {1}")]
    Neither(Box<Unavailable>, Box<Unavailable>),
}

impl Unavailable {
    /// Whether a device failed. If not, there is no such device here, or a part of its driver is missing.
    pub fn is_failure(&self) -> bool {
        match self {
            Self::Failed(..) | Self::Wrong(..) | Self::Kernels(..) => true,
            Self::Neither(cuda, wgpu) => cuda.is_failure() || wgpu.is_failure(),
            _ => false,
        }
    }
}
