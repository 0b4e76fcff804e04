//! Steps: the named commands and checks that a task runs.
//!
//! Most steps run one after the other, with their output on the terminal. A step that is marked with [`Step::in_background`] runs at the
//! same time as the steps after it; its output is collected and printed when it has ended, so that the outputs of two steps are never
//! mixed.

use anyhow::{Context, Result, anyhow, bail};
use std::fmt;
use std::fs::File;
use std::io::{self, Seek};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use xshell::Cmd;

/// A command or a check with a name.
pub struct Step<'sh> {
    name: String,
    action: Action<'sh>,
    /// The variables of the command, which are printed with it.
    variables: Vec<(&'static str, String)>,
    background: bool,
}

/// What a step does.
enum Action<'sh> {
    Command(Cmd<'sh>),
    /// A function of this program, and what it checks.
    Check(&'static str, Box<dyn Fn() -> Result<()> + 'sh>),
}

impl<'sh> Step<'sh> {
    /// A step that runs a command.
    pub fn new(name: impl Into<String>, command: Cmd<'sh>) -> Self {
        Self {
            name: name.into(),
            action: Action::Command(command.quiet()),
            variables: Vec::new(),
            background: false,
        }
    }

    /// A step that calls a function of this program. It has no environment variables and does not run in the background.
    pub fn check(
        name: impl Into<String>,
        what: &'static str,
        check: impl Fn() -> Result<()> + 'sh,
    ) -> Self {
        let action = Action::Check(what, Box::new(check));
        Self { name: name.into(), action, variables: Vec::new(), background: false }
    }

    /// The name. Of the steps with the same name, only one is run.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets an environment variable.
    pub fn variable(mut self, name: &'static str, value: impl Into<String>) -> Self {
        let value = value.into();
        self.action = match self.action {
            Action::Command(command) => Action::Command(command.env(name, &value)),
            Action::Check(what, _) => panic!("the check '{what}' has no variables"),
        };
        self.variables.push((name, value));
        self
    }

    /// Sets environment variables.
    pub fn variables(self, variables: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        variables.into_iter().fold(self, |step, (name, value)| step.variable(name, value))
    }

    /// Run at the same time as the steps after it, which must not build anything that this step uses.
    pub fn in_background(mut self) -> Self {
        self.background = true;
        self
    }

    /// Prints the command and runs it.
    pub fn run(&self) -> Result<()> {
        println!("== {}: {self}", self.name);
        match &self.action {
            Action::Command(command) => Ok(command.run()?),
            Action::Check(_, check) => check(),
        }
    }

    /// Prints the command and starts it. Its output goes to a temporary file.
    fn start(self) -> Result<Running> {
        println!("== {} (in the background): {self}", self.name);
        let line = self.to_string();
        let output = tempfile::tempfile().context("no temporary file for the output of a step")?;
        let Action::Command(command) = self.action else { bail!("not a command: {line}") };
        let mut command = Command::from(command);
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output.try_clone()?);
        let start = Instant::now();
        let thread = thread::spawn(move || Ok((command.status()?, start.elapsed())));
        Ok(Running { name: self.name, line, output, thread })
    }
}

/// The command as a person types it, or what is checked.
impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.variables {
            match value.contains(' ') {
                true => write!(f, "{name}='{value}' ")?,
                false => write!(f, "{name}={value} ")?,
            }
        }
        match &self.action {
            Action::Command(command) => command.fmt(f),
            Action::Check(what, _) => f.write_str(what),
        }
    }
}

/// The time that a step took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timed {
    pub name: String,
    pub time: Duration,
}

/// A step that runs in the background.
struct Running {
    name: String,
    line: String,
    output: File,
    thread: JoinHandle<io::Result<(ExitStatus, Duration)>>,
}

impl Running {
    /// Waits until the command ends and prints its output.
    fn finish(mut self) -> Result<Timed> {
        let ended = self.thread.join().map_err(|_| anyhow!("cannot wait for: {}", self.line))?;
        let (status, time) = ended.with_context(|| format!("cannot run: {}", self.line))?;
        println!("== {}, which ran in the background:", self.name);
        self.output.rewind()?;
        io::copy(&mut self.output, &mut io::stdout())?;
        if !status.success() {
            bail!("failed ({status}): {}", self.line);
        }
        Ok(Timed { name: self.name, time })
    }
}

/// Runs the steps in order and stops after the first that fails. Waits for steps in the background.
pub fn run_all(steps: Vec<Step<'_>>) -> Result<Vec<Timed>> {
    let mut times = Vec::new();
    let mut failures = Vec::new();
    let mut record = |result: Result<Timed>| match result {
        Ok(timed) => {
            times.push(timed);
            true
        }
        Err(error) => {
            failures.push(format!("{error:#}"));
            false
        }
    };
    let mut running: Vec<Running> = Vec::new();
    for step in steps {
        let mut passed = true;
        if step.background {
            match step.start() {
                Ok(started) => running.push(started),
                Err(error) => passed = record(Err(error)),
            }
        } else {
            let start = Instant::now();
            let result = step.run();
            passed = record(result.map(|()| Timed { name: step.name, time: start.elapsed() }));
        }
        for ended in running.extract_if(.., |running| running.thread.is_finished()) {
            passed &= record(ended.finish());
        }
        if !passed {
            break;
        }
    }
    for last in running {
        record(last.finish());
    }
    match failures.is_empty() {
        true => Ok(times),
        false => bail!(failures.join("\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xshell::{Shell, cmd};

    #[test]
    fn a_step_is_printed_as_a_shell_command() {
        let sh = Shell::new().unwrap();
        let step = Step::new("docs", cmd!(sh, "cargo doc --no-deps").arg("a b"));
        let step = step.variable("RUSTDOCFLAGS", "-D warnings").variable("CASES", "2");
        assert_eq!(
            step.to_string(),
            "RUSTDOCFLAGS='-D warnings' CASES=2 cargo doc --no-deps \"a b\""
        );
    }

    #[test]
    fn a_check_that_fails_ends_the_run() {
        let fails = || Step::check("links", "all links", || bail!("3 findings"));
        assert_eq!(fails().to_string(), "all links");
        let passes = Step::check("words", "all words", || Ok(()));
        assert_eq!(run_all(vec![passes]).unwrap().len(), 1);
        assert_eq!(run_all(vec![fails()]).unwrap_err().to_string(), "3 findings");
    }

    #[test]
    fn a_command_that_cannot_be_run_is_named() {
        let sh = Shell::new().unwrap();
        let step = || Step::new("none", cmd!(sh, "no-such-program --flag"));
        for step in [step(), step().in_background()] {
            let error = run_all(vec![step]).unwrap_err().to_string();
            assert!(error.contains("no-such-program"), "{error}");
        }
    }

    #[test]
    fn variables_reach_the_command() {
        let sh = Shell::new().unwrap();
        let run = |colour: &str| {
            let step = Step::new("project", cmd!(sh, "cargo locate-project --quiet"));
            run_all(vec![step.variable("CARGO_TERM_COLOR", colour)])
        };
        assert!(run("never").is_ok());
        assert!(run("no such colour").is_err(), "cargo refuses unknown values");
    }

    #[cfg(unix)]
    mod background {
        use super::*;

        fn names(times: &[Timed]) -> Vec<&str> {
            times.iter().map(|timed| timed.name.as_str()).collect()
        }

        #[test]
        fn other_steps_run_at_the_same_time() {
            let sh = Shell::new().unwrap();
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("written by the foreground");
            // Each waits for the other: one after the other they would not end.
            let wait =
                "for i in $(seq 1000); do test -e \"$0\" && exit 0; sleep 0.01; done; exit 1";
            let steps = [
                Step::new("waits", cmd!(sh, "sh -c {wait} {file}")).in_background(),
                Step::new("writes", cmd!(sh, "touch {file}")),
            ];
            let mut times = run_all(steps.into()).unwrap();
            times.sort_by(|a, b| a.name.cmp(&b.name));
            assert_eq!(names(&times), ["waits", "writes"]);
        }

        #[test]
        fn a_failure_ends_the_run_and_names_the_command() {
            let sh = Shell::new().unwrap();
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("not written");
            let steps = [
                Step::new("fails", cmd!(sh, "sh -c 'exit 3'")).in_background(),
                Step::new("waits", cmd!(sh, "sleep 0.5")),
                Step::new("writes", cmd!(sh, "touch {file}")),
            ];
            let error = run_all(steps.into()).unwrap_err().to_string();
            assert!(error.contains("exit 3"), "{error}");
            assert!(!file.exists());
        }

        #[test]
        fn a_failure_of_another_step_waits_for_the_end() {
            let sh = Shell::new().unwrap();
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("written");
            let write = "sleep 0.3; touch \"$0\"";
            let steps = [
                Step::new("writes", cmd!(sh, "sh -c {write} {file}")).in_background(),
                Step::new("fails", cmd!(sh, "false")),
            ];
            let error = run_all(steps.into()).unwrap_err().to_string();
            assert!(error.contains("false"), "{error}");
            assert!(file.exists());
        }
    }
}
