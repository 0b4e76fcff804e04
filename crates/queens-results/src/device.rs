//! The results of `queens devices`.

use super::rounded;
use queens::Simd;
use serde::{Deserialize, Serialize};

/// A device that can count, and whether it is ready: `queens devices`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceResult {
    /// The value for `--device`: cpu, cuda:0, wgpu:0.
    pub device: String,
    /// The name of the CPU or GPU.
    pub name: String,
    /// The interface of a GPU: cuda, vulkan, metal or dx12.
    pub api: Option<String>,
    /// The kind of a GPU that is used through wgpu: discrete, integrated, virtual, software or other.
    pub kind: Option<String>,
    /// The number of cores of a CPU.
    pub cores: Option<usize>,
    /// The vector instructions of a CPU.
    pub simd: Option<String>,
    /// The number of multiprocessors of a GPU.
    pub multiprocessors: Option<u32>,
    /// The highest clock rate of a GPU.
    pub megahertz: Option<u32>,
    /// The compute capability of a GPU: 9.0.
    pub compute_capability: Option<String>,
    /// The memory of a GPU.
    pub memory_bytes: Option<u64>,
    /// Whether the device can count.
    pub ready: bool,
    /// The time to open a GPU and to count a known board on it.
    pub ready_seconds: Option<f64>,
    /// Why the device cannot count.
    pub reason: Option<String>,
}

impl DeviceResult {
    /// The CPU, which is always ready.
    pub fn cpu(name: String, cores: usize, simd: Simd) -> Self {
        Self {
            cores: Some(cores),
            simd: Some(simd.name().to_string()),
            ready: true,
            ..Self::new("cpu".to_string(), name)
        }
    }

    /// A device that has not been tested yet.
    pub fn new(device: String, name: String) -> Self {
        Self { device, name, ..Self::default() }
    }

    /// Adds the seconds it took to open the device, or the reason why it cannot be used.
    pub fn tried(self, opened: Result<f64, String>) -> Self {
        let (seconds, reason) = match opened {
            Ok(seconds) => (Some(rounded(seconds, 6)), None),
            Err(reason) => (None, Some(reason)),
        };
        Self { ready: reason.is_none(), ready_seconds: seconds, reason, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_ready_or_says_why_not() {
        let cpu = DeviceResult::cpu("X".into(), 4, Simd::Portable);
        assert_eq!((cpu.ready, cpu.ready_seconds, &cpu.reason), (true, None, &None));
        let gpu = || DeviceResult::new("cuda:0".into(), "Y".into());
        let opened = gpu().tried(Ok(0.12345678));
        assert_eq!((opened.ready, opened.ready_seconds), (true, Some(0.123457)));
        let refused = gpu().tried(Err("no driver".into()));
        assert_eq!((refused.ready, refused.reason.as_deref()), (false, Some("no driver")));
    }
}
