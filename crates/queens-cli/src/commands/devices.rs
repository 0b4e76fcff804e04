//! `queens devices`: lists and tests devices.

use crate::args::Devices;
use crate::support::failure::{Failure, say};
use crate::support::machine::{cores, cpu_name};
use crate::support::output::Output;
use crate::support::report::duration;
use crate::support::writer::{Column, Page, Readable, Writer, or_dash};
use queens::Simd;
use queens_results::DeviceResult;
use std::process::ExitCode;

pub(crate) fn run(options: &Devices) -> Result<ExitCode, Failure> {
    let mut devices = vec![DeviceResult::cpu(cpu_name(), cores(), Simd::best())];
    let (found, missing) = queens_gpu::devices();
    missing.iter().for_each(|notice| say(&notice.to_string()));
    devices.extend(found.iter().map(queens_gpu::Device::tested));
    let mut out = Output::standard();
    let mut writer = Writer::new(options.format, &mut out);
    for device in &devices {
        writer.write(device)?;
    }
    writer.finish()?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
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
