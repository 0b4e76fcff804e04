//! The cluster examples: the shell commands of the Kubernetes jobs, taken from their files, and the
//! Slurm scripts, on small boards.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SIZE: &str = "12";
const SOLUTIONS: &str = "14200";
const SHARDS: u32 = 3;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// A command that finds the `queens` of this build.
fn with_queens(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let folder = Path::new(env!("CARGO_BIN_EXE_queens")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(program);
    command.env("PATH", format!("{}:{path}", folder.display()));
    command
}

fn succeeds(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let errors = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {errors}");
    String::from_utf8(stdout).unwrap()
}

/// Checks the last line, which `queens verify` prints.
fn assert_verified(printed: &str) {
    let last = printed.lines().last().unwrap();
    let expected = format!(": verified: N = {SIZE}, ");
    assert!(last.contains(&expected) && last.contains(&format!(" {SOLUTIONS} ")), "{printed}");
}

/// The words of `command:` and the text of the block `args: - |` of a manifest: what a container runs.
fn container(manifest: &str) -> Vec<String> {
    let text = fs::read_to_string(examples().join("kubernetes").join(manifest)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let words = lines.iter().find_map(|line| line.trim().strip_prefix("command: ")).unwrap();
    let words = words.trim_matches(['[', ']']).split(", ").map(|word| word.trim_matches('"'));
    let start = lines.iter().position(|line| line.trim() == "- |").unwrap();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let block = lines[start + 1..].iter().take_while(|line| indent(line) > indent(lines[start]));
    let script: String = block.map(|line| format!("{}\n", line.trim_start())).collect();
    assert!(script.contains("queens"), "{manifest}: {script}");
    words.map(str::to_string).chain([script]).collect()
}

/// Runs what the container of a manifest runs, with the variables that its pod would have.
fn pod(manifest: &str, ledgers: &Path, index: u32) -> Command {
    let words = container(manifest);
    let mut command = with_queens(&words[0]);
    command.args(&words[1..]);
    for (name, value) in [("SIZE", SIZE), ("METHOD", "join"), ("THREADS", "2")] {
        command.env(name, value);
    }
    command.env("SHARDS", SHARDS.to_string()).env("JOB_COMPLETION_INDEX", index.to_string());
    command.env("LEDGERS", ledgers);
    command
}

#[test]
fn the_kubernetes_jobs_count_merge_and_verify() {
    let folder = tempfile::tempdir().unwrap();
    let ledgers = folder.path();
    // Other files on the volume do not matter.
    fs::write(ledgers.join("q11-1-of-3.db"), "of another count").unwrap();
    for index in 0..SHARDS {
        // While shards are missing, nothing is verified.
        if index == 1 {
            let early = tempfile::tempdir().unwrap();
            let shard = format!("q{SIZE}-1-of-{SHARDS}.db");
            fs::copy(ledgers.join(&shard), early.path().join(&shard)).unwrap();
            let end = pod("merge.yaml", early.path(), 0).output().unwrap();
            assert_eq!(end.status.code(), Some(1));
        }
        succeeds(&mut pod("count.yaml", ledgers, index));
    }
    // A pod that is started again finds its shard complete.
    succeeds(&mut pod("count.yaml", ledgers, 1));
    for _ in 0..2 {
        let printed = succeeds(&mut pod("merge.yaml", ledgers, 0));
        assert_verified(&printed);
    }
}

#[test]
fn the_slurm_scripts_count_join_and_verify() {
    let folder = tempfile::tempdir().unwrap();
    let script = |name: &str| {
        let mut command = with_queens("sh");
        command.arg(examples().join("slurm").join(name)).arg(SIZE);
        command.env("QUEENS_FOLDER", folder.path().join("ledgers"));
        command
    };
    for task in 1..=SHARDS {
        let mut array = script("queens-array.sh");
        array.arg(SHARDS.to_string()).env("SLURM_ARRAY_TASK_ID", task.to_string());
        succeeds(array.env("SLURM_CPUS_PER_TASK", "2"));
    }
    let printed = succeeds(&mut script("queens-join.sh"));
    assert_verified(&printed);
}
