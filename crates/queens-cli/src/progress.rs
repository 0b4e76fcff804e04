//! Progress of a long count on stderr, when it is a terminal.

use crate::interrupt::STOP;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use queens::Control;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A bar appears only for work that takes longer than this.
const PATIENCE: Duration = Duration::from_millis(500);
const STEPS: u64 = 10_000;

/// Stops a search on an interrupt, and shows how far it is.
pub(crate) struct Progress {
    shown: Option<Mutex<Shown>>,
}

struct Shown {
    label: String,
    start: Instant,
    done: Vec<f64>,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Progress over a number of jobs.
    pub(crate) fn new(label: impl Into<String>, jobs: u64) -> Self {
        let (label, start) = (label.into(), Instant::now());
        let shown = std::io::stderr()
            .is_terminal()
            .then(|| Mutex::new(Shown { label, start, done: vec![0.0; jobs as usize], bar: None }));
        Self { shown }
    }
}

impl Control for Progress {
    fn stopped(&self) -> bool {
        STOP.stopped()
    }

    fn progress(&self, job: u64, done: f64) {
        let Some(shown) = &self.shown else { return };
        let mut shown = shown.lock().expect("the bar does not panic");
        shown.done[job as usize] = done;
        if shown.start.elapsed() < PATIENCE {
            return;
        }
        let mean = shown.done.iter().sum::<f64>() / shown.done.len() as f64;
        let jobs = shown.done.iter().filter(|&&done| done >= 1.0).count();
        let label = match shown.done.len() {
            1 => shown.label.clone(),
            all => format!("{}, {jobs} of {all} jobs", shown.label),
        };
        let gone = shown.start.elapsed();
        let left = |mean: f64| gone.mul_f64((1.0 - mean) / mean);
        let bar = shown.bar.get_or_insert_with(|| new_bar(gone));
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

fn new_bar(gone: Duration) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
    let template = "{prefix} [{bar:30}] {percent}%  {elapsed} gone, about {msg} left";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is right"));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar.with_elapsed(gone)
}
