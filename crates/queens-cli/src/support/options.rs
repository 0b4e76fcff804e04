//! The options that several commands share: threads, vector instructions, device.

use super::values::{device, simd, threads};
use clap::Args as ClapArgs;
use queens::Simd;
use queens_gpu::DeviceChoice;

/// What the engines use of the machine.
#[derive(Debug, ClapArgs)]
pub(crate) struct Machine {
    /// Number of threads, if the method can use several [default: all cores]
    #[arg(short, long, value_name = "NUM", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// Vector instructions: portable, neon, avx2 or avx512 [default: the widest of this CPU]
    #[arg(long, value_name = "SET", value_parser = simd)]
    pub(crate) simd: Option<Simd>,

    /// Device to use: cpu, gpu, cuda, wgpu or auto; 'queens devices' lists them with their numbers
    ///
    /// gpu is the fastest GPU: with CUDA on an NVIDIA GPU, otherwise with wgpu, which uses Vulkan, Metal or DirectX 12. cuda and
    /// wgpu are the fastest GPU of one of the two. cuda:0,1 and wgpu:0,1 are the GPUs with these numbers, cuda:all and wgpu:all are
    /// all GPUs. A software adapter of wgpu is used only by its number. auto uses all GPUs with CUDA, otherwise the fastest GPU with
    /// wgpu, otherwise the CPU; it also uses the CPU for a request that a GPU cannot run. A GPU counts with method 'cross', and
    /// placements with 'bitmask' or 'stacked'. If a GPU is lost during a count, the CPU counts the jobs that were running on it.
    #[arg(long, value_name = "DEVICE", value_parser = device(), default_value = "cpu")]
    #[arg(hide_possible_values = true)]
    pub(crate) device: DeviceChoice,
}
