//! The writer of a session: saves events, and keeps in memory what another process prevents it from saving.
//!
//! ```text
//!   add ──► waiting ──► save: one transaction ──► empty log ──► progress
//!              ▲            │
//!              └── locked ──┘  a warning after half a second, and another when saving works again
//! ```
//!
//! The newest row of the table of sessions is a token: a writer that finds a newer session than its own writes nothing more. So
//! two processes never write to one ledger, even if someone has removed the lock file.

use crate::error::Error;
use crate::event::{Event, apply};
use crate::file::LedgerFile;
use crate::open::is_busy;
use crate::recorder::Provenance;
use crate::store::{Ledger, now};
use queens::Control;
use queens::report::quantity;
use rusqlite::TransactionBehavior;
use std::time::{Duration, Instant};

/// Saving must fail for this long before it is reported.
const WARN_AFTER: Duration = Duration::from_millis(500);
/// The time between two attempts while another process prevents saving, in which that process and others can read.
pub(crate) const RETRY: Duration = Duration::from_millis(200);
/// How often the control is polled in this time.
const POLL: Duration = Duration::from_millis(20);

/// What a session has not saved yet.
pub(crate) struct Writer {
    session: u64,
    /// What the session is called, until its first event.
    unnamed: Option<Provenance>,
    waiting: Vec<Event>,
    /// Whether the journal of this run is selected.
    journal_chosen: bool,
    log_has_room: bool,
    /// Since when another process prevents saving, and whether this was reported.
    blocked: Option<(Instant, bool)>,
}

/// Whether a transaction was written.
#[derive(PartialEq, Eq)]
enum Committed {
    Now,
    /// Another process holds a lock, or has kept an old state of the ledger until the log has become too large.
    NotNow,
    /// Another process has begun a session.
    Never,
}

impl Writer {
    /// A new session. It is not in the ledger before its first event is saved.
    pub(crate) fn new(ledger: &Ledger, provenance: &Provenance) -> Result<Self, Error> {
        Ok(Self {
            session: ledger.newest_session()? + 1,
            unnamed: Some(provenance.clone()),
            waiting: Vec::new(),
            journal_chosen: false,
            log_has_room: true,
            blocked: None,
        })
    }

    pub(crate) fn session(&self) -> u64 {
        self.session
    }

    pub(crate) fn add(&mut self, events: impl IntoIterator<Item = Event>) {
        let mut events = events.into_iter().peekable();
        if events.peek().is_none() {
            return;
        }
        if let Some(provenance) = self.unnamed.take() {
            self.waiting.push(Event::SessionBegun { at: now(), provenance });
        }
        self.waiting.extend(events);
    }

    /// Whether another process prevents saving.
    pub(crate) fn is_blocked(&self) -> bool {
        self.blocked.is_some()
    }

    /// The number of results that are not saved.
    fn unsaved(&self) -> usize {
        let is_result = |event: &&Event| matches!(event, Event::Finished(_) | Event::Audited(_));
        self.waiting.iter().filter(is_result).count()
    }

    /// Saves what waits. If another process prevents it, everything is kept for the next time. Checks in any case that the file
    /// is where it was.
    pub(crate) fn save(&mut self, ledger: &mut Ledger, control: &dyn Control) -> Result<(), Error> {
        // Also before a transaction: a moved file may have another writer, with another log.
        ledger.check_unmoved()?;
        if self.waiting.is_empty() {
            return Ok(());
        }
        ledger.lock()?;
        let start = Instant::now();
        let committed = self.commit(ledger).or_else(|error| {
            ledger.check_unmoved()?;
            if is_busy(&error) { Ok(Committed::NotNow) } else { Err(ledger.sql(&error)) }
        })?;
        if committed == Committed::Never {
            return Err(Error::TakenOver { path: ledger.name() });
        }
        if committed == Committed::NotNow {
            let (since, warned) = self.blocked.get_or_insert((start, false));
            if !*warned && since.elapsed() >= WARN_AFTER {
                *warned = true;
                let holders = ledger.file.as_ref().map_or_else(Vec::new, LedgerFile::lock_holders);
                let holders: Vec<String> = holders.iter().map(u32::to_string).collect();
                let who = match holders.is_empty() {
                    true => "another process".to_string(),
                    false => format!("another process ({})", holders.join(", ")),
                };
                let (name, results) = (ledger.name(), quantity(self.unsaved(), "result"));
                let what = format!("cannot save: {who} is reading or writing it");
                control.event(queens::Event::Warning(&format!(
                    "{name}: {what}; not saved yet: {results}"
                )));
            }
            return Ok(());
        }
        if let Some((_, true)) = self.blocked.take() {
            control.event(queens::Event::Warning(&format!(
                "{}: everything is saved again",
                ledger.name()
            )));
        }
        for event in self.waiting.drain(..) {
            ledger.applied(&event);
            if let Event::Finished(record) = event {
                control.event(queens::Event::Progress(record.job, 1.0));
            }
        }
        ledger.check_unmoved()?;
        self.log_has_room = ledger.empty_log().map_err(|error| ledger.sql(&error))?;
        Ok(())
    }

    /// Writes all events in one transaction.
    fn commit(&mut self, ledger: &mut Ledger) -> Result<Committed, rusqlite::Error> {
        if !self.journal_chosen {
            self.journal_chosen = ledger.choose_journal()?;
        }
        if !self.log_has_room {
            self.log_has_room = ledger.empty_log()?;
        }
        if !self.log_has_room {
            return Ok(Committed::NotNow);
        }
        let begins = matches!(self.waiting.first(), Some(Event::SessionBegun { .. }));
        let behavior = TransactionBehavior::Immediate;
        let transaction = ledger.connection.transaction_with_behavior(behavior)?;
        let newest = "SELECT coalesce(max(id), 0) FROM sessions";
        let newest: i64 = transaction.query_row(newest, [], |row| row.get(0))?;
        if newest as u64 != self.session - u64::from(begins) {
            return Ok(Committed::Never);
        }
        apply(&transaction, &ledger.header.hash, self.session, &self.waiting)?;
        transaction.commit()?;
        Ok(Committed::Now)
    }

    /// Saves everything. Waits for other processes until the control is stopped; then some events may still wait.
    pub(crate) fn save_all(
        &mut self,
        ledger: &mut Ledger,
        control: &dyn Control,
    ) -> Result<(), Error> {
        loop {
            self.save(ledger, control)?;
            if self.waiting.is_empty() || control.stopped() {
                return Ok(());
            }
            let failed = Instant::now();
            while failed.elapsed() < RETRY && !control.stopped() {
                std::thread::sleep(POLL);
            }
        }
    }

    /// An error if there are results that are not saved.
    pub(crate) fn check_saved(&self, ledger: &Ledger) -> Result<(), Error> {
        match self.unsaved() {
            0 => Ok(()),
            results => Err(Error::Unsaved { path: ledger.name(), results }),
        }
    }

    /// Saves everything and how the session ended, and makes the ledger one file again. A session without an event leaves no trace.
    pub(crate) fn end(
        &mut self,
        ledger: &mut Ledger,
        outcome: &str,
        control: &dyn Control,
    ) -> Result<(), Error> {
        if self.unnamed.is_none() {
            self.add([Event::SessionEnded { at: now(), outcome: outcome.to_string() }]);
        }
        // A stopped run has just tried it.
        let is_tried = control.stopped() && self.is_blocked();
        let saved = if is_tried { Ok(()) } else { self.save_all(ledger, control) };
        ledger.end_log();
        saved?;
        self.check_saved(ledger)
    }
}
