//! Runs of whole processes: how long they take, how much memory they need, and whether they count correctly.

use super::machine::bytes;
use super::result::Times;
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A run longer than this is done once and not repeated.
const LONG: f64 = 20.0;

/// How often the memory of a process is read.
const MEMORY_INTERVAL: Duration = Duration::from_millis(2);

/// A command line to measure.
pub struct Program {
    /// The words of the command line: the program and its arguments.
    words: Vec<String>,
    check: Check,
    seconds: Vec<f64>,
    peak_memory: Option<u64>,
}

/// What the output of a program must be.
pub enum Check {
    /// The exit status is enough: `queens count` compares its result with the published one.
    Status,
    /// This line and nothing else.
    Line(String),
    /// This number, as a word of its own.
    Number(String),
}

impl Check {
    fn met_by(&self, output: &str) -> bool {
        match self {
            Self::Status => true,
            Self::Line(line) => output.trim_end() == line,
            Self::Number(number) => {
                output.split(|c: char| !c.is_ascii_digit()).any(|word| word == number)
            }
        }
    }
}

/// What one run of a program gave.
pub struct Run {
    pub seconds: f64,
    pub peak_memory: Option<u64>,
    pub output: String,
    pub success: bool,
}

impl Program {
    pub fn new<W: Into<String>>(words: impl IntoIterator<Item = W>, check: Check) -> Self {
        let words = words.into_iter().map(Into::into).collect();
        Self { words, check, seconds: Vec::new(), peak_memory: None }
    }

    /// The command line in which paths are names.
    pub fn shown(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|word| file_name(word)).collect();
        words.join(" ")
    }

    fn command(&self) -> Result<Command> {
        let (program, arguments) = self.words.split_first().context("the command is empty")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null());
        Ok(command)
    }

    /// Runs it once. A failure and a wrong output are errors.
    fn run(&self) -> Result<Run> {
        let run = run(self.command()?).with_context(|| format!("cannot run: {}", self.shown()))?;
        if !run.success || !self.check.met_by(&run.output) {
            let output = run.output.trim_end();
            bail!("failed or counted wrongly: '{}' printed '{output}'", self.shown());
        }
        Ok(run)
    }

    /// Runs it once and keeps the time, unless it is known to take long.
    fn measure(&mut self) -> Result<()> {
        if self.seconds.first().is_some_and(|&seconds| seconds > LONG) {
            return Ok(());
        }
        let run = self.run()?;
        self.seconds.push(run.seconds);
        self.peak_memory = self.peak_memory.max(run.peak_memory);
        Ok(())
    }

    pub fn times(&self) -> Result<Times> {
        Times::of(&self.seconds)
    }

    pub fn peak_memory(&self) -> Option<u64> {
        self.peak_memory
    }
}

/// The file name of an absolute path; other words as they are.
pub fn file_name(word: &str) -> &str {
    match Path::new(word).is_absolute() {
        true => Path::new(word).file_name().and_then(|name| name.to_str()).unwrap_or(word),
        false => word,
    }
}

/// Runs the programs in turn, so that noise affects all of them.
pub fn in_turn(label: &str, programs: &mut [Program], rounds: u32) -> Result<()> {
    for round in 1..=rounds {
        eprintln!("{label}, round {round} of {rounds}");
        programs.iter_mut().try_for_each(Program::measure)?;
    }
    Ok(())
}

/// The seconds of several runs that are started together.
pub fn together(programs: &[Program]) -> Result<f64> {
    let start = Instant::now();
    let mut started: Vec<(Child, &Program)> = Vec::new();
    for program in programs {
        started.push((program.command()?.stdout(Stdio::null()).spawn()?, program));
    }
    for (mut process, program) in started {
        let status = process.wait()?;
        if !status.success() {
            bail!("failed ({status}): {}", program.shown());
        }
    }
    Ok(start.elapsed().as_secs_f64())
}

/// Runs a command: its time from start to end, its output and the largest memory that was seen.
pub fn run(mut command: Command) -> Result<Run> {
    let start = Instant::now();
    let mut process = command.stdout(Stdio::piped()).spawn()?;
    let (id, ended) = (process.id(), AtomicBool::new(false));
    thread::scope(|scope| {
        let watcher = scope.spawn(|| watch_memory(id, &ended));
        let mut output = Vec::new();
        let read = process.stdout.take().context("no output")?.read_to_end(&mut output);
        let status = process.wait();
        let seconds = start.elapsed().as_secs_f64();
        ended.store(true, Ordering::Relaxed);
        let peak_memory = watcher.join().unwrap_or(None);
        read?;
        let output = String::from_utf8_lossy(&output).into_owned();
        Ok(Run { seconds, peak_memory, output, success: status?.success() })
    })
}

/// Reads the largest resident memory of a process until it has ended. Only Linux tells it.
fn watch_memory(id: u32, ended: &AtomicBool) -> Option<u64> {
    let path = format!("/proc/{id}/status");
    let mut peak = None;
    while !ended.load(Ordering::Relaxed) {
        let Ok(status) = fs::read_to_string(&path) else { break };
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = peak.max(line.and_then(|text| bytes(text.trim())));
        thread::sleep(MEMORY_INTERVAL);
    }
    peak
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_right_only_as_a_number_of_its_own() {
        let ours = Check::Line("8: 92".to_string());
        assert!(ours.met_by("8: 92\n"));
        assert!(!ours.met_by("8: 921\n") && !ours.met_by("92"));
        let theirs = Check::Number("92".to_string());
        assert!(theirs.met_by("N=8: 92 solutions") && theirs.met_by("92"));
        assert!(!theirs.met_by("192 solutions") && !theirs.met_by(""));
    }

    #[test]
    fn a_command_is_shown_without_folders() {
        let program = Program::new(["/opt/other/queens", "count", "8"], Check::Status);
        assert_eq!(program.shown(), "queens count 8");
    }

    #[cfg(unix)]
    #[test]
    fn programs_take_turns_and_a_wrong_count_is_an_error() {
        let echo = |text: &str| Program::new(["echo", text], Check::Number("92".to_string()));
        let mut programs = [echo("92"), echo("count: 92")];
        in_turn("N = 8", &mut programs, 3).unwrap();
        assert!(programs.iter().all(|program| program.times().unwrap().runs == 3));
        let error = in_turn("N = 8", &mut [echo("91")], 1).unwrap_err().to_string();
        assert!(error.contains("echo 91"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn runs_that_are_started_together_end_together() {
        let sleeps: Vec<Program> =
            (0..4).map(|_| Program::new(["sleep", "0.5"], Check::Status)).collect();
        let seconds = together(&sleeps).unwrap();
        assert!((0.5..1.9).contains(&seconds), "{seconds}");
        assert!(together(&[Program::new(["false"], Check::Status)]).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_of_a_process_is_seen() {
        let mut command = Command::new("sleep");
        command.arg("0.1");
        assert!(run(command).unwrap().peak_memory.is_some_and(|bytes| bytes > 100_000));
    }
}
