//! The audit of a run on this machine: while one backend counts, another one counts some of its jobs again.
//!
//! ```text
//!   backend ──── results ───► audit ──► writer
//!                              │  ▲
//!                 selected jobs▼  │second counts
//!                            auditor (another backend; if they differ, plain backtracking decides)
//! ```

use crate::audit::{Audit, AuditShare, Notice, Ruling};
use crate::event::Event;
use crate::record::Record;
use crate::recorder::{EventQueue, Provenance};
use crate::store::now;
use queens::{Backend, Control, Count, Error, JobResult, Nested, Plan, Processor, Sink};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The number of jobs that the auditor takes at once, so that all its threads have work.
const BATCH: usize = 64;
/// How often the auditor looks for new jobs.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How a run is audited.
pub struct Auditor<'a> {
    /// The share of all jobs that are counted again.
    pub share: AuditShare,
    /// The backend that counts them, which should differ from that of the run.
    pub backend: &'a (dyn Backend + Sync),
    /// What the records contain about it. Its device must have another name than that of the run.
    pub provenance: &'a Provenance,
    /// Called when counts differ.
    pub notify: &'a (dyn Fn(&Notice) + Sync),
}

/// The audit of a run in progress.
pub(crate) struct Auditing<'a> {
    audit: Mutex<Audit>,
    auditor: &'a Auditor<'a>,
    /// What counts by plain backtracking, if the backend and the auditor differ.
    referee: Provenance,
    session: u64,
}

impl<'a> Auditing<'a> {
    pub(crate) fn new(audit: Audit, auditor: &'a Auditor<'a>, session: u64) -> Self {
        let Provenance { device, program, .. } = auditor.provenance;
        let referee = Provenance {
            device: format!("{device}, plain backtracking"),
            engine: "bitmask".to_string(),
            program: program.clone(),
        };
        Self { audit: Mutex::new(audit), auditor, referee, session }
    }

    pub(crate) fn audit(&self) -> MutexGuard<'_, Audit> {
        self.audit.lock().expect("no thread panics while it holds the lock")
    }

    /// Passes a count to the audit, and what follows from it to the writer.
    pub(crate) fn counted(&self, record: Record, queue: &EventQueue) {
        // Locked until the events are in the queue, so that they are written in the order of the decisions.
        let mut audit = self.audit();
        let Ruling { events, notices } = audit.counted(record);
        let mut waiting = queue.open();
        waiting.events.extend(events);
        for notice in &notices {
            waiting.events.push(Event::Note { at: now(), text: notice.text.clone() });
        }
        drop(waiting);
        drop(audit);
        notices.iter().for_each(|notice| (self.auditor.notify)(notice));
    }

    /// Counts selected jobs again until the run has ended and none is left.
    pub(crate) fn work(
        &self,
        plan: &Plan,
        queue: &EventQueue,
        run_ended: &AtomicBool,
        control: &dyn Control,
    ) -> Result<(), Error> {
        let Auditor { backend, provenance, .. } = self.auditor;
        // It reports no progress: the jobs are already finished.
        let control = Nested { control, stop: || queue.has_failed() };
        loop {
            // Read before the jobs, so that none is overlooked.
            let ended = run_ended.load(Ordering::Acquire);
            if control.stopped() {
                return Err(Error::Stopped);
            }
            self.check_decided(queue)?;
            let mut disputed = self.audit().next_for_referee(&self.referee.device, false);
            let mut jobs = Vec::new();
            if disputed.is_none() {
                jobs = self.audit().next_for(&provenance.device, BATCH);
                if jobs.is_empty() && ended {
                    // Jobs that the auditor itself has counted, or cannot count.
                    disputed = self.audit().next_for_referee(&self.referee.device, true);
                }
            }
            if let Some(job) = disputed {
                let start = Instant::now();
                let mut count = Count::default();
                let recounted = plan.recount(job, &control)?;
                count.add(recounted, 1).expect("a single number does not overflow");
                let result = JobResult::new(count);
                self.counted(self.record(job, &result, &self.referee, start.elapsed()), queue);
                continue;
            }
            if jobs.is_empty() {
                if ended {
                    return Ok(());
                }
                std::thread::sleep(POLL_INTERVAL);
                continue;
            }
            let mut sink = Collecting { auditing: self, queue, start: Instant::now() };
            let end = backend.run(plan, &jobs, &mut sink, &control);
            if let Err(error) = end {
                let mut audit = self.audit();
                audit.give_back(&provenance.device, &jobs);
                if error == Error::Stopped {
                    return Err(error);
                }
                // From now on plain backtracking audits.
                audit.exclude(&provenance.device);
                let text = format!("{} cannot audit: {error}", provenance.device);
                queue.open().events.push(Event::Note { at: now(), text });
            }
        }
    }

    /// Ends the run if the counts of a job differ and nobody is left to decide. The result of the job is withdrawn.
    fn check_decided(&self, queue: &EventQueue) -> Result<(), Error> {
        // Locked until the events are in the queue, as in `counted`.
        let mut audit = self.audit();
        let workers = [self.auditor.provenance.device.as_str(), &self.referee.device];
        let Some(job) = audit.undecided(&workers) else { return Ok(()) };
        let (withdrawn, error) = audit.withdraw_undecided(job);
        queue.open().events.extend([withdrawn, Event::Note { at: now(), text: error.to_string() }]);
        queue.end_undecided();
        Err(error)
    }

    fn record(
        &self,
        job: u64,
        result: &JobResult,
        provenance: &Provenance,
        took: Duration,
    ) -> Record {
        let Provenance { device, engine, program } = provenance.clone();
        Record {
            job,
            count: result.count,
            placements: result.statistics.map(|statistics| statistics.placements),
            microseconds: took.as_micros() as u64,
            finished: now(),
            session: self.session,
            device,
            engine,
            program,
        }
    }
}

/// The sink that passes second counts to the audit.
struct Collecting<'a> {
    auditing: &'a Auditing<'a>,
    queue: &'a EventQueue,
    start: Instant,
}

impl Sink for Collecting<'_> {
    fn finished(&mut self, job: u64, result: JobResult, _: Processor) -> Result<(), Error> {
        let provenance = self.auditing.auditor.provenance;
        let record = self.auditing.record(job, &result, provenance, self.start.elapsed());
        self.auditing.counted(record, self.queue);
        Ok(())
    }
}
