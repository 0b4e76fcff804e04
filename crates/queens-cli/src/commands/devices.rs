//! `queens devices`: what can count here.

use crate::args::Devices;
use crate::support::failure::{Failure, say};
use crate::support::format::{Format, objects_as, rounded};
use crate::support::machine::{cores, cpu_name};
use crate::support::output::Output;
use queens::Simd;
use queens::report::{Table, duration};
use queens_cuda::{Cuda, DeviceInfo};
use serde_json::{Map, Value};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// A device, and what came of trying it.
struct Line {
    device: String,
    name: String,
    units: String,
    memory: Option<u64>,
    /// How long it took to open it, if that was tried; or why it cannot be used.
    ready: Result<Option<f64>, String>,
}

pub(crate) fn run(options: &Devices) -> Result<ExitCode, Failure> {
    let units = format!("{} cores, {}", cores(), Simd::best());
    let cpu = Line { device: "cpu".into(), name: cpu_name(), units, memory: None, ready: Ok(None) };
    let mut lines = vec![cpu];
    match queens_cuda::devices() {
        Ok(devices) => lines.extend(devices.iter().map(tried)),
        Err(reason) => say(&format!("no GPU: {reason}")),
    }
    let mut out = Output::standard();
    print(options.format, &lines, &mut out)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// A GPU, opened.
fn tried(info: &DeviceInfo) -> Line {
    let start = Instant::now();
    let opened = Cuda::open(&[info.device]);
    let took = start.elapsed().as_secs_f64();
    let (major, minor) = info.capability;
    Line {
        device: format!("cuda:{}", info.device),
        name: info.name.clone(),
        units: format!(
            "{} multiprocessors, {} MHz, sm_{major}{minor}",
            info.multiprocessors, info.megahertz
        ),
        memory: Some(info.memory),
        ready: opened.map(|_| Some(took)).map_err(|reason| reason.to_string()),
    }
}

fn print(format: Format, lines: &[Line], out: &mut Output) -> Result<(), Failure> {
    match format {
        Format::Text | Format::Markdown => {
            let heads = ["device", "name", "units", "memory", "ready"];
            let mut table = Table::new(heads).left(0).left(1).left(2);
            for line in lines {
                let memory = line.memory.map(|bytes| format!("{:.0} GB", bytes as f64 / 1e9));
                let ready = match &line.ready {
                    Ok(Some(took)) => format!("in {}", duration(*took)),
                    Ok(None) => "yes".to_string(),
                    Err(reason) => format!("no: {reason}"),
                };
                let cells = [line.device.clone(), line.name.clone(), line.units.clone()];
                let memory = memory.unwrap_or_else(|| "-".to_string());
                table.push(cells.into_iter().chain([memory, ready]));
            }
            let text = if format == Format::Text { table.text() } else { table.markdown() };
            write!(out, "{text}")?;
        }
        Format::Csv | Format::Json => objects_as(format, lines.iter().map(object), out)?,
    }
    Ok(())
}

fn object(line: &Line) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("device".into(), line.device.clone().into());
    object.insert("name".into(), line.name.clone().into());
    object.insert("units".into(), line.units.clone().into());
    object.insert("memory_bytes".into(), line.memory.into());
    object.insert("ready".into(), line.ready.is_ok().into());
    let seconds = line.ready.as_ref().ok().copied().flatten().map(|took| rounded(took, 1e6));
    object.insert("ready_seconds".into(), seconds.into());
    object.insert("reason".into(), line.ready.as_ref().err().cloned().into());
    object
}
