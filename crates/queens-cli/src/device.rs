//! What counts: the threads of this machine, or GPUs.

use crate::args::Machine;
use crate::count::cores;
use crate::failure::{Failure, say};
use queens::{Backend, Control, Error, Method, Plan, Request, Simd, Sink, Threads};
use queens_cuda::Cuda;
use std::str::FromStr;

/// The devices asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Device {
    /// The threads of this machine.
    #[default]
    Cpu,
    /// A GPU if there is one, otherwise the CPU.
    Auto,
    /// These GPUs; without numbers all.
    Cuda(Option<Vec<usize>>),
}

impl FromStr for Device {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let allowed = || "cpu, auto, cuda, cuda:0, cuda:0,1 ... or cuda:all".to_string();
        match text {
            "cpu" => Ok(Self::Cpu),
            "auto" => Ok(Self::Auto),
            "cuda" => Ok(Self::Cuda(Some(vec![0]))),
            "cuda:all" => Ok(Self::Cuda(None)),
            _ => {
                let numbers = text.strip_prefix("cuda:").ok_or_else(allowed)?;
                let number = |text: &str| text.parse::<u16>().ok().map(usize::from);
                let devices: Option<Vec<usize>> = numbers.split(',').map(number).collect();
                let devices = devices.ok_or_else(allowed)?;
                let twice = |&device: &usize| devices.iter().filter(|&&d| d == device).count() > 1;
                match devices.iter().find(|device| twice(device)) {
                    Some(device) => Err(format!("each device once; {device} is named twice")),
                    None => Ok(Self::Cuda(Some(devices))),
                }
            }
        }
    }
}

/// The backend of a command: the CPU, and GPUs if they were asked for.
pub(crate) struct Counter {
    pub(crate) cpu: Threads,
    pub(crate) cuda: Option<Cuda>,
}

impl Counter {
    /// Opens what was asked for.
    pub(crate) fn open(machine: &Machine) -> Result<Self, Failure> {
        Self::with(machine, Cuda::open)
    }

    /// The same with GPUs opened in another way.
    pub(crate) fn with(
        machine: &Machine,
        open: impl Fn(&[usize]) -> Result<Cuda, queens_cuda::Unavailable>,
    ) -> Result<Self, Failure> {
        let cpu = cpu(machine.threads, machine.simd)?;
        let all = || queens_cuda::devices().map(|devices| (0..devices.len()).collect());
        let cuda = match &machine.device {
            Device::Cpu => None,
            Device::Auto => match all().and_then(|devices: Vec<usize>| open(&devices)) {
                Ok(cuda) if cuda.devices().next().is_some() => Some(cuda),
                Ok(_) => {
                    say("no GPU here; the CPU counts");
                    None
                }
                Err(reason) => {
                    say(&format!("no GPU is used, the CPU counts: {reason}"));
                    None
                }
            },
            Device::Cuda(devices) => {
                let devices = devices.clone().map_or_else(all, Ok).map_err(Failure::bad)?;
                if devices.is_empty() {
                    return Err(Failure::bad("the NVIDIA driver finds no device"));
                }
                Some(open(&devices).map_err(Failure::bad)?)
            }
        };
        Ok(Self { cpu, cuda })
    }

    /// The request with the method that is fastest on what counts, if none is named.
    pub(crate) fn prefer(&self, request: Request, method: Option<Method>, steps: bool) -> Request {
        match method {
            Some(method) => request.method(method),
            None if self.cuda.is_some() && !steps => request.method(Method::Cross),
            None => request,
        }
    }

    /// Whether the plan can be run on what was asked for.
    pub(crate) fn check(&self, plan: &Plan) -> Result<(), Error> {
        if self.cuda.is_some() { Cuda::check(plan) } else { Ok(()) }
    }
}

impl Backend for Counter {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        match &self.cuda {
            Some(cuda) => cuda.run(plan, jobs, sink, control),
            None => self.cpu.run(plan, jobs, sink, control),
        }
    }
}

/// This many threads, or as many as there are cores; these vector instructions, or the widest.
pub(crate) fn cpu(threads: Option<usize>, simd: Option<Simd>) -> Result<Threads, Failure> {
    let backend = Threads::new(threads.unwrap_or_else(cores))?;
    Ok(backend.simd(simd.unwrap_or_else(Simd::best)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_read_as_they_are_written() {
        let cuda = |devices: &[usize]| Ok(Device::Cuda(Some(devices.to_vec())));
        assert_eq!("cpu".parse(), Ok(Device::Cpu));
        assert_eq!("auto".parse(), Ok(Device::Auto));
        assert_eq!("cuda".parse(), cuda(&[0]));
        assert_eq!("cuda:2,0".parse(), cuda(&[2, 0]));
        assert_eq!("cuda:all".parse(), Ok(Device::Cuda(None)));
        for wrong in ["", "gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:0,,1", "CUDA"] {
            let error = wrong.parse::<Device>().unwrap_err();
            assert!(error.contains("cuda:0,1"), "{wrong}: {error}");
        }
        assert_eq!("cuda:1,1".parse::<Device>().unwrap_err(), "each device once; 1 is named twice");
    }
}
