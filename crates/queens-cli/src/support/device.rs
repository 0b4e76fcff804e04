//! Opens the devices that count: the threads of this machine, or GPUs.

use super::failure::{Failure, say};
use super::machine::cores;
use super::options::Machine as MachineOptions;
use queens::{Error, Machine, Method, Plan, Request, Simd, Threads};
use queens_gpu::{Gpus, SMALLEST, available_memory};

/// The devices of a command: the CPU, and GPUs if they were requested.
pub(crate) type Counter = Machine<Gpus>;

/// Opens the requested devices.
pub(crate) fn open(options: &MachineOptions) -> Result<Counter, Failure> {
    let cpu = cpu(options.threads, options.simd)?;
    let (machine, notice) = options.device.machine(cpu, Gpus::open)?;
    if let Some(notice) = notice {
        say(&notice.to_string());
    }
    Ok(machine)
}

/// The plan of a request for these devices, with the given method or the fastest one on them.
pub(crate) fn plan(
    counter: &Counter,
    request: &Request,
    method: Option<Method>,
) -> Result<Plan, Error> {
    let request = method.map_or(request.clone(), |method| request.clone().method(method));
    let (plan, reason) = counter.plan(&request)?;
    if let Some(reason) = reason {
        say(&format!("counting on the CPU: {reason}"));
    }
    Ok(plan)
}

/// The GPUs that count a plan, if the CPU does not. GPUs leave small boards to the CPU.
pub(crate) fn gpus<'a>(counter: &'a Counter, plan: &Plan) -> Option<&'a Gpus> {
    counter.accelerates(plan).filter(|_| plan.size() >= SMALLEST)
}

/// A pool of threads, by default one per core, with the given vector instructions or the widest of this CPU.
pub(crate) fn cpu(threads: Option<usize>, simd: Option<Simd>) -> Result<Threads, Error> {
    let backend = Threads::new(threads.unwrap_or_else(cores))?.with_memory(available_memory());
    Ok(backend.with_simd(simd.unwrap_or_else(Simd::best)))
}
