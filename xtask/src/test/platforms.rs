//! Other platforms than this machine: the code is checked for Windows, macOS and 64-bit ARM Linux, and in the long form the ARM
//! vector code is run under an emulator.
//!
//! A cross check compiles and lints the Rust code without linking it. The ledger's SQLite is C, so a C compiler for the target is needed:
//! zig, which comes as a Python package and brings the headers of every target; cargo-zigbuild, another, tells cargo about it.

use super::python::Environment;
use crate::step::Step;
use crate::tools::Tool;
use anyhow::Result;
use xshell::{Shell, cmd};

/// The targets that are checked.
pub const TARGETS: [&str; 3] =
    ["x86_64-pc-windows-gnu", "aarch64-apple-darwin", "aarch64-unknown-linux-gnu"];

const ARM_LINUX: &str = "aarch64-unknown-linux-gnu";

/// The modules of the library whose tests are run under the emulator: those with vector code for ARM.
const ARM_TESTS: [&str; 2] = ["engines::cross", "engines::join"];

/// What the emulation of 64-bit ARM needs.
pub const EMULATOR_TOOLS: [Tool; 2] = [Tool::Target(ARM_LINUX), Tool::ArmEmulator];

/// The steps that check all crates for a target, warnings included.
pub fn check<'sh>(sh: &'sh Shell, target: &'static str) -> Result<Vec<Step<'sh>>> {
    let environment = Environment::of_the_project(sh)?;
    let (python, zigbuild) = (environment.path("python"), environment.path("cargo-zigbuild"));
    // What is compiled here is never run.
    let quick = "profile.checked.package.libsqlite3-sys.opt-level=0";
    let check = cmd!(
        sh,
        "{zigbuild} clippy --workspace --all-targets --all-features --profile checked
            --target {target} --config {quick} -- -D warnings"
    );
    let mut steps = environment.steps()?;
    steps.extend([
        Step::new("zig", environment.install().args(["cargo-zigbuild", "ziglang"])),
        Step::new(format!("check {target}"), check)
            .variable("CARGO_ZIGBUILD_PYTHON_PATH", python.display().to_string()),
    ]);
    Ok(steps)
}

/// The engines of 64-bit ARM, their vector code against the portable code, under an emulator.
pub fn emulate(sh: &Shell) -> Step<'_> {
    // The test that is skipped counts N = 18 in the long form, which takes too long here.
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

    /// A filter that matches no test passes, so a module that is renamed would no longer be tested.
    #[test]
    fn the_modules_that_are_emulated_exist() {
        let source = root().join("crates").join("queens").join("src");
        for module in ARM_TESTS {
            let folder = module.split("::").fold(source.clone(), |path, name| path.join(name));
            assert!(folder.is_dir(), "{module}");
        }
    }
}
