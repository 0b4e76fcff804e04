//! `cargo xtask web`: the page. The library is compiled for the browser, the page bundled around it, into `crates/queens-cli/page`, where
//! `queens serve` finds it when it is compiled next, and any host can serve it from.

use crate::bench::cpu;
use crate::command::{Line, checked_program, root, target};
use crate::engines;
use crate::test::Step;
use crate::tools::{self, Tool, WEB_TARGET};
use anyhow::Result;
use std::fs;
use std::path::PathBuf;
use time::UtcDateTime;

/// Build the web page into crates/queens-cli/page; `queens serve`, built after it, serves it.
#[derive(clap::Args)]
pub struct Options {}

/// What a browser runs the library with: all that have been current since 2023 can.
const FEATURES: &str = "-C target-feature=+simd128";

fn folder() -> PathBuf {
    root().join("web")
}

/// npm in the folder of the page; what goes wrong is said, what goes well is not.
fn npm(words: &str) -> Line {
    tools::npm().word("--prefix").path(&folder()).word("--loglevel=error").words(words)
}

/// What building the page needs.
pub const PAGE_TOOLS: [Tool; 2] = [Tool::Target(WEB_TARGET), Tool::Node];

/// Provides them, or says which is missing.
pub fn provide_tools() -> Result<()> {
    for tool in PAGE_TOOLS {
        tool.provide()?;
    }
    Ok(())
}

/// Builds the page.
pub fn run(_: &Options) -> Result<()> {
    provide_tools()?;
    for step in steps()? {
        step.run()?;
    }
    println!("the page is in {}", root().join("crates").join("queens-cli").join("page").display());
    println!("cargo run --release -- serve    serves it");
    Ok(())
}

/// From nothing to a page.
pub fn steps() -> Result<Vec<Step>> {
    let bundle = Line::new("node").path(&folder().join("build.mjs")).path(&module()?);
    let mut steps = packages();
    steps.extend([
        Step::new("web module", build_module()),
        Step::new("web types", npm("run types")),
        Step::new("web page", bundle),
    ]);
    Ok(steps)
}

/// The step that installs the packages of the page and its tests, if they are not those of the lock file.
pub fn packages() -> Vec<Step> {
    let time = |name: &str| fs::metadata(folder().join(name)).and_then(|file| file.modified()).ok();
    let installed = time("node_modules/.package-lock.json");
    if installed.is_some() && installed >= time("package-lock.json") {
        return Vec::new();
    }
    vec![Step::new("npm packages", npm("ci --ignore-scripts"))]
}

/// Compiles the library for browsers.
pub fn build_module() -> Line {
    let build = Line::new("cargo build -p queens-web --profile web --target").word(WEB_TARGET);
    // This variable and no other: it overrides all the others.
    build.variable("RUSTFLAGS", FEATURES)
}

/// What [`build_module`] has compiled last.
pub fn module() -> Result<PathBuf> {
    Ok(target()?.join(WEB_TARGET).join("web").join("queens_web.wasm"))
}

/// The page in a browser, served by the command.
pub fn browser_tests(long: bool) -> Result<Vec<Step>> {
    let line = npm("test")
        .variable("QUEENS_COMMAND", checked_program("queens")?.display().to_string())
        .variable("QUEENS_CHROMIUM", tools::chromium()?.display().to_string());
    let line = if long { line.variable("QUEENS_LONG", "1") } else { line };
    Ok(vec![Step::new("browser", line)])
}

/// Measure what the page costs in a browser: until it answers, and a count against the command's.
///
/// Prints a table in Markdown. A missed bar is said and is no failure; a wrong count is.
#[derive(clap::Args)]
pub struct BenchOptions {
    /// How many rounds to take the best and the median of
    #[arg(long, value_name = "K", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// Builds the page and the command with it, and measures.
pub fn bench(options: &BenchOptions) -> Result<()> {
    Tool::Chromium.provide()?;
    let chromium = tools::chromium()?.display().to_string();
    run(&Options {})?;
    let queens = engines::build()?;
    println!("{}, {} rounds in turn, {} UTC.\n", cpu(), options.rounds, UtcDateTime::now().date());
    let line = npm("run bench").variable("QUEENS_COMMAND", queens.display().to_string());
    let line = line.variable("QUEENS_CHROMIUM", chromium);
    line.variable("QUEENS_ROUNDS", options.rounds.to_string()).run()
}
