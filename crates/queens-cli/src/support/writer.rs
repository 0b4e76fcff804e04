//! Writes the results of all commands: text, JSON lines, CSV or Markdown.
//!
//! JSON and CSV are derived from the types of `queens_results`: a key is the name of a field, and the CSV header has the
//! same keys. For text and Markdown, each command defines the columns of its results ([`Readable`]).

use super::failure::Failure;
use super::output::Output;
use crate::support::report::{Table, plain};
use clap::ValueEnum;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// The formats of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text or a table
    #[default]
    Text,
    /// One JSON object per line
    Json,
    /// Comma-separated values with a header
    Csv,
    /// A Markdown table
    Markdown,
}

/// Where people read a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    /// A terminal.
    Terminal,
    /// A Markdown document.
    Markdown,
}

/// A result that can be shown as text or as a row of a table.
pub(crate) trait Readable: Serialize {
    /// Whether rows of a Markdown table are printed at once, without aligned columns.
    const AT_ONCE: bool = false;

    /// Its cells in a table, the same columns for all results of a command.
    fn columns(&self, page: Page) -> Vec<Column>;

    /// Its text, if it is not printed as a row of a table.
    fn text(&self, _page: Page) -> Option<String> {
        None
    }
}

/// A cell of a table with the heading of its column.
pub(crate) struct Column {
    head: String,
    cell: String,
    is_left: bool,
}

impl Column {
    /// A column aligned to the right, such as numbers.
    pub(crate) fn right(head: impl ToString, cell: impl ToString) -> Self {
        Self { head: head.to_string(), cell: cell.to_string(), is_left: false }
    }

    /// A column aligned to the left, such as names.
    pub(crate) fn left(head: impl ToString, cell: impl ToString) -> Self {
        Self { is_left: true, ..Self::right(head, cell) }
    }
}

/// A cell; a dash if there is no value.
pub(crate) fn or_dash<T>(value: Option<T>, text: impl FnOnce(T) -> String) -> String {
    value.map_or("-".to_string(), text)
}

/// Prints the results of a command on standard output.
pub(crate) fn print<R: Readable>(format: Format, results: &[R]) -> Result<(), Failure> {
    let mut out = Output::standard();
    let mut writer = Writer::new(format, &mut out);
    writer.write_all(results)?;
    Ok(writer.finish()?)
}

/// Writes the results of a command, all of the same type, in the requested format.
///
/// A field that is not in every result must be in the first one or in an expected one, because the header comes first.
pub(crate) struct Writer<'a> {
    format: Format,
    out: &'a mut Output,
    /// The keys of the results to come, until the header is written.
    expected: Vec<String>,
    /// The keys of the header, once it is written.
    keys: Option<Vec<String>>,
    /// Whether a text was written.
    has_text: bool,
    /// The rows of a table, printed at the end, when the column widths are known.
    table: Option<Table>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(format: Format, out: &'a mut Output) -> Self {
        Self { format, out, expected: Vec::new(), keys: None, has_text: false, table: None }
    }

    /// Reserves a column for each field of a result to come.
    pub(crate) fn expect(&mut self, result: &impl Serialize) -> io::Result<()> {
        if self.format == Format::Csv {
            insert_keys(&mut self.expected, &fields(result)?);
        }
        Ok(())
    }

    /// Writes results whose fields may differ.
    pub(crate) fn write_all<'r, R: Readable + 'r>(
        &mut self,
        results: impl IntoIterator<Item = &'r R> + Clone,
    ) -> io::Result<()> {
        for result in results.clone() {
            self.expect(result)?;
        }
        results.into_iter().try_for_each(|result| self.write(result))
    }

    /// Writes a result: JSON, CSV and texts at once, rows of a table at the end.
    pub(crate) fn write(&mut self, result: &impl Readable) -> io::Result<()> {
        match self.format {
            Format::Json | Format::Csv => self.write_data(result),
            Format::Text => self.readable(result, Page::Terminal),
            Format::Markdown => self.readable(result, Page::Markdown),
        }
    }

    /// Writes a result as JSON or CSV.
    pub(crate) fn write_data(&mut self, result: &impl Serialize) -> io::Result<()> {
        match self.format {
            Format::Json => json_line(self.out, result),
            _ => self.csv(fields(result)?),
        }
    }

    /// Writes a result and flushes the output.
    pub(crate) fn write_now(&mut self, result: &impl Readable) -> io::Result<()> {
        self.write(result)?;
        self.out.flush()
    }

    /// Writes the table, if there is one, and flushes the output.
    pub(crate) fn finish(self) -> io::Result<()> {
        if let Some(table) = self.table {
            let markdown = self.format == Format::Markdown;
            let text = match self.out.columns() {
                _ if markdown => table.markdown(),
                Some(columns) => table.text_within(columns),
                None => table.text(),
            };
            write!(self.out, "{text}")?;
        }
        self.out.flush()
    }

    fn csv(&mut self, fields: Vec<(String, String)>) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(&mut *self.out);
        let keys = match &self.keys {
            Some(keys) => keys,
            None => {
                let mut keys = std::mem::take(&mut self.expected);
                insert_keys(&mut keys, &fields);
                writer.write_record(&keys).map_err(of_csv)?;
                self.keys.insert(keys)
            }
        };
        debug_assert!(fields.iter().all(|(key, _)| keys.contains(key)), "{keys:?}, {fields:?}");
        let cell = |key: &String| fields.iter().find(|(other, _)| other == key);
        let cells = keys.iter().map(|key| cell(key).map_or("", |(_, cell)| cell));
        writer.write_record(cells).map_err(of_csv)?;
        writer.flush()
    }

    fn readable<R: Readable>(&mut self, result: &R, page: Page) -> io::Result<()> {
        if let Some(text) = result.text(page) {
            // Without an empty line between them, two tables of Markdown would be one.
            let apart = page == Page::Markdown && self.has_text;
            self.has_text = true;
            return write!(self.out, "{}{text}", if apart { "\n" } else { "" });
        }
        let columns = result.columns(page);
        let cells = columns.iter().map(|column| column.cell.clone());
        if R::AT_ONCE && page == Page::Markdown {
            let line = |cells: Vec<String>| format!("| {} |", plain(&cells.join(" | ")));
            if self.keys.is_none() {
                let heads: Vec<String> = columns.iter().map(|column| column.head.clone()).collect();
                writeln!(self.out, "{}\n|{}", line(heads.clone()), "--:|".repeat(heads.len()))?;
                self.keys = Some(heads);
            }
            return writeln!(self.out, "{}", line(cells.collect()));
        }
        let new = || {
            let table = Table::new(columns.iter().map(|column| column.head.clone()));
            let left = columns.iter().enumerate().filter(|(_, column)| column.is_left);
            left.fold(table, |table, (place, _)| table.left(place))
        };
        self.table.get_or_insert_with(new).push(cells);
        Ok(())
    }
}

/// Adds the keys that are missing, each after the key that precedes it in these fields.
fn insert_keys(keys: &mut Vec<String>, fields: &[(String, String)]) {
    let mut place = 0;
    for (key, _) in fields {
        match keys.iter().position(|known| known == key) {
            Some(known) => place = known + 1,
            None => {
                keys.insert(place, key.clone());
                place += 1;
            }
        }
    }
}

/// A table of one result with one line per column: its heading and its cell.
pub(crate) fn vertical(columns: Vec<Column>, page: Page) -> String {
    let mut lines = columns.into_iter().map(|column| [column.head, column.cell]);
    let mut table = Table::new(lines.next().unwrap_or_default()).left(0).left(1);
    lines.for_each(|line| table.push(line));
    if page == Page::Markdown { table.markdown() } else { table.text() }
}

/// Writes a value as one line of JSON.
pub(crate) fn json_line(out: &mut Output, result: &impl Serialize) -> io::Result<()> {
    // The format escapes only the control characters before the space.
    let mut line = String::new();
    for c in serde_json::to_string(result)?.chars() {
        match c {
            '\u{7f}'..='\u{9f}' => line += &format!("\\u{:04x}", u32::from(c)),
            _ => line.push(c),
        }
    }
    writeln!(out, "{line}")
}

/// The keys of a result with their values as CSV cells.
fn fields(result: &impl Serialize) -> io::Result<Vec<(String, String)>> {
    match serde_json::to_value(result)? {
        Value::Object(object) => {
            Ok(object.into_iter().map(|(key, value)| (key, cell(&value))).collect())
        }
        value => Err(io::Error::other(format!("{value} has no keys"))),
    }
}

/// The error of the output itself, so that a closed pipe is recognised.
fn of_csv(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}

/// A value as a CSV cell: empty for null; the items of a list are separated by spaces. Control characters other than line ends
/// and tabs would act on a terminal, and are escaped.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => {
            let part = |part: &str| part.split('\t').map(plain).collect::<Vec<_>>().join("\t");
            text.split('\n').map(part).collect::<Vec<_>>().join("\n")
        }
        Value::Array(values) => values.iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
