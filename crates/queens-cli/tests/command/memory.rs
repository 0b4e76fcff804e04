//! Counts with little memory.

use super::*;

/// Runs the command with an address space of this many kilobytes.
fn limited(kilobytes: u32, line: &str) -> Output {
    let queens = assert_cmd::cargo::cargo_bin("queens");
    let script = format!("ulimit -v {kilobytes} && exec \"$0\" {line}");
    std::process::Command::new("sh").args(["-c", &script]).arg(queens).output().unwrap()
}

/// The one line on stderr of a command that ends with an error, not with a signal.
fn failure(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(1 | 2)), "{:?}: {errors}", output.status);
    assert!(errors.starts_with("queens: ") && errors.lines().count() == 1, "{errors}");
    errors
}

#[test]
fn the_method_fits_the_memory() {
    let line = "plan 19 --threads 2 --seconds 1 --format json";
    let method = |output: &Output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        ["join", "cross"].into_iter().find(|name| text.contains(&format!("\"{name}\"")))
    };
    assert_eq!(method(&queens(line)), Some("join"));
    assert_eq!(method(&limited(300_000, line)), Some("cross"));
}

#[test]
fn memory_that_cannot_be_allocated_is_one_line_and_harms_no_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("q24.db");
    let line = format!("count 24 --method join --threads 1 --ledger {}", ledger.display());
    for _ in 0..2 {
        let errors = failure(&limited(160_000, &line));
        assert!(errors.contains("bytes of memory"), "{errors}");
    }
    let status = printed(&format!("ledger status {}", ledger.display()));
    assert!(status.contains("join"), "{status}");
}

#[test]
fn threads_that_cannot_start_are_one_line() {
    let errors = failure(&limited(400_000, "count 16 --method join --threads 1000"));
    assert!(errors.contains("cannot start 1000 threads"), "{errors}");
}
