//! The files that are generated from the types of the results are up to date.

use queens_results::schema;
use std::path::Path;

#[test]
fn generated_files_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for file in schema::files() {
        let written = std::fs::read_to_string(root.join(file.path)).unwrap_or_default();
        // Git may have changed the line endings.
        let same = written.replace("\r\n", "\n") == file.text;
        assert!(same, "{} is out of date: run '{}'", file.path, schema::COMMAND);
    }
}
