//! The formats of results: text, JSON lines, CSV, Markdown.

use super::output::Output;
use clap::ValueEnum;
use queens::report::Table;
use serde_json::{Map, Value};
use std::io;

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object a line, integers exact
    Json,
    /// Comma-separated values with a heading
    Csv,
    /// A Markdown table
    Markdown,
}

/// Writes one JSON object on a line.
pub(crate) fn json_line(out: &mut Output, object: &Map<String, Value>) -> io::Result<()> {
    use io::Write;
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

/// Writes objects with the same keys, one a line: as JSON, or as comma-separated values with a heading.
pub(crate) fn objects_as(
    format: Format,
    objects: impl Iterator<Item = Map<String, Value>>,
    out: &mut Output,
) -> io::Result<()> {
    for (place, object) in objects.enumerate() {
        if format == Format::Json {
            json_line(out, &object)?;
            continue;
        }
        let heading = (place == 0).then(|| object.keys().cloned().collect::<Vec<_>>());
        csv(out, heading.into_iter().chain([object.values().map(cell).collect()]))?;
    }
    Ok(())
}

/// A value as a cell of a table.
pub(crate) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Writes records as comma-separated values.
pub(crate) fn csv<R: AsRef<[String]>>(
    out: &mut Output,
    records: impl IntoIterator<Item = R>,
) -> io::Result<()> {
    use io::Write;
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(&mut *out);
    for record in records {
        writer.write_record(record.as_ref()).map_err(io::Error::from)?;
    }
    writer.flush()?;
    drop(writer);
    out.flush()
}

/// Writes a table with its heading as comma-separated values.
pub(crate) fn csv_table(out: &mut Output, table: &Table) -> io::Result<()> {
    csv(out, std::iter::once(table.head()).chain(table.rows().iter().map(Vec::as_slice)))
}

/// A number rounded to the nearest part: 1e6 for six digits after the point.
pub(crate) fn rounded(number: f64, parts: f64) -> Value {
    Value::from((number * parts).round() / parts)
}

/// A JSON integer, however large.
pub(crate) fn exact(number: u128) -> Value {
    Value::Number(serde_json::Number::from_string_unchecked(number.to_string()))
}
