//! Benchmarks that are programs of other parts of the project: positions (Rust), the Python package, the page. What they print becomes
//! a table.

use super::Context;
use super::result::{Figures, Table};
use crate::tools::{self, Tool};
use crate::web as page;
use anyhow::{Context as _, Result, ensure};
use std::path::PathBuf;
use xshell::{Shell, cmd};

/// Measure solving positions and making puzzles
#[derive(clap::Args)]
pub struct Positions {}

/// Measure the overhead of the Python package
#[derive(clap::Args)]
pub struct Python {
    /// A Python in which a release build of the package, NumPy and Dask are installed
    #[arg(long, value_name = "PYTHON", default_value = "target/venv/bin/python")]
    python: PathBuf,
}

/// Measure the page in a browser: the time to the first answer, and a count compared with the command's
#[derive(clap::Args)]
pub struct Web {}

/// `cargo bench -p queens-puzzles --bench positions`.
pub fn positions(context: &Context<'_>) -> Result<Figures> {
    let bench = ["-p", "queens-puzzles", "--features", "sat", "--bench", "positions"];
    let output = cmd!(context.sh, "cargo bench {bench...}").read()?;
    let columns =
        ["positions", "solver", "with a solution", "best", "median", "worst"].map(str::to_string);
    let rows: Vec<Vec<String>> = output.lines().filter_map(position).collect();
    ensure!(!rows.is_empty(), "the benchmark printed no times");
    Ok(Figures::Table(Table { columns: columns.into(), rows }))
}

/// A line such as `blocked, N = 20: 'sat' 23 of 50 solvable; best 63 us, median 1.9 ms, worst 6.9 ms`; the solver can be missing.
fn position(line: &str) -> Option<Vec<String>> {
    let (label, rest) = line.split_once(": ")?;
    let (found, times) = rest.split_once("; ").unwrap_or(("", rest));
    let (solver, solved) = match found.strip_prefix('\'') {
        Some(quoted) => quoted.split_once("' ")?,
        None => ("", ""),
    };
    let times = times.strip_prefix("best ")?;
    let (best, times) = times.split_once(", median ")?;
    let (median, worst) = times.split_once(", worst ")?;
    let solved = solved.trim_end_matches(" solvable");
    Some([label, solver, solved, best, median, worst].map(str::to_string).into())
}

/// `crates/queens-python/benches/measure.py`.
pub fn python(context: &Context<'_>, options: &Python) -> Result<Figures> {
    let python = context.sh.current_dir().join(&options.python);
    let output = cmd!(context.sh, "{python} crates/queens-python/benches/measure.py").read()?;
    let row = |line: &str| {
        let (what, figure) = line.split_once(": ").unwrap_or(("", line));
        [what, figure].map(str::to_string).into()
    };
    let columns = ["what", "figure"].map(str::to_string).into();
    Ok(Figures::Table(Table { columns, rows: output.lines().map(row).collect() }))
}

/// Builds the page, which the command contains.
pub fn build_page(sh: &Shell) -> Result<()> {
    Tool::Chromium.provide(sh)?;
    page::run(sh, &page::Options {})
}

/// `npm run bench` in `web/`.
pub fn web(context: &Context<'_>) -> Result<Figures> {
    let chromium = tools::chromium(context.sh)?;
    let rounds = context.rounds(7).to_string();
    let bench = page::npm(context.sh).args(["run", "--silent", "bench"]).quiet();
    let bench = bench.env("QUEENS_COMMAND", context.queens.path()).env("QUEENS_ROUNDS", rounds);
    let output = bench.env("QUEENS_CHROMIUM", chromium).read()?;
    Ok(Figures::Table(markdown(&output).context("the benchmark printed no table")?))
}

/// A table in Markdown.
fn markdown(text: &str) -> Option<Table> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
        inner.split('|').map(|cell| cell.trim().to_string()).collect()
    };
    let mut lines = text.lines().filter(|line| line.starts_with('|'));
    let columns = cells(lines.next()?);
    lines.next()?;
    let rows: Vec<Vec<String>> = lines.map(cells).collect();
    rows.iter().all(|row| row.len() == columns.len()).then_some(Table { columns, rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_about_positions_is_a_row() {
        let line =
            "blocked, N = 20: 'sat' 23 of 50 solvable; best 63 us, median 1.9 ms, worst 6.9 ms";
        let row = ["blocked, N = 20", "sat", "23 of 50", "63 us", "1.9 ms", "6.9 ms"];
        assert_eq!(position(line).unwrap(), row);
        let line = "random solution, N = 1000: best 1 ms, median 2 ms, worst 3 ms";
        assert_eq!(
            position(line).unwrap(),
            ["random solution, N = 1000", "", "", "1 ms", "2 ms", "3 ms"]
        );
        assert_eq!(position("running 0 tests"), None);
    }

    #[test]
    fn a_table_in_markdown_is_read() {
        let text = "round 1\n| what | best |\n| --- | --: |\n| Q(14) | 24 ms |\n";
        let table = markdown(text).unwrap();
        assert_eq!(table.columns, ["what", "best"]);
        assert_eq!(table.rows, [["Q(14)", "24 ms"]]);
        assert!(markdown("no table").is_none());
    }
}
