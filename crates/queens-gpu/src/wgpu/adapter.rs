//! The adapters of this machine: every GPU that Vulkan, Metal or DirectX 12 finds.

use crate::DeviceKind;
use crate::devices::{Device, Platform, Unavailable};
use queens_results::DeviceResult;
use std::sync::OnceLock;
use wgpu::{Adapter, Backend, Backends, DeviceType, Instance, InstanceDescriptor, InstanceFlags};

/// The programming interfaces that are tried on this system.
const APIS: &str = if cfg!(target_vendor = "apple") {
    "Metal"
} else if cfg!(windows) {
    "Vulkan or DirectX 12"
} else {
    "Vulkan"
};

fn device(number: usize, adapter: &Adapter) -> Device {
    let info = adapter.get_info();
    let api = match info.backend {
        Backend::Metal => "metal",
        Backend::Dx12 => "dx12",
        _ => "vulkan",
    };
    let (kind, name) = match info.device_type {
        DeviceType::DiscreteGpu => (DeviceKind::Discrete, "discrete"),
        DeviceType::IntegratedGpu => (DeviceKind::Integrated, "integrated"),
        DeviceType::VirtualGpu => (DeviceKind::Virtual, "virtual"),
        DeviceType::Cpu => (DeviceKind::Software, "software"),
        DeviceType::Other => (DeviceKind::Other, "other"),
    };
    let result = DeviceResult {
        api: Some(api.to_string()),
        kind: Some(name.to_string()),
        ..DeviceResult::new(format!("wgpu:{number}"), info.name)
    };
    Device { platform: Platform::Wgpu, number, kind, result }
}

/// Lists every adapter. It is an error if there is none.
pub(crate) fn devices() -> Result<Vec<Device>, Unavailable> {
    Ok(found()?.iter().map(|(device, _)| device.clone()).collect())
}

/// The adapter with this number.
pub(super) fn adapter(number: usize) -> Result<(Device, Adapter), Unavailable> {
    let adapters = found()?;
    adapters.get(number).cloned().ok_or_else(|| {
        let found = format!("{} adapter(s)", adapters.len());
        Unavailable::NoSuchDevice(format!("wgpu:{number}"), found)
    })
}

/// All adapters. They are listed once, because loading the drivers takes a tenth of a second.
fn found() -> Result<&'static [(Device, Adapter)], Unavailable> {
    static ADAPTERS: OnceLock<Vec<(Device, Adapter)>> = OnceLock::new();
    let adapters = ADAPTERS.get_or_init(|| {
        let instance = Instance::new(InstanceDescriptor {
            backends: Backends::PRIMARY,
            // Not even a debug build asks the drivers for messages.
            flags: InstanceFlags::empty(),
            ..InstanceDescriptor::new_without_display_handle()
        });
        let adapters = pollster::block_on(instance.enumerate_adapters(Backends::PRIMARY));
        let numbered = adapters.into_iter().enumerate();
        numbered.map(|(number, adapter)| (device(number, &adapter), adapter)).collect()
    });
    match &adapters[..] {
        [] => Err(Unavailable::NoGpu(format!("no GPU found through {APIS}"))),
        adapters => Ok(adapters),
    }
}
