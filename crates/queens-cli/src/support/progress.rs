//! Progress of a long count on stderr, when it is a terminal.

use super::interrupt::STOP;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use queens::Control;
use std::io::IsTerminal;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// A bar appears only for work that takes longer than this.
const PATIENCE: Duration = Duration::from_millis(500);
/// It is brought up to date this often: jobs may be many and short.
const REFRESH: Duration = Duration::from_millis(50);
const STEPS: u64 = 10_000;

/// Stops a search on an interrupt, and shows how far it is.
pub(crate) struct Progress {
    shown: Option<Mutex<Shown>>,
}

struct Shown {
    label: String,
    start: Instant,
    /// How far each job is, their sum, and the number of those at their end.
    done: Vec<f64>,
    /// How many of them are run.
    jobs: usize,
    sum: f64,
    finished: usize,
    next: Duration,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Progress over a number of jobs.
    pub(crate) fn new(label: impl Into<String>, jobs: u64) -> Self {
        Self::of_some(label, jobs, jobs as usize)
    }

    /// Progress over some of a number of jobs.
    pub(crate) fn of_some(label: impl Into<String>, all: u64, some: usize) -> Self {
        let shown = || Mutex::new(Shown::new(label.into(), Instant::now(), all, some));
        Self { shown: std::io::stderr().is_terminal().then(shown) }
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
    fn new(label: String, start: Instant, all: u64, some: usize) -> Self {
        let done = vec![0.0; all as usize];
        Self { label, start, done, jobs: some, sum: 0.0, finished: 0, next: PATIENCE, bar: None }
    }

    fn update(&mut self, job: usize, done: f64) {
        let before = std::mem::replace(&mut self.done[job], done);
        self.sum += done - before;
        self.finished += usize::from(done >= 1.0 && before < 1.0);
        let gone = self.start.elapsed();
        if gone < self.next {
            return;
        }
        self.next = gone + REFRESH;
        let mean = self.sum / self.jobs as f64;
        let label = match self.jobs {
            1 => self.label.clone(),
            all => {
                let rate = self.finished as f64 / gone.as_secs_f64();
                format!("{}, {} of {all} jobs, {rate:.1} per second", self.label, self.finished)
            }
        };
        let left = |mean: f64| gone.mul_f64((1.0 - mean).max(0.0) / mean);
        let bar = self.bar.get_or_insert_with(|| new_bar(gone));
        bar.set_prefix(label);
        bar.set_message(match mean {
            0.0..0.001 => "?".to_string(),
            mean => HumanDuration(left(mean)).to_string(),
        });
        bar.set_position((mean * STEPS as f64) as u64);
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

/// Stops a search of which nobody knows how long it takes, and shows how long it has.
pub(crate) struct Waiting {
    start: Instant,
    label: &'static str,
    shown: Option<OnceLock<ProgressBar>>,
}

impl Waiting {
    pub(crate) fn new(label: &'static str) -> Self {
        let shown = std::io::stderr().is_terminal().then(OnceLock::new);
        Self { start: Instant::now(), label, shown }
    }
}

impl Control for Waiting {
    fn stopped(&self) -> bool {
        let gone = self.start.elapsed();
        if let Some(shown) = self.shown.as_ref().filter(|_| gone > PATIENCE) {
            shown.get_or_init(|| {
                let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
                let template = "{spinner} {prefix}  {elapsed} gone";
                bar.set_style(
                    ProgressStyle::with_template(template).expect("the template is right"),
                );
                bar.set_prefix(self.label);
                bar.enable_steady_tick(Duration::from_millis(250));
                bar.with_elapsed(gone)
            });
        }
        STOP.stopped()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(bar) = self.shown.take().and_then(OnceLock::into_inner) {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(gone: Duration) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
    let template = "{prefix} [{bar:30}] {percent}%  {elapsed} gone, about {msg} left";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is right"));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar.with_elapsed(gone)
}
