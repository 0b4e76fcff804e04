//! Machines: the backends of a computer, and the choice between them.

use super::{Backend, NextStep, Plan, Recovery, Request, Sink, Threads};
use crate::job::{Control, JobResult};
use crate::{Error, Method, Resources};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// The backends of a computer: the threads of its CPU, and optionally an accelerator. It chooses the one that runs a plan.
///
/// A required accelerator runs every plan, and a plan that it does not support is an error. With an optional accelerator,
/// the CPU runs the plans that the accelerator does not support.
///
/// If an accelerator is lost during a run ([`BackendError::Lost`](crate::BackendError::Lost)), the run continues as [`Recovery`]
/// decides, and the control receives a warning ([`Control::warn`]). Every job is counted exactly once.
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

    /// Runs jobs on the accelerator, and on the CPU what a lost accelerator does not finish.
    fn run_on(
        &self,
        accelerator: &A,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        let mut recovery = Recovery::default();
        let mut left = jobs.to_vec();
        loop {
            let begun = Begun { control, jobs: Mutex::default() };
            let mut results = Finished { sink, jobs: HashSet::new(), failed: None };
            let end = accelerator.run(plan, &left, &mut results, &begun);
            let Finished { jobs: finished, failed, .. } = results;
            let Err(error) = end else { return Ok(()) };
            if let Some(failed) = failed {
                return Err(failed);
            }
            left.retain(|job| !finished.contains(job));
            let begun = begun.jobs.into_inner().unwrap_or_else(PoisonError::into_inner);
            let open: Vec<u64> = left.iter().copied().filter(|job| begun.contains(job)).collect();
            let next = recovery.after(&error, finished.len(), &left, &open);
            let Some((next, warning)) = next else { return Err(error) };
            if left.is_empty() {
                return Ok(());
            }
            if control.stopped() {
                return Err(Error::Stopped);
            }
            control.warn(&warning);
            match next {
                NextStep::Cpu => return self.cpu.run(plan, &left, sink, control),
                NextStep::CpuThenDevice(jobs) => self.cpu.run(plan, &jobs, sink, control)?,
            }
            left.retain(|job| !begun.contains(job));
            if left.is_empty() {
                return Ok(());
            }
        }
    }
}

/// A control that also records which jobs have begun.
struct Begun<'a> {
    control: &'a dyn Control,
    jobs: Mutex<HashSet<u64>>,
}

impl Control for Begun<'_> {
    fn stopped(&self) -> bool {
        self.control.stopped()
    }

    fn selected(&self, jobs: &[u64]) {
        self.control.selected(jobs);
    }

    fn begun(&self, job: u64) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).insert(job);
        self.control.begun(job);
    }

    fn progress(&self, job: u64, done: f64) {
        self.control.progress(job, done);
    }

    fn warn(&self, message: &str) {
        self.control.warn(message);
    }
}

/// A sink that also records which jobs have finished, and the first error of the sink behind it.
struct Finished<'a> {
    sink: &'a mut dyn Sink,
    jobs: HashSet<u64>,
    failed: Option<Error>,
}

impl Sink for Finished<'_> {
    fn finished(&mut self, job: u64, result: JobResult) -> Result<(), Error> {
        match self.sink.finished(job, result) {
            Ok(()) => drop(self.jobs.insert(job)),
            Err(error) => {
                self.failed.get_or_insert_with(|| error.clone());
                return Err(error);
            }
        }
        Ok(())
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
                self.run_on(accelerator, plan, jobs, sink, control)
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
mod lost_tests;
#[cfg(test)]
mod tests;
