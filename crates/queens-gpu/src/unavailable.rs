//! Why a selected device cannot be used.

/// Why no device can be used. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unavailable {
    /// CUDA cannot be used.
    #[error(transparent)]
    Cuda(#[from] queens_cuda::Unavailable),
    /// Vulkan, Metal and DirectX 12 cannot be used.
    #[cfg(feature = "wgpu")]
    #[error(transparent)]
    Wgpu(#[from] queens_wgpu::Unavailable),
    /// This crate was built without the feature `wgpu`.
    #[error("this build has no wgpu backend; build it with the feature wgpu")]
    NotBuilt,
    /// The only adapters are software, and none was selected by its number.
    #[error(
        "wgpu finds no GPU, only the software adapter {name}, which is slower than the CPU; wgpu:{device} selects it"
    )]
    OnlySoftware {
        /// The number of the first adapter.
        device: usize,
        /// Its name.
        name: String,
    },
    /// Neither CUDA nor wgpu can be used.
    #[error("{cuda}; {wgpu}")]
    Neither {
        /// Why CUDA cannot be used.
        cuda: Box<Unavailable>,
        /// Why wgpu cannot be used.
        wgpu: Box<Unavailable>,
    },
}

impl Unavailable {
    /// Whether a device failed. If not, there is no such device here, or a part of its driver is missing.
    pub fn is_failure(&self) -> bool {
        match self {
            Self::Cuda(reason) => matches!(
                reason,
                queens_cuda::Unavailable::Failed { .. }
                    | queens_cuda::Unavailable::Wrong { .. }
                    | queens_cuda::Unavailable::Kernels { .. }
            ),
            #[cfg(feature = "wgpu")]
            Self::Wgpu(reason) => matches!(
                reason,
                queens_wgpu::Unavailable::Failed { .. } | queens_wgpu::Unavailable::Wrong { .. }
            ),
            Self::NotBuilt | Self::OnlySoftware { .. } => false,
            Self::Neither { cuda, wgpu } => cuda.is_failure() || wgpu.is_failure(),
        }
    }

    /// Whether the machine has no NVIDIA GPU or no driver for it, so that the use of wgpu needs no notice.
    pub(crate) fn is_no_nvidia_gpu(&self) -> bool {
        use queens_cuda::Unavailable::{Device, Driver};
        matches!(self, Self::Cuda(Driver | Device(_)))
    }
}
