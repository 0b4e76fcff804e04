//! `cargo xtask npm`: the npm package. The library is compiled to WebAssembly with the package's questions, and the package is built around it in
//! `target/npm`, ready for `npm pack`.

use crate::command::{Line, root};
use crate::test::Step;
use crate::tools;
use crate::web;
use anyhow::Result;

/// Build the npm package into target/npm, ready for `npm pack` and `npm publish`.
#[derive(clap::Args)]
pub struct Options {}

/// Builds the package.
pub fn run(_: &Options) -> Result<()> {
    web::provide_tools()?;
    for step in steps()? {
        step.run()?;
    }
    Ok(())
}

/// From nothing to a package.
pub fn steps() -> Result<Vec<Step>> {
    let build = Line::new("node").path(&root().join("npm").join("build.mjs"));
    let mut steps = web::packages();
    steps.extend([
        Step::new("npm module", web::build_module().words("--features package")),
        Step::new("npm package", build.path(&web::module()?)),
    ]);
    Ok(steps)
}

/// The package, built, installed and tested; in a browser too if there is one.
pub fn tests() -> Result<Vec<Step>> {
    let line = Line::new("node").path(&root().join("npm").join("tests").join("run.mjs"));
    let line = match tools::chromium() {
        Ok(chromium) => line.variable("QUEENS_CHROMIUM", chromium.display().to_string()),
        Err(_) => line,
    };
    let mut steps = steps()?;
    steps.push(Step::new("npm tests", line));
    Ok(steps)
}
