use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Starts the command, waits for its first line, and interrupts it. Returns its exit code and stderr.
fn interrupted(line: &str) -> (Option<i32>, String) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("queens"))
        .args(line.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    // Read the rest, as a terminal does.
    std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    (child.wait().unwrap().code(), errors)
}

#[test]
fn an_interrupted_count_reports_finished_jobs() {
    for method in
        ["auto", "cross", "join", "stacked", "arrays", "bitmask", "columns", "dancing-links"]
    {
        let (code, errors) = interrupted(&format!("count 1..22 --method {method}"));
        assert_eq!(code, Some(130), "{method}");
        assert!(errors.starts_with("queens: interrupted at N = "), "{errors}");
    }
}

/// Starts the command with an empty standard input that stays open, and interrupts it later. Returns its exit code and stderr.
fn interrupted_after(line: &str, wait: Duration) -> (Option<i32>, String) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("queens"))
        .args(line.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(wait);
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    // Standard input stays open until the command has ended.
    let stdin = child.stdin.take();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    let code = child.wait().unwrap().code();
    drop(stdin);
    (code, errors)
}

#[test]
fn an_interrupt_stops_searches_and_reading() {
    let lines = [
        "solve",
        "check",
        "draw --position -",
        "solve size:26 closed:a1 --rules superqueens --count",
        "solve size:900 --method sat",
        "find 36 --first",
        "find 4000000000 --output /dev/null",
        "find 100000000 --random --seed 1",
    ];
    for line in lines {
        let (code, errors) = interrupted_after(line, Duration::from_millis(400));
        assert_eq!((code, errors.as_str()), (Some(130), "queens: interrupted\n"), "{line}");
    }
}

#[test]
fn an_interrupted_list_of_a_position_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.txt");
    let line = format!("solve size:20 --all --format rows --output {}", path.display());
    let (code, errors) = interrupted_after(&line, Duration::from_millis(400));
    assert_eq!(code, Some(130));
    let printed = std::fs::read_to_string(&path).unwrap().lines().count();
    assert!(errors.contains(&format!("after {printed} solutions, saved in ")), "{errors}");
}

#[test]
fn an_interrupted_list_ends_cleanly() {
    let (code, errors) = interrupted("list 18");
    assert_eq!(code, Some(130));
    assert!(errors.starts_with("queens: interrupted after "), "{errors}");
    assert_eq!(interrupted("trace arrays 16"), (Some(130), "queens: interrupted\n".to_string()));
}
