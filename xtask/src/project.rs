//! Where the files of the project are.

use anyhow::{Context, Result};
use std::env;
use std::path::{Path, PathBuf};

/// The root of the project.
pub fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = here.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    here.parent().expect("xtask is a folder of the project").to_path_buf()
}

/// The folder of the saved results of benchmarks.
pub fn data() -> PathBuf {
    root().join("docs").join("data")
}

/// The folder that cargo builds into. This program is in it: `TARGET/PROFILE/xtask`.
pub fn target() -> Result<PathBuf> {
    let here = env::current_exe().context("cannot find the path of this program")?;
    let target = here.parent().and_then(Path::parent).context("this program is in no folder")?;
    Ok(target.to_path_buf())
}

/// A program of this project, as the tests build it.
pub fn checked_program(name: &str) -> Result<PathBuf> {
    program("checked", name)
}

/// A program of this project, as users build it.
pub fn release_program(name: &str) -> Result<PathBuf> {
    program("release", name)
}

fn program(profile: &str, name: &str) -> Result<PathBuf> {
    Ok(target()?.join(profile).join(format!("{name}{}", env::consts::EXE_SUFFIX)))
}
