//! Progress lines of long commands, on stderr if it is a terminal.
//!
//! ```text
//!   N = 19 [=======>        ] 45%, 120/342 jobs, 31.2/s, elapsed 0:07, remaining 1:15
//!   ⠋ searching, elapsed 0:07
//! ```
//!
//! A line appears only for work that takes longer than [`DELAY`], and is cleared at the end.

use super::interrupt::STOP;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use queens::Control;
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, OnceLock};
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
    finished: usize,
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
        let (start, done) = (Instant::now(), vec![0.0; all as usize]);
        Self { label, unit, start, done, sum: 0.0, jobs: some, finished: 0, next: DELAY, bar: None }
    }

    fn update(&mut self, job: usize, done: f64) {
        let before = std::mem::replace(&mut self.done[job], done);
        self.sum += done - before;
        self.finished += usize::from(done >= 1.0 && before < 1.0);
        let elapsed = self.start.elapsed();
        if elapsed < self.next {
            return;
        }
        self.next = elapsed + REFRESH;
        let mean = self.sum / self.jobs as f64;
        let rate = rate(self.finished, self.jobs, self.unit, elapsed);
        let is_new = self.bar.is_none();
        let bar = self.bar.get_or_insert_with(|| new_bar(self.label.clone(), elapsed));
        bar.set_message(rate);
        bar.set_position((mean * STEPS as f64) as u64);
        if is_new {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

/// The number of finished jobs and their rate. A single job has neither.
fn rate(finished: usize, jobs: usize, unit: &str, elapsed: Duration) -> String {
    let rate = finished as f64 / elapsed.as_secs_f64();
    match jobs {
        1 => String::new(),
        jobs => format!(" {finished}/{jobs} {unit}, {rate:.1}/s,"),
    }
}

/// The elapsed time, and the remaining time if enough is done to estimate it.
fn times(elapsed: Duration, done: f32) -> String {
    let mut text = format!("elapsed {}", clock(elapsed));
    if done >= 0.001 {
        let remaining = elapsed.mul_f32((1.0 - done).max(0.0) / done);
        text += &format!(", remaining {}", clock(remaining));
    }
    text
}

/// A duration as on a clock: `0:07`, `1:02:03`, `2d 03:04:05`.
fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    let seconds = seconds % 60;
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
        _ => format!("{days}d {hours:02}:{minutes:02}:{seconds:02}"),
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let shown = self.shown.take().and_then(|shown| shown.into_inner().ok());
        if let Some(bar) = shown.and_then(|shown| shown.bar) {
            bar.finish_and_clear();
        }
    }
}

/// A bar that is not drawn yet.
fn new_bar(label: String, elapsed: Duration) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::hidden());
    let style = ProgressStyle::with_template("{prefix} [{wide_bar}] {percent}%,{msg} {times}")
        .expect("the template is valid")
        .with_key("times", |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&times(state.elapsed(), state.fraction()));
        })
        .progress_chars("=> ");
    bar.set_style(style);
    bar.set_prefix(label);
    bar.enable_steady_tick(TICK);
    bar.with_elapsed(elapsed)
}

/// Stops a search of unknown length on an interrupt and shows the elapsed time.
///
/// A separate thread shows the line, so that measurements are not disturbed by looking at the clock.
pub(crate) struct Waiting {
    bar: Arc<OnceLock<ProgressBar>>,
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    pub(crate) fn new(label: &'static str) -> Self {
        let bar = Arc::new(OnceLock::new());
        if !std::io::stderr().is_terminal() {
            return Self { bar, end: None, thread: None };
        }
        let (end, ended) = mpsc::channel::<()>();
        let shown = Arc::clone(&bar);
        let thread = std::thread::Builder::new().spawn(move || {
            if ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                let bar = shown.get_or_init(|| new_spinner(label));
                let _ = ended.recv();
                bar.finish_and_clear();
            }
        });
        Self { bar, end: Some(end), thread: thread.ok() }
    }

    /// Prints something while the line is hidden.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.bar.get() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
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
    let style = ProgressStyle::with_template("{spinner} {prefix}, {times}")
        .expect("the template is valid")
        .with_key("times", |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&times(state.elapsed(), 0.0));
        });
    bar.set_style(style);
    bar.set_prefix(label);
    bar.enable_steady_tick(TICK);
    bar.with_elapsed(DELAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_shown_as_on_a_clock() {
        let cases = [(7, "0:07"), (75, "1:15"), (3723, "1:02:03"), (183_845, "2d 03:04:05")];
        for (seconds, text) in cases {
            assert_eq!(clock(Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn a_line_has_jobs_rate_and_times() {
        let elapsed = Duration::from_secs(10);
        assert_eq!(rate(312, 1248, "jobs", elapsed), " 312/1248 jobs, 31.2/s,");
        assert_eq!(rate(0, 1, "jobs", elapsed), "");
        assert_eq!(times(elapsed, 0.25), "elapsed 0:10, remaining 0:30");
        assert_eq!(times(elapsed, 0.0), "elapsed 0:10");
    }
}
