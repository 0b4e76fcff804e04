//! How a run continues after its device was lost.

use super::{Backend, Plan, Processor, Sink};
use crate::job::{Control, Event, JobResult};
use crate::{BackendError, Error};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// A device, and the CPU that counts what the device does not finish if it is lost
/// ([`BackendError::Lost`]). Every job is counted exactly once, and the control receives a warning.
///
/// The CPU counts the jobs that the device had begun, because one of them may be the reason why it was lost. Then the device counts
/// the others. A device that is lost again before it has finished a job is not used again: the CPU counts the rest. This is what
/// happens after a faulty kernel on a CUDA device, which stays lost until the process ends.
#[derive(Clone, Copy)]
pub struct Recovering<'a> {
    /// The device. What it counts is reported as that of an [`Accelerator`](Processor::Accelerator).
    pub device: &'a dyn Backend,
    /// The CPU.
    pub cpu: &'a dyn Backend,
}

impl Backend for Recovering<'_> {
    fn run(
        &self,
        plan: &Plan,
        jobs: &[u64],
        sink: &mut dyn Sink,
        control: &dyn Control,
    ) -> Result<(), Error> {
        let mut was_lost = false;
        let mut left = jobs.to_vec();
        loop {
            let begun = Begun { control, jobs: Mutex::default() };
            let mut results = Finished { sink, begun: &begun, jobs: HashSet::new(), failed: None };
            let end = self.device.run(plan, &left, &mut results, &begun);
            let Finished { jobs: finished, failed, .. } = results;
            let Err(error) = end else { return Ok(()) };
            if let Some(failed) = failed {
                return Err(failed);
            }
            match error {
                Error::Backend(BackendError::Lost { .. }) => {}
                // A device that does not start again is still lost.
                Error::Backend(BackendError::Failed { .. }) if was_lost => {}
                _ => return Err(error),
            }
            left.retain(|job| !finished.contains(job));
            if left.is_empty() {
                return Ok(());
            }
            if control.stopped() {
                return Err(Error::Stopped);
            }
            if was_lost && finished.is_empty() {
                let left_jobs = number(left.len());
                control.event(Event::Warning(&format!(
                    "{error}; the CPU counts the remaining {left_jobs}; to use the device again, restart the program"
                )));
                return self.cpu.run(plan, &left, sink, control);
            }
            was_lost = true;
            let begun = begun.jobs.into_inner().unwrap_or_else(PoisonError::into_inner);
            let again: Vec<u64> = left.iter().copied().filter(|job| begun.contains(job)).collect();
            let next = match again.len() {
                0 => "trying it again".to_string(),
                jobs => format!("counting {} again on the CPU", number(jobs)),
            };
            control.event(Event::Warning(&format!("{error}; {next}")));
            self.cpu.run(plan, &again, sink, control)?;
            left.retain(|job| !begun.contains(job));
            if left.is_empty() {
                return Ok(());
            }
        }
    }
}

/// A number of jobs in words.
fn number(jobs: usize) -> String {
    format!("{jobs} {}", if jobs == 1 { "job" } else { "jobs" })
}

/// A control that also records which jobs have begun and are not finished.
struct Begun<'a> {
    control: &'a dyn Control,
    jobs: Mutex<HashSet<u64>>,
}

impl Control for Begun<'_> {
    fn stopped(&self) -> bool {
        self.control.stopped()
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Begun(job) = event {
            self.jobs.lock().unwrap_or_else(PoisonError::into_inner).insert(job);
        }
        self.control.event(event);
    }
}

/// A sink that also records which jobs have finished, and the first error of the sink behind it.
struct Finished<'a> {
    sink: &'a mut dyn Sink,
    begun: &'a Begun<'a>,
    jobs: HashSet<u64>,
    failed: Option<Error>,
}

impl Sink for Finished<'_> {
    fn finished(&mut self, job: u64, result: JobResult, _: Processor) -> Result<(), Error> {
        match self.sink.finished(job, result, Processor::Accelerator) {
            Ok(()) => {
                self.begun.jobs.lock().unwrap_or_else(PoisonError::into_inner).remove(&job);
                self.jobs.insert(job);
                Ok(())
            }
            Err(error) => {
                self.failed.get_or_insert_with(|| error.clone());
                Err(error)
            }
        }
    }
}

#[cfg(all(test, feature = "threads"))]
mod tests;
