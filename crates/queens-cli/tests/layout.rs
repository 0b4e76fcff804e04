//! The layout of the sources: no command uses another; shared code is in `support`.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    entries.flat_map(files).collect()
}

/// The command that a file below `commands` belongs to, and whether the file is the module of the command itself.
fn owner(file: &Path) -> (String, bool) {
    let mut parts = file.iter().map(|part| part.to_str().unwrap());
    let name = parts.next().unwrap();
    match parts.next() {
        None => (name.trim_end_matches(".rs").to_string(), true),
        Some(inner) => (name.to_string(), inner == "mod.rs"),
    }
}

/// The other commands that a source file uses.
fn others_used(file: &Path, text: &str, commands: &[String]) -> Vec<String> {
    let (own, is_module) = owner(file);
    let parent = if is_module { "super::" } else { "super::super::" };
    let names = |path: &str, command: &str| {
        let word = format!("{path}{command}");
        let is_end = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let starts = |at: usize| is_module || !text[..at].ends_with("super::");
        text.match_indices(&word)
            .any(|(at, _)| is_end(text[at + word.len()..].chars().next()) && starts(at))
    };
    let grouped =
        ["crate::commands::{", "crate::{commands"].into_iter().any(|use_| text.contains(use_));
    let used = |command: &&String| {
        **command != own
            && (grouped || names("crate::commands::", command) || names(parent, command))
    };
    commands.iter().filter(used).cloned().collect()
}

#[test]
fn no_command_uses_another() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/commands");
    let files: Vec<PathBuf> =
        sources(&folder).iter().map(|file| file.strip_prefix(&folder).unwrap().into()).collect();
    let files: Vec<PathBuf> =
        files.into_iter().filter(|file| file != Path::new("mod.rs")).collect();
    let mut commands: Vec<String> = files.iter().map(|file| owner(file).0).collect();
    commands.sort();
    commands.dedup();
    assert!(commands.len() > 20, "{commands:?}");
    for file in files {
        let text = fs::read_to_string(folder.join(&file)).unwrap();
        let used = others_used(&file, &text, &commands);
        assert!(used.is_empty(), "commands/{} uses {used:?}: move it to support", file.display());
    }
}

#[test]
fn nothing_below_the_commands_uses_them() {
    for folder in ["src/support", "src/args"] {
        for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(!text.contains("commands::"), "{} uses a command", file.display());
        }
    }
}

#[test]
fn uses_of_other_commands_are_found() {
    let commands = ["count", "solve", "watch"].map(String::from);
    let used = |file: &str, text: &str| others_used(Path::new(file), text, &commands);
    assert_eq!(used("solve/mod.rs", "use crate::commands::count::run;"), ["count"]);
    assert_eq!(used("watch.rs", "use crate::commands::{count, solve};"), ["count", "solve"]);
    assert_eq!(used("watch.rs", "super::count::run()"), ["count"]);
    assert_eq!(used("solve/list.rs", "super::super::count::run()"), ["count"]);
    // Files of a command's own folder, and modules of its own.
    assert!(used("solve/list.rs", "use super::count::run;").is_empty());
    assert!(used("solve/mod.rs", "use crate::commands::solve::task;").is_empty());
    assert!(used("watch.rs", "use super::counters; use crate::commands::watches;").is_empty());
}
