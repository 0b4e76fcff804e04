//! The options of what counts: threads, vector instructions, device.

use super::values::{simd, threads};
use clap::Args as ClapArgs;
use queens::Simd;
use queens_cuda::DeviceChoice;

/// What of the machine the engines use.
#[derive(Debug, ClapArgs)]
pub(crate) struct Machine {
    /// How many threads to use, where the method can (default: all cores)
    #[arg(short, long, value_name = "T", allow_negative_numbers = true, value_parser = threads)]
    pub(crate) threads: Option<usize>,

    /// The vector instructions to use: portable, neon, avx2 or avx512 (default: the widest this CPU has)
    #[arg(long, value_name = "SET", value_parser = simd)]
    pub(crate) simd: Option<Simd>,

    /// What counts: cpu; cuda, cuda:0,1 or cuda:all for NVIDIA GPUs; auto for them if there are any
    ///
    /// On a GPU the method is 'cross'; placements are counted with 'bitmask' or 'stacked'. 'queens devices' lists what is
    /// there.
    #[arg(long, value_name = "DEVICE", default_value = "cpu", hide_default_value = true)]
    pub(crate) device: DeviceChoice,
}
