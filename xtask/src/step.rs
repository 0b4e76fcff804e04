//! Steps: the named commands and checks that a task runs.
//!
//! Most steps run one after the other, with their output on the terminal. Steps that are marked with [`Step::in_background`] run at the
//! same time as the steps after them.

use crate::background::Background;
use anyhow::{Result, bail};
use std::fmt;
use std::process::Command;
use std::time::{Duration, Instant};
use xshell::Cmd;

/// A command or a check with a name.
pub struct Step<'sh> {
    name: String,
    action: Action<'sh>,
    /// The variables of the command, which are printed with it.
    variables: Vec<(&'static str, String)>,
    when: When,
    /// The steps of the background that must have ended before this one begins.
    after: Vec<&'static str>,
}

/// When a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// After the steps of the foreground before it.
    InTurn,
    /// At the same time as the steps after it.
    InBackground,
    /// In the background, from the beginning.
    Ahead,
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
        Self::from_action(name.into(), Action::Command(command.quiet()))
    }

    /// A step that calls a function of this program. It has no environment variables and does not run in the background.
    pub fn check(
        name: impl Into<String>,
        what: &'static str,
        check: impl Fn() -> Result<()> + 'sh,
    ) -> Self {
        Self::from_action(name.into(), Action::Check(what, Box::new(check)))
    }

    fn from_action(name: String, action: Action<'sh>) -> Self {
        Self { name, action, variables: Vec::new(), when: When::InTurn, after: Vec::new() }
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

    /// Run at the same time as the steps after it, which must not build anything that this step uses. Steps in the background run one
    /// after the other, and two at a time after the foreground.
    pub fn in_background(mut self) -> Self {
        self.when = When::InBackground;
        self
    }

    /// Run in the background before all steps that are in the background only: for packages that later steps need.
    pub fn ahead(mut self) -> Self {
        self.when = When::Ahead;
        self
    }

    /// Wait for the end of a step that may run in the background.
    pub fn after(mut self, name: &'static str) -> Self {
        self.after.push(name);
        self
    }

    /// When it runs.
    pub fn when(&self) -> When {
        self.when
    }

    /// Prints the command and runs it.
    pub fn run(&self) -> Result<()> {
        println!("== {}: {self}", self.name);
        match &self.action {
            Action::Command(command) => Ok(command.run()?),
            Action::Check(_, check) => check(),
        }
    }

    /// Prints the command and gives it to the background.
    fn start(self, background: &mut Background) -> Result<()> {
        println!("== {} (in the background): {self}", self.name);
        let line = self.to_string();
        let Action::Command(command) = self.action else { bail!("not a command: {line}") };
        background.run(self.name, line, Command::from(command))
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

/// Runs the steps in order and stops after the first that fails. Waits for steps in the background.
pub fn run_all(steps: Vec<Step<'_>>) -> Result<Vec<Timed>> {
    let mut results = Vec::new();
    let mut background = Background::new();
    for step in steps {
        for name in &step.after {
            results.extend(background.ended_with(name));
        }
        if results.iter().all(Result::is_ok) {
            match step.when {
                When::InTurn => {
                    let start = Instant::now();
                    let result = step.run();
                    results.push(result.map(|()| Timed { name: step.name, time: start.elapsed() }));
                }
                When::InBackground | When::Ahead => {
                    results.extend(step.start(&mut background).err().map(Err));
                }
            }
        }
        results.extend(background.ended());
        if results.iter().any(Result::is_err) {
            background.stop();
            break;
        }
    }
    results.extend(background.finish());
    let (times, failures): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    let failures: Vec<String> =
        failures.into_iter().filter_map(|result| Some(format!("{:#}", result.err()?))).collect();
    match failures.is_empty() {
        true => times.into_iter().collect(),
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
            let steps = [
                Step::new("waits", cmd!(sh, "sh -c {WAIT} {file}")).in_background(),
                Step::new("writes", cmd!(sh, "touch {file}")),
            ];
            let mut times = run_all(steps.into()).unwrap();
            times.sort_by(|a, b| a.name.cmp(&b.name));
            assert_eq!(names(&times), ["waits", "writes"]);
        }

        /// Ends when the file exists.
        const WAIT: &str =
            "for i in $(seq 1000); do test -e \"$0\" && exit 0; sleep 0.01; done; exit 1";

        #[test]
        fn steps_of_the_background_run_one_after_the_other_during_the_foreground() {
            let sh = Shell::new().unwrap();
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("written by the first");
            let end = folder.path().join("written by the second");
            let (write, test) = ("sleep 0.3; touch \"$0\"", "test -e \"$0\" && touch \"$1\"");
            let steps = [
                Step::new("first", cmd!(sh, "sh -c {write} {file}")).in_background(),
                Step::new("second", cmd!(sh, "sh -c {test} {file} {end}")).in_background(),
                Step::new("foreground", cmd!(sh, "sh -c {WAIT} {end}")),
            ];
            assert_eq!(run_all(steps.into()).unwrap().len(), 3);
        }

        #[test]
        fn two_steps_of_the_background_run_at_a_time_after_the_foreground() {
            let sh = Shell::new().unwrap();
            let folder = tempfile::tempdir().unwrap();
            let files = ["one", "two"].map(|name| folder.path().join(name));
            // Each waits for the other: one after the other they would not end.
            let meet = format!("touch \"$1\"; {WAIT}");
            let steps = [0, 1].map(|step| {
                let (mine, other) = (&files[step], &files[1 - step]);
                Step::new(format!("step {step}"), cmd!(sh, "sh -c {meet} {other} {mine}"))
                    .in_background()
            });
            assert_eq!(run_all(steps.into()).unwrap().len(), 2);
        }

        #[test]
        fn a_step_waits_for_the_step_that_it_needs() {
            let sh = Shell::new().unwrap();
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("written by the background");
            let write = "sleep 0.3; touch \"$0\"";
            let steps = || {
                [
                    Step::new("writes", cmd!(sh, "sh -c {write} {file}")).in_background(),
                    Step::new("reads", cmd!(sh, "test -e {file}")).after("writes"),
                    Step::new("last", cmd!(sh, "true")).after("no such step"),
                ]
            };
            assert_eq!(names(&run_all(steps().into()).unwrap()), ["writes", "reads", "last"]);
            let [_, reads, last] = steps();
            let fails = Step::new("writes", cmd!(sh, "false")).in_background();
            let error = run_all(vec![fails, reads, last]).unwrap_err().to_string();
            assert_eq!(error.lines().count(), 1, "the step that needs it is not run: {error}");
        }

        #[test]
        fn after_a_failure_no_other_step_begins() {
            let sh = Shell::new().unwrap();
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("not written");
            let fails = || Step::new("fails", cmd!(sh, "false"));
            let waits = || Step::new("waits", cmd!(sh, "sleep 0.3")).in_background();
            let writes = || Step::new("writes", cmd!(sh, "touch {file}")).in_background();
            let after = || writes().after("fails");
            for steps in [vec![waits(), writes(), fails()], vec![fails().in_background(), after()]]
            {
                let error = run_all(steps).unwrap_err().to_string();
                assert!(error.contains("false") && !file.exists(), "{error}");
            }
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
            let (begun, file) = (folder.path().join("begun"), folder.path().join("written"));
            let write = "touch \"$0\"; sleep 0.3; touch \"$1\"";
            let fail = format!("({WAIT}); exit 3");
            let steps = [
                Step::new("writes", cmd!(sh, "sh -c {write} {begun} {file}")).in_background(),
                Step::new("fails", cmd!(sh, "sh -c {fail} {begun}")),
            ];
            let error = run_all(steps.into()).unwrap_err().to_string();
            assert!(error.contains("exit 3"), "{error}");
            assert!(file.exists());
        }
    }
}
