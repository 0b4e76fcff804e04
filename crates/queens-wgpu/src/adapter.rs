//! The adapters of this machine: every GPU that Vulkan, Metal or DirectX 12 finds.

use queens::gpu::DeviceKind;
use queens_results::DeviceResult;
use std::sync::OnceLock;
use wgpu::{Adapter, Backend, Backends, DeviceType, Instance, InstanceDescriptor, InstanceFlags};

/// Why no device can be used. Its text is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unavailable {
    /// No adapter is found.
    #[error("no GPU found through {APIS}")]
    NoAdapter,
    /// There is no device with this number.
    #[error("no device wgpu:{device}; this machine has {devices} adapter(s), numbered from 0")]
    NoSuchDevice {
        /// The requested device.
        device: usize,
        /// The number of devices.
        devices: usize,
    },
    /// A device failed while it was opened.
    #[error("device wgpu:{device} ({name}) failed: {reason}")]
    Failed {
        /// The device.
        device: usize,
        /// Its name.
        name: String,
        /// The driver's error.
        reason: String,
    },
    /// A device counted wrong in its self-test.
    #[error(
        "device wgpu:{device} ({name}) failed its self-test: {what} is {counted}, expected {right}"
    )]
    Wrong {
        /// The device.
        device: usize,
        /// Its name.
        name: String,
        /// What was counted.
        what: String,
        /// What it counted.
        counted: u128,
        /// The right count.
        right: u128,
    },
}

/// The programming interfaces that are tried on this system.
const APIS: &str = if cfg!(target_vendor = "apple") {
    "Metal"
} else if cfg!(windows) {
    "Vulkan or DirectX 12"
} else {
    "Vulkan"
};

/// A device as its driver describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The number of the device, from 0.
    pub device: usize,
    /// The name of the device.
    pub name: String,
    /// The programming interface: vulkan, metal or dx12.
    pub api: &'static str,
    /// The kind of the device.
    pub kind: DeviceKind,
    /// The name and version of the driver.
    pub driver: String,
    /// The bytes of the largest buffer.
    pub buffer_bytes: u64,
    /// The most lanes that it executes together.
    pub subgroup_size: u32,
}

impl DeviceInfo {
    fn new(device: usize, adapter: &Adapter) -> Self {
        let info = adapter.get_info();
        let limits = adapter.limits();
        Self {
            device,
            name: info.name,
            api: match info.backend {
                Backend::Metal => "metal",
                Backend::Dx12 => "dx12",
                _ => "vulkan",
            },
            kind: match info.device_type {
                DeviceType::DiscreteGpu => DeviceKind::Discrete,
                DeviceType::IntegratedGpu => DeviceKind::Integrated,
                DeviceType::VirtualGpu => DeviceKind::Virtual,
                DeviceType::Cpu => DeviceKind::Software,
                DeviceType::Other => DeviceKind::Other,
            },
            subgroup_size: info.subgroup_max_size,
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_string(),
            buffer_bytes: limits.max_buffer_size.min(limits.max_storage_buffer_binding_size),
        }
    }

    /// The device in errors of a run.
    pub(crate) fn title(&self) -> String {
        format!("device wgpu:{} ({})", self.device, self.name)
    }

    /// The result that all front ends share, with the seconds it took to open the device, or the reason why it cannot be used.
    pub fn result(&self, opened: Result<f64, Unavailable>) -> DeviceResult {
        let device = DeviceResult {
            api: Some(self.api.to_string()),
            kind: Some(self.kind.name().to_string()),
            ..DeviceResult::new(format!("wgpu:{}", self.device), self.name.clone())
        };
        device.tried(opened.map_err(|reason| reason.to_string()))
    }
}

/// Lists every adapter. It is an error if there is none.
///
/// ```
/// match queens_wgpu::devices() {
///     Ok(devices) => devices.iter().for_each(|gpu| println!("wgpu:{}: {}", gpu.device, gpu.name)),
///     Err(reason) => println!("{reason}"),
/// }
/// ```
pub fn devices() -> Result<Vec<DeviceInfo>, Unavailable> {
    match adapters() {
        [] => Err(Unavailable::NoAdapter),
        adapters => Ok(adapters.iter().map(|(info, _)| info.clone()).collect()),
    }
}

/// The adapter with this number.
pub(crate) fn adapter(device: usize) -> Result<(DeviceInfo, Adapter), Unavailable> {
    let adapters = adapters();
    let devices = adapters.len();
    if devices == 0 {
        return Err(Unavailable::NoAdapter);
    }
    adapters.get(device).cloned().ok_or(Unavailable::NoSuchDevice { device, devices })
}

/// All adapters. They are listed once, because loading the drivers takes a tenth of a second.
fn adapters() -> &'static [(DeviceInfo, Adapter)] {
    static ADAPTERS: OnceLock<Vec<(DeviceInfo, Adapter)>> = OnceLock::new();
    ADAPTERS.get_or_init(|| {
        let instance = Instance::new(InstanceDescriptor {
            backends: Backends::PRIMARY,
            // Not even a debug build asks the drivers for messages.
            flags: InstanceFlags::empty(),
            ..InstanceDescriptor::new_without_display_handle()
        });
        let adapters = pollster::block_on(instance.enumerate_adapters(Backends::PRIMARY));
        let numbered = adapters.into_iter().enumerate();
        numbered.map(|(device, adapter)| (DeviceInfo::new(device, &adapter), adapter)).collect()
    })
}
