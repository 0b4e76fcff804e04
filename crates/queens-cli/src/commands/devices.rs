//! `queens devices`: lists and tests devices.

use crate::support::failure::{Failure, say};
use crate::support::machine::{cores, cpu_name};
use crate::support::report::duration;
use crate::support::writer::{Column, Format, Page, Readable, or_dash, print};
use clap::Args;
use queens::Simd;
use queens_results::DeviceResult;

/// List and test the devices that can count
///
/// Lists the CPU, the NVIDIA GPUs that CUDA finds (cuda:0, ...), and the GPUs that wgpu finds through Vulkan, Metal or DirectX 12
/// (wgpu:0, ...). A GPU that both find is listed twice. Each GPU is opened and tested with known counts. The last column
/// is the time that this took, or the reason why the GPU cannot be used.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens devices
  queens devices --format json")]
pub(crate) struct Options {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let mut devices = vec![DeviceResult::cpu(cpu_name(), cores(), Simd::best())];
    let (found, missing) = queens_gpu::devices();
    missing.iter().for_each(|notice| say(&notice.to_string()));
    devices.extend(found.iter().map(queens_gpu::Device::tested));
    print(options.format, &devices)
}

impl Readable for DeviceResult {
    fn columns(&self, _page: Page) -> Vec<Column> {
        let cores = self.cores.map(|cores| format!("{cores} cores"));
        let processors = self.multiprocessors.map(|count| format!("{count} multiprocessors"));
        let clock = self.megahertz.map(|megahertz| format!("{megahertz} MHz"));
        let architecture = self
            .compute_capability
            .as_ref()
            .map(|version| format!("sm_{}", version.replace('.', "")));
        let (api, kind) = (self.api.clone(), self.kind.clone());
        let units = [api, kind, cores, self.simd.clone(), processors, clock, architecture];
        let units: Vec<String> = units.into_iter().flatten().collect();
        let memory = or_dash(self.memory_bytes, |bytes| format!("{:.0} GB", bytes as f64 / 1e9));
        let ready = match (&self.reason, self.ready_seconds) {
            (Some(reason), _) => format!("no: {reason}"),
            (None, Some(seconds)) => format!("yes, in {}", duration(seconds)),
            (None, None) => "yes".to_string(),
        };
        vec![
            Column::left("device", &self.device),
            Column::left("name", &self.name),
            Column::left("units", units.join(", ")),
            Column::right("memory", memory),
            Column::right("ready", ready),
        ]
    }
}
