//! What the answers to the page and to the package have in common.

use queens::solve::{Reason, Step, Unit};
use queens::{Control, Error, Plan, Position, Square, Total};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// What is wrong with a question, in a line.
pub(crate) type Answer = Result<Value, String>;

/// Reads a question, lets it be answered and writes the answer down: JSON to JSON.
pub(crate) fn answered<Q: DeserializeOwned>(
    question: &str,
    settle: impl FnOnce(Q) -> Answer,
) -> String {
    let answer = match serde_json::from_str(question) {
        Ok(question) => settle(question),
        Err(error) => Err(format!("not a question: {error}")),
    };
    match answer {
        Ok(answer) => json!({ "ok": answer }).to_string(),
        Err(error) => json!({ "error": error }).to_string(),
    }
}

/// The control of everything that runs here. A page that wants to stop a search ends its worker.
pub(crate) struct Page;

impl Control for Page {
    fn stopped(&self) -> bool {
        false
    }

    fn progress(&self, job: u64, done: f64) {
        crate::abi::progress(job, done);
    }
}

/// What the library says is wrong.
pub(crate) fn line(error: Error) -> String {
    error.to_string()
}

/// JSON of what can be written as JSON.
pub(crate) fn value(thing: impl Serialize) -> Value {
    serde_json::to_value(thing).expect("names, numbers and lists")
}

/// A number that JavaScript's would round beyond 2^53: text.
pub(crate) fn exact(number: impl ToString) -> Value {
    Value::String(number.to_string())
}

/// The statistics of a count by their names.
pub(crate) fn steps(plan: &Plan, total: &Total) -> Option<Map<String, Value>> {
    let named = plan.named_statistics(total)?.into_iter();
    Some(named.map(|(name, value)| (name.to_string(), exact(value))).collect())
}

/// The parts of a position, under the keys of its JSON form.
pub(crate) fn parts(position: &Position) -> Map<String, Value> {
    let regions = position.regions().map(|regions| {
        let row =
            |row| (0..position.size() as u32).map(move |col| regions.name(Square::new(col, row)));
        (0..position.size() as u32).rev().map(|r| row(r).collect::<String>()).collect::<Vec<_>>()
    });
    let mut parts = Map::new();
    parts.insert("size".into(), position.size().into());
    parts.insert("rules".into(), position.rules().name().into());
    parts.insert("given".into(), value(position.given()));
    parts.insert("closed".into(), value(position.closed()));
    parts.insert("regions".into(), value(regions));
    parts
}

/// The squares that the reason speaks of.
pub(crate) fn because(step: &Step, position: &Position) -> Vec<Square> {
    let of = |units: &[Unit]| {
        let within = |square: &Square| units.iter().any(|unit| holds(unit, *square, position));
        Square::all(position.size()).filter(within).collect::<Vec<_>>()
    };
    match &step.reason {
        Reason::Only(unit) | Reason::Guess(unit, _) => of(&[*unit]),
        Reason::AllAttack(_, open) => open.clone(),
        Reason::Within(_, line) => of(&[*line]),
        Reason::Sets(units, _) => of(units),
        Reason::Suppose(forced, unit) => {
            let mut squares = of(&[*unit]);
            squares.extend(forced);
            squares
        }
    }
}

fn holds(unit: &Unit, square: Square, position: &Position) -> bool {
    let size = position.size() as u32;
    match *unit {
        Unit::Column(col) => square.col == col,
        Unit::Row(row) => square.row == row,
        Unit::Region(name) => {
            position.regions().is_some_and(|regions| regions.name(square) == name)
        }
        Unit::Rising(row) => (square.row + size - square.col) % size == row,
        Unit::Falling(row) => (square.row + square.col) % size == row,
    }
}
