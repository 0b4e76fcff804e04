//! The Python package: a virtual environment inside the project, the wheel built and installed there, types and tests.

use crate::command::{Line, checked_program, root, target};
use crate::test::Step;
use crate::tools;
use anyhow::{Context, Result};
use std::env;
use std::fs;
use std::path::PathBuf;

/// The virtual environment of the project, in `target/venv`.
pub struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// The environment, there or not.
    pub fn of_the_project() -> Result<Self> {
        Ok(Self { folder: target()?.join("venv") })
    }

    /// Where a program in it is.
    pub fn path(&self, name: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.folder.join(folder).join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// The variable PATH with its programs first.
    pub fn search_path(&self) -> Result<String> {
        let programs = self.path("python").parent().expect("a file lies in a folder").to_path_buf();
        let others = env::var_os("PATH").unwrap_or_default();
        let all = env::join_paths(std::iter::once(programs).chain(env::split_paths(&others)))?;
        Ok(all.to_string_lossy().into_owned())
    }

    /// A program in it.
    pub fn program(&self, name: &str) -> Line {
        Line::new("").path(&self.path(name))
    }

    /// A module that its Python runs.
    pub fn module(&self, name: &str) -> Line {
        self.program("python").words("-m").word(name)
    }

    /// `pip install`, with errors only.
    pub fn install(&self) -> Line {
        self.module("pip").words("install --quiet --disable-pip-version-check")
    }

    /// The steps that make it, none if it is there. An environment whose Python is gone is made anew.
    pub fn steps(&self) -> Result<Vec<Step>> {
        if self.program("python").word("--version").succeeds() {
            return Ok(Vec::new());
        }
        let python = tools::python().context("no Python 3.10 or later with venv")?;
        let make = python.words("-m venv --clear").path(&self.folder);
        Ok(vec![Step::new("venv", make)])
    }
}

/// From nothing to tests that pass.
pub fn steps() -> Result<Vec<Step>> {
    let environment = Environment::of_the_project()?;
    let package = root().join("crates").join("queens-python");
    let wheels = target()?.join("wheels");
    if wheels.exists() {
        // An older wheel could be taken for the new one.
        fs::remove_dir_all(&wheels)?;
    }
    let requirements = package.join("requirements-test.txt");
    let build = environment.program("maturin").words("build --profile checked --out").path(&wheels);
    let install =
        environment.install().words("--no-index --no-deps --force-reinstall --find-links");
    let python: [PathBuf; 4] = [
        package.join("python"),
        package.join("tests"),
        package.join("benches"),
        root().join("examples"),
    ];
    let mypy = environment.program("mypy").word("--strict");
    let types = python.iter().fold(mypy, |line, path| line.path(path));
    let command = checked_program("queens")?.display().to_string();
    let mut steps = environment.steps()?;
    steps.extend([
        Step::new("python packages", environment.install().word("-r").path(&requirements)),
        Step::new("wheel", build.word("--manifest-path").path(&package.join("Cargo.toml"))),
        Step::new("wheel installed", install.path(&wheels).word("n-queens")),
        Step::new("types", types),
        Step::new(
            "pytest",
            environment.module("pytest").words("-q -rs").variable("QUEENS_COMMAND", command),
        ),
    ]);
    Ok(steps)
}
