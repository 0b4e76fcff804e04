//! Paths of the project.

use anyhow::{Context, Result};
use std::env;
use std::path::{Path, PathBuf};

/// The root folder of the project.
pub fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = here.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    here.parent().expect("xtask is a folder of the project").to_path_buf()
}

/// The folder of the saved results of benchmarks.
pub fn data() -> PathBuf {
    root().join("docs").join("data")
}

/// The folder that cargo builds into. It contains this program as `TARGET/PROFILE/xtask`.
pub fn target() -> Result<PathBuf> {
    let here = env::current_exe().context("cannot find the path of this program")?;
    let target =
        here.parent().and_then(Path::parent).context("this program is not in a folder of cargo")?;
    Ok(target.to_path_buf())
}

/// The path of a program of this project, built with the profile `checked` of the tests.
pub fn checked_program(name: &str) -> Result<PathBuf> {
    program("checked", name)
}

/// The path of a program of this project, built with the profile `release`.
pub fn release_program(name: &str) -> Result<PathBuf> {
    program("release", name)
}

fn program(profile: &str, name: &str) -> Result<PathBuf> {
    Ok(target()?.join(profile).join(format!("{name}{}", env::consts::EXE_SUFFIX)))
}
