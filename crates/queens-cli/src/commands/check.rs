//! `queens check`: checks that no queens attack each other, or that they solve a position.

use crate::args::Check;
use crate::support::failure::Failure;
use crate::support::interrupt::ending_at_once;
use crate::support::output::Output;
use crate::support::position::{self, input_name, is_standard, open, read_text, unreadable};
use queens::report::plain;
use queens::{BoardError, Error, Position, Rules, Solution, Square};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

/// The most queens that a board can have, as in 'queens find'.
const MOST: usize = u32::MAX as usize;

/// The most violated rules that are printed.
const MOST_VIOLATIONS: usize = 20;

pub(crate) fn run(options: &Check) -> Result<ExitCode, Failure> {
    let position = match &options.position {
        Some(file) if is_standard(Path::new(file)) && is_standard(&options.file) => {
            return Err(Failure::bad(
                "standard input cannot be both the position and the queens: name a file for one of them",
            ));
        }
        Some(file) => {
            let position = position::read(std::slice::from_ref(file))?;
            Some(position::with(position, options.rules, options.stars)?)
        }
        None => None,
    };
    let Checked { queens, rules, stars } = ending_at_once(|| read(options, position.as_ref()))?;
    let mut out = Output::standard();
    let s = if queens == 1 { "" } else { "s" };
    let by = match (rules, stars) {
        (Rules::Queens, _) => String::new(),
        (rules, 1) => format!(" by the rules '{rules}'"),
        (rules, stars) => format!(" by the rules '{rules}' with {stars} stars"),
    };
    match options.position {
        Some(_) => writeln!(out, "{queens} queen{s} solve the position{by}")?,
        None => writeln!(out, "{queens} queen{s}, none attacks another{by}")?,
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Queens that violate no rule.
struct Checked {
    queens: usize,
    rules: Rules,
    stars: usize,
}

/// Reads and checks queens. Every error names the file.
fn read(options: &Check, position: Option<&Position>) -> Result<Checked, Failure> {
    let path = &*options.file;
    let name = input_name(path);
    let mut input = open(path)?;
    let Some(first) = first_byte(&mut *input).map_err(|error| unreadable(path, &error))? else {
        return Err(Failure::bad(format!(
            "{name}: no queens found; expected the row of the queen in each column"
        )));
    };
    let queens = if first.is_ascii_digit() {
        Queens::Rows(rows(&mut *input, path)?)
    } else {
        let text = read_text(&mut *input, path)?;
        if squares(&text).next().is_some_and(|word| word.parse::<Square>().is_ok()) {
            Queens::Squares(text)
        } else {
            Queens::Drawn(text.parse().map_err(|error| refused(&name, &error))?)
        }
    };
    match position {
        Some(position) => solve(&name, position, queens),
        None => alone(options, &name, queens),
    }
}

/// Queens as they are written.
enum Queens {
    /// The rows of the queens, column by column.
    Rows(Vec<u32>),
    /// A list of squares.
    Squares(String),
    /// A position with all its queens.
    Drawn(Position),
}

/// The words of a list of squares.
fn squares(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

/// Checks queens by themselves: a position with its own queens, or a list by rules that need no position.
fn alone(options: &Check, name: &str, queens: Queens) -> Result<Checked, Failure> {
    let rules = options.rules.unwrap_or_default();
    let needs_regions = rules == Rules::Regions || options.stars.is_some_and(|stars| stars != 1);
    let solution = match queens {
        Queens::Drawn(drawn) => {
            let position = position::with(drawn, options.rules, options.stars);
            let position = position.map_err(|error| refused(name, &error))?;
            return violations(name, &position, position.given());
        }
        _ if needs_regions => {
            return Err(Failure::bad(format!(
                "{name}: --rules regions and --stars need a position with regions, not a list of queens; \
                 use --position FILE"
            )));
        }
        Queens::Rows(rows) => Solution::by(rules, rows),
        Queens::Squares(text) => {
            text.parse().and_then(|solution: Solution| Solution::by(rules, solution.rows()))
        }
    };
    let solution = solution.map_err(|error| refused(name, &error))?;
    Ok(Checked { queens: solution.size(), rules, stars: 1 })
}

/// Checks that queens solve a position.
fn solve(name: &str, position: &Position, queens: Queens) -> Result<Checked, Failure> {
    let (size, stars) = (position.size(), position.stars());
    let queens: Vec<Square> = match queens {
        Queens::Rows(rows) if rows.len() != size * stars => {
            let (queens, expected) = (rows.len(), size * stars);
            let error = Error::Board(BoardError::WrongSize { queens, size, expected });
            return Err(refused(name, &error));
        }
        Queens::Rows(rows) => {
            let columns = rows.into_iter().enumerate();
            columns.map(|(queen, row)| Square::new((queen / stars) as u32, row)).collect()
        }
        Queens::Squares(text) => {
            let squares: Result<_, Error> = squares(&text).map(str::parse).collect();
            squares.map_err(|error| refused(name, &error))?
        }
        Queens::Drawn(drawn) if drawn.size() != size => {
            let found = drawn.size();
            return Err(Failure::bad(format!(
                "{name}: a board of size {found}, expected {size}, the size of the position"
            )));
        }
        Queens::Drawn(drawn) => drawn.given().to_vec(),
    };
    violations(name, position, &queens)
}

/// The failure of queens that are not a solution, or that cannot be read.
fn refused(name: &str, error: &Error) -> Failure {
    let message = format!("{name}: {error}");
    match error {
        Error::Board(BoardError::Attack { .. } | BoardError::WrongSize { .. }) => {
            Failure::Failed(message)
        }
        _ => Failure::bad(message),
    }
}

/// Checks that queens violate no rule of a position. Otherwise the failure names the rules.
fn violations(name: &str, position: &Position, queens: &[Square]) -> Result<Checked, Failure> {
    let found = position.violations(queens, MOST_VIOLATIONS + 1);
    let found = found.map_err(|error| refused(name, &error))?;
    if found.is_empty() {
        let (rules, stars) = (position.rules(), position.stars());
        return Ok(Checked { queens: queens.len(), rules, stars });
    }
    let mut reasons: Vec<String> =
        found.iter().take(MOST_VIOLATIONS).map(ToString::to_string).collect();
    if found.len() > MOST_VIOLATIONS {
        reasons.push("and more".to_string());
    }
    Err(Failure::Failed(format!("{name}: {}", reasons.join("; "))))
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

/// Whether a byte separates rows: white space, commas and the brackets of a JSON array.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b',' | b'[' | b']')
}

/// Reads the rows, counted from 0. The input is not kept in memory: there may be hundreds of millions of rows.
fn rows(input: &mut dyn BufRead, path: &Path) -> Result<Vec<u32>, Failure> {
    let mut rows: Vec<u32> = Vec::new();
    let mut word: Option<u64> = None;
    let bad_row = |word: &str, rows: &[u32]| {
        let (name, word, place) = (input_name(path), plain(word), rows.len());
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
