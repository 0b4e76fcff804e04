//! The devices that a user selects, and their text form.

use crate::device::{Unavailable, devices};
use queens::{Backend, Machine, Threads};
use std::str::FromStr;

/// The devices that a user selects: `cpu`, `auto`, `cuda`, `cuda:0,1` or `cuda:all`.
///
/// ```
/// use queens_cuda::DeviceChoice;
///
/// assert_eq!("cuda:0,1".parse(), Ok(DeviceChoice::Cuda(Some(vec![0, 1]))));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DeviceChoice {
    /// The threads of this machine.
    #[default]
    Cpu,
    /// All GPUs, or the CPU if there is none.
    Auto,
    /// The GPUs with these numbers, or all GPUs.
    Cuda(Option<Vec<usize>>),
}

impl DeviceChoice {
    /// Opens the selected devices. `open` opens GPUs by their numbers. If the choice is `auto` and no GPU can be used, the machine
    /// has only the CPU, and the reason is returned with it.
    pub fn machine<A: Backend>(
        &self,
        cpu: Threads,
        open: impl FnOnce(&[usize]) -> Result<A, Unavailable>,
    ) -> Result<(Machine<A>, Option<Unavailable>), Unavailable> {
        let all = || devices().map(|devices| (0..devices.len()).collect::<Vec<usize>>());
        let machine = Machine::new(cpu);
        match self {
            Self::Cpu => Ok((machine, None)),
            Self::Auto => match all().and_then(|devices| open(&devices)) {
                Ok(gpus) => Ok((machine.with_optional_accelerator(gpus), None)),
                Err(reason) => Ok((machine, Some(reason))),
            },
            Self::Cuda(devices) => {
                let devices = devices.clone().map_or_else(all, Ok)?;
                Ok((machine.with_accelerator(open(&devices)?), None))
            }
        }
    }
}

impl FromStr for DeviceChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let allowed = || "expected cpu, auto, cuda, cuda:0, cuda:0,1, ... or cuda:all".to_string();
        match text {
            "cpu" => Ok(Self::Cpu),
            "auto" => Ok(Self::Auto),
            "cuda" => Ok(Self::Cuda(Some(vec![0]))),
            "cuda:all" => Ok(Self::Cuda(None)),
            _ => {
                let numbers = text.strip_prefix("cuda:").ok_or_else(allowed)?;
                let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
                let number =
                    |text: &str| Some(text).filter(digits)?.parse::<u16>().ok().map(usize::from);
                let devices: Option<Vec<usize>> = numbers.split(',').map(number).collect();
                let devices = devices.ok_or_else(allowed)?;
                let twice = |&device: &usize| devices.iter().filter(|&&d| d == device).count() > 1;
                match devices.iter().find(|device| twice(device)) {
                    Some(device) => Err(format!("device {device} is given twice")),
                    None => Ok(Self::Cuda(Some(devices))),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_choices_are_parsed() {
        let cuda = |devices: &[usize]| Ok(DeviceChoice::Cuda(Some(devices.to_vec())));
        assert_eq!("cpu".parse(), Ok(DeviceChoice::Cpu));
        assert_eq!("auto".parse(), Ok(DeviceChoice::Auto));
        assert_eq!("cuda".parse(), cuda(&[0]));
        assert_eq!("cuda:2,0".parse(), cuda(&[2, 0]));
        assert_eq!("cuda:all".parse(), Ok(DeviceChoice::Cuda(None)));
        for wrong in ["", "gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:+1", "cuda:0,,1", "CUDA"] {
            let error = wrong.parse::<DeviceChoice>().unwrap_err();
            assert!(error.contains("cuda:0,1"), "{wrong}: {error}");
        }
        assert_eq!("cuda:1,1".parse::<DeviceChoice>().unwrap_err(), "device 1 is given twice");
    }
}
