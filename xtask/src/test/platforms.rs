//! Other platforms than this machine: the code is checked for Windows, macOS and 64-bit ARM Linux, and in the long form the ARM
//! vector code is run under an emulator.
//!
//! A cross check compiles and lints the Rust code without linking it. The ledger's SQLite is C, so a C compiler for the target is needed:
//! zig, which comes as a Python package and brings the headers of every target; cargo-zigbuild, another, tells cargo about it.

use crate::command::Line;
use crate::python::Environment;
use crate::test::Step;
use crate::tools::Tool;
use anyhow::Result;

/// The targets that are checked.
pub const TARGETS: [&str; 3] =
    ["x86_64-pc-windows-gnu", "aarch64-apple-darwin", "aarch64-unknown-linux-gnu"];

const ARM_LINUX: &str = "aarch64-unknown-linux-gnu";

/// What the emulation of 64-bit ARM needs.
pub const EMULATOR_TOOLS: [Tool; 2] = [Tool::Target(ARM_LINUX), Tool::ArmEmulator];

/// The steps that check all crates for a target, warnings included.
pub fn check(target: &'static str) -> Result<Vec<Step>> {
    let environment = Environment::of_the_project()?;
    let python = environment.path("python").display().to_string();
    let check = environment
        .program("cargo-zigbuild")
        .words("clippy --workspace --all-targets --all-features --profile checked --target")
        .word(target)
        // Nobody runs what is compiled here.
        .words("--config profile.checked.package.libsqlite3-sys.opt-level=0")
        .words("-- -D warnings")
        .variable("CARGO_ZIGBUILD_PYTHON_PATH", python);
    let mut steps = environment.steps()?;
    steps.extend([
        Step::new("zig", environment.install().words("cargo-zigbuild ziglang")),
        Step::new(format!("check {target}"), check),
    ]);
    Ok(steps)
}

/// The engines of 64-bit ARM, their vector code against the portable code, under an emulator.
pub fn emulate() -> Result<Vec<Step>> {
    let test = Line::new("cargo test -p queens --profile checked --lib --target").word(ARM_LINUX);
    let test = test
        // The test that is skipped counts N = 18 in the long form, which takes too long here.
        .words("-- methods::cross methods::join --skip no_job_is_much_of_the_work")
        .variable("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc")
        .variable(
            "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER",
            "qemu-aarch64-static -L /usr/aarch64-linux-gnu",
        );
    Ok(vec![Step::new("ARM emulator", test)])
}
