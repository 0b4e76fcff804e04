//! The Python package: a virtual environment inside the project, the wheel built and installed there, types and tests.

use crate::command::{Line, install, root, target};
use crate::test::Step;
use anyhow::{Result, bail};
use std::fs;
use std::path::PathBuf;

/// What Python needs to have to make an environment.
const NEEDED: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/// From nothing to tests that pass.
pub fn steps() -> Result<Vec<Step>> {
    let target = target()?;
    let environment = target.join("venv");
    let in_it = |program: &str| environment.join("bin").join(program);
    let package = root().join("crates").join("queens-python");
    let wheels = target.join("wheels");
    if wheels.exists() {
        // An older wheel could be taken for the new one.
        fs::remove_dir_all(&wheels)?;
    }
    let line = |program: &str| Line::new("").path(&in_it(program));
    let mut steps = Vec::new();
    if !in_it("python").exists() {
        need_python()?;
        let make = Line::new("python3 -m venv").path(&environment);
        steps.push(Step::new("venv", make));
    }
    let install = || line("python").word("-m").word("pip").word("install").word("--quiet");
    let quiet = || install().word("--disable-pip-version-check");
    let requirements = package.join("requirements-test.txt");
    let build = line("maturin").word("build").word("--profile").word("checked").word("--out");
    let from_wheels = quiet().word("--no-index").word("--no-deps").word("--force-reinstall");
    let python: [PathBuf; 4] = [
        package.join("python"),
        package.join("tests"),
        package.join("benches"),
        root().join("examples"),
    ];
    let types = python.iter().fold(line("mypy").word("--strict"), |line, path| line.path(path));
    let command = target.join("checked").join("queens").display().to_string();
    steps.extend([
        Step::new("python packages", quiet().word("-r").path(&requirements)),
        Step::new(
            "wheel",
            build.path(&wheels).word("--manifest-path").path(&package.join("Cargo.toml")),
        ),
        Step::new("wheel installed", from_wheels.word("--find-links").path(&wheels).word("queens")),
        Step::new("types", types),
        Step::new(
            "pytest",
            line("python")
                .word("-m")
                .word("pytest")
                .word("-q")
                .word("-rs")
                .variable("QUEENS_COMMAND", command),
        ),
    ]);
    Ok(steps)
}

/// Python 3.10 or later with its environments: installed if that may be, named otherwise.
fn need_python() -> Result<()> {
    let has = || Line::new("python3 -c").word(NEEDED).succeeds();
    if !has() {
        install("python3 python3-venv");
    }
    if !has() {
        bail!("the Python package needs Python 3.10 or later with venv (Debian: python3-venv)");
    }
    Ok(())
}
