//! `queens check`: whether queens attack each other.

use crate::args::Check;
use crate::failure::Failure;
use crate::output::Output;
use crate::position::{open, unreadable};
use queens::{Rules, Solution};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(options: &Check) -> Result<ExitCode, Failure> {
    let solution = read(&options.file, options.rules)?;
    let mut out = Output::standard();
    let (size, rules) = (solution.size(), options.rules);
    let by =
        if rules == Rules::Queens { String::new() } else { format!(" by the rules '{rules}'") };
    let s = if size == 1 { "" } else { "s" };
    writeln!(out, "{size} queen{s}, none attacks another{by}")?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path, rules: Rules) -> Result<Solution, Failure> {
    let mut input = open(path)?;
    let fails = |error: io::Error| unreadable(path, &error);
    let first = loop {
        let buffer = input.fill_buf().map_err(fails)?;
        match buffer.iter().position(|byte| !is_between(*byte)) {
            _ if buffer.is_empty() => {
                return Err(Failure::bad("no queens: a row for each column is needed"));
            }
            Some(place) => break buffer[place],
            None => {
                let read = buffer.len();
                input.consume(read);
            }
        }
    };
    let checked = if first.is_ascii_digit() {
        Solution::by(rules, rows(&mut *input, path)?)
    } else {
        let mut text = String::new();
        input.read_to_string(&mut text).map_err(fails)?;
        let solution: Result<Solution, queens::Error> = text.parse();
        solution.and_then(|solution| Solution::by(rules, solution.rows()))
    };
    checked.map_err(|error| match error {
        queens::Error::Attack { .. } => Failure::Failed(error.to_string()),
        error => error.into(),
    })
}

/// Blanks, commas and the brackets of a JSON array stand between rows.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b'[' | b']')
}

/// The rows, counted from 0, read piece by piece: there may be hundreds of millions.
fn rows(input: &mut dyn BufRead, path: &Path) -> Result<Vec<u32>, Failure> {
    let mut rows = Vec::new();
    let mut word: Option<u64> = None;
    loop {
        let buffer = input.fill_buf().map_err(|error| unreadable(path, &error))?;
        for &byte in buffer.iter().chain(buffer.is_empty().then_some(&b' ')) {
            if byte.is_ascii_digit() {
                let number = word.unwrap_or(0).saturating_mul(10);
                word = Some(number.saturating_add(u64::from(byte - b'0')));
            } else if is_between(byte) {
                let row = word.take().map(|row| match row.checked_sub(1).map(u32::try_from) {
                    Some(Ok(row)) => Ok(row),
                    _ => Err(bad_row(&row.to_string(), rows.len())),
                });
                rows.extend(row.transpose()?);
            } else {
                let text = word.map_or(String::new(), |row| row.to_string());
                return Err(bad_row(&format!("{text}{}", char::from(byte)), rows.len()));
            }
        }
        if buffer.is_empty() {
            return Ok(rows);
        }
        let read = buffer.len();
        input.consume(read);
    }
}

fn bad_row(word: &str, place: usize) -> Failure {
    let word = word.escape_default();
    Failure::bad(format!("'{word}' after {place} rows is no row: whole numbers from 1 on"))
}
