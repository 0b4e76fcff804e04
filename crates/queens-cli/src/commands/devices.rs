//! `queens devices`: lists and tests devices.

use crate::args::Devices;
use crate::support::failure::{Failure, say};
use crate::support::machine::{cores, cpu_name};
use crate::support::output::Output;
use crate::support::writer::{Column, Page, Readable, Writer, or_dash};
use queens::Simd;
use queens::report::duration;
use queens::results::DeviceResult;
use queens_cuda::{Cuda, DeviceInfo};
use std::process::ExitCode;
use std::time::Instant;

pub(crate) fn run(options: &Devices) -> Result<ExitCode, Failure> {
    let mut devices = vec![DeviceResult::cpu(cpu_name(), cores(), Simd::best())];
    match queens_cuda::devices() {
        Ok(found) => devices.extend(found.iter().map(test)),
        Err(reason) => say(&format!("no GPU: {reason}")),
    }
    let mut out = Output::standard();
    let mut writer = Writer::new(options.format, &mut out);
    for device in &devices {
        writer.write(device)?;
    }
    writer.finish()?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Opens a GPU, which runs its self-test.
fn test(info: &DeviceInfo) -> DeviceResult {
    let start = Instant::now();
    let opened = Cuda::open(&[info.device]);
    info.result(opened.map(|_| start.elapsed().as_secs_f64()))
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
