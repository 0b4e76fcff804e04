//! `cargo xtask test`: everything that must hold before a change is merged.
//!
//! All steps but the first use the profile `checked`, as does the task runner itself: what one step has compiled, the next
//! one finds.

use crate::command::{Line, root, target};
use crate::{python, web};
use anyhow::{Context, Result, bail};
use std::fs;
use std::time::{Duration, Instant};

/// Run all checks: format, lints, tests, WebAssembly, documentation, Python, the web page in a browser.
#[derive(clap::Args)]
pub struct Options {
    /// Test larger boards and more cases, and fuzz; takes many minutes
    #[arg(long)]
    long: bool,
    /// Demand an NVIDIA GPU, and run what needs one
    #[arg(long)]
    device: bool,
    /// How long to fuzz each target, in seconds; the parsers of positions twice as long
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "long")]
    fuzz_seconds: u32,
}

/// How many cases each law is tested with in the long form. The short form takes proptest's default.
const LONG_CASES: &str = "2000";

/// A command with a name.
pub struct Step {
    name: String,
    line: Line,
}

impl Step {
    /// The step of this name.
    pub fn new(name: impl Into<String>, line: Line) -> Self {
        Self { name: name.into(), line }
    }

    /// Says what it does and does it.
    pub fn run(&self) -> Result<()> {
        println!("== {}: {}", self.name, self.line);
        self.line.run()
    }
}

/// Runs the steps one after the other, up to the first that fails.
pub fn run(options: &Options) -> Result<()> {
    let start = Instant::now();
    // First the page: the command that is tested has it.
    let mut steps = web::steps()?;
    steps.extend(short_steps());
    steps.extend(python::steps()?);
    steps.extend(web::browser_tests(options.long)?);
    if options.device {
        steps = demand_device(steps);
    }
    if options.long {
        need_nightly()?;
        steps = lengthen(steps);
        steps.extend(fuzz_steps(options.fuzz_seconds)?);
    }
    for step in &steps {
        step.run()?;
    }
    let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    println!("== passed in {}: {}", minutes(start.elapsed()), names.join(", "));
    Ok(())
}

fn short_steps() -> Vec<Step> {
    let lints = "cargo clippy --workspace --all-targets --all-features --profile checked";
    let docs = "cargo doc --no-deps --workspace --all-features --document-private-items";
    vec![
        Step::new("format", Line::new("cargo fmt --all -- --check")),
        Step::new("lints", Line::new(lints).word("--").word("-D").word("warnings")),
        Step::new("tests", Line::new("cargo test --workspace --all-features --profile checked")),
        Step::new(
            "docs",
            Line::new(docs)
                .word("--profile")
                .word("checked")
                .variable("RUSTDOCFLAGS", "-D warnings"),
        ),
    ]
}

/// The tests that need a device skip themselves where there is none; here they may not.
fn demand_device(steps: Vec<Step>) -> Vec<Step> {
    let demand = |Step { name, line }: Step| match name.as_str() {
        "tests" => Step::new(name, line.variable("QUEENS_DEVICE", "1")),
        _ => Step { name, line },
    };
    steps.into_iter().map(demand).collect()
}

fn lengthen(steps: Vec<Step>) -> Vec<Step> {
    let long = |Step { name, line }: Step| match name.as_str() {
        "tests" => {
            let line = line.variable("QUEENS_LONG", "1").variable("PROPTEST_CASES", LONG_CASES);
            Step::new("long tests", line)
        }
        _ => Step { name, line },
    };
    steps.into_iter().map(long).collect()
}

/// Before the long tests rather than after them.
fn need_nightly() -> Result<()> {
    if !Line::new("rustup run nightly cargo --version").succeeds() {
        bail!(
            "fuzzing needs a nightly compiler, and rustup has none: rustup toolchain install nightly"
        );
    }
    Ok(())
}

/// One step for each target of `fuzz/`, after one that gets cargo-fuzz if it is not there.
fn fuzz_steps(seconds: u32) -> Result<Vec<Step>> {
    let tools = target()?.join("tools");
    let program = tools.join("bin").join(format!("cargo-fuzz{}", std::env::consts::EXE_SUFFIX));
    let mut steps = Vec::new();
    if !program.exists() {
        let install = Line::new("cargo install cargo-fuzz --locked --root").path(&tools);
        steps.push(Step::new("cargo-fuzz", install));
    }
    for name in fuzz_targets()? {
        // No sanitizer: what is fuzzed has no unsafe code, and runs twice as fast without.
        let line = Line::new("rustup run nightly").path(&program).word("run").word("--sanitizer");
        let line = line.word("none").word(&name).word("--");
        // The parsers of positions are five; together they are fuzzed for ten minutes.
        let parses = name.contains("_positions_") || name.contains("_instances_");
        let seconds = if parses { 2 * seconds } else { seconds };
        let line = line.word(format!("-max_total_time={seconds}")).word("-timeout=20");
        steps.push(Step::new(format!("fuzz {name}"), line));
    }
    Ok(steps)
}

fn fuzz_targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz").join("fuzz_targets");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        format!("{seconds} s")
    } else {
        format!("{} min {} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fuzz_target_is_declared() {
        let manifest = fs::read_to_string(root().join("fuzz").join("Cargo.toml")).unwrap();
        let names = fuzz_targets().unwrap();
        assert!(!names.is_empty());
        for name in names {
            assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        }
    }

    #[test]
    fn the_long_form_takes_the_same_steps_with_longer_tests() {
        let long = lengthen(short_steps());
        assert_eq!(long.len(), short_steps().len());
        let lines: Vec<String> = long.iter().map(|step| step.line.to_string()).collect();
        assert_eq!(lines.iter().filter(|line| line.contains("QUEENS_LONG=1")).count(), 1);
    }

    #[test]
    fn a_device_is_demanded_of_the_tests_short_or_long() {
        let lines = |steps: Vec<Step>| {
            steps.iter().map(|step| step.line.to_string()).collect::<Vec<_>>().join("\n")
        };
        assert!(!lines(short_steps()).contains("QUEENS_DEVICE"));
        assert_eq!(lines(demand_device(short_steps())).matches("QUEENS_DEVICE=1").count(), 1);
        assert_eq!(
            lines(lengthen(demand_device(short_steps()))).matches("QUEENS_DEVICE=1").count(),
            1
        );
    }

    #[test]
    fn times_are_in_minutes_and_seconds() {
        assert_eq!(minutes(Duration::from_secs(59)), "59 s");
        assert_eq!(minutes(Duration::from_secs(133)), "2 min 13 s");
    }
}
