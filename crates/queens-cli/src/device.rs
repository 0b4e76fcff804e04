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
                let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
                let number =
                    |text: &str| Some(text).filter(digits)?.parse::<u16>().ok().map(usize::from);
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
    /// Whether the GPUs were taken because they are there.
    auto: bool,
}

impl Counter {
    /// Opens what was asked for.
    pub(crate) fn open(machine: &Machine) -> Result<Self, Failure> {
        let cpu = cpu(machine.threads, machine.simd)?;
        let all = || queens_cuda::devices().map(|devices| (0..devices.len()).collect());
        let cuda = match &machine.device {
            Device::Cpu => None,
            Device::Auto => match all().and_then(|devices: Vec<usize>| Cuda::open(&devices)) {
                Ok(cuda) => Some(cuda),
                Err(reason) => {
                    say(&format!("no GPU is used, the CPU counts: {reason}"));
                    None
                }
            },
            Device::Cuda(devices) => {
                let devices = devices.clone().map_or_else(all, Ok)?;
                Some(Cuda::open(&devices)?)
            }
        };
        Ok(Self { cpu, cuda, auto: machine.device == Device::Auto })
    }

    /// A plan for what counts: without a method the one that is fastest there. What a GPU that was taken by itself cannot do, the CPU does.
    pub(crate) fn plan(
        &mut self,
        request: &Request,
        method: Option<Method>,
    ) -> Result<Plan, Failure> {
        let named = method.map_or(request.clone(), |method| request.clone().method(method));
        if self.cuda.is_none() {
            return Ok(named.plan()?);
        }
        // On a GPU the cross is the fastest, where it does what is asked for.
        let cross = || request.clone().method(Method::Cross).plan().ok();
        let cross = method.is_none().then(cross).flatten();
        if let Some(plan) = cross.filter(|plan| Cuda::check(plan).is_ok()) {
            return Ok(plan);
        }
        let plan = named.plan()?;
        match Cuda::check(&plan) {
            Err(reason) if self.auto => {
                say(&format!("no GPU is used, the CPU counts: {reason}"));
                self.cuda = None;
                Ok(plan)
            }
            checked => Ok(checked.map(|()| plan)?),
        }
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
        for wrong in ["", "gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:+1", "cuda:0,,1", "CUDA"] {
            let error = wrong.parse::<Device>().unwrap_err();
            assert!(error.contains("cuda:0,1"), "{wrong}: {error}");
        }
        assert_eq!("cuda:1,1".parse::<Device>().unwrap_err(), "each device once; 1 is named twice");
    }
}
