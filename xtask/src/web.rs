//! `cargo xtask web`: the page. The library is compiled for the browser, the page bundled around it, into `crates/queens-cli/page`, where
//! `queens serve` finds it when it is compiled next, and any host can serve it from.

use crate::project::{checked_program, root, target};
use crate::step::{Step, run_all};
use crate::tools::{self, Tool, WEB_TARGET};
use anyhow::Result;
use std::fs;
use std::path::PathBuf;
use xshell::{Cmd, Shell, cmd};

/// Build the web page into crates/queens-cli/page; `queens serve`, built after it, serves it.
#[derive(clap::Args)]
pub struct Options {}

/// Compiles the module with vector instructions, which all browsers that have been current since 2023 support, and links it without the
/// names of functions and without padding in addresses. The setting `strip` of the profile does not remove the names: cargo ignores it for a
/// package that has settings of its own, such as `opt-level`.
const RUSTFLAGS: &str =
    "-C target-feature=+simd128 -C link-arg=--strip-all -C link-arg=--compress-relocations";

fn folder() -> PathBuf {
    root().join("web")
}

/// npm in the folder of the page, which prints errors only.
pub fn npm(sh: &Shell) -> Cmd<'_> {
    tools::npm(sh).arg("--prefix").arg(folder()).arg("--loglevel=error")
}

/// What building the page needs.
pub const PAGE_TOOLS: [Tool; 2] = [Tool::Target(WEB_TARGET), Tool::Node];

/// Provides them, or says which is missing.
pub fn provide_tools(sh: &Shell) -> Result<()> {
    for tool in PAGE_TOOLS {
        tool.provide(sh)?;
    }
    Ok(())
}

/// Builds the page.
pub fn run(sh: &Shell, _: &Options) -> Result<()> {
    provide_tools(sh)?;
    run_all(steps(sh)?)?;
    println!("the page is in {}", root().join("crates").join("queens-cli").join("page").display());
    println!("cargo run --release -- serve    serves it");
    Ok(())
}

/// The steps that build the page.
pub fn steps(sh: &Shell) -> Result<Vec<Step<'_>>> {
    let (script, modules) = (folder().join("build.mjs"), modules()?);
    let mut steps = packages(sh);
    steps.extend([
        build_module(sh, "picture module", &["--features", "picture"]),
        keep_module("picture")?,
        build_module(sh, "web module", &[]),
        keep_module("queens")?,
        Step::new("web types", npm(sh).args(["run", "types"])),
        Step::new("web page", cmd!(sh, "node {script} {modules}")),
    ]);
    Ok(steps)
}

/// The folder with the modules of the page.
fn modules() -> Result<PathBuf> {
    Ok(target()?.join("page-modules"))
}

/// The step that copies what [`build_module`] has compiled last, because the next build replaces it.
fn keep_module(name: &'static str) -> Result<Step<'static>> {
    let (module, modules) = (module()?, modules()?);
    Ok(Step::check(
        format!("keep {name} module"),
        "copy it to the modules of the page",
        move || {
            fs::create_dir_all(&modules)?;
            fs::copy(&module, modules.join(format!("{name}.wasm")))?;
            Ok(())
        },
    ))
}

/// The linter and the formatter of the page's source.
pub fn lint(sh: &Shell) -> Result<Vec<Step<'_>>> {
    let mut steps = packages(sh);
    steps.push(Step::new("lint of the page", npm(sh).args(["run", "lint"])));
    Ok(steps)
}

/// The step that installs the packages of the page and its tests, if they are not those of the lock file.
pub fn packages(sh: &Shell) -> Vec<Step<'_>> {
    let time = |name: &str| fs::metadata(folder().join(name)).and_then(|file| file.modified()).ok();
    let installed = time("node_modules/.package-lock.json");
    if installed.is_some() && installed >= time("package-lock.json") {
        return Vec::new();
    }
    vec![Step::new("npm packages", npm(sh).args(["ci", "--ignore-scripts"]))]
}

/// The step that compiles the library for browsers, with these further arguments of cargo.
pub fn build_module<'sh>(sh: &'sh Shell, name: &str, arguments: &[&str]) -> Step<'sh> {
    let build = ["build", "-p", "queens-web", "--profile", "web", "--target", WEB_TARGET];
    let build = tools::low_priority(sh, "cargo").args(build).args(arguments);
    // This variable and no other: it overrides all the others.
    Step::new(name, build).variable("RUSTFLAGS", RUSTFLAGS)
}

/// What [`build_module`] has compiled last.
pub fn module() -> Result<PathBuf> {
    Ok(target()?.join(WEB_TARGET).join("web").join("queens_web.wasm"))
}

/// The page in a browser, served by the command. The steps after it do not build the command, so it runs in the background.
pub fn browser_tests(sh: &Shell, long: bool) -> Result<Vec<Step<'_>>> {
    let step = Step::new("browser", npm(sh).arg("test"))
        .variable("QUEENS_COMMAND", checked_program("queens")?.display().to_string())
        .variable("QUEENS_CHROMIUM", tools::chromium(sh)?.display().to_string())
        .variables(long.then(|| ("QUEENS_LONG", "1".to_string())));
    Ok(vec![step.in_background()])
}
