//! The modules of the library depend on each other in one direction.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules, the lowest first. A module uses modules of lower layers, and modules of its own layer that are listed before it.
const LAYERS: [(&str, &[&str]); 4] = [
    ("core", &["simd", "board", "observe", "job", "engines", "plan"]),
    ("counts", &["known", "classes", "solutions", "all_rows", "estimate", "sampling"]),
    ("positions", &["position", "constraints", "solve", "picture", "find", "puzzle"]),
    ("presentation", &["report", "draw", "export", "study", "results"]),
];

/// The error types. All modules may use all of them.
const EVERYWHERE: [&str; 1] = ["error"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            files(&path, found);
        } else if name.ends_with(".rs") && !name.contains("tests") && name != "lib.rs" {
            found.push(path);
        }
    }
}

/// The code without comments and without unit tests.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod").next().unwrap();
    code.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

/// The first name of each path in `a, b::c, d::{e, f}`.
fn first_names(list: &str) -> Vec<String> {
    let (mut names, mut depth, mut path) = (Vec::new(), 0, String::new());
    for character in list.chars().chain([',']) {
        depth += i32::from(character == '{') - i32::from(character == '}');
        if character != ',' || depth != 0 {
            path.push(character);
            continue;
        }
        names.push(first_name(path.trim()));
        path.clear();
    }
    names.retain(|name| !name.is_empty());
    names
}

fn first_name(path: &str) -> String {
    path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The text between the first brace and the brace that closes it.
fn braced(text: &str) -> &str {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        depth += i32::from(character == '{') - i32::from(character == '}');
        if depth == 0 {
            return &text[1..at];
        }
    }
    panic!("a brace is not closed: {text}");
}

/// The names after every `prefix` in the code.
fn names_after(prefix: &str, code: &str) -> Vec<String> {
    let rests = code.match_indices(prefix).map(|(at, _)| &code[at + prefix.len()..]);
    rests
        .flat_map(|rest| match rest.starts_with('{') {
            true => first_names(braced(rest)),
            false => vec![first_name(rest)],
        })
        .collect()
}

/// The module that each name at the root of the library comes from.
fn exported() -> HashMap<String, String> {
    let library = code(&fs::read_to_string(source().join("lib.rs")).unwrap());
    let mut names = HashMap::new();
    for (at, _) in library.match_indices("pub use ") {
        let line = &library[at + "pub use ".len()..];
        let module = first_name(line);
        for name in names_after(&format!("{module}::"), &line[..=line.find(';').unwrap()]) {
            names.insert(name, module.clone());
        }
    }
    assert_eq!(names.get("Plan").map(String::as_str), Some("plan"));
    assert_eq!(names.get("Solutions").map(String::as_str), Some("solutions"));
    names
}

#[test]
fn modules_depend_on_each_other_in_one_direction() {
    let order: Vec<&str> = LAYERS.iter().flat_map(|(_, modules)| modules.iter().copied()).collect();
    let place = |module: &str| order.iter().position(|&other| other == module);
    let exported = exported();
    let mut paths = Vec::new();
    files(&source(), &mut paths);
    assert!(paths.len() > 80, "{} files", paths.len());
    for path in paths {
        let inside = path.strip_prefix(source()).unwrap();
        let module = inside.components().next().unwrap().as_os_str().to_string_lossy();
        let module = module.trim_end_matches(".rs");
        if EVERYWHERE.contains(&module) {
            continue;
        }
        let own = place(module).unwrap_or_else(|| panic!("'{module}' is in no layer"));
        for name in names_after("crate::", &code(&fs::read_to_string(&path).unwrap())) {
            let used = exported.get(&name).unwrap_or(&name);
            if EVERYWHERE.contains(&used.as_str()) {
                continue;
            }
            let other = place(used)
                .unwrap_or_else(|| panic!("{}: 'crate::{name}' is in no layer", inside.display()));
            assert!(other <= own, "{} ('{module}') uses '{used}' ({name})", inside.display());
        }
    }
}
