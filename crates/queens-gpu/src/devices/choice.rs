//! The devices that a user selects, and their text form.

use std::fmt;
use std::str::FromStr;

/// What gives access to a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// CUDA, for NVIDIA GPUs.
    Cuda,
    /// wgpu: Vulkan, Metal or DirectX 12.
    Wgpu,
}

/// The name in the text forms: `cuda` or `wgpu`.
impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cuda => "cuda",
            Self::Wgpu => "wgpu",
        })
    }
}

/// The numbers of devices, from 0.
///
/// ```
/// use queens_gpu::{Devices, Platform};
///
/// let devices = Devices { platform: Platform::Cuda, numbers: vec![0, 1] };
/// assert_eq!(devices.to_string(), "cuda:0,1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Devices {
    /// What gives access to them.
    pub platform: Platform,
    /// Their numbers.
    pub numbers: Vec<usize>,
}

/// The value for `--device`.
impl fmt::Display for Devices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.numbers.iter().map(usize::to_string).collect();
        write!(f, "{}:{}", self.platform, numbers.join(","))
    }
}

/// The devices that a user selects: `cpu`, `auto`, `gpu`, `cuda`, `cuda:0,1`, `cuda:all`, `wgpu`, `wgpu:0,1` or `wgpu:all`.
///
/// ```
/// use queens_gpu::{DeviceChoice, Platform, Which};
///
/// let numbers = Which::Numbers(vec![0, 1]);
/// assert_eq!("cuda:0,1".parse(), Ok(DeviceChoice::Of(Platform::Cuda, numbers)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DeviceChoice {
    /// The threads of this machine.
    #[default]
    Cpu,
    /// All GPUs with CUDA, otherwise the fastest with wgpu, otherwise the CPU.
    Auto,
    /// The fastest GPU: with CUDA, otherwise with wgpu.
    Gpu,
    /// GPUs of one platform.
    Of(Platform, Which),
}

/// Which devices of a platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// The fastest one.
    Fastest,
    /// All except software devices.
    All,
    /// Those with these numbers, from 0.
    Numbers(Vec<usize>),
}

/// The values of [`DeviceChoice`] in messages.
const EXPECTED: &str = "expected cpu, auto, gpu, cuda, wgpu, or devices of cuda or wgpu by number \
                        (cuda:0, wgpu:0,1, cuda:all)";

impl FromStr for DeviceChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, which) = match text.split_once(':') {
            None => (text, Which::Fastest),
            Some((name, "all")) => (name, Which::All),
            Some((name, numbers)) => (name, Which::Numbers(read_numbers(numbers)?)),
        };
        match (name, &which) {
            ("cpu", Which::Fastest) => Ok(Self::Cpu),
            ("auto", Which::Fastest) => Ok(Self::Auto),
            ("gpu", Which::Fastest) => Ok(Self::Gpu),
            ("cuda", _) => Ok(Self::Of(Platform::Cuda, which)),
            ("wgpu", _) => Ok(Self::Of(Platform::Wgpu, which)),
            _ => Err(EXPECTED.to_string()),
        }
    }
}

/// Reads numbers of devices, separated by commas.
fn read_numbers(text: &str) -> Result<Vec<usize>, String> {
    let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| Some(text).filter(digits)?.parse::<u16>().ok().map(usize::from);
    let numbers: Option<Vec<usize>> = text.split(',').map(number).collect();
    let numbers = numbers.ok_or_else(|| EXPECTED.to_string())?;
    let is_twice = |&device: &usize| numbers.iter().filter(|&&d| d == device).count() > 1;
    match numbers.iter().find(|device| is_twice(device)) {
        Some(device) => Err(format!("device {device} is given twice")),
        None => Ok(numbers),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<DeviceChoice, String> {
        text.parse()
    }

    #[test]
    fn device_choices_are_parsed() {
        use Platform::{Cuda, Wgpu};
        let of = |platform, which| Ok(DeviceChoice::Of(platform, which));
        assert_eq!(parsed("cpu"), Ok(DeviceChoice::Cpu));
        assert_eq!(parsed("auto"), Ok(DeviceChoice::Auto));
        assert_eq!(parsed("gpu"), Ok(DeviceChoice::Gpu));
        assert_eq!(parsed("cuda"), of(Cuda, Which::Fastest));
        assert_eq!(parsed("cuda:2,0"), of(Cuda, Which::Numbers(vec![2, 0])));
        assert_eq!(parsed("cuda:all"), of(Cuda, Which::All));
        assert_eq!(parsed("wgpu"), of(Wgpu, Which::Fastest));
        assert_eq!(parsed("wgpu:1"), of(Wgpu, Which::Numbers(vec![1])));
        assert_eq!(parsed("wgpu:all"), of(Wgpu, Which::All));
        let devices = Devices { platform: Wgpu, numbers: vec![2, 0] };
        assert_eq!(devices.to_string(), "wgpu:2,0");
    }

    #[test]
    fn other_texts_are_refused_with_what_is_allowed() {
        let wrong = [
            "",
            ":",
            "GPU",
            "CUDA",
            "vulkan",
            "cpu:0",
            "auto:all",
            "gpu:0",
            "gpu:all",
            "cuda:",
            "cuda:x",
            "cuda:-1",
            "cuda:+1",
            "cuda:0,,1",
            "cuda:all,0",
            "wgpu:",
            "wgpu: 0",
            "wgpu:65536",
            "cuda:0:1",
        ];
        for text in wrong {
            assert_eq!(parsed(text), Err(EXPECTED.to_string()), "{text}");
        }
        assert!(EXPECTED.contains("cuda:0") && EXPECTED.contains("wgpu:0,1"));
        assert_eq!(parsed("cuda:1,1").unwrap_err(), "device 1 is given twice");
        assert_eq!(parsed("wgpu:0,2,0").unwrap_err(), "device 0 is given twice");
    }
}
