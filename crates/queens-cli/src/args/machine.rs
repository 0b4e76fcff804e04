//! The options that several commands share: threads, vector instructions, device.

use super::values::{simd, threads};
use clap::Args as ClapArgs;
use queens::Simd;
use queens_cuda::DeviceChoice;

/// What the engines use of the machine.
#[derive(Debug, ClapArgs)]
pub(crate) struct Machine {
    /// Number of threads, if the method can use several [default: all cores]
    #[arg(short, long, value_name = "NUM", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// Vector instructions: portable, neon, avx2 or avx512 [default: the widest of this CPU]
    #[arg(long, value_name = "SET", value_parser = simd)]
    pub(crate) simd: Option<Simd>,

    /// Device to use: cpu, cuda, cuda:0,1, cuda:all or auto
    ///
    /// cuda is the first NVIDIA GPU, cuda:0,1 are the GPUs with these numbers, cuda:all are all GPUs. auto uses all GPUs,
    /// or the CPU if there is no GPU or it cannot run the request. A GPU counts with method 'cross', and placements with 'bitmask' or 'stacked'. 'queens
    /// devices' lists the devices of this machine.
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    pub(crate) device: DeviceChoice,
}
