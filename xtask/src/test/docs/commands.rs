//! Command lines of the pages: which are run, which are only parsed, and whether their commands and options exist.

use crate::Task;
use clap::CommandFactory;
use clap::error::ErrorKind;
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// Programs that are not run: they build, download, or need a service.
const NOT_RUN: [&str; 13] = [
    "apt-get",
    "cargo",
    "dask",
    "docker",
    "gh",
    "git",
    "kubectl",
    "kustomize",
    "npm",
    "npx",
    "pip",
    "rustup",
    "sbatch",
];

/// One program of a command line with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub struct Call {
    pub program: String,
    pub arguments: Vec<String>,
}

impl Call {
    pub fn is_run(&self) -> bool {
        !NOT_RUN.contains(&self.program.as_str())
    }
}

/// The programs of a command line, or `None` if its quotation marks are not closed.
pub fn calls(line: &str) -> Option<Vec<Call>> {
    let mut words = Vec::new();
    for word in shlex::split(line)? {
        match word.strip_suffix(';') {
            Some(start) => words.extend([start.to_string(), ";".to_string()]),
            None => words.push(word),
        }
    }
    let is_operator = |word: &String| ["|", "||", "&&", ";", "&"].contains(&word.as_str());
    let calls = words.split(is_operator).filter_map(|words| {
        let is_prefix = |word: &&String| {
            let variable = word.split_once('=').map(|(name, _)| name).unwrap_or_default();
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            !variable.is_empty() && variable.chars().all(is_name)
                || ["sudo", "time", "nice", "!"].contains(&word.as_str())
        };
        let mut words = words.iter().skip_while(is_prefix);
        let program = words.next().filter(|word| !word.is_empty())?.clone();
        let is_redirection =
            |word: &&String| word.starts_with(['<', '>']) || word.starts_with("2>");
        let arguments = words.take_while(|word| !is_redirection(word)).cloned().collect();
        Some(Call { program, arguments })
    });
    Some(calls.collect())
}

/// Checks that commands and options exist by letting the command itself parse them.
pub struct Checker {
    queens: PathBuf,
    /// What is known about arguments that several pages use.
    known: Mutex<HashMap<Vec<String>, Option<String>>>,
}

impl Checker {
    pub fn new(queens: PathBuf) -> Self {
        Self { queens, known: Mutex::default() }
    }

    /// What is wrong with a call; `None` for programs of others.
    pub fn problem(&self, call: &Call) -> Option<String> {
        let arguments: Vec<&str> = call.arguments.iter().map(String::as_str).collect();
        match (call.program.as_str(), &arguments[..]) {
            ("queens", arguments) => self.queens_problem(arguments),
            ("cargo", ["xtask", arguments @ ..]) => task_problem(arguments),
            ("cargo", ["run", arguments @ ..]) => {
                let start = arguments.iter().position(|&word| word == "--")? + 1;
                self.queens_problem(&arguments[start..])
            }
            _ => None,
        }
    }

    /// With `--help` at the end, the command parses what stands before it and does nothing.
    fn queens_problem(&self, arguments: &[&str]) -> Option<String> {
        let arguments: Vec<String> =
            known_words(arguments)?.iter().map(ToString::to_string).collect();
        let mut known = self.known.lock().expect("no thread panics here");
        let problem = known.entry(arguments).or_insert_with_key(|arguments| {
            let mut command = Command::new(&self.queens);
            command.args(arguments).arg("--help").stdin(Stdio::null());
            let output = match command.output() {
                Ok(output) if output.status.success() => return None,
                Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
                Err(error) => error.to_string(),
            };
            let is_unknown = ["unexpected argument", "unrecognized subcommand"];
            let is_unknown = is_unknown.iter().any(|text| output.contains(text));
            // A text may name an option without its value.
            let is_general = arguments.iter().any(|word| is_placeholder(word))
                || output.contains("a value is required");
            if is_general && !is_unknown {
                return None;
            }
            let line = output.lines().next().unwrap_or("fails").to_string();
            Some(format!("queens {}: {line}", arguments.join(" ")))
        });
        problem.clone()
    }
}

/// What is wrong with the arguments of `cargo xtask`.
fn task_problem(arguments: &[&str]) -> Option<String> {
    let arguments = known_words(arguments)?;
    let error =
        Task::command().try_get_matches_from([&["cargo xtask"], arguments].concat()).err()?;
    let is_fine = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => true,
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            arguments.iter().any(|word| is_placeholder(word))
        }
        _ => false,
    };
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    (!is_fine).then(|| format!("cargo xtask {}: {line}", arguments.join(" ")))
}

/// The arguments up to `...` or `--`; `None` if the command itself is a placeholder.
fn known_words<'a, 'b>(arguments: &'a [&'b str]) -> Option<&'a [&'b str]> {
    let is_end = |word: &&str| ["...", "--"].contains(word) || word.starts_with('[');
    let end = arguments.iter().position(is_end).unwrap_or(arguments.len());
    let arguments = &arguments[..end];
    let command = arguments.first()?;
    (!is_placeholder(command)).then_some(arguments)
}

/// Whether a word stands for a value: `N`, `FILE`, `arrays,NAME`, `text|json`.
fn is_placeholder(word: &str) -> bool {
    let is_capital = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase());
    word.contains('|') || word.split(|c: char| !c.is_ascii_alphabetic()).any(is_capital)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Vec<String> {
        calls(line).unwrap().into_iter().map(|call| call.program).collect()
    }

    #[test]
    fn the_programs_of_a_line_are_found() {
        assert_eq!(names("queens list 4 | wc -l && git status  # cargo"), ["queens", "wc", "git"]);
        assert_eq!(names("RUST_LOG=1 sudo cargo run -- 'a | b'"), ["cargo"]);
        assert_eq!(names("queens find 3; echo $?"), ["queens", "echo"]);
        assert_eq!(names("# a comment"), [""; 0]);
        assert!(calls("echo 'open").is_none());
        let call = &calls("queens list 4 > list.txt").unwrap()[0];
        assert_eq!(call.arguments, ["list", "4"]);
    }

    #[test]
    fn programs_that_build_or_download_are_not_run() {
        assert!(calls("queens count 8").unwrap().iter().all(Call::is_run));
        assert!(!calls("cargo build && queens count 8").unwrap().iter().all(Call::is_run));
    }

    #[test]
    fn tasks_and_their_options_exist() {
        let problem = |line: &str| Checker::new("none".into()).problem(&calls(line).unwrap()[0]);
        for right in [
            "cargo xtask test",
            "cargo xtask test rust docs --long",
            "cargo xtask bench --help",
            "cargo xtask TASK --help",
            "cargo xtask test PART",
            "cargo build --bogus",
        ] {
            assert_eq!(problem(right), None, "{right}");
        }
        for wrong in ["cargo xtask tests", "cargo xtask test --bogus", "cargo xtask test rest"] {
            assert!(problem(wrong).is_some_and(|text| text.contains("error:")), "{wrong}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_command_parses_its_own_options() {
        // Fails as the command does for an unknown option, and only if `--help` is the last word.
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("queens");
        let script = "#!/bin/sh\nfor last; do :; done\ntest \"$last\" = --help || exit 3\n\
                      case \"$*\" in *--bogus*) echo \"error: unexpected argument '--bogus'\" >&2; exit 2;;\n\
                      *NAME*) echo \"error: invalid value 'NAME'\" >&2; exit 2;; esac\n";
        std::fs::write(&program, script).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).unwrap();
        let checker = Checker::new(program);
        let problem = |line: &str| checker.problem(&calls(line).unwrap()[0]);
        assert_eq!(problem("queens count 8 --fine"), None);
        assert_eq!(problem("queens count 8 --method NAME"), None);
        assert_eq!(problem("queens COMMAND --bogus"), None);
        let wrong = Some("queens count 8 --bogus: error: unexpected argument '--bogus'");
        assert_eq!(problem("queens count 8 --bogus").as_deref(), wrong);
        assert_eq!(problem("cargo run --release -- count 8 --bogus").as_deref(), wrong);
    }
}
