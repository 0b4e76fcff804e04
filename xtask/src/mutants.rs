//! `cargo xtask mutants`: small changes of the code ("mutants"), each of which some test should notice.
//!
//! cargo-mutants makes the changes, builds each one and runs the tests of its package. [`FILES`] are changed,
//! `.cargo/mutants.toml` says how they are built and tested; `docs/data/mutants.csv` lists the mutants that no test can notice, with the reason. All others must be caught.

use crate::project::{data, target};
use crate::step::Step;
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use xshell::{Shell, cmd};

/// Change the code in small ways and report every change that no test notices.
///
/// Takes up to a minute per change on two cores. Without files, everything is changed that decides whether a result can be trusted.
#[derive(clap::Args)]
pub struct Options {
    /// The files to change, as paths or patterns
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Change only the files that differ from the last release
    #[arg(long, conflicts_with = "files")]
    changed: bool,
    /// Test at most about this many changes, spread evenly over the files
    #[arg(long, value_name = "NUMBER")]
    most: Option<usize>,
    /// Test this many changes at the same time
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    jobs: usize,
}

/// What decides whether a result can be trusted: plans and checks, boards, positions, searches, ledgers, and the parts of the GPU
/// backends that run without a GPU. Engines are not here: the jobs of each are recounted by another (`crates/queens/tests/engines.rs`).
const FILES: [&str; 14] = [
    "crates/queens/src/board/**",
    "crates/queens/src/job/**",
    "crates/queens/src/observe/**",
    "crates/queens/src/plan/**",
    "crates/queens-puzzles/src/position/**",
    "crates/queens-puzzles/src/solve/**",
    "crates/queens-gpu/src/devices/choice.rs",
    "crates/queens-gpu/src/devices/select.rs",
    "crates/queens-gpu/src/devices/self_test.rs",
    "crates/queens-gpu/src/pace.rs",
    "crates/queens-gpu/src/progress.rs",
    "crates/queens-gpu/src/wgsl/**",
    "crates/queens-gpu/src/work.rs",
    "crates/queens-ledger/src/**",
];

/// The number of mutants that the long tests run, about half an hour of work.
const MOST_IN_LONG_TESTS: usize = 30;

pub fn run(sh: &Shell, options: &Options) -> Result<()> {
    let program = provide(sh)?;
    let mut files = options.files.clone();
    if files.is_empty() {
        files = FILES.map(str::to_string).to_vec();
    }
    if options.changed {
        let all = selection(&files, &[]);
        let all = cmd!(sh, "{program} mutants --workspace --list-files {all...}").quiet().read()?;
        let Changed { since, files: changed } = changed(sh)?;
        files = changed.into_iter().filter(|file| all.lines().any(|line| line == file)).collect();
        println!("== {} of these files changed since {since}", files.len());
        if files.is_empty() {
            return Ok(());
        }
    }
    let selection = &selection(&files, &equivalents(&data().join("mutants.csv"))?);
    let list = cmd!(sh, "{program} mutants --workspace --list {selection...}");
    let all = list.quiet().read()?.lines().count();
    if all == 0 {
        println!("== no mutants in these files");
        return Ok(());
    }
    let shards = options.most.map_or(1, |most| all.div_ceil(most.max(1)));
    let shard = format!("0/{shards}");
    println!("== mutants: {all}, of which {} are tested", all.div_ceil(shards));
    let folder = target()?.join("mutants-report");
    fs::create_dir_all(&folder)?;
    let jobs = options.jobs.to_string();
    let test = cmd!(
        sh,
        "{program} mutants --workspace --output {folder} --jobs {jobs} --sharding round-robin --shard {shard} {selection...}"
    );
    let end = test.quiet().run();
    let report = folder.join("mutants.out").join("outcomes.json");
    let text = fs::read_to_string(&report).with_context(|| report.display().to_string())?;
    let outcomes: Outcomes = serde_json::from_str(&text)?;
    println!("{}", table(&outcomes));
    let missed = outcomes.missed();
    if !missed.is_empty() {
        bail!("no test notices {} of the changes:\n{}", missed.len(), missed.join("\n"));
    }
    end.context("cargo-mutants failed")
}

/// The step of the long tests: a sample of the mutants in the files that changed since the last release.
pub fn long_step(sh: &Shell) -> Step<'_> {
    let check = move || {
        let (files, changed) = (Vec::new(), true);
        run(sh, &Options { files, changed, most: Some(MOST_IN_LONG_TESTS), jobs: 1 })
    };
    Step::check(
        "mutants",
        "a sample of the changes in files that differ from the last release",
        check,
    )
}

/// The path of cargo-mutants, which is installed into the folder of the project's tools if it is missing.
fn provide(sh: &Shell) -> Result<PathBuf> {
    let tools = target()?.join("tools");
    let program = tools.join("bin").join(format!("cargo-mutants{EXE_SUFFIX}"));
    if !program.exists() {
        let install = cmd!(sh, "cargo install cargo-mutants --locked --root {tools}");
        Step::new("cargo-mutants", install).run()?;
    }
    Ok(program)
}

/// The arguments of cargo-mutants that select files and leave out equivalent mutants.
fn selection(files: &[String], equivalents: &[Equivalent]) -> Vec<String> {
    let files = files.iter().flat_map(|file| ["--file".to_string(), file.clone()]);
    let patterns = equivalents.iter().flat_map(|one| ["--exclude-re".to_string(), one.pattern()]);
    files.chain(patterns).collect()
}

/// The files of a comparison with the last release.
struct Changed {
    /// The tag of the release, or the first commit if there is no release.
    since: String,
    files: Vec<String>,
}

/// The files of the crates that differ from the last release.
fn changed(sh: &Shell) -> Result<Changed> {
    let tag = cmd!(sh, "git describe --tags --abbrev=0 --match v*").quiet().ignore_stderr().read();
    let (since, name) = match tag {
        Ok(tag) => (tag.clone(), tag),
        Err(_) => {
            let roots = cmd!(sh, "git rev-list --max-parents=0 HEAD").quiet().read()?;
            let root = roots.lines().last().context("the repository has no commit")?.to_string();
            (root, "the first commit, as there is no release".to_string())
        }
    };
    let names =
        cmd!(sh, "git diff --name-only --diff-filter=d {since} -- crates").quiet().read()?;
    Ok(Changed { since: name, files: names.lines().map(str::to_string).collect() })
}

/// A mutant that no test can notice, as a line of `docs/data/mutants.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Equivalent {
    /// The path of the file from the root of the project.
    file: String,
    /// The column of the change.
    column: usize,
    /// The change as cargo-mutants names it, without line and column.
    change: String,
    /// The line of code that is changed. It takes the place of the line number, which changes when lines are inserted above it.
    code: String,
    /// Why no test can notice it.
    reason: String,
}

impl Equivalent {
    /// A regular expression that matches the name of the mutant: `FILE:LINE:COLUMN: CHANGE`.
    fn pattern(&self) -> String {
        let lines = self.lines().map(|line| line.to_string()).collect::<Vec<_>>().join("|");
        let (file, change) = (escaped(&self.file), escaped(&self.change));
        format!("^{file}:({lines}):{}: {change}$", self.column)
    }

    /// The numbers of the lines with this code.
    fn lines(&self) -> impl Iterator<Item = usize> {
        let text = fs::read_to_string(crate::project::root().join(&self.file)).unwrap_or_default();
        let is_it = |(_, line): &(usize, &str)| line.trim() == self.code;
        let lines: Vec<usize> =
            text.lines().enumerate().filter(is_it).map(|(place, _)| place + 1).collect();
        lines.into_iter()
    }
}

/// A text as a regular expression that matches only it.
fn escaped(text: &str) -> String {
    let special = |c: char| r"\.+*?()|[]{}^$".contains(c);
    text.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect()
}

/// Reads the list of equivalent mutants. It is an error if the code of one no longer exists.
fn equivalents(path: &Path) -> Result<Vec<Equivalent>> {
    let mut reader = csv::Reader::from_path(path).with_context(|| path.display().to_string())?;
    let list: Vec<Equivalent> = reader.deserialize().collect::<Result<_, _>>()?;
    for one in &list {
        let Equivalent { file, code, reason, .. } = one;
        ensure!(one.lines().next().is_some(), "{}: '{code}' is not in {file}", path.display());
        ensure!(!reason.is_empty(), "{}: '{code}' has no reason", path.display());
    }
    Ok(list)
}

/// The report of cargo-mutants, as far as it is read.
#[derive(Deserialize)]
struct Outcomes {
    outcomes: Vec<Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    summary: String,
    scenario: Scenario,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant(Mutant),
}

#[derive(Deserialize)]
struct Mutant {
    name: String,
    file: String,
}

impl Outcomes {
    /// The mutants and how each ended.
    fn mutants(&self) -> impl Iterator<Item = (&Mutant, &str)> {
        self.outcomes.iter().filter_map(|outcome| match &outcome.scenario {
            Scenario::Baseline => None,
            Scenario::Mutant(mutant) => Some((mutant, outcome.summary.as_str())),
        })
    }

    /// The names of the mutants that no test noticed.
    fn missed(&self) -> Vec<&str> {
        let missed = self.mutants().filter(|(_, summary)| *summary == "MissedMutant");
        missed.map(|(mutant, _)| mutant.name.as_str()).collect()
    }
}

/// How the mutants of each folder ended, as a Markdown table.
fn table(outcomes: &Outcomes) -> String {
    const ENDS: [&str; 4] = ["CaughtMutant", "Timeout", "MissedMutant", "Unviable"];
    let mut folders: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    for (mutant, summary) in outcomes.mutants() {
        let folder = mutant.file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let counts = folders.entry(folder.to_string()).or_default();
        if let Some(place) = ENDS.iter().position(|&end| end == summary) {
            counts[place] += 1;
        }
    }
    let mut lines = vec![
        "| folder | caught | time limit | missed | do not compile |".to_string(),
        "|---|---|---|---|---|".to_string(),
    ];
    for (folder, [caught, limit, missed, unviable]) in folders {
        lines.push(format!("| `{folder}` | {caught} | {limit} | {missed} | {unviable} |"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_mutant_has_a_reason_and_its_code_exists() {
        let list = equivalents(&data().join("mutants.csv")).unwrap();
        assert!(!list.is_empty());
        for one in list {
            assert!(one.pattern().contains(':') && one.reason.len() > 20, "{one:?}");
        }
    }

    #[test]
    fn a_pattern_matches_only_its_text() {
        assert_eq!(escaped("replace + with - in f(x)"), r"replace \+ with - in f\(x\)");
        let options = selection(&["a.rs".to_string()], &[]);
        assert_eq!(options, ["--file", "a.rs"]);
    }

    #[test]
    fn a_report_is_counted_by_folder() {
        let report = r#"{"outcomes": [
            {"summary": "Success", "scenario": "Baseline"},
            {"summary": "CaughtMutant", "scenario": {"Mutant": {"name": "a", "file": "x/y/a.rs"}}},
            {"summary": "MissedMutant", "scenario": {"Mutant": {"name": "b", "file": "x/y/b.rs"}}},
            {"summary": "Unviable", "scenario": {"Mutant": {"name": "c", "file": "x/z/b.rs"}}}
        ]}"#;
        let outcomes: Outcomes = serde_json::from_str(report).unwrap();
        assert_eq!(outcomes.missed(), ["b"]);
        let table = table(&outcomes);
        assert!(table.contains("| `x/y` | 1 | 0 | 1 | 0 |"), "{table}");
        assert!(table.contains("| `x/z` | 0 | 0 | 0 | 1 |"), "{table}");
    }
}
