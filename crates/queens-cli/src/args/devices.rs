//! The options of `queens devices`.

use crate::support::format::Format;
use clap::Args as ClapArgs;

/// List and test the devices that can count
///
/// Lists the CPU, the NVIDIA GPUs that CUDA finds (cuda:0, ...), and the GPUs that wgpu finds through Vulkan, Metal or DirectX 12
/// (wgpu:0, ...). A GPU that both find is listed twice. Each GPU is opened and tested with known counts. The last column
/// is the time that this took, or the reason why the GPU cannot be used.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  queens devices
  queens devices --format json")]
pub(crate) struct Devices {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
