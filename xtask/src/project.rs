//! Commands that the tasks run, written as they would be typed.

use anyhow::{Context, Result, bail};
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the project.
pub fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = here.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    here.parent().expect("xtask lies in the project").to_path_buf()
}

/// The folder that cargo builds into, which is where this program lies: `TARGET/PROFILE/xtask`.
pub fn target() -> Result<PathBuf> {
    let here = env::current_exe().context("where does this program lie?")?;
    let target = here.parent().and_then(Path::parent).context("this program lies in no folder")?;
    Ok(target.to_path_buf())
}

/// A program of this project, as the tests build it.
pub fn checked_program(name: &str) -> Result<PathBuf> {
    Ok(target()?.join("checked").join(format!("{name}{}", env::consts::EXE_SUFFIX)))
}

/// A command line and the variables that it is run with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    words: Vec<String>,
    variables: Vec<(&'static str, String)>,
}

impl Line {
    /// The command of these words, separated by blanks.
    pub fn new(words: &str) -> Self {
        let words = words.split_whitespace().map(str::to_string).collect();
        Self { words, variables: Vec::new() }
    }

    /// With one more word, blanks and all.
    pub fn word(mut self, word: impl Into<String>) -> Self {
        self.words.push(word.into());
        self
    }

    /// With more words, separated by blanks.
    pub fn words(mut self, words: &str) -> Self {
        self.words.extend(words.split_whitespace().map(str::to_string));
        self
    }

    /// With a path as one more word.
    pub fn path(self, path: &Path) -> Self {
        self.word(path.display().to_string())
    }

    /// With a variable of the environment.
    pub fn variable(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    /// The command, to be run in the root of the project. `cargo` is the one that started this program.
    pub fn command(&self) -> Command {
        let program = match self.words[0].as_str() {
            "cargo" => env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
            other => other.into(),
        };
        let mut command = Command::new(program);
        command.args(&self.words[1..]).current_dir(root());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs the command with its output where ours goes; an error names the command.
    pub fn run(&self) -> Result<()> {
        let status = self.command().status().with_context(|| format!("cannot run: {self}"))?;
        if !status.success() {
            bail!("failed ({status}): {self}");
        }
        Ok(())
    }

    /// Whether the command can be run and succeeds, without a word.
    pub fn succeeds(&self) -> bool {
        let mut command = self.command();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |word: &str| match word.contains(' ') {
            true => format!("'{word}'"),
            false => word.to_string(),
        };
        let variables =
            self.variables.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        let words = self.words.iter().map(|word| quoted(word));
        f.write_str(&variables.chain(words).collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_it_would_be_typed() {
        let line = Line::new("cargo doc  --no-deps").variable("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(
            line.word("a b").to_string(),
            "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps 'a b'"
        );
    }

    #[test]
    fn a_command_that_cannot_be_run_is_named() {
        let error = Line::new("no-such-program --flag").run().unwrap_err().to_string();
        assert_eq!(error, "cannot run: no-such-program --flag");
    }
}
