//! What counts: the threads of this machine, or GPUs.

use super::failure::{Failure, say};
use super::machine::cores;
use crate::args::Machine;
use queens::{Backend, Control, Error, Method, Plan, Request, Simd, Sink, Threads};
use queens_cuda::{Cuda, Device};

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
