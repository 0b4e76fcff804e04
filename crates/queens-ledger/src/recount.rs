//! Recounts jobs by plain backtracking on several threads.

use queens::{CheckError, Control, Error, Event, Plan, RecountPart};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Recounts jobs, given with their counts, and returns the first disagreement. Large jobs are split, so that a few of them
/// keep all threads busy.
pub(crate) fn recount(
    plan: &Plan,
    jobs: &[(u64, u64)],
    threads: usize,
    control: &dyn Control,
) -> Result<(), Error> {
    let failed = AtomicBool::new(false);
    let recount = Recount { plan, jobs, control, state: Mutex::default(), failed };
    std::thread::scope(|scope| {
        // Without jobs, no thread is needed. This thread is one of them.
        let others = threads.saturating_sub(1).min(jobs.len().saturating_mul(SPLIT_LIMIT));
        for _ in 0..others {
            scope.spawn(|| recount.work());
        }
        recount.work();
    });
    match recount.state.into_inner().expect("no holder of the lock panics").failed {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// More threads than this per job are not started.
const SPLIT_LIMIT: usize = 512;

struct Recount<'a> {
    plan: &'a Plan,
    jobs: &'a [(u64, u64)],
    control: &'a dyn Control,
    state: Mutex<State>,
    /// Set with the error of the state. Searches poll it too often for a lock.
    failed: AtomicBool,
}

#[derive(Default)]
struct State {
    /// The number of jobs that were split into parts.
    begun: usize,
    /// The parts that no thread has taken, with the places of their jobs in the list.
    waiting: VecDeque<(usize, RecountPart)>,
    /// The jobs of which parts are not finished.
    open: HashMap<usize, Tally>,
    failed: Option<Error>,
}

#[derive(Default)]
struct Tally {
    parts: usize,
    finished: usize,
    /// The solutions of the finished parts; `None` after an overflow.
    sum: Option<u64>,
}

impl Recount<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder of the lock panics")
    }

    fn work(&self) {
        let worked = (|| {
            while let Some((place, part)) = self.next()? {
                let count = part.count(self)?;
                self.finished(place, count)?;
            }
            Ok(())
        })();
        if let Err(error) = worked {
            // The other threads stop because of the first error, which is the one that matters.
            self.state().failed.get_or_insert(error);
            self.failed.store(true, Ordering::Relaxed);
        }
    }

    /// The next part, unless all are taken or a thread has failed.
    fn next(&self) -> Result<Option<(usize, RecountPart)>, Error> {
        let mut state = self.state();
        if state.failed.is_some() {
            return Ok(None);
        }
        loop {
            if let Some(next) = state.waiting.pop_front() {
                return Ok(Some(next));
            }
            let place = state.begun;
            let Some(&(job, _)) = self.jobs.get(place) else { return Ok(None) };
            state.begun += 1;
            let parts = self.plan.recount_parts(job)?;
            self.control.event(Event::Begun(job));
            let tally = Tally { parts: parts.len(), finished: 0, sum: Some(0) };
            if tally.parts == 0 {
                self.compare(place, 0)?;
                continue;
            }
            state.open.insert(place, tally);
            state.waiting.extend(parts.into_iter().map(|part| (place, part)));
        }
    }

    fn finished(&self, place: usize, count: u64) -> Result<(), Error> {
        let mut state = self.state();
        let Some(tally) = state.open.get_mut(&place) else { return Ok(()) };
        tally.finished += 1;
        tally.sum = tally.sum.and_then(|sum| sum.checked_add(count));
        let (done, sum) = (tally.finished as f64 / tally.parts as f64, tally.sum);
        if tally.finished < tally.parts {
            drop(state);
            self.control.event(Event::Progress(self.jobs[place].0, done));
            return Ok(());
        }
        state.open.remove(&place);
        drop(state);
        let sum = sum.ok_or(Error::Check(CheckError::Overflow { job: self.jobs[place].0 }))?;
        self.compare(place, sum)
    }

    fn compare(&self, place: usize, again: u64) -> Result<(), Error> {
        let (job, counted) = self.jobs[place];
        self.control.event(Event::Progress(job, 1.0));
        if again == counted {
            return Ok(());
        }
        let (size, name) = (self.plan.size(), self.plan.name());
        let by = self.plan.recounted_by();
        Err(Error::Check(CheckError::WrongJob { size, job, name, counted, by, again }))
    }
}

/// Each part polls this, so that all threads stop when one has found an error.
impl Control for Recount<'_> {
    fn stopped(&self) -> bool {
        self.control.stopped() || self.failed.load(Ordering::Relaxed)
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Warning(_) = event {
            self.control.event(event);
        }
    }
}
