//! The pictures of the documentation are what the command draws today.

use assert_cmd::Command;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn images() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images")
}

/// Each file and the command that makes it, in the order in which they are made.
fn commands() -> Vec<(String, String)> {
    let text = fs::read_to_string(images().join("commands.csv")).unwrap();
    let row = |line: &str| {
        let (file, command) = line.split_once(',').unwrap();
        (file.to_string(), command.trim_matches('"').to_string())
    };
    text.lines().skip(1).map(row).collect()
}

/// `QUEENS_WRITE_PICTURES=1` in the environment replaces the pictures instead of comparing them.
#[test]
fn the_pictures_of_the_documentation_are_current() {
    let folder = tempfile::tempdir().unwrap();
    for (file, command) in commands() {
        let mut queens = Command::cargo_bin("queens").unwrap();
        queens.current_dir(folder.path()).args(command.split_whitespace()).assert().success();
        let drawn = fs::read_to_string(folder.path().join(&file)).unwrap();
        if !file.ends_with(".svg") {
            continue;
        }
        let path = images().join(&file);
        if env::var_os("QUEENS_WRITE_PICTURES").is_some() {
            fs::write(&path, drawn).unwrap();
        } else {
            let shown = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            assert!(shown == drawn, "docs/images/{file} is not what 'queens {command}' draws");
        }
    }
}
