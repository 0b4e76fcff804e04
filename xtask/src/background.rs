//! Steps in the background: they run one after the other, at the same time as the steps in the foreground.
//!
//! One at a time, because the machines that run the tests have few cores. The output of a step is collected and printed when the step has
//! ended, so that the outputs of two steps are never mixed.

use crate::step::Timed;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{self, Seek};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The thread that runs the steps, and the steps that it has not ended yet.
pub struct Background {
    steps: Sender<Waiting>,
    ended: Receiver<Ended>,
    unfinished: Vec<String>,
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
        let (steps, waiting) = channel::<Waiting>();
        let (sender, ended) = channel();
        let stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stopped);
        thread::spawn(move || {
            for Waiting { name, line, mut command, output } in waiting {
                let run = (!stop.load(Ordering::Relaxed)).then(|| {
                    let start = Instant::now();
                    let run = command.status().map(|status| (status, start.elapsed()));
                    if !run.as_ref().is_ok_and(|(status, _)| status.success()) {
                        stop.store(true, Ordering::Relaxed);
                    }
                    run
                });
                // An error means that nobody waits for the result.
                let _ = sender.send(Ended { name, line, output, run });
            }
        });
        Self { steps, ended, unfinished: Vec::new(), stopped }
    }

    /// Runs a command as soon as the steps before it have ended. `line` is the command as a person types it.
    pub fn run(&mut self, name: String, line: String, mut command: Command) -> Result<()> {
        let output = tempfile::tempfile().context("no temporary file for the output of a step")?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output.try_clone()?);
        self.unfinished.push(name.clone());
        let waiting = Waiting { name, line, command, output };
        self.steps.send(waiting).ok().context("the thread of the background steps has ended")
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
        self.ended.into_iter().filter_map(Ended::report).collect()
    }

    /// The step that runs is the last one.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    fn end(&mut self, ended: Ended) -> Option<Result<Timed>> {
        self.unfinished.retain(|name| *name != ended.name);
        ended.report()
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
