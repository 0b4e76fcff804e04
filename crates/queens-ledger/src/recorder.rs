//! Runs into a ledger: a thread beside the backend writes results down as they come.
//!
//! ```text
//!   backend ── begun, finished ──► channel ──► writer: now and then a transaction
//!      ▲                                          │
//!      └────────── stop, if writing fails ────────┘── progress, once it is on the disk
//! ```

use crate::error::Error;
use crate::header::Header;
use crate::record::Record;
use crate::store::{Ledger, now};
use queens::{Backend, Control, JobResult, Plan, Sink};
use rusqlite::{Connection, params};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Results wait for the disk for a tenth of the time that the run has taken so far, at least and at most so long: a crash early on
/// costs little, and later on the disk costs little.
const DELAY: RangeInclusive<Duration> = Duration::from_millis(50)..=Duration::from_secs(1);
const PART: u32 = 10;
/// How many results may wait for the disk before the jobs do.
const WAITING: usize = 1 << 14;

/// Who counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The machine or device.
    pub device: String,
    /// The engine.
    pub engine: String,
    /// The program and its version.
    pub program: String,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// Jobs that failed twice, and how; all others are finished.
    pub failed: Vec<(u64, String)>,
}

enum Event {
    Begun { job: u64, at: u64 },
    Finished(Box<Record>),
}

impl Ledger {
    /// Runs the jobs that are missing. A job that panics, or all that is left when a device fails, is tried once more with `fallback`.
    ///
    /// An interrupt or an error ends the run; what is finished is kept.
    pub fn run(
        &mut self,
        plan: &Plan,
        backend: &dyn Backend,
        fallback: &dyn Backend,
        who: &Who,
        control: &dyn Control,
    ) -> Result<End, Error> {
        let own = Header::new(plan, self.header().shard)?;
        if let Some((what, there, here)) = self.header().difference(&own) {
            let path = self.path.display().to_string();
            return Err(Error::Differs { path, what, there, here });
        }
        assert!(self.is_locked(), "the ledger was opened to be read");
        let session = self.begin_session(who).map_err(|error| self.sql(&error))?;
        let end = self.run_missing(plan, backend, fallback, who, session, control);
        let outcome = match &end {
            Ok(End { failed }) if failed.is_empty() => "finished".to_string(),
            Ok(End { failed }) => format!("{} jobs failed", failed.len()),
            Err(error) => error.to_string(),
        };
        let noted = self.end_session(session, &outcome).map_err(|error| self.sql(&error));
        // What ended the run is more than that its end could not be noted.
        end.and_then(|end| noted.map(|()| end))
    }

    fn run_missing(
        &mut self,
        plan: &Plan,
        backend: &dyn Backend,
        fallback: &dyn Backend,
        who: &Who,
        session: u64,
        control: &dyn Control,
    ) -> Result<End, Error> {
        let mut backend = backend;
        let mut device_failed = false;
        let mut end = End::default();
        loop {
            let mut jobs = self.missing()?;
            jobs.retain(|job| end.failed.iter().all(|(failed, _)| failed != job));
            match self.attempt(plan, &jobs, backend, who, session, control) {
                Err(Error::Count(queens::Error::Panicked { job, .. })) => {
                    let again = self.attempt(plan, &[job], fallback, who, session, control);
                    if let Err(Error::Count(error @ queens::Error::Panicked { .. })) = again {
                        end.failed.push((job, error.to_string()));
                    } else {
                        again?;
                    }
                }
                Err(Error::Count(queens::Error::Backend { .. })) if !device_failed => {
                    (backend, device_failed) = (fallback, true);
                }
                ended => return ended.map(|()| end),
            }
        }
    }

    /// Runs jobs and writes down what comes of them.
    fn attempt(
        &mut self,
        plan: &Plan,
        jobs: &[u64],
        backend: &dyn Backend,
        who: &Who,
        session: u64,
        control: &dyn Control,
    ) -> Result<(), Error> {
        let (sender, receiver) = sync_channel(WAITING);
        let begun = Mutex::new(HashMap::new());
        let failed = AtomicBool::new(false);
        let hash = self.header().hash;
        let connection = &mut self.connection;
        let (counted, written) = std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let written = write(connection, &hash, session, receiver, control);
                failed.store(written.is_err(), Ordering::Relaxed);
                written
            });
            let mut sink = Sending { sender: sender.clone(), begun: &begun, who, session };
            let watch = Watch { control, sender, begun: &begun, failed: &failed };
            let counted = backend.run(plan, jobs, &mut sink, &watch);
            drop((sink, watch));
            (counted, writer.join().expect("the writer does not panic"))
        });
        written.map_err(|error| self.sql(&error))?;
        Ok(counted?)
    }

    fn begin_session(&self, who: &Who) -> Result<u64, rusqlite::Error> {
        self.connection.execute(
            "INSERT INTO sessions (begun, device, engine, program) VALUES (?, ?, ?, ?)",
            params![now() as i64, who.device, who.engine, who.program],
        )?;
        Ok(self.connection.last_insert_rowid() as u64)
    }

    fn end_session(&self, session: u64, outcome: &str) -> Result<(), rusqlite::Error> {
        self.connection.execute(
            "UPDATE sessions SET ended = ?, outcome = ? WHERE id = ?",
            params![now() as i64, outcome, session as i64],
        )?;
        Ok(())
    }
}

/// The sink that hands results to the writer.
struct Sending<'a> {
    sender: SyncSender<Event>,
    begun: &'a Mutex<HashMap<u64, Instant>>,
    who: &'a Who,
    session: u64,
}

impl Sink for Sending<'_> {
    fn finished(&mut self, job: u64, result: JobResult) -> Result<(), queens::Error> {
        let begun = self.begun.lock().expect("nobody panics with it").remove(&job);
        let Who { device, engine, program } = self.who.clone();
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
        let gone =
            |_| queens::Error::Sink { reason: "the ledger could not be written".to_string() };
        self.sender.send(Event::Finished(Box::new(record))).map_err(gone)
    }
}

/// The control that also tells the writer which jobs are begun, and stops when it has failed.
struct Watch<'a> {
    control: &'a dyn Control,
    sender: SyncSender<Event>,
    begun: &'a Mutex<HashMap<u64, Instant>>,
    failed: &'a AtomicBool,
}

impl Control for Watch<'_> {
    fn stopped(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || self.control.stopped()
    }

    fn begun(&self, job: u64) {
        self.begun.lock().expect("nobody panics with it").insert(job, Instant::now());
        // If the writer is gone, the sink will say so.
        let _ = self.sender.send(Event::Begun { job, at: now() });
        self.control.begun(job);
    }

    fn progress(&self, job: u64, done: f64) {
        // It is shown as done when it is on the disk.
        if done < 1.0 {
            self.control.progress(job, done);
        }
    }
}

/// Writes events down until nobody sends any more, or it fails.
fn write(
    connection: &mut Connection,
    plan: &[u8; 32],
    session: u64,
    receiver: Receiver<Event>,
    control: &dyn Control,
) -> Result<(), rusqlite::Error> {
    let start = Instant::now();
    let delay = || (start.elapsed() / PART).clamp(*DELAY.start(), *DELAY.end());
    let mut waiting = Vec::new();
    let mut due: Option<Instant> = None;
    loop {
        let patience =
            due.map_or(*DELAY.end(), |due| due.saturating_duration_since(Instant::now()));
        let end = match receiver.recv_timeout(patience) {
            Ok(event) => {
                waiting.push(event);
                due.get_or_insert_with(|| Instant::now() + delay());
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        if end || due.is_some_and(|due| due <= Instant::now()) || waiting.len() >= WAITING {
            commit(connection, plan, session, &waiting)?;
            for event in waiting.drain(..) {
                if let Event::Finished(record) = event {
                    control.progress(record.job, 1.0);
                }
            }
            due = None;
        }
        if end {
            return Ok(());
        }
    }
}

fn commit(
    connection: &mut Connection,
    plan: &[u8; 32],
    session: u64,
    events: &[Event],
) -> Result<(), rusqlite::Error> {
    if events.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    {
        let begin = "INSERT INTO attempts (session, job, begun) VALUES (?, ?, ?)";
        let mut begin = transaction.prepare(begin)?;
        // A job that is finished stays as it is.
        let finish = "INSERT OR IGNORE INTO results (job, record) VALUES (?, ?)";
        let mut finish = transaction.prepare(finish)?;
        for event in events {
            match event {
                Event::Begun { job, at } => {
                    begin.execute(params![session as i64, *job as i64, *at as i64])?
                }
                Event::Finished(record) => {
                    finish.execute(params![record.job as i64, record.encode(plan)])?
                }
            };
        }
    }
    transaction.commit()
}
