//! Documents refer to files and folders that exist.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The words of a text that look like paths of folders or source files.
fn paths(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || "/_.-".contains(c);
    let words = text.split(|c| !is_part(c)).map(|word| word.trim_end_matches(['.', ',']));
    let is_path = |word: &&str| {
        word.ends_with('/') && word.len() > 1
            || word.starts_with("crates/")
            || word.ends_with(".rs")
            || word.ends_with(".ts") && !word.starts_with('.')
    };
    words.filter(is_path).collect()
}

/// Whether a path exists in one of the folders.
fn exists(path: &str, folders: &[&str]) -> bool {
    folders.iter().any(|folder| root().join(folder).join(path).exists())
}

#[test]
fn the_picture_of_the_architecture_shows_folders_that_exist() {
    let architecture = read("docs/architecture.md");
    let picture = architecture.split("```").nth(1).expect("a picture");
    let shown = paths(picture);
    assert!(shown.len() >= 18, "{shown:?}");
    for path in shown {
        let libraries =
            ["", "crates/queens/src", "crates/queens-puzzles/src", "crates/queens-draw/src"];
        assert!(exists(path, &libraries), "{path} is in the picture, but does not exist");
    }
}

#[test]
fn the_table_of_the_architecture_names_files_that_exist() {
    let architecture = read("docs/architecture.md");
    let rows: Vec<&str> = architecture.lines().filter(|line| line.starts_with("| `")).collect();
    assert!(rows.len() >= 8, "{rows:?}");
    for row in rows {
        let folder = row.split('`').nth(1).unwrap();
        let within = [folder, &format!("{folder}/src"), "", "crates/queens-python/python/n_queens"];
        for path in paths(row) {
            assert!(exists(path, &within), "{path} is named in the row of {folder}");
        }
    }
}

/// Every module of the library is in the picture or in the text.
#[test]
fn the_architecture_names_every_module_of_the_library() {
    let architecture = read("docs/architecture.md");
    for entry in fs::read_dir(root().join("crates/queens/src")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let module = name.trim_end_matches(".rs");
        let shown = [format!("{module}/"), format!("{module}.rs"), format!("`{module}`")];
        let is_shown = module == "lib" || shown.iter().any(|text| architecture.contains(text));
        assert!(is_shown, "docs/architecture.md does not name '{module}'");
    }
}

#[test]
fn the_architecture_fits_on_two_pages() {
    let architecture = read("docs/architecture.md");
    // A printed page has about 55 lines of 100 characters; the rows of the table wrap.
    let lines: usize =
        architecture.lines().map(|line| line.chars().count().div_ceil(105).max(1)).sum();
    assert!(lines <= 110, "{lines} lines");
}

#[test]
fn every_term_of_the_glossary_is_defined_once_and_in_order() {
    let glossary = read("docs/glossary.md");
    let rows = glossary.lines().filter(|line| line.starts_with("| ")).skip(1);
    let terms: Vec<&str> = rows.map(|row| row[2..].split(" |").next().unwrap()).collect();
    assert!(terms.len() >= 40, "{}", terms.len());
    assert!(terms.is_sorted_by(|one, next| one < next), "{terms:?}");
}
