//! The programs that are measured: `queens`, and others that take a size and print a count.

use super::known::solutions_of;
use super::measure::{Check, Program, file_name};
use crate::project::release_program;
use anyhow::{Context, Result, bail};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use xshell::{Shell, cmd};

/// The `queens` command.
pub struct Queens {
    path: String,
}

impl Queens {
    /// The given program, or one that is built with the features of a release.
    pub fn provide(sh: &Shell, given: Option<&Path>) -> Result<Self> {
        let path = match given {
            Some(program) => program.to_path_buf(),
            None => {
                cmd!(sh, "cargo build --release -p queens-cli --all-features").run()?;
                release_program("queens")?
            }
        };
        let path = fs::canonicalize(&path).with_context(|| path.display().to_string())?;
        Ok(Self { path: path.to_str().context("the path is not Unicode")?.to_string() })
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    /// The command with some arguments. Arguments are separated by spaces.
    pub fn program(&self, arguments: &str, check: Check) -> Program {
        let words = arguments.split(' ').map(str::to_string);
        Program::new([self.path.clone()].into_iter().chain(words), check)
    }

    /// A count of an empty board, whose result must be the published one.
    pub fn count(&self, count: Count<'_>) -> Result<Program> {
        Ok(self.program(&count.to_string(), count.check()?))
    }

    /// The version that it prints.
    pub fn version(&self, sh: &Shell) -> Result<String> {
        let path = &self.path;
        let text = cmd!(sh, "{path} --version").quiet().read()?;
        Ok(text.trim_start_matches("queens").trim().to_string())
    }
}

/// A count by the command, written as its arguments.
#[derive(Clone, Copy)]
pub struct Count<'a> {
    pub n: u32,
    /// The command chooses if there is none.
    pub method: Option<&'a str>,
    pub threads: u32,
    /// The vector instructions; the widest if there are none.
    pub simd: Option<&'a str>,
}

impl Count<'_> {
    /// What it must print.
    pub fn check(self) -> Result<Check> {
        Ok(Check::Line(format!("{}: {}", self.n, solutions_of(self.n)?)))
    }
}

impl fmt::Display for Count<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "count {}", self.n)?;
        if let Some(method) = self.method {
            write!(f, " --method {method}")?;
        }
        write!(f, " --threads {}", self.threads)?;
        match self.simd {
            Some(simd) => write!(f, " --simd {simd}"),
            None => Ok(()),
        }
    }
}

/// Another program: its name, the sizes that it counts, and its command line.
///
/// Written as `NAME=COMMAND` or `NAME@N,N=COMMAND`. In the command `{n}` is the size and `{threads}` the number of threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    pub name: String,
    sizes: Vec<u32>,
    command: String,
}

impl Rival {
    /// Whether it counts boards of this size.
    pub fn takes(&self, n: u32) -> bool {
        self.sizes.is_empty() || self.sizes.contains(&n)
    }

    /// Its command line for a size.
    pub fn program(&self, n: u32, threads: usize) -> Result<Program> {
        let fill = |word: &str| {
            word.replace("{n}", &n.to_string()).replace("{threads}", &threads.to_string())
        };
        let check = Check::Number(solutions_of(n)?.to_string());
        Ok(Program::new(self.command.split_whitespace().map(fill), check))
    }
}

impl FromStr for Rival {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let Some((name, command)) = text.split_once('=') else {
            bail!("'{text}' is not NAME=COMMAND or NAME@N,N=COMMAND");
        };
        let (name, sizes) = name.split_once('@').unwrap_or((name, ""));
        let sizes = sizes.split(',').filter(|size| !size.is_empty()).map(str::parse);
        let sizes =
            sizes.collect::<Result<_, _>>().with_context(|| format!("sizes in '{text}'"))?;
        if name.is_empty() || command.trim().is_empty() {
            bail!("'{text}' has no name or no command");
        }
        Ok(Self { name: name.to_string(), sizes, command: command.to_string() })
    }
}

/// The arguments of this program as a command to repeat it: without folders, and without what does not change the result.
pub fn shown_command(arguments: impl IntoIterator<Item = String>) -> String {
    let mut shown = vec!["cargo xtask".to_string()];
    let mut arguments = arguments.into_iter().skip(1);
    while let Some(argument) = arguments.next() {
        let name = argument.split('=').next().unwrap_or_default();
        match name {
            "--save" => {}
            "--queens" | "--commit" => {
                if name == argument {
                    arguments.next();
                }
            }
            _ => shown.push(without_folders(&argument)),
        }
    }
    shown.join(" ")
}

fn without_folders(argument: &str) -> String {
    let word = |word: &str| match word.split_once('=') {
        Some((name, value)) => format!("{name}={}", file_name(value)),
        None => file_name(word).to_string(),
    };
    let words: Vec<String> = argument.split_whitespace().map(word).collect();
    match words.len() {
        1 => words.join(" "),
        _ => format!("'{}'", words.join(" ")),
    }
}

/// The path of a file or folder that exists.
pub fn existing(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_has_the_arguments_that_are_given() {
        let count = Count { n: 8, method: None, threads: 1, simd: None };
        assert_eq!(count.to_string(), "count 8 --threads 1");
        let count = Count { method: Some("join"), simd: Some("avx2"), ..count };
        assert_eq!(count.to_string(), "count 8 --method join --threads 1 --simd avx2");
    }

    #[test]
    fn a_rival_has_a_name_a_command_and_perhaps_sizes() {
        let rival: Rival = "other=/opt/other-{n} {threads}".parse().unwrap();
        assert!(rival.takes(8) && rival.takes(30));
        assert_eq!(rival.program(8, 2).unwrap().shown(), "other-8 2");
        let rival: Rival = "other@20,21=run {n}".parse().unwrap();
        assert!(rival.takes(21) && !rival.takes(22));
        for wrong in ["other", "=run", "other=", "other@x=run"] {
            assert!(wrong.parse::<Rival>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_command_is_shown_without_folders_and_without_where_it_is_saved() {
        let arguments = [
            "xtask",
            "bench",
            "peers",
            "--queens",
            "/x/queens",
            "--save=/out/a.json",
            "--commit=abc",
            "--cpu",
            "other=/opt/other-{n} {threads}",
            "--levels",
            "/tmp/levels",
        ];
        assert_eq!(
            shown_command(arguments.map(str::to_string)),
            "cargo xtask bench peers --cpu 'other=other-{n} {threads}' --levels levels"
        );
    }
}
