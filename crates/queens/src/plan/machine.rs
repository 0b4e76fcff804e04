//! Machines: the backends of a computer, and the choice between them.

use super::{Backend, Plan, Recovering, Request, Sink, Threads};
use crate::job::Control;
use crate::{Error, Method, Resources};

/// The backends of a computer: the threads of its CPU, and optionally an accelerator. It chooses the one that runs a plan.
///
/// A required accelerator runs every plan, and a plan that it does not support is an error. With an optional accelerator,
/// the CPU runs the plans that the accelerator does not support.
///
/// If an accelerator is lost during a run, the run continues as [`Recovering`] says.
///
/// ```
/// use queens::{Inline, Machine, Never, Request, Threads};
/// // A real accelerator would be `queens_gpu::Gpus`.
/// let machine = Machine::new(Threads::new(2)?).with_optional_accelerator(Inline);
/// let (plan, reason_for_cpu) = machine.plan(&Request::count(12)?)?;
/// assert_eq!(reason_for_cpu, None);
/// assert_eq!(plan.run(&machine, &Never)?.solutions, 14_200);
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Machine<A> {
    cpu: Threads,
    accelerator: Option<A>,
    optional: bool,
}

impl<A: Backend> Machine<A> {
    /// A machine that runs plans on the threads of its CPU.
    pub fn new(cpu: Threads) -> Self {
        Self { cpu, accelerator: None, optional: false }
    }

    /// The machine with a required accelerator, which runs every plan.
    pub fn with_accelerator(self, accelerator: A) -> Self {
        Self { accelerator: Some(accelerator), optional: false, ..self }
    }

    /// The machine with an optional accelerator, which runs the plans that it supports.
    pub fn with_optional_accelerator(self, accelerator: A) -> Self {
        Self { accelerator: Some(accelerator), optional: true, ..self }
    }

    /// The threads of the CPU.
    pub fn cpu(&self) -> &Threads {
        &self.cpu
    }

    /// The accelerator, if there is one.
    pub fn accelerator(&self) -> Option<&A> {
        self.accelerator.as_ref()
    }

    /// The accelerator, if it runs the plan.
    pub fn accelerates(&self, plan: &Plan) -> Option<&A> {
        self.accelerator.as_ref().filter(|accelerator| accelerator.check(plan).is_ok())
    }

    /// Plans a request for the backend that will run it. Without a method the plan uses the fastest one on that backend. If an
    /// optional accelerator does not support the request, the reason is returned with the plan for the CPU.
    pub fn plan(&self, request: &Request) -> Result<(Plan, Option<Error>), Error> {
        let reason = match self.accelerator.as_ref().map(|one| request.plan_for(one)) {
            Some(Ok(plan)) => return Ok((plan, None)),
            Some(Err(reason)) if self.optional => Some(reason),
            Some(Err(error)) => return Err(error),
            None => None,
        };
        Ok((request.plan_for(&self.cpu)?, reason))
    }
}

impl<A: Backend> Backend for Machine<A> {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        match &self.accelerator {
            Some(accelerator) if !self.optional || accelerator.check(plan).is_ok() => {
                let recovering = Recovering { device: accelerator, cpu: &self.cpu };
                recovering.run(plan, jobs, sink, control)
            }
            _ => self.cpu.run(plan, jobs, sink, control),
        }
    }

    fn check(&self, plan: &Plan) -> Result<(), Error> {
        match &self.accelerator {
            Some(accelerator) if !self.optional => accelerator.check(plan),
            _ => Ok(()),
        }
    }

    fn fastest_method(&self) -> Option<Method> {
        self.accelerator.as_ref().and_then(Backend::fastest_method)
    }

    fn resources(&self) -> Resources {
        self.cpu.resources()
    }
}

#[cfg(test)]
mod tests;
