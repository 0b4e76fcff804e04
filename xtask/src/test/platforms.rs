//! Other platforms: the code is compiled and linted for Windows, macOS and 64-bit ARM Linux. With `--long`, the ARM vector code runs under
//! an emulator.
//!
//! Nothing is linked. SQLite, which ledgers use, is written in C and needs a C compiler for each target: the Python package `ziglang`
//! contains zig with the headers of all targets, and `cargo-zigbuild` makes cargo use it.

use super::python::Environment;
use crate::step::Step;
use crate::tools::{Tool, low_priority};
use anyhow::Result;
use xshell::{Shell, cmd};

/// The targets that are checked.
pub const TARGETS: [&str; 3] =
    ["x86_64-pc-windows-gnu", "aarch64-apple-darwin", "aarch64-unknown-linux-gnu"];

const ARM_LINUX: &str = "aarch64-unknown-linux-gnu";

/// The modules whose tests run under the emulator: those with vector code for ARM.
const ARM_TESTS: [&str; 2] = ["engines::cross", "engines::join"];

/// The tools for the emulation of 64-bit ARM.
pub const EMULATOR_TOOLS: [Tool; 2] = [Tool::Target(ARM_LINUX), Tool::ArmEmulator];

/// The steps that compile and lint all crates for a target. Warnings are errors.
pub fn check<'sh>(sh: &'sh Shell, target: &'static str) -> Result<Vec<Step<'sh>>> {
    let environment = Environment::of_the_project(sh)?;
    let (python, zigbuild) = (environment.path("python"), environment.path("cargo-zigbuild"));
    // Nothing that is compiled here is run, so it need not be fast.
    let quick = "profile.checked.package.libsqlite3-sys.opt-level=0";
    let options = "--workspace --all-targets --all-features --profile checked".split(' ');
    let check = low_priority(sh, zigbuild).arg("clippy").args(options);
    let check = check.args(["--target", target, "--config", quick, "--", "-D", "warnings"]);
    let mut steps = environment.steps()?;
    steps.extend([
        Step::new("zig", environment.install().args(["cargo-zigbuild", "ziglang"])).ahead(),
        Step::new(format!("check {target}"), check)
            .after("zig")
            .variable("CARGO_ZIGBUILD_PYTHON_PATH", python.display().to_string()),
    ]);
    Ok(steps)
}

/// Compares the vector code for 64-bit ARM with the portable code, under an emulator.
pub fn emulate(sh: &Shell) -> Step<'_> {
    // The skipped test counts N = 18 with `--long`, which takes too long under the emulator.
    let test = cmd!(
        sh,
        "cargo test -p queens --profile checked --lib --target {ARM_LINUX}
            -- {ARM_TESTS...} --skip no_job_is_much_of_the_work"
    );
    Step::new("ARM emulator", test)
        .variable("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
        .variable(
            "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER",
            "qemu-aarch64-static -L /usr/aarch64-linux-gnu",
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::root;

    /// `cargo test` passes if its filter matches no test, so a renamed module would no longer be tested.
    #[test]
    fn the_modules_that_are_emulated_exist() {
        let source = root().join("crates").join("queens").join("src");
        for module in ARM_TESTS {
            let folder = module.split("::").fold(source.clone(), |path, name| path.join(name));
            assert!(folder.is_dir(), "{module}");
        }
    }
}
