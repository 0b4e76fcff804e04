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
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Shorter work shows no progress line.
const DELAY: Duration = Duration::from_millis(500);
/// The shortest time between two updates: jobs may be many and short.
const REFRESH: Duration = Duration::from_millis(50);
/// The time between two redraws without an update, so that the elapsed time advances.
const TICK: Duration = Duration::from_millis(250);
/// The resolution of the bar.
const STEPS: u64 = 10_000;

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

/// Prints something while the line is hidden.
pub(crate) fn suspend<T>(print: impl FnOnce() -> T) -> T {
    let bar = LINE.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Stops a search on an interrupt and shows how many of its jobs are finished.
pub(crate) struct Progress {
    shown: Option<Mutex<Shown>>,
}

struct Shown {
    label: String,
    /// What is counted: jobs, or runs.
    unit: &'static str,
    start: Instant,
    /// The finished part of each job, from 0 to 1.
    done: Vec<f64>,
    /// The sum of `done`.
    sum: f64,
    /// The number of jobs to run; others of `done` stay at 0.
    jobs: usize,
    /// Shared with the line, which is also redrawn between two updates.
    finished: Arc<AtomicUsize>,
    /// The elapsed time at which the line is updated next.
    next: Duration,
    bar: Option<ProgressBar>,
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
        let shown = || Mutex::new(Shown::new(label.into(), unit, all, some));
        Self { shown: std::io::stderr().is_terminal().then(shown) }
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
        let Some(shown) = &self.shown else { return };
        shown.lock().expect("the bar does not panic").update(job as usize, done);
    }
}

impl Shown {
    fn new(label: String, unit: &'static str, all: u64, some: usize) -> Self {
        let (start, done, finished) = (Instant::now(), vec![0.0; all as usize], Arc::default());
        Self { label, unit, start, done, sum: 0.0, jobs: some, finished, next: DELAY, bar: None }
    }

    fn update(&mut self, job: usize, done: f64) {
        let before = std::mem::replace(&mut self.done[job], done);
        self.sum += done - before;
        self.finished.fetch_add(usize::from(done >= 1.0 && before < 1.0), Ordering::Relaxed);
        let elapsed = self.start.elapsed();
        if elapsed < self.next {
            return;
        }
        self.next = elapsed + REFRESH;
        let mean = self.sum / self.jobs as f64;
        let is_new = self.bar.is_none();
        if is_new {
            self.bar = Some(self.new_bar(elapsed));
        }
        if let Some(bar) = &self.bar {
            bar.set_position((mean * STEPS as f64) as u64);
            if is_new {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                show(bar);
            }
        }
    }

    /// A bar that is not drawn yet.
    fn new_bar(&self, elapsed: Duration) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::hidden());
        let (label, unit, jobs) = (self.label.clone(), self.unit, self.jobs);
        let finished = Arc::clone(&self.finished);
        let write = move |state: &ProgressState, out: &mut dyn Write| {
            let (elapsed, done) = (state.elapsed(), f64::from(state.fraction()));
            let finished = finished.load(Ordering::Relaxed);
            let figures = Figures { label: &label, unit, jobs, finished, elapsed, done };
            let _ = out.write_str(&bar_line(&figures, width()));
        };
        bar.set_style(style(write));
        bar.enable_steady_tick(TICK);
        bar.with_elapsed(elapsed)
    }
}

/// The style of a line that a function writes.
fn style(
    write: impl Fn(&ProgressState, &mut dyn Write) + Clone + Send + Sync + 'static,
) -> ProgressStyle {
    ProgressStyle::with_template("{line}").expect("the template is valid").with_key("line", write)
}

/// The number of columns that a line may use. The last column of the terminal stays empty, so that no terminal wraps.
fn width() -> usize {
    let columns = ratatui::crossterm::terminal::size().map_or(0, |(columns, _)| columns);
    match columns {
        0 => 79,
        columns => usize::from(columns) - 1,
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let shown = self.shown.take().and_then(|shown| shown.into_inner().ok());
        if shown.is_some_and(|shown| shown.bar.is_some()) {
            clear();
        }
    }
}

/// Stops a search of unknown length on an interrupt and shows the elapsed time.
///
/// A separate thread shows the line, so that measurements are not disturbed by looking at the clock.
pub(crate) struct Waiting {
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    pub(crate) fn new(label: &'static str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { end: None, thread: None };
        }
        let (end, ended) = mpsc::channel::<()>();
        let thread = std::thread::Builder::new().spawn(move || {
            if ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                show(&new_spinner(label));
                let _ = ended.recv();
                clear();
            }
        });
        Self { end: Some(end), thread: thread.ok() }
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

impl Drop for Waiting {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn new_spinner(label: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let start = Instant::now();
    let write = move |state: &ProgressState, out: &mut dyn Write| {
        // The symbol depends on the time, because a key of a style does not see its spinner.
        let tick = (start.elapsed().as_millis() / TICK.as_millis()) as usize;
        let _ = out.write_str(&spinner_line(tick, label, state.elapsed(), width()));
    };
    bar.set_style(style(write));
    bar.enable_steady_tick(TICK);
    bar.with_elapsed(DELAY)
}
