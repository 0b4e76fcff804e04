//! `queens check`: checks that no queens attack each other.

use crate::args::Check;
use crate::support::failure::Failure;
use crate::support::interrupt::ending_at_once;
use crate::support::output::Output;
use crate::support::position::{self, input_name, open, read_text, unreadable};
use queens::{BoardError, PositionError, Rules, Solution, Square};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

/// The most queens that a board can have, as in 'queens find'.
const MOST: usize = u32::MAX as usize;

pub(crate) fn run(options: &Check) -> Result<ExitCode, Failure> {
    let (solution, rules) = ending_at_once(|| read(options))?;
    let mut out = Output::standard();
    let queens = solution.rows().len();
    let by = match (rules, solution.stars()) {
        (Rules::Queens, _) => String::new(),
        (rules, 1) => format!(" by the rules '{rules}'"),
        (rules, stars) => format!(" by the rules '{rules}' with {stars} stars"),
    };
    let s = if queens == 1 { "" } else { "s" };
    writeln!(out, "{queens} queen{s}, none attacks another{by}")?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Reads and checks a solution. Returns it with the rules that were applied. Every error names the file.
fn read(options: &Check) -> Result<(Solution, Rules), Failure> {
    let (path, asked) = (&*options.file, options.rules);
    let name = input_name(path);
    let mut input = open(path)?;
    let Some(first) = first_byte(&mut *input).map_err(|error| unreadable(path, &error))? else {
        return Err(Failure::bad(format!(
            "{name}: no queens found; expected the row of the queen in each column"
        )));
    };
    let rules = asked.unwrap_or_default();
    let is_list = |text: &str| {
        text.split_whitespace().next().is_some_and(|word| word.parse::<Square>().is_ok())
    };
    let no_regions = || {
        Failure::bad(format!(
            "{name}: --rules regions and --stars need a position with regions, not a list of queens"
        ))
    };
    let needs_regions = rules == Rules::Regions || options.stars.is_some_and(|stars| stars != 1);
    let checked = if first.is_ascii_digit() {
        if needs_regions {
            return Err(no_regions());
        }
        let rows = rows(&mut *input, path)?;
        Solution::by(rules, rows).map(|solution| (solution, rules))
    } else {
        let text = read_text(&mut *input, path)?;
        if is_list(&text) {
            if needs_regions {
                return Err(no_regions());
            }
            let solution: Result<Solution, queens::Error> = text.parse();
            let by_rules = |solution: Solution| Solution::by(rules, solution.rows());
            solution.and_then(by_rules).map(|solution| (solution, rules))
        } else {
            drawn(&text, options)
        }
    };
    checked.map_err(|error| match error {
        queens::Error::Board(BoardError::Attack { .. } | BoardError::WrongSize { .. })
        | queens::Error::Position(
            PositionError::SameRegion { .. } | PositionError::WrongNumber { .. },
        ) => Failure::Failed(format!("{name}: {error}")),
        error => Failure::bad(format!("{name}: {error}")),
    })
}

/// The first byte that is not a separator. The separators before it are consumed.
fn first_byte(input: &mut dyn BufRead) -> io::Result<Option<u8>> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(None);
        }
        if let Some(place) = buffer.iter().position(|byte| !is_separator(*byte)) {
            return Ok(Some(buffer[place]));
        }
        let read = buffer.len();
        input.consume(read);
    }
}

/// Checks a position in any form with all its queens, by the given rules or its own.
fn drawn(text: &str, options: &Check) -> Result<(Solution, Rules), queens::Error> {
    let position = position::with(text.parse()?, options.rules, options.stars)?;
    let (queens, size, stars) = (position.given(), position.size(), position.stars());
    // The queens are sorted by column.
    let crowded = queens.windows(stars + 1).find(|some| some[0].col == some[stars].col);
    match crowded {
        Some(&[first, second]) => {
            return Err(queens::Error::Board(BoardError::Attack { first, second }));
        }
        Some(some) => {
            let what = format!("column {}", Square::column_name(some[0].col));
            let queens = queens.iter().filter(|queen| queen.col == some[0].col).count();
            let wrong = PositionError::WrongNumber { what, queens, expected: stars };
            return Err(queens::Error::Position(wrong));
        }
        None => {}
    }
    if queens.len() != size * stars {
        let (queens, expected) = (queens.len(), size * stars);
        return Err(queens::Error::Board(BoardError::WrongSize { queens, size, expected }));
    }
    let rows: Vec<u32> = queens.iter().map(|queen| queen.row).collect();
    Ok((position.check(&rows)?, position.rules()))
}

/// Whether a byte separates rows: white space, commas and the brackets of a JSON array.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b'[' | b']')
}

/// Reads the rows, counted from 0. The input is not kept in memory: there may be hundreds of millions of rows.
fn rows(input: &mut dyn BufRead, path: &Path) -> Result<Vec<u32>, Failure> {
    let mut rows: Vec<u32> = Vec::new();
    let mut word: Option<u64> = None;
    let bad_row = |word: &str, rows: &[u32]| {
        let (name, word, place) = (input_name(path), word.escape_default(), rows.len());
        Failure::bad(format!(
            "{name}: '{word}' after {place} rows is not a row; expected a whole number from 1"
        ))
    };
    loop {
        let buffer = input.fill_buf().map_err(|error| unreadable(path, &error))?;
        for &byte in buffer.iter().chain(buffer.is_empty().then_some(&b' ')) {
            if byte.is_ascii_digit() {
                let number = word.unwrap_or(0).saturating_mul(10);
                word = Some(number.saturating_add(u64::from(byte - b'0')));
            } else if is_separator(byte) {
                let Some(row) = word.take() else { continue };
                let Some(Ok(row)) = row.checked_sub(1).map(u32::try_from) else {
                    return Err(bad_row(&row.to_string(), &rows));
                };
                if rows.len() == MOST || rows.try_reserve(1).is_err() {
                    let (name, most) = (input_name(path), rows.len());
                    return Err(Failure::bad(format!("{name}: more than {most} rows")));
                }
                rows.push(row);
            } else {
                let text = word.map_or(String::new(), |row| row.to_string());
                return Err(bad_row(&format!("{text}{}", char::from(byte)), &rows));
            }
        }
        if buffer.is_empty() {
            return Ok(rows);
        }
        let read = buffer.len();
        input.consume(read);
    }
}
