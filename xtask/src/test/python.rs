//! The Python package: the wheel is built, installed into a virtual environment of the project, type-checked and tested.

use crate::project::{checked_program, root, target};
use crate::step::Step;
use crate::tools::{self, low_priority, succeeds, wgpu_variables};
use anyhow::{Context, Result};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use xshell::{Cmd, Shell};

/// The virtual environment of the project, in `target/venv`.
pub struct Environment<'sh> {
    sh: &'sh Shell,
    folder: PathBuf,
}

impl<'sh> Environment<'sh> {
    /// The environment. [`Environment::steps`] creates it.
    pub fn of_the_project(sh: &'sh Shell) -> Result<Self> {
        Ok(Self { sh, folder: target()?.join("venv") })
    }

    /// The path of a program in the environment.
    pub fn path(&self, name: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.folder.join(folder).join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// PATH with the programs of the environment first.
    pub fn search_path(&self) -> Result<String> {
        let programs = self.path("python").parent().expect("a file is in a folder").to_path_buf();
        let others = env::var_os("PATH").unwrap_or_default();
        let all = env::join_paths(std::iter::once(programs).chain(env::split_paths(&others)))?;
        Ok(all.to_string_lossy().into_owned())
    }

    /// A command that runs a program of the environment.
    pub fn program(&self, name: &str) -> Cmd<'sh> {
        self.sh.cmd(self.path(name))
    }

    /// A command that runs a Python module in the environment.
    pub fn module(&self, name: &str) -> Cmd<'sh> {
        self.program("python").args(["-m", name])
    }

    /// `pip install`, which prints errors only.
    pub fn install(&self) -> Cmd<'sh> {
        self.module("pip").args(["install", "--quiet", "--disable-pip-version-check"])
    }

    /// The steps that create the environment; none if it exists and its Python runs.
    pub fn steps(&self) -> Result<Vec<Step<'sh>>> {
        if succeeds(self.program("python").arg("--version")) {
            return Ok(Vec::new());
        }
        let python = tools::python(self.sh).context("no Python 3.10 or later with venv")?;
        let venv = python.args(["-m", "venv", "--clear"]).arg(&self.folder);
        Ok(vec![Step::new("venv", venv).ahead()])
    }
}

/// The steps that build, install and test the package.
pub fn steps(sh: &Shell, long: bool) -> Result<Vec<Step<'_>>> {
    let environment = Environment::of_the_project(sh)?;
    let package = root().join("crates").join("queens-python");
    let wheels = target()?.join("wheels");
    if wheels.exists() {
        // pip could install an older wheel.
        fs::remove_dir_all(&wheels)?;
    }
    let install = environment.install().args(["--no-index", "--no-deps", "--force-reinstall"]);
    let install = install.arg("--find-links").arg(&wheels).arg("n-queens");
    let sources = ["python", "tests", "benches"].map(|folder| package.join(folder));
    let types = environment.program("mypy").arg("--strict").args(sources);
    let command = checked_program("queens")?.display().to_string();
    let requirements = package.join("requirements-test.txt");
    let mut steps = environment.steps()?;
    steps.extend([
        Step::new("python packages", environment.install().arg("-r").arg(requirements)).ahead()
    ]);
    steps.extend(match long {
        true => vec![maturin_wheel(&environment, &wheels)],
        false => quick_wheel(&environment, &wheels)?,
    });
    steps.extend([
        // Two installations at the same time would disturb each other.
        Step::new("wheel installed", install).after("zig").after("linters"),
        Step::new("types", types.arg(root().join("examples"))).in_background(),
        Step::new("pytest", environment.module("pytest").args(["-q", "-rs"]))
            .variable("QUEENS_COMMAND", command)
            .variables(wgpu_variables())
            .in_background(),
    ]);
    Ok(steps)
}

/// The wheel as users get it.
fn maturin_wheel<'sh>(environment: &Environment<'sh>, wheels: &Path) -> Step<'sh> {
    let build = low_priority(environment.sh, environment.path("maturin"));
    let build = build.args(["build", "--profile", "checked", "--out"]).arg(wheels);
    Step::new("wheel", build).after("python packages")
}

/// A wheel of the extension that is built with the tests: maturin would compile all crates again, with other features.
fn quick_wheel<'sh>(environment: &Environment<'sh>, wheels: &Path) -> Result<Vec<Step<'sh>>> {
    let contents = target()?.join("wheel");
    let about = environment.program("maturin").args(["pep517", "write-dist-info"]);
    let about = about.arg("--interpreter").arg(environment.path("python"));
    let about = about.arg("--metadata-directory").arg(&contents);
    let pack = environment.module("wheel").arg("pack").arg(&contents).arg("-d").arg(wheels);
    let wheels = wheels.to_path_buf();
    let fill = move || {
        if contents.exists() {
            fs::remove_dir_all(&contents)?;
        }
        fs::create_dir_all(&wheels)?;
        let package = contents.join("n_queens");
        copy(&root().join("crates/queens-python/python/n_queens"), &package)?;
        let suffix = if cfg!(windows) { "_queens.pyd" } else { "_queens.abi3.so" };
        let (prefix, ending) = (env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
        let extension = target()?.join("checked").join(format!("{prefix}_queens{ending}"));
        fs::copy(&extension, package.join(suffix))
            .with_context(|| extension.display().to_string())?;
        Ok(())
    };
    Ok(vec![
        Step::check("wheel contents", "copy the package and its extension", fill),
        Step::new("wheel metadata", about.ignore_stdout()).after("python packages"),
        Step::new("wheel", pack.ignore_stdout()),
    ])
}

/// Copies the files that a wheel holds.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() && entry.file_name() != "__pycache__" {
            copy(&path, &to)?;
        } else if path.extension().is_some_and(|end| end == "py" || end == "pyi" || end == "typed")
        {
            fs::copy(&path, &to)?;
        }
    }
    Ok(())
}
