//! Progress lines of long commands, on stderr if it is a terminal.
//!
//! ```text
//!   N = 19 [=======>        ] 45%, 120/342 jobs, 31.2/s, elapsed 0:07, remaining 1:15
//!   ⠋ searching, elapsed 0:07
//! ```
//!
//! A line appears only for work that takes longer than [`DELAY`], and is cleared at the end, also if the program ends by an
//! interrupt. It fits the terminal: [`line`] has what is left out on a narrow one.

mod line;

use super::interrupt::STOP;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use line::{Figures, bar_line, spinner_line};
use queens::Control;
use std::cell::Cell;
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Shorter work shows no progress line.
const DELAY: Duration = Duration::from_millis(500);
/// The time between two redraws.
const TICK: Duration = Duration::from_millis(250);

/// The line that is shown now.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Shows a line until [`clear`].
fn show(bar: &ProgressBar) {
    *LINE.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
}

/// Erases the line.
pub(crate) fn clear() {
    if let Some(bar) = LINE.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bar.finish_and_clear();
    }
}

thread_local! {
    /// Whether this thread has hidden the line.
    static IS_HIDDEN: Cell<bool> = const { Cell::new(false) };
}

/// Prints something while the line is hidden. May be called inside itself.
pub(crate) fn suspend<T>(print: impl FnOnce() -> T) -> T {
    let bar = LINE.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bar.filter(|_| !IS_HIDDEN.get()) {
        Some(bar) => bar.suspend(|| {
            IS_HIDDEN.set(true);
            let printed = print();
            IS_HIDDEN.set(false);
            printed
        }),
        None => print(),
    }
}

/// A line that appears after [`DELAY`]. A separate thread shows it, so that it appears even if the work reports nothing,
/// and measurements are not disturbed by looking at the clock.
struct Delayed {
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Delayed {
    /// A line that a function writes for an elapsed time and a width, or no line if stderr is not a terminal.
    fn new(line: impl Fn(Duration, usize) -> String + Clone + Send + Sync + 'static) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { end: None, thread: None };
        }
        let (end, ended) = mpsc::channel::<()>();
        let thread = std::thread::Builder::new().spawn(move || {
            if ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                show(&new_bar(line));
                let _ = ended.recv();
                clear();
            }
        });
        Self { end: Some(end), thread: thread.ok() }
    }

    /// Whether a line is or will be shown.
    fn is_shown(&self) -> bool {
        self.thread.is_some()
    }
}

impl Drop for Delayed {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A drawn line, which is redrawn several times per second.
fn new_bar(
    line: impl Fn(Duration, usize) -> String + Clone + Send + Sync + 'static,
) -> ProgressBar {
    let write = move |state: &ProgressState, out: &mut dyn Write| {
        let _ = out.write_str(&line(state.elapsed(), width()));
    };
    let style = ProgressStyle::with_template("{line}").expect("the template is valid");
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_elapsed(DELAY);
    bar.set_style(style.with_key("line", write));
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.tick();
    bar.enable_steady_tick(TICK);
    bar
}

/// The number of columns that a line may use. At its end, the terminal shows `^C` for Ctrl-C. If that wrapped, the line
/// could not be erased.
fn width() -> usize {
    let columns = ratatui::crossterm::terminal::size().map_or(0, |(columns, _)| columns);
    let columns = if columns == 0 { 80 } else { usize::from(columns) };
    columns.saturating_sub("^C".len() + 1)
}

/// Stops a search on an interrupt and shows how many of its jobs are finished.
pub(crate) struct Progress {
    line: Delayed,
    /// The finished part of each job, from 0 to 1.
    parts: Mutex<Vec<f64>>,
    state: Arc<State>,
}

/// The sums that the line shows.
#[derive(Default)]
struct State {
    finished: AtomicUsize,
    /// The sum of the finished parts: the bits of an `f64`.
    sum: AtomicU64,
}

impl Progress {
    /// Progress over all jobs of a plan.
    pub(crate) fn new(label: impl Into<String>, jobs: u64) -> Self {
        Self::of_some(label, jobs, jobs as usize)
    }

    /// Progress over `some` of the jobs of a plan, which has `all` jobs.
    pub(crate) fn of_some(label: impl Into<String>, all: u64, some: usize) -> Self {
        Self::with_unit(label, all, some, "jobs")
    }

    /// Progress over a number of runs.
    pub(crate) fn of_runs(label: impl Into<String>, runs: u64) -> Self {
        Self::with_unit(label, runs, runs as usize, "runs")
    }

    fn with_unit(label: impl Into<String>, all: u64, some: usize, unit: &'static str) -> Self {
        let (label, state) = (label.into(), Arc::new(State::default()));
        let shown = Arc::clone(&state);
        let line = Delayed::new(move |elapsed, width| {
            let finished = shown.finished.load(Ordering::Relaxed);
            let done = f64::from_bits(shown.sum.load(Ordering::Relaxed)) / some.max(1) as f64;
            let figures = Figures { label: &label, unit, jobs: some, finished, elapsed, done };
            bar_line(&figures, width)
        });
        let parts = if line.is_shown() { vec![0.0; all as usize] } else { Vec::new() };
        Self { line, parts: Mutex::new(parts), state }
    }

    /// Prints something while the line is hidden.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        let shown = self.shown.as_ref().map(|shown| shown.lock().expect("the bar does not panic"));
        match shown.as_ref().and_then(|shown| shown.bar.as_ref()) {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Control for Progress {
    fn stopped(&self) -> bool {
        STOP.stopped()
    }

    fn progress(&self, job: u64, done: f64) {
        if !self.line.is_shown() {
            return;
        }
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(part) = parts.get_mut(job as usize) else { return };
        let before = std::mem::replace(part, done);
        // The lock makes this the only writer.
        let sum = f64::from_bits(self.state.sum.load(Ordering::Relaxed)) + done - before;
        self.state.sum.store(sum.to_bits(), Ordering::Relaxed);
        let finished = usize::from(done >= 1.0 && before < 1.0);
        self.state.finished.fetch_add(finished, Ordering::Relaxed);
    }
}

/// Stops a search of unknown length on an interrupt and shows the elapsed time.
pub(crate) struct Waiting {
    _line: Delayed,
}

impl Waiting {
    pub(crate) fn new(label: &'static str) -> Self {
        Self { _line: Delayed::new(move |elapsed, width| spinner_line(label, elapsed, width)) }
    }

    /// Prints something while the line is hidden.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        suspend(print)
    }
}

impl Control for Waiting {
    fn stopped(&self) -> bool {
        STOP.stopped()
    }
}
