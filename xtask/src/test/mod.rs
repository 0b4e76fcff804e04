//! `cargo xtask test`: all tests that must pass before a change is merged.
//!
//! The tests are divided into groups, each with the tools that it needs. Before the first step, all tools are looked for, and installed
//! where that is allowed. If a tool is missing, its groups are skipped and listed; with `--all` this is an error.
//!
//! The steps and the task runner itself compile with the profile `checked`, so that they share what is compiled.

mod docs;
mod platforms;
mod python;
mod release;
mod rust;
mod schedule;

use crate::step::{Step, Timed, run_all};
use crate::tools::Tool;
use crate::{mutants, npm, web};
use anyhow::{Result, bail};
use schedule::{Group, Schedule};
use std::env;
use std::time::{Duration, Instant};
use xshell::Shell;

/// Run all tests: format, lints, Rust, Python, the web page in a browser, other platforms, documents.
///
/// If a tool is missing (Node, Python, Chromium), its part is skipped, and the command that installs the tool is printed at the end.
#[derive(clap::Args)]
pub struct Options {
    /// The parts to run [default: all except platforms]
    #[arg(value_enum, value_name = "PART")]
    parts: Vec<Part>,
    /// Fail before the first step if a tool is missing; CI=true in the environment means the same
    #[arg(long)]
    all: bool,
    /// Test larger boards and more cases, fuzz, run Miri, test changes of the code, and run the ARM code under an emulator; takes many minutes
    #[arg(long)]
    long: bool,
    /// Also run the tests that need an NVIDIA GPU; fail if there is none
    #[arg(long)]
    device: bool,
    /// How long to fuzz each target, in seconds; parsers of positions are fuzzed for twice this time
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "long")]
    fuzz_seconds: u32,
}

/// A part of the tests that can be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Format, lints, tests and documentation of the Rust code
    Rust,
    /// The Python package: its wheel, types and tests
    Python,
    /// The web page and the npm package: lint, types, and tests in Node and a browser
    Web,
    /// The Rust code compiled and linted for Windows, macOS and 64-bit ARM; only if it is named, or with --long
    Platforms,
    /// The documents: examples, links and words
    Docs,
    /// The files of a release: workflows, scripts, container, Kubernetes example, citation
    Release,
}

impl Options {
    fn wants(&self, part: Part) -> bool {
        match self.parts.is_empty() {
            // Systems in the matrix of GitHub compile and lint their own code.
            true => part != Part::Platforms || self.long,
            false => self.parts.contains(&part),
        }
    }

    fn requires_all(&self) -> bool {
        self.all || env::var("CI").is_ok_and(|value| value == "true")
    }
}

/// Runs the steps, stops after the first that fails, and prints the time that each took.
pub fn run(sh: &Shell, options: &Options) -> Result<()> {
    let start = Instant::now();
    let Schedule { steps, skipped } =
        schedule::schedule(groups(sh, options), |tool| tool.provide(sh))?;
    let lines = schedule::missing_lines(&skipped);
    if steps.is_empty() || options.requires_all() && !skipped.is_empty() {
        let reason = if steps.is_empty() {
            "no part can be run"
        } else {
            "--all or CI=true requires every part"
        };
        bail!("{reason}, but tools are missing\n{}", lines.join("\n"));
    }
    lines.iter().for_each(|line| println!("== {line}"));
    let times = run_all(steps)?;
    // Again at the end, where the user sees it.
    lines.iter().for_each(|line| println!("== {line}"));
    println!("== passed in {}: {}", minutes(start.elapsed()), time_list(&times));
    Ok(())
}

/// The groups that the options select, in the order in which they run.
fn groups<'sh>(sh: &'sh Shell, options: &'sh Options) -> Vec<Group<'sh>> {
    // Several groups run the command. The Rust tests build it; without them, a step does.
    let command = move || match options.wants(Part::Rust) {
        true => Vec::new(),
        false => vec![rust::command_step(sh)],
    };
    let mut groups = vec![
        // The page comes first, because it is compiled into the command that is tested.
        Group::new("web page", Part::Web, web::PAGE_TOOLS, move || {
            Ok(both(web::lint(sh)?, web::steps(sh)?))
        }),
        // Without the software device, the tests of these parts run, and say that they skip what needs a GPU.
        Group::new("tests of wgpu", Part::Rust, software_gpu(), || Ok(Vec::new())),
        Group::new("tests of wgpu in Python", Part::Python, software_gpu(), || Ok(Vec::new())),
        Group::new("Rust", Part::Rust, [Tool::Rustfmt, Tool::Clippy], move || {
            Ok(rust::steps(sh, options))
        }),
        // Before Python: this runs in the background while the wheel is built.
        Group::new(
            "browser tests",
            Part::Web,
            [web::PAGE_TOOLS.as_slice(), &[Tool::Chromium]].concat(),
            move || Ok(both(command(), web::browser_tests(sh, options.long)?)),
        ),
        Group::new("Python", Part::Python, [Tool::Python], move || {
            let extension = match options.wants(Part::Rust) {
                true => Vec::new(),
                false => vec![rust::extension_step(sh)],
            };
            Ok(both(both(command(), extension), python::steps(sh, options.long)?))
        }),
        Group::new("npm package", Part::Web, web::PAGE_TOOLS, move || npm::tests(sh)),
    ];
    groups.extend(platforms::TARGETS.map(|target| {
        Group::new(target, Part::Platforms, [Tool::Target(target), Tool::Python], move || {
            platforms::check(sh, target)
        })
    }));
    // The examples are written for a POSIX shell, and so are the linters of shell scripts.
    if cfg!(unix) {
        groups.push(Group::new("documents", Part::Docs, [], move || {
            Ok(both(command(), docs::steps(sh, options.wants(Part::Python))?))
        }));
        groups.push(Group::new("release files", Part::Release, [Tool::Python], move || {
            release::steps(sh)
        }));
    }
    if options.long {
        groups.extend([
            Group::new("ARM emulator", Part::Platforms, platforms::EMULATOR_TOOLS, move || {
                Ok(vec![platforms::emulate(sh)])
            }),
            Group::new("Miri", Part::Rust, [Tool::Nightly, Tool::Miri], move || {
                Ok(vec![rust::miri_step(sh)])
            }),
            Group::new("fuzzing", Part::Rust, [Tool::Nightly], move || {
                rust::fuzz_steps(sh, options.fuzz_seconds)
            }),
            Group::new("mutants", Part::Rust, [], move || Ok(vec![mutants::long_step(sh)])),
        ]);
    }
    groups.retain(|group| options.wants(group.part));
    groups
}

/// What the tests of wgpu need. Other systems have their own devices, or the tests are skipped.
fn software_gpu() -> Vec<Tool> {
    if cfg!(target_os = "linux") { vec![Tool::SoftwareGpu] } else { Vec::new() }
}

fn both<'sh>(mut first: Vec<Step<'sh>>, second: Vec<Step<'sh>>) -> Vec<Step<'sh>> {
    first.extend(second);
    first
}

fn time_list(times: &[Timed]) -> String {
    let each = times.iter().map(|Timed { name, time }| format!("{name} {}", minutes(*time)));
    each.collect::<Vec<_>>().join(", ")
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

    pub(super) fn options(parts: &[Part]) -> Options {
        Options { parts: parts.to_vec(), all: false, long: false, device: false, fuzz_seconds: 60 }
    }

    fn names(options: &Options) -> Vec<&'static str> {
        let sh = Shell::new().unwrap();
        groups(&sh, options).iter().map(|group| group.name).collect()
    }

    #[test]
    fn all_parts_are_run_by_default() {
        let all = names(&options(&[]));
        let first = [
            "web page",
            "tests of wgpu",
            "tests of wgpu in Python",
            "Rust",
            "browser tests",
            "Python",
            "npm package",
        ];
        assert_eq!(all[..7], first);
        let unix = if cfg!(unix) { &["documents", "release files"][..] } else { &[] };
        assert_eq!(all[7..], *unix);
        assert_eq!(names(&options(&[Part::Platforms])), platforms::TARGETS);
        let long = names(&Options { long: true, ..options(&[]) });
        assert!(platforms::TARGETS.iter().all(|target| long.contains(target)));
        assert_eq!(names(&options(&[Part::Web])), ["web page", "browser tests", "npm package"]);
        let rust = names(&options(&[Part::Rust]));
        assert_eq!(rust, ["tests of wgpu", "Rust"]);
        assert_eq!(names(&options(&[Part::Python])), ["tests of wgpu in Python", "Python"]);
        let long = names(&Options { long: true, ..options(&[Part::Rust]) });
        assert_eq!(long, [&rust[..], &["Miri", "fuzzing", "mutants"]].concat());
    }

    #[test]
    fn times_are_in_minutes_and_seconds() {
        assert_eq!(minutes(Duration::from_secs(59)), "59 s");
        assert_eq!(minutes(Duration::from_secs(133)), "2 min 13 s");
    }
}
