//! The same kind of error has the same exit code in every command: the table of docs/getting-started.md.

use super::*;

/// Positions and solutions that the lines read.
fn prepare(folder: &std::path::Path) {
    for (name, text) in [
        ("attack", "1 2 3 4\n"),
        ("few", "Q...\n....\n....\n....\n"),
        ("none", "size:3\n"),
        ("two", "size:4\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
}

/// Runs the command with these words in a folder and returns its exit code. A failure must print one line on stderr.
fn code(folder: &std::path::Path, line: &str) -> i32 {
    let mut command = Command::cargo_bin("queens").unwrap();
    let output = command.current_dir(folder).args(line.split_whitespace()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().unwrap();
    assert!(code == 0 || errors.lines().count() == 1, "queens {line}: {errors}");
    code
}

#[test]
fn exit_codes_are_those_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    let no_solution = [
        "find 2",
        "find 3",
        "find 3 --first",
        "find 3 --random --seed 1",
        "draw --first 3",
        "solve none",
        "solve none --all",
        "solve none --count",
        "solve none --unique",
        "solve none --explain",
        "solve none --output p.svg",
        "solve size:4 given:a1",
    ];
    let failed_check = [
        "solve two --unique",
        "export two --format drat",
        "check attack",
        "check few",
        "check attack --rules torus",
        "estimate 10000 --seconds 0.001 --seed 1",
    ];
    for line in no_solution.iter().chain(&failed_check) {
        assert_eq!(code(folder, line), 1, "queens {line}");
    }
    for line in [
        "count 3",
        "estimate 3 --seed 1",
        "list 3",
        "count 3 --fundamental",
        "list 2 --format json",
        "solve two --limit 0",
        "export two",
        "export none --format drat",
    ] {
        assert_eq!(code(folder, line), 0, "queens {line}");
    }
    let invalid = [
        "count x",
        "solve x",
        "check x",
        "export x",
        "draw x",
        "draw 1 2 3 5",
        "ledger status x",
        "verify x",
        "list 4 --output x/y",
        "count 4 --ledger x/y",
        "find 8 --output x/y.svg",
    ];
    for line in invalid {
        assert_eq!(code(folder, line), 2, "queens {line}");
    }
    let help = printed("--help");
    for code in ["0 success", "1 no solution", "2 invalid request", "130 interrupted"] {
        assert!(help.split_whitespace().collect::<Vec<_>>().join(" ").contains(code), "{help}");
    }
}
