//! What counts: the threads of this machine, or GPUs.

use super::failure::{Failure, say};
use super::machine::cores;
use crate::args;
use queens::{Error, Machine, Method, Plan, Request, Simd, Threads};
use queens_cuda::Cuda;

/// The machine of a command: the CPU, and GPUs if they were asked for.
pub(crate) type Counter = Machine<Cuda>;

/// Opens what was asked for.
pub(crate) fn open(options: &args::Machine) -> Result<Counter, Failure> {
    let cpu = cpu(options.threads, options.simd)?;
    let (machine, reason) = options.device.machine(cpu, Cuda::open)?;
    if let Some(reason) = reason {
        say_cpu(&reason);
    }
    Ok(machine)
}

/// A plan for what counts: without a method, by the one that is fastest there.
pub(crate) fn plan(
    counter: &Counter,
    request: &Request,
    method: Option<Method>,
) -> Result<Plan, Failure> {
    let request = method.map_or(request.clone(), |method| request.clone().method(method));
    let (plan, reason) = counter.plan(&request)?;
    if let Some(reason) = reason {
        say_cpu(&reason);
    }
    Ok(plan)
}

fn say_cpu(reason: &dyn std::fmt::Display) {
    say(&format!("no GPU is used, the CPU counts: {reason}"));
}

/// This many threads, or as many as there are cores; these vector instructions, or the widest.
pub(crate) fn cpu(threads: Option<usize>, simd: Option<Simd>) -> Result<Threads, Error> {
    let backend = Threads::new(threads.unwrap_or_else(cores))?;
    Ok(backend.with_simd(simd.unwrap_or_else(Simd::best)))
}
