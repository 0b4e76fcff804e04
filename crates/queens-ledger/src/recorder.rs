//! Runs of a plan into a ledger. A writer thread saves results while the backend counts.
//!
//! ```text
//!   backend ── begun, finished ──► queue ──► writer: one transaction per interval
//!      ▲                                       │
//!      └──────── stop, if writing fails ───────┘── progress, when the result is on the disk
//! ```
//!
//! The writer sleeps between transactions. If it were woken by every event, it would take 2% of the time of two cores at
//! N = 20.

#[cfg(test)]
mod tests;

use crate::audit::{Audit, AuditReport, AuditShare};
use crate::auditor::{Auditing, Auditor};
use crate::error::Error;
use crate::event::Event;
use crate::record::Record;
use crate::store::{Ledger, now};
use crate::writer::{RETRY, Writer};
use queens::report::quantity;
use queens::{Backend, BackendError, Control, JobResult, Plan, Processor, Recovering, Sink};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time between two transactions: a tenth of the elapsed time of the run, within these limits. So a crash of a short run
/// loses little, and a long run spends little time on the disk.
const INTERVAL: RangeInclusive<Duration> = Duration::from_millis(50)..=Duration::from_secs(1);
const INTERVAL_PART: u32 = 10;

/// The time between two transactions of a run that has taken this long.
pub(crate) fn interval(elapsed: Duration) -> Duration {
    (elapsed / INTERVAL_PART).clamp(*INTERVAL.start(), *INTERVAL.end())
}

/// What produced a result: device, engine and program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The machine or device.
    pub device: String,
    /// The engine.
    pub engine: String,
    /// The program and its version.
    pub program: String,
}

/// A backend, and what records contain about it.
#[derive(Clone, Copy)]
pub struct Runner<'a> {
    /// The backend that runs the jobs.
    pub backend: &'a dyn Backend,
    /// What the records contain about it.
    pub provenance: &'a Provenance,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunOutcome {
    /// The jobs that failed twice, with their errors. All others are finished.
    pub failed: Vec<(u64, String)>,
}

/// Events that wait for the writer.
#[derive(Default)]
pub(crate) struct EventQueue {
    waiting: Mutex<Waiting>,
    /// Notified when there will be no more events.
    ended: Condvar,
    /// Set when the writer has failed.
    failed: AtomicBool,
    /// Set when the counts of a job differ and nobody is left to decide.
    undecided: AtomicBool,
}

#[derive(Default)]
pub(crate) struct Waiting {
    pub(crate) events: Vec<Event>,
    /// The start times of unfinished jobs.
    begun: HashMap<u64, Instant>,
    closed: bool,
}

impl EventQueue {
    pub(crate) fn open(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().expect("no thread panics while it holds the lock")
    }

    /// A guard that closes the queue when it is dropped, also by a panic.
    fn closing(&self) -> impl Drop + '_ {
        struct Closing<'a>(&'a EventQueue);
        impl Drop for Closing<'_> {
            fn drop(&mut self) {
                let waiting = self.0.waiting.lock();
                waiting.unwrap_or_else(PoisonError::into_inner).closed = true;
                self.0.ended.notify_one();
            }
        }
        Closing(self)
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Stops the backend, because the audit ends the run.
    pub(crate) fn end_undecided(&self) {
        self.undecided.store(true, Ordering::Relaxed);
    }
}

impl Ledger {
    /// Runs the missing jobs. If a job panics, it is tried once more with `fallback`; if a device fails, so are all remaining
    /// jobs. If a device is lost, the fallback counts what [`Recovering`] says. Records name the backend that counted.
    ///
    /// An interrupt or an error ends the run. Finished jobs are kept. If another process prevents saving, the control gets a
    /// warning, and the end of the run waits for that process until the control is stopped. A run without a missing job writes
    /// nothing.
    ///
    /// # Panics
    /// If the ledger was opened for reading with [`Ledger::open`].
    pub fn run(
        &mut self,
        by: Runner<'_>,
        fallback: Runner<'_>,
        control: &dyn Control,
    ) -> Result<RunOutcome, Error> {
        Ok(self.run_session(by, fallback, None, control)?.0)
    }

    /// The same, and the auditor counts a share of all jobs again at the same time, also of those that the ledger already has. If
    /// the device is wrong, its results are withdrawn, and the fallback counts these and all remaining jobs. If all counts of a
    /// job differ, its result is withdrawn, and the run ends with an error. A plan that counts placements cannot be audited:
    /// plain backtracking, which decides, does not count them.
    pub fn run_audited(
        &mut self,
        by: Runner<'_>,
        fallback: Runner<'_>,
        auditor: &Auditor<'_>,
        control: &dyn Control,
    ) -> Result<(RunOutcome, AuditReport), Error> {
        if self.plan().statistics() {
            let reason =
                "plain backtracking, which decides if two counts differ, counts no placements";
            let (backend, reason) = ("an audit", reason.to_string());
            return Err(
                queens::Error::Backend(BackendError::Unsupported { backend, reason }).into()
            );
        }
        let (outcome, report) = self.run_session(by, fallback, Some(auditor), control)?;
        Ok((outcome, report.expect("the run was audited")))
    }

    fn run_session(
        &mut self,
        by: Runner<'_>,
        fallback: Runner<'_>,
        auditor: Option<&Auditor<'_>>,
        control: &dyn Control,
    ) -> Result<(RunOutcome, Option<AuditReport>), Error> {
        self.check_run()?;
        if auditor.is_none() && self.has_all_results()? && self.missing()?.is_empty() {
            return Ok((RunOutcome::default(), None));
        }
        self.lock()?;
        let audit = auditor.map(|auditor| self.audit(auditor.share, None)).transpose()?;
        let mut writer = Writer::new(self, by.provenance)?;
        let auditing = audit.zip(auditor);
        let auditing =
            auditing.map(|(audit, auditor)| Auditing::new(audit, auditor, writer.session()));
        let plan = &self.plan().clone();
        let run = Run { plan, auditing: auditing.as_ref(), control };
        let end = self.run_missing(run, &mut writer, by, fallback);
        let outcome = match &end {
            Ok(RunOutcome { failed }) if failed.is_empty() => "finished".to_string(),
            Ok(RunOutcome { failed }) => format!("{} failed", quantity(failed.len(), "job")),
            Err(error) => error.to_string(),
        };
        let end = match (end, writer.end(self, &outcome, control)) {
            (_, Err(unsaved @ Error::Unsaved { .. })) => return Err(unsaved),
            // An error of the run is more important than one of recording its end.
            (end, ended) => end.and_then(|end| ended.map(|()| end))?,
        };
        Ok((end, auditing.map(|auditing| auditing.audit().report())))
    }

    /// Checks that a run can continue this ledger.
    pub(crate) fn check_run(&self) -> Result<(), Error> {
        assert!(!self.is_read_only()?, "the ledger was opened for reading only");
        match self.conflicting_jobs()? {
            0 => Ok(()),
            jobs => Err(Error::Contradicted { path: self.name(), jobs }),
        }
    }

    /// The audit of the results that the ledger has. The seed is by default that of the ledger.
    pub(crate) fn audit(&self, share: AuditShare, seed: Option<u64>) -> Result<Audit, Error> {
        let mut audit = Audit::new(share, seed.map_or_else(|| self.audit_seed(), Ok)?);
        self.each(|record| {
            audit.restore(&record);
            Ok(())
        })?;
        self.each_audit(|record| {
            audit.restore_audit(&record);
            Ok(())
        })?;
        Ok(audit)
    }

    /// Runs attempts until no job is missing.
    fn run_missing(
        &mut self,
        run: Run<'_>,
        writer: &mut Writer,
        by: Runner<'_>,
        fallback: Runner<'_>,
    ) -> Result<RunOutcome, Error> {
        let mut end = RunOutcome::default();
        // What counts; the second one recovers from a loss of the first.
        let mut runners = vec![by, fallback];
        loop {
            let jobs = self.left(&end)?;
            let counted = self.attempt(run, writer, &jobs, &runners);
            if !run.control.stopped() {
                let before = runners.len();
                runners.retain(|runner| !run.finds_wrong(runner.provenance));
                if runners.is_empty() {
                    let backend = fallback.provenance.device.clone();
                    let reason = "an audit found a wrong count, and its results are withdrawn";
                    let failed = BackendError::Failed { backend, reason: reason.to_string() };
                    return Err(queens::Error::Backend(failed).into());
                }
                if runners.len() < before {
                    continue;
                }
            }
            match counted {
                Err(Error::Count(queens::Error::Backend(BackendError::Panicked {
                    job, ..
                }))) => {
                    let again = self.attempt(run, writer, &[job], &[fallback]);
                    if let Err(Error::Count(
                        error @ queens::Error::Backend(BackendError::Panicked { .. }),
                    )) = again
                    {
                        end.failed.push((job, error.to_string()));
                    } else {
                        again?;
                    }
                }
                Err(Error::Count(error @ queens::Error::Backend(BackendError::Failed { .. })))
                    if runners.len() == 2 =>
                {
                    if run.control.stopped() {
                        return Err(queens::Error::Stopped.into());
                    }
                    if self.left(&end)?.is_empty() {
                        return Ok(end);
                    }
                    let device = &fallback.provenance.device;
                    let warning = format!("{error}; {device} counts the remaining jobs");
                    run.control.event(queens::Event::Warning(&warning));
                    runners.remove(0);
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

    /// Runs jobs and saves their results.
    fn attempt(
        &mut self,
        run: Run<'_>,
        writer: &mut Writer,
        jobs: &[u64],
        runners: &[Runner<'_>],
    ) -> Result<(), Error> {
        let Run { plan, auditing, control } = run;
        let provenances: Vec<_> = runners.iter().map(|runner| runner.provenance).collect();
        let provenances = &provenances[..];
        let (queue, session) = (EventQueue::default(), writer.session());
        let (counted, audited, written) = std::thread::scope(|scope| {
            let writing = scope.spawn(|| {
                // Marks the writer as failed unless it succeeds, also after a panic.
                let failed = Failed(&queue.failed);
                let written = write(self, writer, &queue, control);
                if written.is_ok() {
                    std::mem::forget(failed);
                }
                written
            });
            let closing = queue.closing();
            let run_ended = AtomicBool::new(false);
            let (counted, audited) = std::thread::scope(|scope| {
                let (queue, run_ended) = (&queue, &run_ended);
                let auditor = auditing.map(|auditing| {
                    scope.spawn(move || auditing.work(plan, queue, run_ended, control))
                });
                let ending = Ending(run_ended);
                let mut sink = Sending { queue, provenances, session, auditing };
                let watch = Watch { run, provenances, queue };
                let counted = match *runners {
                    [device, cpu] => Recovering { device: device.backend, cpu: cpu.backend }
                        .run(plan, jobs, &mut sink, &watch),
                    _ => runners[0].backend.run(plan, jobs, &mut sink, &watch),
                };
                drop(ending);
                let audited = auditor.map_or(Ok(()), |auditor| {
                    auditor.join().unwrap_or_else(|panic| resume_unwind(panic))
                });
                (counted, audited)
            });
            drop(closing);
            (counted, audited, writing.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        // An error of the audit stops the backend, so it is the cause.
        let ended = match audited {
            Err(error) if error != queens::Error::Stopped => Err(error),
            audited => counted.and(audited),
        };
        written.and_then(|()| Ok(ended?))
    }
}

/// What all attempts of a run have in common.
#[derive(Clone, Copy)]
struct Run<'a> {
    plan: &'a Plan,
    auditing: Option<&'a Auditing<'a>>,
    control: &'a dyn Control,
}

impl Run<'_> {
    /// Whether the audit found that this device is wrong.
    fn finds_wrong(&self, by: &Provenance) -> bool {
        self.auditing.is_some_and(|auditing| auditing.audit().is_excluded(&by.device))
    }
}

/// Sets the flag when it is dropped, also by a panic, so that the auditor ends too.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Sets the flag when it is dropped.
struct Failed<'a>(&'a AtomicBool);

impl Drop for Failed<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The sink that passes results to the writer.
struct Sending<'a> {
    queue: &'a EventQueue,
    provenances: &'a [&'a Provenance],
    session: u64,
    auditing: Option<&'a Auditing<'a>>,
}

impl Sink for Sending<'_> {
    fn finished(
        &mut self,
        job: u64,
        result: JobResult,
        by: Processor,
    ) -> Result<(), queens::Error> {
        if self.queue.has_failed() {
            let reason = "the ledger cannot be written".to_string();
            return Err(queens::Error::Backend(BackendError::Sink { reason }));
        }
        let provenance = match (by, self.provenances) {
            (Processor::Cpu, [_, cpu]) => cpu,
            _ => self.provenances[0],
        };
        let Provenance { device, engine, program } = provenance.clone();
        let begun = self.queue.open().begun.remove(&job);
        let record = Record {
            job,
            count: result.count,
            placements: result.statistics.map(|statistics| statistics.placements),
            microseconds: begun.map_or(0, |begun| begun.elapsed().as_micros() as u64),
            finished: now(),
            session: self.session,
            device,
            engine,
            program,
        };
        match self.auditing {
            Some(auditing) => auditing.counted(record, self.queue),
            None => self.queue.open().events.push(Event::Finished(Box::new(record))),
        }
        Ok(())
    }
}

/// The control that passes started jobs to the writer, and stops the run if the writer fails or a device is wrong.
struct Watch<'a> {
    run: Run<'a>,
    provenances: &'a [&'a Provenance],
    queue: &'a EventQueue,
}

impl Control for Watch<'_> {
    fn stopped(&self) -> bool {
        self.queue.has_failed()
            || self.queue.undecided.load(Ordering::Relaxed)
            || self.run.control.stopped()
            || self.provenances.iter().any(|by| self.run.finds_wrong(by))
    }

    fn event(&self, event: queens::Event<'_>) {
        if let queens::Event::Begun(job) = event {
            let mut queue = self.queue.open();
            queue.begun.insert(job, Instant::now());
            queue.events.push(Event::Begun { job, at: now() });
        }
        // The writer reports a job as done when it is on the disk.
        if !matches!(event, queens::Event::Progress(_, 1.0..)) {
            self.run.control.event(event);
        }
    }
}

/// Saves events until there will be no more, or writing fails.
fn write(
    ledger: &mut Ledger,
    writer: &mut Writer,
    queue: &EventQueue,
    control: &dyn Control,
) -> Result<(), Error> {
    let start = Instant::now();
    loop {
        let delay = if writer.is_blocked() { RETRY } else { interval(start.elapsed()) };
        let waited = queue.ended.wait_timeout_while(queue.open(), delay, |queue| !queue.closed);
        let (mut waiting, _) = waited.expect("no thread panics while it holds the lock");
        let (events, closed) = (std::mem::take(&mut waiting.events), waiting.closed);
        drop(waiting);
        writer.add(events);
        if closed {
            return writer.save_all(ledger, control);
        }
        writer.save(ledger, control)?;
    }
}
