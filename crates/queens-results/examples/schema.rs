//! Writes the files that are generated from the types of the results: `cargo xtask schema`.

use queens_results::schema;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for file in schema::files() {
        std::fs::write(root.join(file.path), file.text)?;
        println!("{}", file.path);
    }
    Ok(())
}
