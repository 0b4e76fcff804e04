//! `queens compare`: methods side by side.

use crate::args::Compare;
use crate::support::failure::{Failure, say};
use crate::support::format::{Format, cell, csv, exact, json_line, rounded};
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use crate::support::picture::PictureFile;
use queens::draw::chart::{Chart, Series};
use queens::report::duration;
use queens::study::compare::{Comparison, Measurement, News, remarks, table};
use queens::{Board, Method, Threads};
use serde_json::Map;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// The width of a plot as PNG.
const PLOT_WIDTH: u32 = 1200;

pub(crate) fn run(options: &Compare) -> Result<ExitCode, Failure> {
    let comparison = comparison(options)?;
    let plot_file = options.plot.as_deref().map(PictureFile::open).transpose()?;
    let start = Instant::now();
    let clock = || start.elapsed().as_secs_f64();
    let mut out = Output::standard();
    let mut measured = Vec::new();
    let mut written = Ok(());
    let end = comparison.run(&Threads::new(1)?, &STOP, &clock, |news| match news {
        News::Skipped { method, size, why } => {
            say(&format!("{method} skipped at N = {size}: {why}"));
        }
        News::Measured(measurement) => {
            if written.is_ok() {
                written = print_now(options, &measurement, measured.is_empty(), &mut out);
            }
            measured.push(measurement);
        }
    });
    written?;
    print_together(options, &measured, &mut out)?;
    if let Some(file) = plot_file.filter(|_| !measured.is_empty()) {
        file.write(&plot(&comparison.methods, &measured).svg(), PLOT_WIDTH)?;
    }
    end?;
    Ok(ExitCode::SUCCESS)
}

fn comparison(options: &Compare) -> Result<Comparison, Failure> {
    Board::new(options.sizes.last())?;
    let mut methods = options.methods.clone();
    if methods.is_empty() {
        methods = Method::all().collect();
    }
    for (place, method) in methods.iter().enumerate() {
        if methods[..place].contains(method) {
            return Err(Failure::bad(format!("method '{method}' is named twice")));
        }
    }
    let (sizes, runs) = (options.sizes.iter().collect(), options.runs as usize);
    Ok(Comparison { methods, sizes, runs, limit: options.limit })
}

/// CSV and JSON rows are written as they come.
fn print_now(
    options: &Compare,
    m: &Measurement,
    first: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut object = Map::new();
    object.insert("n".into(), m.size.into());
    object.insert("method".into(), m.method.name().into());
    object.insert("solutions".into(), exact(m.solutions));
    object.insert("placements".into(), m.placements.into());
    object.insert("best_seconds".into(), rounded(m.best(), 1e9));
    object.insert("median_seconds".into(), rounded(m.median(), 1e9));
    object.insert("ns_per_solution".into(), m.ns_per_solution().map(|ns| rounded(ns, 10.0)).into());
    object.insert("ratio".into(), m.ratio.map(|ratio| rounded(ratio, 1e4)).into());
    object.insert("cap".into(), m.cap.map(|cap| rounded(cap, 1e4)).into());
    match options.format {
        Format::Json => json_line(out, &object)?,
        Format::Csv => {
            let heading = first.then(|| object.keys().cloned().collect::<Vec<_>>());
            csv(out, heading.into_iter().chain([object.values().map(cell).collect()]))?;
        }
        Format::Text | Format::Markdown => {}
    }
    Ok(out.flush()?)
}

/// Text and Markdown line up their columns, and so wait for the last row.
fn print_together(
    options: &Compare,
    measured: &[Measurement],
    out: &mut Output,
) -> Result<(), Failure> {
    if measured.is_empty() {
        return Ok(());
    }
    let table = table(measured);
    match options.format {
        Format::Text => write!(out, "{}", table.text())?,
        Format::Markdown => write!(out, "{}", table.markdown())?,
        Format::Csv | Format::Json => return Ok(()),
    }
    for remark in remarks(measured) {
        writeln!(out, "\n{remark}")?;
    }
    Ok(out.flush()?)
}

/// Time against N, a line for each method.
fn plot(methods: &[Method], measured: &[Measurement]) -> Chart {
    let of = |method: Method| Series {
        name: method.name().to_string(),
        points: measured
            .iter()
            .filter(|m| m.method == method)
            .map(|m| (m.size as f64, m.best()))
            .collect(),
    };
    Chart {
        title: "Time to count all solutions".to_string(),
        x_label: "N".to_string(),
        y_label: "best of the runs".to_string(),
        y_unit: duration,
        series: methods.iter().map(|&method| of(method)).collect(),
    }
}
