//! The pictures of the documentation are what the command draws today, and puzzles are read back from pictures.

use super::{printed, queens};
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

#[test]
fn a_puzzle_is_read_back_from_its_picture() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.png");
    let file = file.display();
    printed(&format!("puzzle new --size 7 --seed 3 --output {file}"));
    let puzzle = printed("puzzle new --size 7 --seed 3 --format short");
    let read = queens(&format!("puzzle read {file} --format short"));
    assert_eq!(String::from_utf8(read.stdout).unwrap(), puzzle);
    assert_eq!(String::from_utf8(read.stderr).unwrap(), "queens: confidence: 1\n");

    // What is printed as JSON or drawn is a position, too.
    for format in ["json", "text"] {
        let copy = folder.path().join(format);
        let read =
            queens(&format!("puzzle read {file} --format {format} --output {}", copy.display()));
        assert!(read.status.success());
        let solution = printed(&format!("solve {} --format rows", copy.display()));
        assert_eq!(solution, printed(&format!("solve {} --format rows", puzzle.trim())));
    }

    // Standard input.
    let mut command = Command::cargo_bin("queens").unwrap();
    let bytes = fs::read(folder.path().join("p.png")).unwrap();
    let read = command.args(["puzzle", "read", "-", "--format", "short"]).write_stdin(bytes);
    assert_eq!(
        String::from_utf8(read.assert().success().get_output().stdout.clone()).unwrap(),
        puzzle
    );
}

#[test]
fn crosses_are_listed_or_closed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.png");
    let file = file.display();
    let position = "size:5 given:A5 regions:AABBB/ACCBB/DDCBB/DDCCE/DDEEE";
    let path = folder.path().join("p.txt");
    fs::write(&path, position).unwrap();
    printed(&format!("draw {} --attacks --output {file}", path.display()));
    let read = queens(&format!("puzzle read {file} --format short"));
    assert_eq!(String::from_utf8(read.stdout).unwrap().trim(), position);
    let notes = String::from_utf8(read.stderr).unwrap();
    assert_eq!(notes.lines().next(), Some("queens: crosses: A1 A2 A3 A4 B4 B5 C5 D5 E5"));
    let closed = queens(&format!("puzzle read {file} --close-crosses --format short"));
    let closed = String::from_utf8(closed.stdout).unwrap();
    assert!(closed.contains(" closed:A1,A2,A3,A4,B4,B5,C5,D5,E5 "), "{closed}");
}

#[test]
fn a_picture_without_a_puzzle_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chess.png");
    printed(&format!("draw --first 8 --output {}", file.display()));
    let refused = queens(&format!("puzzle read {}", file.display()));
    assert_eq!(refused.status.code(), Some(2));
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(text.contains("chess.png: found a grid of 8 x 8 squares"), "{text}");
}
