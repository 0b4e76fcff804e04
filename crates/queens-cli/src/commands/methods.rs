//! `queens methods`: what there is.

use crate::args::Methods;
use crate::support::failure::Failure;
use crate::support::format::{Format, csv_table, json_line};
use crate::support::output::Output;
use queens::Method;
use queens::engines::{EngineInfo, Order, ThreadUse};
use queens::report::Table;
use serde_json::{Map, Value};
use std::io::Write;
use std::process::ExitCode;

const HEADS: [&str; 7] = ["method", "N", "threads", "boards", "order", "statistics", "idea"];

pub(crate) fn run(options: &Methods) -> Result<ExitCode, Failure> {
    let mut out = Output::standard();
    // A terminal is narrow: what is left out there is in the other formats.
    let columns: &[usize] = match options.format {
        Format::Text => &[0, 1, 2, 5, 6],
        _ => &[0, 1, 2, 3, 4, 5, 6],
    };
    let mut table = Table::new(columns.iter().map(|&column| HEADS[column]));
    table = (0..columns.len()).fold(table, Table::left);
    for info in Method::all().map(Method::info) {
        let cells = cells(info);
        table.push(columns.iter().map(|&column| cells[column].clone()));
    }
    match options.format {
        Format::Text => {
            write!(out, "{}", table.text())?;
            writeln!(
                out,
                "\nWithout --method, a board is counted by the fastest: stacked to N = 10, then cross or join."
            )?;
        }
        Format::Markdown => write!(out, "{}", table.markdown())?,
        Format::Csv => csv_table(&mut out, &table)?,
        Format::Json => {
            for info in Method::all().map(Method::info) {
                json_line(&mut out, &object(info))?;
            }
        }
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn object(info: &EngineInfo) -> Map<String, Value> {
    let [_, _, threads, _, order, _, idea] = cells(info);
    let statistics: Vec<&str> = info.statistics.iter().map(|s| s.name).collect();
    let mut object = Map::new();
    object.insert("method".into(), info.name.into());
    object.insert("lists".into(), info.lists().into());
    object.insert("max_n".into(), info.max_n.into());
    object.insert("threads".into(), threads.into());
    object.insert("takes_given_queens".into(), info.takes_given_queens.into());
    object.insert("order".into(), order.into());
    object.insert("statistics".into(), statistics.into());
    object.insert("idea".into(), idea.into());
    object
}

fn cells(info: &EngineInfo) -> [String; 7] {
    let threads = match info.threads {
        ThreadUse::One => "one",
        ThreadUse::Any => "any",
        ThreadUse::OnePerFirstQueen => "ceil(N/2)",
    };
    let boards = if info.takes_given_queens { "any" } else { "empty" };
    let order = match info.order {
        Some(Order::Lexicographic) => "lexicographic",
        Some(Order::Mirrored) => "mirrored",
        Some(Order::Found) => "as found",
        None => "-",
    };
    let statistics: Vec<&str> = info.statistics.iter().map(|s| s.name).collect();
    let range = format!("0..{}", info.max_n);
    [
        info.name.into(),
        range,
        threads.into(),
        boards.into(),
        order.into(),
        statistics.join(" "),
        info.idea.into(),
    ]
}
