//! `queens table`: the placement table.

use crate::args::Table;
use crate::support::counting::count;
use crate::support::device;
use crate::support::failure::Failure;
use crate::support::format::{Format, csv, json_line};
use crate::support::output::Output;
use queens::study::placement_table::{Notation, Row, keys, table};
use queens::{Board, Method, Request};
use serde_json::{Map, Number, Value};
use std::io::Write;
use std::process::ExitCode;

pub(crate) fn run(options: &Table) -> Result<ExitCode, Failure> {
    Board::new(options.sizes.last())?;
    let backend = device::open(&options.machine)?;
    for size in options.sizes.iter() {
        // What cannot be counted is refused before the first row is.
        let request = Request::count(size)?.statistics();
        device::plan(&backend, &request, Some(Method::BITMASK))?;
    }
    let mut out = Output::standard();
    let mut rows = Vec::new();
    for size in options.sizes.iter() {
        let row = match Row::count(size, |plan| count(plan, &backend).map(|found| found.total)) {
            Ok(row) => row,
            Err(failure) => {
                // What is done is kept, also when the rest is interrupted.
                print_together(options, &rows, &mut out)?;
                return Err(failure);
            }
        };
        print_now(options, &row, rows.is_empty(), &mut out)?;
        rows.push(row);
    }
    print_together(options, &rows, &mut out)?;
    Ok(ExitCode::SUCCESS)
}

/// CSV and JSON rows are written as they come.
fn print_now(options: &Table, row: &Row, first: bool, out: &mut Output) -> Result<(), Failure> {
    let keys = keys(options.wide);
    match options.format {
        Format::Csv => {
            let heading = first.then(|| keys.iter().map(|key| key.to_string()).collect());
            csv(out, heading.into_iter().chain([row.exact(options.wide)]))?;
        }
        Format::Json => {
            let number = |cell| Value::Number(Number::from_string_unchecked(cell));
            let cells = row.exact(options.wide).into_iter().map(number);
            let object: Map<_, _> = keys.iter().map(|key| key.to_string()).zip(cells).collect();
            json_line(out, &object)?;
            out.flush()?;
        }
        Format::Text | Format::Markdown => {}
    }
    Ok(())
}

/// Text and Markdown line up their columns, and so wait for the last row.
fn print_together(options: &Table, rows: &[Row], out: &mut Output) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    match options.format {
        Format::Text => write!(out, "{}", table(rows, options.wide, Notation::Plain).text())?,
        Format::Markdown => {
            write!(out, "{}", table(rows, options.wide, Notation::Markdown).markdown())?;
        }
        Format::Csv | Format::Json => {}
    }
    out.flush()?;
    Ok(())
}
