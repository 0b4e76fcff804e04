//! The programs that are measured: the command, and others that take a size and print a count.

use crate::project::release_program;
use anyhow::{Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Instant;
use xshell::{Cmd, Shell, cmd};

/// Builds the command as users build it, and says where it is.
pub fn build(sh: &Shell) -> Result<PathBuf> {
    cmd!(sh, "cargo build --release -p queens-cli").run()?;
    release_program("queens")
}

/// A count by the command.
#[derive(Clone, Copy)]
pub struct Count<'a> {
    pub size: u32,
    /// The command chooses if there is none.
    pub method: Option<&'a str>,
    pub threads: u32,
    /// The vector instructions; the widest if there are none.
    pub simd: Option<&'a str>,
}

impl Count<'_> {
    fn arguments(self) -> Vec<String> {
        let mut arguments = vec!["count".to_string(), self.size.to_string()];
        let mut add = |name: &str, value: String| arguments.extend([name.to_string(), value]);
        if let Some(method) = self.method {
            add("--method", method.to_string());
        }
        add("--threads", self.threads.to_string());
        if let Some(simd) = self.simd {
            add("--simd", simd.to_string());
        }
        arguments
    }

    /// The command, whose output can be read but is not printed.
    pub fn command<'sh>(self, sh: &'sh Shell, queens: &Path) -> Cmd<'sh> {
        sh.cmd(queens).args(self.arguments()).quiet()
    }

    /// The command line in Markdown, with the name of the program instead of its path.
    pub fn shown(self) -> String {
        format!("`queens {}`", self.arguments().join(" "))
    }
}

/// Another program that takes a size: its command line, and how it is shown.
pub fn other<'sh>(sh: &'sh Shell, program: &Path, size: u32) -> (String, Cmd<'sh>) {
    // A name alone is searched for as the shell does; a path starts at the folder where the task was started.
    let path = fs::canonicalize(program).unwrap_or_else(|_| program.to_path_buf());
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    (format!("`{name} {size}`"), sh.cmd(path).arg(size.to_string()).quiet())
}

/// The seconds of a whole run. A count that the command itself finds wrong is an error.
pub fn timed(command: &Cmd<'_>) -> Result<f64> {
    let start = Instant::now();
    command.run()?;
    Ok(start.elapsed().as_secs_f64())
}

/// The seconds of several runs that are started together.
pub fn timed_together(commands: Vec<Cmd<'_>>) -> Result<f64> {
    let start = Instant::now();
    let mut processes: Vec<Command> = commands.into_iter().map(Command::from).collect();
    let runs: Vec<Child> = processes.iter_mut().map(Command::spawn).collect::<Result<_, _>>()?;
    for (mut run, process) in runs.into_iter().zip(&processes) {
        let status = run.wait()?;
        if !status.success() {
            bail!("failed ({status}): {process:?}");
        }
    }
    Ok(start.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_has_the_arguments_that_are_given() {
        let count = Count { size: 8, method: None, threads: 1, simd: None };
        assert_eq!(count.shown(), "`queens count 8 --threads 1`");
        let count = Count { method: Some("join"), simd: Some("avx2"), ..count };
        assert_eq!(count.shown(), "`queens count 8 --method join --threads 1 --simd avx2`");
        let sh = Shell::new().unwrap();
        assert_eq!(format!("`{}`", count.command(&sh, Path::new("queens"))), count.shown());
    }
}
