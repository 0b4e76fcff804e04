//! `cargo xtask test`: everything that must hold before a change is merged.
//!
//! The tests are cut into groups, each with the tools that it needs. All tools are looked for, and installed where that is allowed,
//! before the first step runs; a group whose tool is missing is skipped and named, or an error with `--all`.
//!
//! All steps of this machine's Rust code use the profile `checked`, as does the task runner itself: what one step has compiled,
//! the next one finds.

use crate::command::{Line, root, target};
use crate::python::Environment;
use crate::tools::{Missing, Tool};
use crate::{npm, platforms, python, web};
use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::env;
use std::fs;
use std::time::{Duration, Instant};

/// Run all tests: format, lints, Rust, Python, the web page in a browser, other platforms.
///
/// A part whose tool is missing (Node, Python, Chromium) is skipped, and named at the end with the command that installs the tool.
#[derive(clap::Args)]
pub struct Options {
    /// The parts to run; all of them if none is named
    #[arg(value_enum, value_name = "PART")]
    parts: Vec<Part>,
    /// Fail if a tool is missing, before the first step; CI=true in the environment means the same
    #[arg(long)]
    all: bool,
    /// Test larger boards and more cases, fuzz, and run the ARM code under an emulator; takes many minutes
    #[arg(long)]
    long: bool,
    /// Demand an NVIDIA GPU, and run what needs one
    #[arg(long)]
    device: bool,
    /// How long to fuzz each target, in seconds; the parsers of positions twice as long
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "long")]
    fuzz_seconds: u32,
}

/// A part of the tests that can be run alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Format, lints, tests and documentation of the Rust code
    Rust,
    /// The Python package: its wheel, types and tests
    Python,
    /// The web page and the npm package: types, and tests in Node and a browser
    Web,
    /// The code for Windows, macOS and 64-bit ARM: cross checks
    Platforms,
    /// The files of a release: workflows, scripts, container, Kubernetes example, citation
    Release,
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

/// Steps that need the same tools.
struct Group {
    name: &'static str,
    part: Part,
    tools: Vec<Tool>,
    /// Called when the tools are there.
    steps: Box<dyn Fn() -> Result<Vec<Step>>>,
}

impl Group {
    fn new(
        name: &'static str,
        part: Part,
        tools: impl Into<Vec<Tool>>,
        steps: impl Fn() -> Result<Vec<Step>> + 'static,
    ) -> Self {
        Self { name, part, tools: tools.into(), steps: Box::new(steps) }
    }
}

/// What is run, and what is not.
struct Schedule {
    steps: Vec<Step>,
    skipped: Vec<Skipped>,
}

/// A group that is not run, and why.
struct Skipped {
    group: &'static str,
    missing: Vec<Missing>,
}

/// One line for each tool that is missing, with the groups that need it.
fn missing_lines(skipped: &[Skipped]) -> Vec<String> {
    let mut lines: Vec<(Missing, Vec<&str>)> = Vec::new();
    for Skipped { group, missing } in skipped {
        for tool in missing {
            match lines.iter_mut().find(|(known, _)| known == tool) {
                Some((_, groups)) => groups.push(group),
                None => lines.push((*tool, vec![group])),
            }
        }
    }
    let line =
        |(tool, groups): &(Missing, Vec<&str>)| format!("skipped {}: {tool}", groups.join(", "));
    lines.iter().map(line).collect()
}

/// Runs the steps one after the other, up to the first that fails.
pub fn run(options: &Options) -> Result<()> {
    let start = Instant::now();
    let all = options.all || env::var("CI").is_ok_and(|value| value == "true");
    let Schedule { steps, skipped } = schedule(groups(options), Tool::provide)?;
    let lines = missing_lines(&skipped);
    if steps.is_empty() || all && !skipped.is_empty() {
        let why = if steps.is_empty() {
            "nothing can be run"
        } else {
            "--all or CI=true asks for every part"
        };
        bail!("{why}, and tools are missing\n{}", lines.join("\n"));
    }
    lines.iter().for_each(|line| println!("== {line}"));
    let mut times = Vec::new();
    for step in &steps {
        let start = Instant::now();
        step.run()?;
        times.push(format!("{} {}", step.name, minutes(start.elapsed())));
    }
    // Once more, where it is seen.
    lines.iter().for_each(|line| println!("== {line}"));
    println!("== passed in {}: {}", minutes(start.elapsed()), times.join(", "));
    Ok(())
}

/// The groups that the options ask for, in the order in which they run.
fn groups(options: &Options) -> Vec<Group> {
    let Options { long, device, fuzz_seconds, .. } = *options;
    let wanted = |part: Part| options.parts.is_empty() || options.parts.contains(&part);
    let has_rust = wanted(Part::Rust);
    let rust = move || {
        let steps = if device { demand_device(rust_steps()) } else { rust_steps() };
        Ok(if long { lengthen(steps) } else { steps })
    };
    // The tests in a browser and those of the Python package run the command, which the Rust tests build.
    let command = move || if has_rust { Vec::new() } else { vec![command_step()] };
    let mut groups = vec![
        // First the page: the command that is tested contains it.
        Group::new("web page", Part::Web, web::PAGE_TOOLS, web::steps),
        Group::new("Rust", Part::Rust, [Tool::Rustfmt, Tool::Clippy], rust),
        Group::new("Python", Part::Python, [Tool::Python], move || {
            Ok([command(), python::steps()?].into_iter().flatten().collect())
        }),
        Group::new(
            "browser tests",
            Part::Web,
            [web::PAGE_TOOLS.as_slice(), &[Tool::Chromium]].concat(),
            move || Ok([command(), web::browser_tests(long)?].into_iter().flatten().collect()),
        ),
        Group::new("npm package", Part::Web, web::PAGE_TOOLS, npm::tests),
    ];
    groups.extend(platforms::TARGETS.map(|target| {
        Group::new(target, Part::Platforms, [Tool::Target(target), Tool::Python], move || {
            platforms::check(target)
        })
    }));
    // The linters of shell scripts are shell scripts.
    if cfg!(unix) {
        groups.push(Group::new("release files", Part::Release, [Tool::Python], release_steps));
    }
    if long {
        groups.push(Group::new(
            "ARM emulator",
            Part::Platforms,
            platforms::EMULATOR_TOOLS,
            platforms::emulate,
        ));
        groups.push(Group::new("fuzzing", Part::Rust, [Tool::Nightly], move || {
            fuzz_steps(fuzz_seconds)
        }));
    }
    groups.retain(|group| wanted(group.part));
    groups
}

/// Plans the groups whose tools `provide` can provide.
fn schedule(groups: Vec<Group>, provide: impl Fn(Tool) -> Result<(), Missing>) -> Result<Schedule> {
    let mut asked: HashMap<Tool, Result<(), Missing>> = HashMap::new();
    let mut schedule = Schedule { steps: Vec::new(), skipped: Vec::new() };
    for Group { name: group, tools, steps, .. } in groups {
        let provided =
            tools.into_iter().map(|tool| *asked.entry(tool).or_insert_with(|| provide(tool)));
        let missing: Vec<Missing> = provided.filter_map(Result::err).collect();
        if missing.is_empty() {
            // Groups may share a step, such as making the virtual environment.
            for step in steps()? {
                if !schedule.steps.iter().any(|known| known.line == step.line) {
                    schedule.steps.push(step);
                }
            }
        } else {
            schedule.skipped.push(Skipped { group, missing });
        }
    }
    Ok(schedule)
}

/// The command, built as the Rust tests build it.
fn command_step() -> Step {
    Step::new("command", Line::new("cargo build --package queens-cli --profile checked"))
}

fn rust_steps() -> Vec<Step> {
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

/// The files that no compiler reads.
fn release_steps() -> Result<Vec<Step>> {
    let environment = Environment::of_the_project()?;
    let scripts = root().join(".github").join("scripts");
    let requirements = scripts.join("lint-requirements.txt");
    let lint = Line::new("sh").path(&scripts.join("lint.sh"));
    let mut steps = environment.steps()?;
    steps.extend([
        Step::new("linters", environment.install().word("-r").path(&requirements)),
        Step::new("release files", lint.variable("PATH", environment.search_path()?)),
    ]);
    Ok(steps)
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
        let long = lengthen(rust_steps());
        assert_eq!(long.len(), rust_steps().len());
        let lines: Vec<String> = long.iter().map(|step| step.line.to_string()).collect();
        assert_eq!(lines.iter().filter(|line| line.contains("QUEENS_LONG=1")).count(), 1);
    }

    #[test]
    fn a_device_is_demanded_of_the_tests_short_or_long() {
        let lines = |steps: Vec<Step>| {
            steps.iter().map(|step| step.line.to_string()).collect::<Vec<_>>().join("\n")
        };
        assert!(!lines(rust_steps()).contains("QUEENS_DEVICE"));
        assert_eq!(lines(demand_device(rust_steps())).matches("QUEENS_DEVICE=1").count(), 1);
        assert_eq!(
            lines(lengthen(demand_device(rust_steps()))).matches("QUEENS_DEVICE=1").count(),
            1
        );
    }

    fn options(parts: &[Part]) -> Options {
        Options { parts: parts.to_vec(), all: false, long: false, device: false, fuzz_seconds: 60 }
    }

    fn names(groups: &[Group]) -> Vec<&'static str> {
        groups.iter().map(|group| group.name).collect()
    }

    #[test]
    fn without_a_named_part_all_are_run() {
        let all = names(&groups(&options(&[])));
        assert_eq!(all[..5], ["web page", "Rust", "Python", "browser tests", "npm package"]);
        assert_eq!(all[5..8], platforms::TARGETS);
        assert_eq!(all[8..], if cfg!(unix) { vec!["release files"] } else { Vec::new() });
        assert_eq!(
            names(&groups(&options(&[Part::Web]))),
            ["web page", "browser tests", "npm package"]
        );
        assert_eq!(names(&groups(&options(&[Part::Python, Part::Rust]))), ["Rust", "Python"]);
        let long = groups(&Options { long: true, ..options(&[Part::Rust]) });
        assert_eq!(names(&long), ["Rust", "fuzzing"]);
    }

    #[test]
    fn a_group_whose_tool_is_missing_is_skipped_and_the_others_are_run() {
        let step = |line: &'static str| {
            move || Ok(["shared", line].map(|line| Step::new("step", Line::new(line))).into())
        };
        let groups = || {
            vec![
                Group::new("first", Part::Web, [Tool::Node], step("first")),
                Group::new("second", Part::Rust, [Tool::Clippy], step("second")),
                Group::new("third", Part::Web, [Tool::Node, Tool::Chromium], || {
                    bail!("no tools, no steps")
                }),
            ]
        };
        let none = schedule(groups(), |tool| Err(Missing(tool))).unwrap();
        assert!(none.steps.is_empty() && none.skipped.len() == 3);
        let lines = missing_lines(&none.skipped);
        let starts =
            ["skipped first, third: Node", "skipped second: clippy", "skipped third: Chromium"];
        assert_eq!(lines.len(), starts.len());
        for (line, start) in lines.iter().zip(starts) {
            assert!(line.starts_with(start), "{line}");
        }
        let no_browser = |tool| if tool == Tool::Chromium { Err(Missing(tool)) } else { Ok(()) };
        let some = schedule(groups(), no_browser).unwrap();
        let lines: Vec<String> = some.steps.iter().map(|step| step.line.to_string()).collect();
        assert_eq!(lines, ["shared", "first", "second"], "a shared step is run once");
        let [skipped] = &some.skipped[..] else { panic!("one group is skipped") };
        assert_eq!((skipped.group, &skipped.missing), ("third", &vec![Missing(Tool::Chromium)]));
    }

    #[test]
    fn a_tool_is_looked_for_once() {
        let asked = std::cell::Cell::new(0);
        let groups = ["first", "second"]
            .map(|name| Group::new(name, Part::Web, [Tool::Node], || Ok(Vec::new())));
        let count = |_| {
            asked.set(asked.get() + 1);
            Ok(())
        };
        schedule(groups.into(), count).unwrap();
        assert_eq!(asked.get(), 1);
    }

    #[test]
    fn times_are_in_minutes_and_seconds() {
        assert_eq!(minutes(Duration::from_secs(59)), "59 s");
        assert_eq!(minutes(Duration::from_secs(133)), "2 min 13 s");
    }
}
