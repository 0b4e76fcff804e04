//! Attempts until no job is missing: what runs again, and on which backend.

use super::{Attempt, Run, RunOutcome, Runner};
use crate::error::Error;
use crate::store::Ledger;
use crate::writer::Writer;
use queens::{BackendError, NextStep, Recovery};
use std::collections::HashSet;

impl Ledger {
    pub(super) fn run_missing<'a>(
        &mut self,
        run: Run<'_>,
        writer: &mut Writer,
        mut by: Runner<'a>,
        fallback: Runner<'a>,
    ) -> Result<RunOutcome, Error> {
        let mut device_failed = false;
        let mut end = RunOutcome::default();
        let mut recovery = Recovery::default();
        // The jobs of a lost device that the fallback counts next.
        let mut recounted: Option<Vec<u64>> = None;
        loop {
            let on_fallback = recounted.is_some();
            let (jobs, runner) = match recounted.take() {
                Some(jobs) => (jobs, fallback),
                None => (self.left(&end)?, by),
            };
            let Attempt { counted, begun } = self.attempt(run, writer, &jobs, runner);
            if !run.control.stopped() {
                let fallback_is_wrong = run.finds_wrong(fallback.provenance);
                if run.finds_wrong(by.provenance) {
                    if fallback_is_wrong {
                        let backend = fallback.provenance.device.clone();
                        let reason = "an audit found a wrong count, and its results are withdrawn";
                        let failed = BackendError::Failed { backend, reason: reason.to_string() };
                        return Err(queens::Error::Backend(failed).into());
                    }
                    (by, device_failed) = (fallback, true);
                    continue;
                }
                if on_fallback && fallback_is_wrong {
                    // Its results are withdrawn, and the device counts these jobs.
                    continue;
                }
            }
            match counted {
                Ok(()) if on_fallback && !self.left(&end)?.is_empty() => {}
                Err(Error::Count(queens::Error::Backend(BackendError::Panicked {
                    job, ..
                }))) => {
                    let again = self.attempt(run, writer, &[job], fallback).counted;
                    if let Err(Error::Count(
                        error @ queens::Error::Backend(BackendError::Panicked { .. }),
                    )) = again
                    {
                        end.failed.push((job, error.to_string()));
                    } else {
                        again?;
                    }
                }
                Err(Error::Count(error))
                    if is_device_error(&error) && !device_failed && !on_fallback =>
                {
                    if run.control.stopped() {
                        return Err(queens::Error::Stopped.into());
                    }
                    if run.finds_wrong(fallback.provenance) {
                        return Err(error.into());
                    }
                    let left = self.left(&end)?;
                    if left.is_empty() {
                        return Ok(end);
                    }
                    let is_left: HashSet<u64> = left.iter().copied().collect();
                    let finished = jobs.iter().filter(|job| !is_left.contains(job)).count();
                    let (next, warning) =
                        recovery.after(&error, finished, &left, &begun).unwrap_or_else(|| {
                            let device = &fallback.provenance.device;
                            (NextStep::Cpu, format!("{error}; {device} counts the remaining jobs"))
                        });
                    run.control.warn(&warning);
                    match next {
                        NextStep::CpuThenDevice(begun) => {
                            recounted = Some(begun).filter(|begun| !begun.is_empty());
                        }
                        NextStep::Cpu => (by, device_failed) = (fallback, true),
                    }
                }
                Err(error) => return Err(error),
                Ok(()) => {
                    let missing = self.missing()?.len();
                    if missing > end.failed.len() {
                        let reason = format!("{missing} jobs have no result");
                        return Err(queens::Error::Backend(BackendError::Sink { reason }).into());
                    }
                    return Ok(end);
                }
            }
        }
    }

    /// The missing jobs that have not failed.
    fn left(&self, end: &RunOutcome) -> Result<Vec<u64>, Error> {
        let mut jobs = self.missing()?;
        jobs.retain(|job| end.failed.iter().all(|(failed, _)| failed != job));
        Ok(jobs)
    }
}

/// Whether a device failed, so that another backend can count its jobs.
fn is_device_error(error: &queens::Error) -> bool {
    use BackendError::{Failed, Lost};
    matches!(error, queens::Error::Backend(Failed { .. } | Lost { .. }))
}
