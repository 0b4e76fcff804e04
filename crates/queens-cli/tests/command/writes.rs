//! Failed writes: one line and exit code 2 in every command. A closed pipe is not an error.

use super::bad_lines::{VALID, files, prepare, words};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Lines that print something to standard output.
fn printing() -> Vec<String> {
    let mut lines: Vec<String> = VALID.iter().map(|(_, line)| line.to_string()).collect();
    let silent = ["watch", "serve", "puzzle sheet"];
    lines.retain(|line| !silent.iter().any(|command| line.starts_with(command)));
    lines.extend(VALID.iter().map(|(command, _)| format!("{command} --help")));
    let others = [
        "--help",
        "-h",
        "--version",
        "help",
        "help count",
        "count --version",
        "count 4 --format csv",
        "count 4 --format json",
        "list 12 --format json",
        "table 1..5 --format markdown",
        "solve size:8 --all",
        "solve size:8 --count",
        "solve size:4 given:a2 --unique",
        "solve size:4 --explain",
        "ledger export q8.db --certificate",
        "draw --first 4 --bits",
        "export size:4 --format qubo",
        "export size:3 --format drat",
    ];
    lines.extend(others.map(String::from));
    lines
}

/// Runs the command with these words in a folder, with this standard output.
fn run(folder: &Path, line: &str, stdout: impl Into<Stdio>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command.args(words(line)).current_dir(folder).stdin(Stdio::null());
    command.stdout(stdout).output().unwrap()
}

/// Checks that a command ended with exit code 2 and this line.
fn expect_line(line: &str, output: &Output, expected: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "queens {line}: {errors}");
    assert!(errors.lines().count() == 1 && errors.starts_with(expected), "queens {line}: {errors}");
}

#[test]
fn a_full_disk_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        return println!("skipped: this system has no /dev/full");
    };
    for line in printing().iter().map(String::as_str).chain(["serve --port 0 --folder page"]) {
        // The line of each merge is printed after the ledger is written.
        let _ = fs::remove_file(folder.join("merged.db"));
        let mut output = run(folder, line, full.try_clone().unwrap());
        if line == "devices" {
            // It may also say that there is no GPU.
            let at = output.stderr.windows(14).position(|text| text == b"queens: cannot").unwrap();
            output.stderr.drain(..at);
        }
        expect_line(line, &output, "queens: cannot write standard output: No space left on device");
    }
    let outputs = [
        "list 8 --output",
        "find 8 --output",
        "solve size:4 --output",
        "puzzle new --seed 1 --output",
        "export size:4 --output",
        "export size:3 --format drat --output",
        "tree 4 --format dot --output",
        "ledger export q8.db --output",
    ];
    for line in outputs {
        let line = format!("{line} /dev/full");
        let output = run(folder, &line, Stdio::piped());
        expect_line(&line, &output, "queens: cannot write /dev/full: No space left on device");
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    for line in printing() {
        let _ = fs::remove_file(folder.join("merged.db"));
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = run(folder, &line, writer);
        let errors = String::from_utf8_lossy(&output.stderr);
        // 'devices' says that there is no GPU.
        let quiet = errors.is_empty() || line == "devices";
        assert!(output.status.code() == Some(0) && quiet, "queens {line}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn a_limit_of_the_file_size_leaves_no_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    run(folder, "count 11 --method cross --ledger q11.db", Stdio::null());
    fs::create_dir(folder.join("pages")).unwrap();
    fs::write(folder.join("old.txt"), "old").unwrap();
    let before = files(folder);
    let limited = |line: &str| {
        let script = "ulimit -f 1; exec \"$0\" \"$@\"";
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", script, env!("CARGO_BIN_EXE_queens")]).args(words(line));
        shell.current_dir(folder).output().unwrap()
    };
    for (line, file) in [
        ("list 10 --output all.txt", "all.txt"),
        ("list 10 --output old.txt", "old.txt"),
        ("find 100000 --output all.txt", "all.txt"),
        ("solve size:10 --all --output all.txt", "all.txt"),
        ("solve size:30 --output s.svg", "s.svg"),
        ("puzzle new --size 8 --seed 1 --output p.svg", "p.svg"),
        ("export size:8 --output p.cnf", "p.cnf"),
        ("draw --first 8 --output p.svg", "p.svg"),
        ("draw --first 8 --output p.png", "p.png"),
        ("tree 6 --output tree.dot", "tree.dot"),
        ("watch 6 --output w.svg", "w.svg"),
        ("ledger export q11.db --output q11.csv", "q11.csv"),
    ] {
        expect_line(line, &limited(line), &format!("queens: cannot write {file}: File too large"));
        assert_eq!(files(folder), before, "{line}");
    }
    assert_eq!(fs::read_to_string(folder.join("old.txt")).unwrap(), "old");
    let output = limited("man --output pages");
    expect_line("man", &output, "queens: cannot write pages/queens-");
    let pages = files(&folder.join("pages"));
    assert!(pages.iter().all(|page| page.to_string_lossy().starts_with("queens-")), "{pages:?}");
    // Standard output can be such a file too.
    let script = "ulimit -f 1; \"$0\" list 10 > all.txt; exit $?";
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", script, env!("CARGO_BIN_EXE_queens")]).current_dir(folder);
    expect_line("list", &shell.output().unwrap(), "queens: cannot write standard output: File too");
}
