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
use line::{Figures, bar_line, spinner_line};
use queens::{Control, Event};
use ratatui::crossterm::cursor::MoveToColumn;
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::{self, Clear, ClearType};
use ratatui::crossterm::{execute, queue};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Shorter work shows no progress line.
const DELAY: Duration = Duration::from_millis(500);
/// The time between two redraws.
const TICK: Duration = Duration::from_millis(250);

/// The text of a line of at most this many columns.
type Text = Box<dyn Fn(usize) -> String + Send>;

/// The line that is shown now.
static SHOWN: Mutex<Shown> = Mutex::new(Shown { text: None, is_hidden: false });

struct Shown {
    text: Option<Text>,
    /// Whether it is erased while something else is printed.
    is_hidden: bool,
}

fn shown() -> MutexGuard<'static, Shown> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shown {
    /// Draws the line over itself.
    fn draw(&self) {
        if let Some(text) = self.text.as_ref().filter(|_| !self.is_hidden) {
            let mut out = io::stderr().lock();
            // Errors are ignored: the work is more important than its progress line.
            let _ = queue!(out, MoveToColumn(0), Print(text(width())));
            let _ = queue!(out, Clear(ClearType::UntilNewLine));
            let _ = out.flush();
        }
    }

    fn erase(&self) {
        if self.text.is_some() && !self.is_hidden {
            let _ = execute!(io::stderr(), MoveToColumn(0), Clear(ClearType::UntilNewLine));
        }
    }
}

/// Erases the line.
pub(crate) fn clear() {
    let mut shown = shown();
    shown.erase();
    shown.text = None;
}

/// Prints something while the line is hidden. May be called inside itself.
pub(crate) fn suspend<T>(print: impl FnOnce() -> T) -> T {
    let was_hidden = {
        let mut shown = shown();
        shown.erase();
        std::mem::replace(&mut shown.is_hidden, true)
    };
    // Without the lock, because a print may block for ever.
    let printed = print();
    let mut shown = shown();
    shown.is_hidden = was_hidden;
    shown.draw();
    printed
}

/// The number of columns that a line may use. At its end, the terminal shows `^C` for Ctrl-C. If that wrapped, the line
/// could not be erased.
fn width() -> usize {
    let columns = terminal::size().map_or(0, |(columns, _)| columns);
    let columns = if columns == 0 { 80 } else { usize::from(columns) };
    columns.saturating_sub("^C".len() + 1)
}

/// Whether the terminal only prints characters: it shows no colours and cannot erase a line.
pub(super) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// A line that appears after [`DELAY`]. A separate thread shows it, so that it appears even if the work reports nothing,
/// and measurements are not disturbed by looking at the clock.
struct Delayed {
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Delayed {
    /// A line that a function writes for an elapsed time and a width, or no line if stderr is not a terminal that can erase it.
    fn new(line: impl Fn(Duration, usize) -> String + Send + 'static) -> Self {
        if !io::stderr().is_terminal() || is_dumb() {
            return Self { end: None, thread: None };
        }
        let start = Instant::now();
        let text: Text = Box::new(move |width| line(start.elapsed(), width));
        let (end, ended) = mpsc::channel::<()>();
        let thread = std::thread::Builder::new().spawn(move || {
            let is_over = |time| ended.recv_timeout(time) != Err(RecvTimeoutError::Timeout);
            if is_over(DELAY) {
                return;
            }
            shown().text = Some(text);
            loop {
                shown().draw();
                if is_over(TICK) {
                    return clear();
                }
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
        Self::of_units(label, all, some, "jobs")
    }

    /// Progress over a number of other things, such as puzzles.
    pub(crate) fn with_unit(label: impl Into<String>, number: u64, unit: &'static str) -> Self {
        Self::of_units(label, number, number as usize, unit)
    }

    fn of_units(label: impl Into<String>, all: u64, some: usize, unit: &'static str) -> Self {
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
}

impl Control for Progress {
    fn stopped(&self) -> bool {
        STOP.stopped()
    }

    fn event(&self, event: Event<'_>) {
        let Event::Progress(job, done) = event else { return STOP.event(event) };
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
    label: Arc<Mutex<String>>,
}

impl Waiting {
    pub(crate) fn new(label: &str) -> Self {
        let label = Arc::new(Mutex::new(label.to_string()));
        let shown = Arc::clone(&label);
        let line = Delayed::new(move |elapsed, width| {
            spinner_line(&shown.lock().unwrap_or_else(PoisonError::into_inner), elapsed, width)
        });
        Self { _line: line, label }
    }

    /// Changes the label.
    pub(crate) fn label(&self, label: String) {
        *self.label.lock().unwrap_or_else(PoisonError::into_inner) = label;
    }
}

impl Control for Waiting {
    fn stopped(&self) -> bool {
        STOP.stopped()
    }

    fn event(&self, event: Event<'_>) {
        STOP.event(event);
    }
}
