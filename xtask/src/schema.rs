//! `cargo xtask schema`: the files that are generated from the types of the results. A test fails when they are out of date.

use crate::step::{Step, run_all};
use anyhow::Result;
use xshell::{Shell, cmd};

/// Write docs/schema.json and the generated files of web/src from the library.
#[derive(clap::Args)]
pub struct Options {}

/// Writes the files.
pub fn run(sh: &Shell, _: &Options) -> Result<()> {
    let example =
        ["--profile", "checked", "-p", "queens-results", "--features", "schema", "--example"];
    run_all(vec![Step::new("schema", cmd!(sh, "cargo run {example...} schema"))])?;
    Ok(())
}
