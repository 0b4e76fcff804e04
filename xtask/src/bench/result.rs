//! Saved results: what a benchmark measured, on which machine, when and by which command.
//!
//! `docs/data/` holds one file per benchmark. `cargo xtask docs` makes the tables of the documents from these files.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// A result with everything that is needed to repeat it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The name of the benchmark.
    pub name: String,
    /// The command that measured it, without paths.
    pub command: String,
    /// The day, in UTC, as `2026-11-16`.
    pub date: String,
    pub machine: Machine,
    /// The version of `queens`.
    pub version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// What a reader must know to understand the figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub figures: Figures,
}

impl Saved {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())
    }

    /// Writes a file, and the folder that it is in.
    pub fn write(&self, path: &Path) -> Result<()> {
        let folder = path.parent().context("the file is in no folder")?;
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let text = serde_json::to_string_pretty(self)? + "\n";
        fs::write(path, text).with_context(|| path.display().to_string())
    }
}

/// The computer that measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    pub cpu: String,
    /// How many threads run at once.
    pub cores: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gpu: Option<String>,
    pub os: String,
}

/// What was measured, by benchmark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Figures {
    Plain(Plain),
    Methods(Vec<Method>),
    Engines(Vec<Engine>),
    Threads(Vec<Threads>),
    Commands(Vec<Command>),
    Ledger(Ledger),
    Peers(Peers),
    Devices(Vec<DeviceCount>),
    Table(Table),
}

/// The times of several runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    pub best_seconds: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_seconds: Option<f64>,
    pub runs: usize,
}

impl Times {
    /// The best and the median. Of an even number of times, the median is the larger one of the two in the middle.
    pub fn of(seconds: &[f64]) -> Result<Self> {
        let mut sorted = seconds.to_vec();
        sorted.sort_by(f64::total_cmp);
        let best_seconds = *sorted.first().context("nothing was measured")?;
        let median_seconds = Some(sorted[sorted.len() / 2]);
        Ok(Self { best_seconds, median_seconds, runs: sorted.len() })
    }
}

/// The plain methods on one board, each against another program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plain {
    pub n: u32,
    /// The placements of a half-board search, which all these programs do.
    pub placements: u64,
    pub rows: Vec<Comparison>,
}

/// Two programs and the target for the ratio of their times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    pub program: String,
    pub time: Times,
    pub against: String,
    pub against_time: Times,
    pub target: Target,
}

/// The ratio that a comparison should reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Time divided by the other's time: at most this.
    AtMost(f64),
    /// The other's time divided by ours: at least this.
    TimesAsFast(f64),
}

/// A line of `queens compare --format json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Method {
    pub n: u32,
    pub method: String,
    pub solutions: u64,
    pub placements: Option<u64>,
    pub best_seconds: f64,
    pub median_seconds: f64,
}

/// `queens count` by an engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    pub n: u32,
    pub method: String,
    pub threads: u32,
    /// The vector instructions; the widest ones if none are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simd: Option<String>,
    pub time: Times,
    /// The largest resident memory of the process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_memory_bytes: Option<u64>,
}

/// One run on several threads, and the same number of runs on one thread each that are started together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threads {
    pub n: u32,
    pub method: String,
    pub threads: u32,
    pub time: Times,
    /// The time of the independent runs divided by their number.
    pub independent_seconds: f64,
}

/// A command line and what it takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub command: String,
    pub time: Times,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_memory_bytes: Option<u64>,
}

/// A count without and with a ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    pub command: String,
    pub without: Times,
    pub with: Times,
}

/// `queens` and other programs, measured in turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peers {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<PeerCount>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion: Option<Completion>,
}

/// One count by several programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeerCount {
    pub n: u32,
    pub device: Device,
    pub queens: Command,
    pub peers: Vec<Peer>,
}

/// What counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Device {
    /// The CPU with this number of threads.
    Threads(usize),
    Gpu,
}

/// Another program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peer {
    pub name: String,
    pub command: String,
    pub time: Times,
}

/// One count on several devices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceCount {
    pub n: u32,
    pub devices: Vec<DeviceTime>,
}

/// The time of `queens count --device`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceTime {
    pub device: String,
    pub time: Times,
}

/// Published region puzzles, each counted by one process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    pub levels: usize,
    /// How many of them have the published number of solutions.
    pub right: usize,
    pub median_seconds: f64,
    pub worst_seconds: f64,
}

/// Positions of one kind, completed by two programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Completion {
    pub n: u32,
    pub given: u32,
    pub queens: Solver,
    pub cp_sat: Vec<Solver>,
    /// After this the other program was stopped.
    pub limit_seconds: u32,
}

/// How a program completes positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solver {
    pub name: String,
    pub positions: usize,
    pub solved: usize,
    /// `None` if nothing was solved.
    pub time: Option<Times>,
}

/// A table as another program prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_and_the_median_of_some_times() {
        let times = Times::of(&[3.0, 1.0, 2.0]).unwrap();
        assert_eq!(times, Times { best_seconds: 1.0, median_seconds: Some(2.0), runs: 3 });
        assert!(Times::of(&[]).is_err());
    }

    #[test]
    fn a_result_is_read_as_it_was_written() {
        let time = Times { best_seconds: 0.25, median_seconds: Some(0.5), runs: 3 };
        let command = Command { command: "queens count 20".into(), time, peak_memory_bytes: None };
        let peer = Peer { name: "other".into(), command: "other 20".into(), time };
        let count =
            PeerCount { n: 20, device: Device::Threads(16), queens: command, peers: vec![peer] };
        let saved = Saved {
            name: "peers".into(),
            command: "cargo xtask bench peers".into(),
            date: "2026-11-16".into(),
            machine: Machine {
                cpu: "CPU".into(),
                cores: 16,
                memory_bytes: None,
                gpu: None,
                os: "Linux".into(),
            },
            version: "0.1.0".into(),
            commit: None,
            note: None,
            figures: Figures::Peers(Peers { counts: vec![count], ..Peers::default() }),
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new folder").join("peers.json");
        saved.write(&path).unwrap();
        assert_eq!(Saved::read(&path).unwrap(), saved);
    }

    #[test]
    fn an_unknown_field_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wrong.json");
        fs::write(&path, r#"{"name": "x", "typo": 1}"#).unwrap();
        let error = format!("{:#}", Saved::read(&path).unwrap_err());
        assert!(error.contains("wrong.json") && error.contains("typo"), "{error}");
    }
}
