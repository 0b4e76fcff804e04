//! The Rust code: format, lints, tests and documentation; with `--long` also Miri and fuzzing.

use super::Options;
use crate::project::{root, target};
use crate::step::Step;
use crate::tools::{low_priority, wgpu_variables};
use anyhow::{Context, Result};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use xshell::{Shell, cmd};

/// The number of random cases per property with `--long`. Otherwise proptest's default is used.
const LONG_CASES: u32 = 2000;

/// The number of random cases per property under Miri, which is about a thousand times slower.
const MIRI_CASES: u32 = 16;

/// The steps of every run.
pub fn steps<'sh>(sh: &'sh Shell, options: &Options) -> Vec<Step<'sh>> {
    let lints = "--workspace --all-targets --all-features --profile checked".split(' ');
    let docs =
        "doc --no-deps --document-private-items --workspace --all-features --profile checked"
            .split(' ');
    let [build, tests] = tests(sh, options);
    vec![
        Step::new("format", cmd!(sh, "cargo fmt --all -- --check")),
        Step::new("lints", cmd!(sh, "cargo clippy {lints...} -- -D warnings")),
        build,
        tests,
        Step::new("rustdoc", low_priority(sh, "cargo").args(docs))
            .variable("RUSTDOCFLAGS", "-D warnings"),
        // By itself, as it was built: the features that other crates select for its dependencies would build it a second time.
        Step::new(
            "task runner",
            low_priority(sh, "cargo").args(["test", "-p", "xtask", "--profile", "checked"]),
        ),
    ]
}

/// Builds the tests, and runs them in the background. Without a CUDA device, tests that need one are skipped; with `--device` they fail.
fn tests<'sh>(sh: &'sh Shell, options: &Options) -> [Step<'sh>; 2] {
    let name = if options.long { "long tests" } else { "tests" };
    let all = || "--workspace --exclude xtask --all-features --profile checked".split(' ');
    // What `cargo test` builds, and the Python extension, which has no tests of its own.
    let build = "build --lib --bins --tests --examples".split(' ');
    let build = Step::new("test build", cmd!(sh, "cargo").args(build).args(all()));
    let mut step = Step::new(name, cmd!(sh, "cargo test").args(all()))
        .variables(wgpu_variables())
        .in_background();
    if options.device {
        step = step.variable("QUEENS_DEVICE", "1");
    }
    if options.long {
        step = step.variable("QUEENS_LONG", "1").variable("PROPTEST_CASES", LONG_CASES.to_string());
    }
    [build, step]
}

/// Builds the command with the profile of the tests.
pub fn command_step(sh: &Shell) -> Step<'_> {
    let build = cmd!(sh, "cargo build --package queens-cli --all-features --profile checked");
    Step::new("command", build)
}

/// Builds the Python extension with the profile of the tests.
pub fn extension_step(sh: &Shell) -> Step<'_> {
    let build = cmd!(sh, "cargo build --package queens-python --all-features --profile checked");
    Step::new("extension", build)
}

/// Runs the portable engines and the board types of the library under Miri, which finds undefined behaviour.
pub fn miri_step(sh: &Shell) -> Step<'_> {
    let test = cmd!(
        sh,
        "rustup run nightly cargo miri test -p queens --lib --test portable -- board:: portable::"
    );
    Step::new("Miri", test)
        // proptest reads the current folder, which Miri's isolation forbids.
        .variable("MIRIFLAGS", "-Zmiri-disable-isolation")
        .variable("PROPTEST_CASES", MIRI_CASES.to_string())
}

/// One step per target of `fuzz/`. If cargo-fuzz is missing, the first step installs it.
pub fn fuzz_steps(sh: &Shell, seconds: u32) -> Result<Vec<Step<'_>>> {
    let tools = target()?.join("tools");
    let program = tools.join("bin").join(format!("cargo-fuzz{EXE_SUFFIX}"));
    let mut steps = Vec::new();
    if !program.exists() {
        let install = cmd!(sh, "cargo install cargo-fuzz --locked --root {tools}");
        steps.push(Step::new("cargo-fuzz", install));
    }
    for FuzzTarget { name, parses_positions } in fuzz_targets()? {
        // The six parsers of positions read files from others, so they are fuzzed longer: twelve minutes in all.
        let seconds = if parses_positions { 2 * seconds } else { seconds };
        let limits = [format!("-max_total_time={seconds}"), "-timeout=20".to_string()];
        // No sanitizer: the code that is fuzzed has no unsafe blocks, and runs twice as fast without one.
        let run =
            cmd!(sh, "rustup run nightly {program} run --sanitizer none {name} -- {limits...}");
        steps.push(Step::new(format!("fuzz {name}"), run));
    }
    Ok(steps)
}

/// A target of `fuzz/`.
struct FuzzTarget {
    name: String,
    parses_positions: bool,
}

/// All targets in alphabetical order. Parsers of positions are recognised by their names.
fn fuzz_targets() -> Result<Vec<FuzzTarget>> {
    let folder = root().join("fuzz").join("fuzz_targets");
    let mut targets = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let parses_positions = name.contains("_positions_") || name.contains("_instances_");
        targets.push(FuzzTarget { name, parses_positions });
    }
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(targets)
}

#[cfg(test)]
mod tests {
    use super::super::tests::options;
    use super::*;

    #[test]
    fn every_fuzz_target_is_declared() {
        let manifest = fs::read_to_string(root().join("fuzz").join("Cargo.toml")).unwrap();
        let targets = fuzz_targets().unwrap();
        assert_eq!(targets.iter().filter(|target| target.parses_positions).count(), 6);
        for FuzzTarget { name, .. } in targets {
            assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        }
    }

    /// `cargo test` passes if its filter matches no test, so a renamed module would no longer be tested.
    #[test]
    fn the_modules_that_miri_runs_exist() {
        let library = root().join("crates").join("queens");
        assert!(library.join("src").join("board").is_dir());
        let portable = fs::read_to_string(library.join("tests").join("portable.rs")).unwrap();
        assert!(portable.contains("\nmod portable {"));
    }

    /// The variables of the step that runs the tests.
    fn variables(long: bool, device: bool) -> String {
        let sh = Shell::new().unwrap();
        let steps = steps(&sh, &Options { long, device, ..options(&[]) });
        let lines: Vec<String> = steps.iter().map(Step::to_string).collect();
        let is_test = |line: &&String| line.contains("cargo test") && !line.contains("-p xtask");
        let tests: Vec<&String> = lines.iter().filter(is_test).collect();
        let [line] = tests[..] else { panic!("one step runs the tests: {lines:?}") };
        let words = line.split_once("cargo test").unwrap().0.split_whitespace();
        let wgpu = wgpu_variables().len();
        words.skip(wgpu).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_options_decide_what_the_tests_do() {
        assert_eq!(variables(false, false), "");
        assert_eq!(variables(false, true), "QUEENS_DEVICE=1");
        assert_eq!(variables(true, false), "QUEENS_LONG=1 PROPTEST_CASES=2000");
        assert_eq!(variables(true, true), "QUEENS_DEVICE=1 QUEENS_LONG=1 PROPTEST_CASES=2000");
    }
}
