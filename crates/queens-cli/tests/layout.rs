//! The layout of the sources: no command uses another; shared code is in `support`.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    entries.flat_map(files).collect()
}

/// The names of the commands.
fn commands(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let names = names.filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()));
    names.filter(|name| name != "mod").collect()
}

#[test]
fn no_command_uses_another() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let commands = commands(&source.join("commands"));
    for file in sources(&source).iter().filter(|file| !file.ends_with("commands/mod.rs")) {
        let text = fs::read_to_string(file).unwrap();
        let own = file.strip_prefix(source.join("commands")).ok();
        let own = own.and_then(|file| file.iter().next()?.to_str());
        for command in &commands {
            let is_own = own.is_some_and(|own| own.trim_end_matches(".rs") == command);
            let used = [format!("commands::{command}::"), format!("super::super::{command}::")];
            let is_used = used.iter().any(|path| text.contains(path));
            assert!(is_own || !is_used, "{} uses {command}: move it to support", file.display());
        }
        assert!(!text.contains("commands::{"), "{}", file.display());
    }
}
