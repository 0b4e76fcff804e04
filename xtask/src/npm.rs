//! `cargo xtask npm`: the npm package. The library is compiled to WebAssembly with the package's questions, and the package is built around it in
//! `target/npm`, ready for `npm pack`.

use crate::project::root;
use crate::step::{Step, run_all};
use crate::tools;
use crate::web;
use anyhow::Result;
use xshell::{Shell, cmd};

/// Build the npm package into target/npm, ready for `npm pack` and `npm publish`.
#[derive(clap::Args)]
pub struct Options {}

/// Builds the package.
pub fn run(sh: &Shell, _: &Options) -> Result<()> {
    web::provide_tools(sh)?;
    run_all(steps(sh)?)?;
    Ok(())
}

/// The steps that build the package.
pub fn steps(sh: &Shell) -> Result<Vec<Step<'_>>> {
    let (script, module) = (root().join("npm").join("build.mjs"), web::module()?);
    let mut steps = web::packages(sh);
    steps.extend([
        web::build_module(sh, "npm module", &["--features", "package"]),
        Step::new("npm package", cmd!(sh, "node {script} {module}")),
    ]);
    Ok(steps)
}

/// The package, built, installed and tested; in a browser too if there is one.
pub fn tests(sh: &Shell) -> Result<Vec<Step<'_>>> {
    let script = root().join("npm").join("tests").join("run.mjs");
    let chromium = tools::chromium(sh).ok();
    let chromium = chromium.map(|path| ("QUEENS_CHROMIUM", path.display().to_string()));
    let mut steps = steps(sh)?;
    let tests = Step::new("npm tests", cmd!(sh, "node {script}")).variables(chromium);
    steps.push(tests.in_background());
    Ok(steps)
}
