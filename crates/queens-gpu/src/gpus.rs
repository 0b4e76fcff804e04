//! The GPUs of a machine as one backend.

use crate::unavailable::Unavailable;
use queens::{Backend, Control, Error, Method, Plan, Sink};
use queens_cuda::Cuda;
#[cfg(feature = "wgpu")]
use queens_wgpu::Wgpu;

/// The numbers of devices of one backend.
///
/// ```
/// use queens_gpu::Devices;
///
/// assert_eq!(Devices::Cuda(vec![0, 1]).to_string(), "cuda:0,1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Devices {
    /// NVIDIA GPUs with CUDA.
    Cuda(Vec<usize>),
    /// Adapters of Vulkan, Metal or DirectX 12.
    Wgpu(Vec<usize>),
}

/// The value for `--device`.
impl std::fmt::Display for Devices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (backend, numbers) = match self {
            Self::Cuda(numbers) => ("cuda", numbers),
            Self::Wgpu(numbers) => ("wgpu", numbers),
        };
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        write!(f, "{backend}:{}", numbers.join(","))
    }
}

/// Open GPUs: the backend that counts on them.
#[non_exhaustive]
pub enum Gpus {
    /// NVIDIA GPUs with CUDA.
    Cuda(Cuda),
    /// GPUs with Vulkan, Metal or DirectX 12.
    #[cfg(feature = "wgpu")]
    Wgpu(Wgpu),
}

impl Gpus {
    /// The smallest board that is counted on a GPU. Smaller boards are counted on the CPU in microseconds.
    pub const SMALLEST: usize = Cuda::SMALLEST;

    /// Opens devices and tests each with known counts.
    pub fn open(devices: &Devices) -> Result<Self, Unavailable> {
        match devices {
            Devices::Cuda(numbers) => Ok(Self::Cuda(Cuda::open(numbers)?)),
            #[cfg(feature = "wgpu")]
            Devices::Wgpu(numbers) => Ok(Self::Wgpu(Wgpu::open(numbers)?)),
            #[cfg(not(feature = "wgpu"))]
            Devices::Wgpu(_) => Err(Unavailable::NotBuilt),
        }
    }

    /// The name of the backend: cuda or wgpu.
    pub fn backend(&self) -> &'static str {
        match self {
            Self::Cuda(_) => "cuda",
            #[cfg(feature = "wgpu")]
            Self::Wgpu(_) => "wgpu",
        }
    }

    /// The name of each device.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Cuda(cuda) => cuda.devices().map(|info| info.name.as_str()).collect(),
            #[cfg(feature = "wgpu")]
            Self::Wgpu(wgpu) => wgpu.devices().map(|info| info.name.as_str()).collect(),
        }
    }

    /// The approximate number of bytes that a run uses of the devices' memory.
    pub fn memory(&self) -> usize {
        match self {
            Self::Cuda(cuda) => cuda.memory(),
            #[cfg(feature = "wgpu")]
            Self::Wgpu(wgpu) => wgpu.memory(),
        }
    }

    fn inner(&self) -> &dyn Backend {
        match self {
            Self::Cuda(cuda) => cuda,
            #[cfg(feature = "wgpu")]
            Self::Wgpu(wgpu) => wgpu,
        }
    }
}

impl Backend for Gpus {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        self.inner().run(plan, jobs, sink, control)
    }

    fn check(&self, plan: &Plan) -> Result<(), Error> {
        self.inner().check(plan)
    }

    fn fastest_method(&self) -> Option<Method> {
        self.inner().fastest_method()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_written_as_they_are_read() {
        assert_eq!(Devices::Cuda(vec![0]).to_string(), "cuda:0");
        assert_eq!(Devices::Wgpu(vec![2, 0]).to_string(), "wgpu:2,0");
    }
}
