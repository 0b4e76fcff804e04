//! `cargo xtask bench gpu`: the same counts on one GPU through CUDA and through wgpu.

use super::Context;
use super::measure::{Program, in_turn};
use super::program::Count;
use super::result::{DeviceCount, DeviceTime, Figures};
use anyhow::Result;

/// Measure counts on a GPU with CUDA and with wgpu, in turn
///
/// On a machine without Rust, run a copy of this program there, with --queens and a binary that was built with the feature wgpu.
#[derive(clap::Args)]
pub struct Options {
    /// The sizes of the boards
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "18,19,20,21,22")]
    sizes: Vec<u32>,
    /// A device to count on, as `queens count --device` takes it; give the option several times to compare devices
    #[arg(long, value_name = "DEVICE", default_values = ["cuda", "wgpu"])]
    device: Vec<String>,
}

pub fn run(context: &Context<'_>, options: &Options) -> Result<Figures> {
    let mut rows = Vec::new();
    for &n in &options.sizes {
        let check = || Count { n, method: None, threads: 1, simd: None }.check();
        let program = |device: &String| {
            Ok(context.queens.program(&format!("count {n} --device {device}"), check()?))
        };
        let mut programs: Vec<Program> =
            options.device.iter().map(program).collect::<Result<_>>()?;
        in_turn(&format!("N = {n}"), &mut programs, context.rounds(5))?;
        let time = |(device, program): (&String, &Program)| {
            Ok(DeviceTime { device: device.clone(), time: program.times()? })
        };
        let devices = options.device.iter().zip(&programs).map(time).collect::<Result<_>>()?;
        rows.push(DeviceCount { n, devices });
        context.keep(Figures::Devices(rows.clone()))?;
    }
    Ok(Figures::Devices(rows))
}
