//! Steps in the background run at the same time as the steps in the foreground.
//!
//! They run one after the other, and two at a time after the last step in the foreground, because the machines that run the tests have few
//! cores. The output of a step is collected and printed when the step has ended, so that the outputs of two steps are never mixed.

use crate::step::Timed;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{self, Seek};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The threads that run the steps, and the steps that they have not ended yet.
pub struct Background {
    steps: Sender<Waiting>,
    lane: Lane,
    ended: Receiver<Ended>,
    unfinished: Vec<String>,
}

/// What a thread needs to run steps.
#[derive(Clone)]
struct Lane {
    waiting: Arc<Mutex<Receiver<Waiting>>>,
    ended: Sender<Ended>,
    stopped: Arc<AtomicBool>,
}

/// A step that has not begun.
struct Waiting {
    name: String,
    line: String,
    command: Command,
    output: File,
}

/// A step that has ended, or that was not begun because an earlier one had failed.
struct Ended {
    name: String,
    line: String,
    output: File,
    run: Option<io::Result<(ExitStatus, Duration)>>,
}

impl Background {
    pub fn new() -> Self {
        let (steps, waiting) = channel();
        let (sender, ended) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let lane = Lane { waiting, ended: sender, stopped: Arc::default() };
        lane.clone().start();
        Self { steps, lane, ended, unfinished: Vec::new() }
    }

    /// Runs a command as soon as the steps before it have ended. `line` is the command as a person types it.
    pub fn run(&mut self, name: String, line: String, mut command: Command) -> Result<()> {
        let output = tempfile::tempfile().context("no temporary file for the output of a step")?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output.try_clone()?);
        self.unfinished.push(name.clone());
        let waiting = Waiting { name, line, command, output };
        self.steps.send(waiting).ok().context("the background has ended")
    }

    /// Prints the output of the steps that have ended. Does not wait.
    pub fn ended(&mut self) -> Vec<Result<Timed>> {
        let ended: Vec<Ended> = self.ended.try_iter().collect();
        ended.into_iter().filter_map(|ended| self.end(ended)).collect()
    }

    /// The same, after a step has ended. Does not wait for a step that is not in the background.
    pub fn ended_with(&mut self, name: &str) -> Vec<Result<Timed>> {
        let mut results = Vec::new();
        while self.unfinished.iter().any(|step| step == name) {
            let Ok(ended) = self.ended.recv() else { break };
            results.extend(self.end(ended));
        }
        results
    }

    /// The same, after all steps have ended.
    pub fn finish(self) -> Vec<Result<Timed>> {
        drop(self.steps);
        self.lane.start();
        self.ended.into_iter().filter_map(Ended::report).collect()
    }

    /// No other step begins.
    pub fn stop(&self) {
        self.lane.stopped.store(true, Ordering::Relaxed);
    }

    fn end(&mut self, ended: Ended) -> Option<Result<Timed>> {
        self.unfinished.retain(|name| *name != ended.name);
        ended.report()
    }
}

impl Lane {
    /// Runs one step after the other in a thread, until no other one can follow.
    fn start(self) {
        thread::spawn(move || {
            while let Some(Waiting { name, line, mut command, output }) = self.next() {
                let run = (!self.stopped.load(Ordering::Relaxed)).then(|| {
                    let start = Instant::now();
                    let run = command.status().map(|status| (status, start.elapsed()));
                    if !run.as_ref().is_ok_and(|(status, _)| status.success()) {
                        self.stopped.store(true, Ordering::Relaxed);
                    }
                    run
                });
                // An error means that nobody waits for the result.
                let _ = self.ended.send(Ended { name, line, output, run });
            }
        });
    }

    fn next(&self) -> Option<Waiting> {
        self.waiting.lock().expect("no thread panics here").recv().ok()
    }
}

impl Ended {
    /// Prints the output. `None` if the step was not begun.
    fn report(self) -> Option<Result<Timed>> {
        let Self { name, line, mut output, run } = self;
        let timed = |run: io::Result<(ExitStatus, Duration)>| {
            let (status, time) = run.with_context(|| format!("cannot run: {line}"))?;
            println!("== {name}, which ran in the background:");
            output.rewind()?;
            io::copy(&mut output, &mut io::stdout())?;
            if !status.success() {
                bail!("failed ({status}): {line}");
            }
            Ok(Timed { name, time })
        };
        run.map(timed)
    }
}
