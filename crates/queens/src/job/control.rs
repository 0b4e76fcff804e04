//! Controls: they stop a search and receive its progress.

use crate::Observer;
use crate::observe::Flow;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops a search and receives its events.
///
/// Every searching thread polls the control often, so it must answer quickly. An [`AtomicBool`] is a control: once it is
/// set, the search stops within milliseconds. So is a function that returns whether to stop.
///
/// ```
/// use queens::{Control, Error, Event, Inline, Request};
/// use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
///
/// let plan = Request::count(12)?.plan()?;
/// // A flag that another thread or a signal handler may set.
/// let stop = AtomicBool::new(true);
/// assert_eq!(plan.run(&Inline, &stop), Err(Error::Stopped));
///
/// /// Counts the jobs that are started, and never stops.
/// struct Started(AtomicU64);
///
/// impl Control for Started {
///     fn stopped(&self) -> bool {
///         false
///     }
///     fn event(&self, event: Event<'_>) {
///         if let Event::Begun(_) = event {
///             self.0.fetch_add(1, Ordering::Relaxed);
///         }
///     }
/// }
///
/// let started = Started(AtomicU64::new(0));
/// plan.run(&Inline, &started)?;
/// assert_eq!(started.0.into_inner(), plan.jobs());
/// # Ok::<(), queens::Error>(())
/// ```
pub trait Control: Sync {
    /// Whether the search must stop now.
    fn stopped(&self) -> bool;

    /// Called with each event of the run.
    fn event(&self, _event: Event<'_>) {}
}

/// An event of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
    /// These jobs are a sample. None of them has started.
    Selected(&'a [u64]),
    /// A job starts.
    Begun(u64),
    /// A job has done about this fraction of its work, from 0 to 1.
    Progress(u64, f64),
    /// One line for the user about something unexpected that the run recovers from, such as a lost device. A control within another
    /// one passes it on.
    Warning(&'a str),
}

/// A function that returns whether to stop.
impl<F: Fn() -> bool + Sync> Control for F {
    fn stopped(&self) -> bool {
        self()
    }
}

impl Control for AtomicBool {
    fn stopped(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// The control that never stops a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl Control for Never {
    fn stopped(&self) -> bool {
        false
    }
}

/// The control of a part of a run: it also stops when a function returns true, and only warnings reach the control of the run.
#[derive(Clone, Copy)]
pub struct Nested<'a, F> {
    /// The control of the run.
    pub control: &'a dyn Control,
    /// Whether the part must stop.
    pub stop: F,
}

impl<F: Fn() -> bool + Sync> Control for Nested<'_, F> {
    fn stopped(&self) -> bool {
        (self.stop)() || self.control.stopped()
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Warning(_) = event {
            self.control.event(event);
        }
    }
}

/// A control that also stops at a given time of a clock.
pub(crate) fn deadline<'a>(
    control: &'a dyn Control,
    clock: &'a (dyn Fn() -> f64 + Sync),
    end: f64,
) -> Nested<'a, impl Fn() -> bool + Sync> {
    Nested { control, stop: move || clock() > end }
}

/// The control is not polled in this many last columns, which take about a millisecond (docs/benchmarks.md#stopping).
const UNPOLLED_COLUMNS: usize = 9;

/// An observer that polls the control and passes every event on to another observer.
pub(crate) struct Guard<'a, O> {
    control: &'a dyn Control,
    poll_before: usize,
    job: u64,
    size: usize,
    first_rows: Option<Range<usize>>,
    first: usize,
    pub(crate) inner: O,
}

impl<'a, O> Guard<'a, O> {
    /// A guard over one job. Its progress follows from the row of the first column that is being tried.
    pub(crate) fn new(
        control: &'a dyn Control,
        job: u64,
        size: usize,
        first_rows: Option<Range<usize>>,
        inner: O,
    ) -> Self {
        Self { job, first_rows, ..Self::without_progress(control, size, inner) }
    }

    /// A guard over several jobs, whose progress is not reported.
    pub(crate) fn without_progress(control: &'a dyn Control, size: usize, inner: O) -> Self {
        let poll_before = size.saturating_sub(UNPOLLED_COLUMNS).max(1);
        Self { control, poll_before, job: 0, size, first_rows: None, first: 0, inner }
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self, col: usize, row: usize) -> Flow {
        if let (0 | 1, Some(first_rows)) = (col, &self.first_rows) {
            let second = if col == 0 { 0 } else { row };
            self.first = if col == 0 { row } else { self.first };
            let done = (self.first - first_rows.start) as f64 + second as f64 / self.size as f64;
            let progress = Event::Progress(self.job, done / first_rows.len() as f64);
            self.control.event(progress);
        }
        if self.control.stopped() { Flow::Break(()) } else { Flow::Continue(()) }
    }
}

impl<O: Observer> Observer for Guard<'_, O> {
    #[inline]
    fn needs_rows(&self) -> bool {
        self.inner.needs_rows()
    }

    #[inline]
    fn quiet_from(&self) -> usize {
        self.poll_before.max(self.inner.quiet_from())
    }

    #[inline]
    fn ignores_steps_from(&self) -> usize {
        self.poll_before.max(self.inner.ignores_steps_from())
    }

    #[inline]
    fn place(&mut self, col: usize, row: usize) -> Flow {
        if col < self.poll_before {
            self.poll(col, row)?;
        }
        self.inner.place(col, row)
    }

    #[inline]
    fn remove(&mut self, col: usize, row: usize) {
        self.inner.remove(col, row);
    }

    #[inline]
    fn reject(&mut self, col: usize, row: usize) {
        self.inner.reject(col, row);
    }

    #[inline]
    fn enqueue(&mut self, queued: usize) {
        self.inner.enqueue(queued);
    }

    #[inline]
    fn dequeue(&mut self, rows: &[u8], queued: usize) -> Flow {
        if self.control.stopped() {
            return Flow::Break(());
        }
        self.inner.dequeue(rows, queued)
    }

    #[inline]
    fn solution(&mut self, rows: &[u8]) -> Flow {
        self.inner.solution(rows)
    }

    #[inline]
    fn duplicate(&mut self, rows: &[u8]) {
        self.inner.duplicate(rows);
    }
}
