//! The documents: examples are run, links and anchors are looked up, words are checked, generated tables are compared with their data.

mod commands;
mod examples;
mod links;
mod pages;
mod words;

use super::python::Environment;
use crate::project::{checked_program, root};
use crate::step::Step;
use crate::tools::succeeds;
use anyhow::{Context, Result, bail};
use examples::{Report, Runner};
use links::Site;
use pages::{Finding, Page};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;
use words::Words;
use xshell::{Shell, cmd};

/// How many pages are tested at the same time.
const THREADS: usize = 2;

/// The files that compile the Rust blocks of pages, by including the page as documentation.
const DOCTESTS: [&str; 5] = [
    "crates/queens/src/lib.rs",
    "crates/queens-puzzles/src/lib.rs",
    "crates/queens-draw/src/lib.rs",
    "crates/queens-results/src/lib.rs",
    "crates/queens-gpu/src/lib.rs",
];

/// The steps that check the documents. With `python`, the Python blocks are run with the package that was installed for the tests.
pub fn steps(sh: &Shell, python: bool) -> Result<Vec<Step<'_>>> {
    let python = match python {
        true => Some(Environment::of_the_project(sh)?.path("python")),
        false => None,
    };
    let program = env::current_exe().context("cannot find the path of this program")?;
    let what = "examples, links and words of the documents";
    let documents = Step::check("documents", what, move || {
        let imports = |python: &PathBuf| succeeds(sh.cmd(python).args(["-c", "import n_queens"]));
        check(python.clone().filter(imports))
    });
    Ok(vec![Step::new("generated tables", cmd!(sh, "{program} docs --check")), documents])
}

/// Checks everything, and prints what is wrong and what was not run.
fn check(python: Option<PathBuf>) -> Result<()> {
    let files = pages::project_files()?;
    let is_page = |path: &&String| path.ends_with(".md");
    let pages = files.iter().filter(is_page).map(|path| Page::read(path));
    let pages = pages.collect::<Result<Vec<_>>>()?;
    let queens = checked_program("queens")?;

    let start = Instant::now();
    let words = Words::read()?;
    let mut findings = check_texts(&pages, &files, &words)?;
    for (name, text) in words::help_texts(&queens)? {
        findings.extend(words.check(&name, &text));
    }
    findings.extend(check_rust_blocks(&pages)?);
    println!("links and words took {} s", start.elapsed().as_secs());

    let programs = tempfile::tempdir()?;
    link_program(&queens, &programs.path().join("queens"))?;
    let runner = Runner::new(programs.path(), python)?;
    let is_tested = |page: &&Page| !page.path.starts_with("npm/") && page.path != "CHANGELOG.md";
    let mut reports = run_pages(&runner, &pages.iter().filter(is_tested).collect::<Vec<_>>())?;
    reports.sort_by(|(a, _), (b, _)| a.cmp(b));
    for (_, report) in &mut reports {
        findings.append(&mut report.findings);
    }
    print_summary(&reports);
    findings.sort();
    findings.dedup();
    findings.iter().for_each(|finding| println!("{finding}"));
    match findings.len() {
        0 => Ok(()),
        count => bail!("{count} findings in the documents"),
    }
}

/// Links and words of all files.
fn check_texts(pages: &[Page], files: &[String], words: &Words) -> Result<Vec<Finding>> {
    let site = Site::new(pages, files);
    let mut findings: Vec<Finding> = pages.iter().flat_map(|page| site.check_page(page)).collect();
    findings.extend(site.check_reachable());
    for path in files.iter().filter(|path| words::is_checked(path)) {
        let text = fs::read_to_string(root().join(path)).with_context(|| path.clone())?;
        findings.extend(words.check(path, &text));
        findings.extend(site.check_source(path, &text));
    }
    Ok(findings)
}

/// The pages whose Rust blocks no documentation test compiles.
fn check_rust_blocks(pages: &[Page]) -> Result<Vec<Finding>> {
    let mut included = Vec::new();
    for path in DOCTESTS {
        let text = fs::read_to_string(root().join(path)).with_context(|| path.to_string())?;
        let folder = root().join(path).parent().expect("a file is in a folder").to_path_buf();
        let names = text.split("include_str!(\"").skip(1).filter_map(|rest| rest.split('"').next());
        included.extend(names.filter_map(|name| folder.join(name).canonicalize().ok()));
    }
    let mut findings = Vec::new();
    for page in pages {
        let block =
            page.blocks.iter().find(|block| block.language() == "rust" && block.no_run().is_none());
        let path = root().join(&page.path).canonicalize()?;
        if let Some(block) = block.filter(|_| !included.contains(&path)) {
            let text = format!("no documentation test of {} compiles this", DOCTESTS.join(", "));
            findings.push(page.finding(block.line, text));
        }
    }
    Ok(findings)
}

#[cfg(unix)]
fn link_program(program: &std::path::Path, link: &std::path::Path) -> Result<()> {
    Ok(std::os::unix::fs::symlink(program, link)?)
}

#[cfg(not(unix))]
fn link_program(program: &std::path::Path, link: &std::path::Path) -> Result<()> {
    fs::copy(program, link)?;
    Ok(())
}

/// Runs the examples of the pages on some threads.
fn run_pages(runner: &Runner, pages: &[&Page]) -> Result<Vec<(String, Report)>> {
    let next = Mutex::new(pages.iter());
    let work = || -> Result<Vec<(String, Report)>> {
        let mut reports = Vec::new();
        loop {
            let page = next.lock().expect("no thread panics here").next();
            let Some(page) = page else { return Ok(reports) };
            reports.push((page.path.clone(), runner.run_page(page)?));
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
        let reports = threads.into_iter().map(|thread| thread.join().expect("no thread panics"));
        Ok(reports.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    })
}

/// How much was run, which pages took long, and what was not run.
fn print_summary(reports: &[(String, Report)]) {
    let run: usize = reports.iter().map(|(_, report)| report.run).sum();
    println!("{run} examples run on {} pages", reports.len());
    for (path, report) in reports.iter().filter(|(_, report)| report.time.as_secs() >= 5) {
        println!("{path} took {} s", report.time.as_secs());
    }
    for line in reports.iter().flat_map(|(_, report)| &report.skipped) {
        println!("not run: {line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_blocks_of_a_page_that_is_not_included_are_found() {
        let block = "```rust\nfn main() {}\n```\n";
        let page = |path: &str| Page::parse(path, block);
        let found = check_rust_blocks(&[page("crates/queens/README.md"), page("CONTRIBUTING.md")]);
        let found = found.unwrap();
        assert!(found.len() == 1 && found[0].path == "CONTRIBUTING.md", "{found:?}");
    }
}
