//! Runs into ledgers that are killed, whose files are damaged, and which are repaired and resumed: the total is always exact.

use super::ledger::place;
use super::*;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The number of solutions for N = 15.
const TOTAL: u64 = 2_279_184;
/// Runs take about this time in milliseconds on two idle cores.
const RUN: u64 = 300;

/// Steele, Lea and Flood's SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

/// What happened in all rounds.
#[derive(Debug, Default)]
struct Figures {
    kills: u64,
    ended_before: u64,
    flips: u64,
    harmless: u64,
    repaired: u64,
    lost_plans: u64,
    lost_jobs: usize,
}

impl Figures {
    /// Counts into a ledger: kills the run, flips a bit of a file that it leaves, and resumes it, after a repair if it is
    /// refused. Returns the complete ledger.
    fn survive(&mut self, path: &Path, options: &str, random: &mut Random) -> PathBuf {
        let count =
            format!("count 15 --method cross --simd portable --threads 2 {options} --ledger");
        let mut child = Command::new(env!("CARGO_BIN_EXE_queens"))
            .args(count.split_whitespace())
            .arg(path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(random.below(RUN)));
        let ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        (self.kills, self.ended_before) =
            (self.kills + u64::from(!ended), self.ended_before + u64::from(ended));

        let endings = ["", "-wal", "-journal"].map(|ending| format!("{}{ending}", path.display()));
        let left: Vec<&String> = endings.iter().filter(|file| Path::new(file).exists()).collect();
        if !left.is_empty() {
            let file = left[random.below(left.len() as u64) as usize];
            let mut bytes = fs::read(file).unwrap();
            if !bytes.is_empty() {
                let bit = random.below(8 * bytes.len() as u64) as usize;
                bytes[bit / 8] ^= 1 << (bit % 8);
                fs::write(file, bytes).unwrap();
                self.flips += 1;
            }
        }

        let output = queens(&format!("{count} {}", path.display()));
        if output.status.success() {
            self.harmless += 1;
            return path.to_path_buf();
        }
        assert!(output.stdout.is_empty(), "a run that fails prints no count: {output:?}");
        let new = path.with_extension("repaired");
        let repair = format!("ledger repair --format json {} {}", path.display(), new.display());
        let mut repaired = queens(&repair);
        if String::from_utf8_lossy(&repaired.stderr).contains("its plan is damaged") {
            self.lost_plans += 1;
            let other = path.with_extension("other");
            printed_last(&format!("{count} {}", other.display()));
            repaired = queens(&format!("{repair} --plan-of {}", other.display()));
        }
        assert!(repaired.status.success(), "{output:?}, {repaired:?}");
        let found: serde_json::Value = serde_json::from_slice(&repaired.stdout).unwrap();
        self.lost_jobs += found["lost_jobs"].as_array().unwrap().len();
        self.repaired += 1;
        printed_last(&format!("{count} {}", new.display()));
        new
    }
}

/// The last line on stdout of a command that succeeds.
fn printed_last(line: &str) -> String {
    let output = queens(line);
    assert!(output.status.success(), "queens {line}: {output:?}");
    String::from_utf8(output.stdout).unwrap().lines().last().unwrap_or_default().to_string()
}

/// The number of solutions in a complete ledger, after the checks of a verification.
fn checked(path: &Path) -> u64 {
    let line = printed_last(&format!("verify {} --sample 0 --format json", path.display()));
    let found: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(found["outcome"], "checked", "{line}");
    found["solutions"].as_u64().unwrap()
}

/// With `QUEENS_LONG=1`, at least 500 kills and 500 flips.
#[test]
fn killed_and_damaged_runs_end_with_the_exact_total() {
    let long = std::env::var_os("QUEENS_LONG").is_some();
    let enough = if long { 500 } else { 8 };
    let mut random = Random(1);
    let mut figures = Figures::default();
    while figures.kills < enough || figures.flips < enough {
        let (folder, path) = place("q15.db");
        assert_eq!(checked(&figures.survive(&path, "", &mut random)), TOTAL);
        let path = folder.path().join("audited.db");
        assert_eq!(checked(&figures.survive(&path, "--audit 20%", &mut random)), TOTAL);
        let shards = ["1/2", "2/2"].map(|shard| {
            let path = folder.path().join(format!("{}.db", &shard[..1]));
            figures.survive(&path, &format!("--shard {shard}"), &mut random)
        });
        let out = folder.path().join("merged.db");
        let [one, two] = shards.map(|path| path.display().to_string());
        printed_last(&format!("ledger merge {} {one} {two}", out.display()));
        assert_eq!(checked(&out), TOTAL);
    }
    println!("{figures:?}");
    assert!(figures.harmless > 0, "{figures:?}");
    assert!(!long || figures.repaired > 100, "{figures:?}");
}
