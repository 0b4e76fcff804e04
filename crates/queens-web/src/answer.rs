//! Code that the answers to the page and to the npm package share.
//!
//! Results that the command prints too are types of [`queens_results`], with the same JSON. Integers of any size are exact;
//! `parseResults` of `results.ts` parses them.

use crate::abi;
use queens::{Control, Event, Inline, Plan, Square};
use queens_puzzles::Position;
use queens_puzzles::solve::{Reason, SolveStep, Unit};
use queens_results::CountResult;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

/// The JSON of an answer, or an error message of one line.
pub(crate) type Answer = Result<String, String>;

/// Parses a question, answers it and serializes the answer.
pub(crate) fn answered<Q: DeserializeOwned>(
    question: &str,
    answer: impl FnOnce(Q) -> Answer,
) -> String {
    let answer = match serde_json::from_str(question) {
        Ok(question) => answer(question),
        Err(error) => Err(format!("invalid question: {error}")),
    };
    match answer {
        Ok(answer) => format!(r#"{{"ok":{answer}}}"#),
        Err(error) => format!(r#"{{"error":{}}}"#, text(&error)),
    }
}

/// Serializes an answer.
pub(crate) fn reply(answer: impl Serialize) -> Answer {
    Ok(text(&answer))
}

fn text(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("names, numbers and lists")
}

/// Parses a 64-bit number that is passed as text, because JavaScript numbers are exact only to 53 bits.
pub(crate) fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| serde::de::Error::custom(format!("'{text}' is not a number")))
}

/// The control of all searches. It never stops them: the page ends the worker instead.
pub(crate) struct Page;

impl Control for Page {
    fn stopped(&self) -> bool {
        false
    }

    fn event(&self, event: Event<'_>) {
        if let Event::Progress(job, done) = event {
            abi::progress(job, done);
        }
    }
}

/// The error message of the library.
pub(crate) fn line(error: impl ToString) -> String {
    error.to_string()
}

/// Runs a count in this session.
pub(crate) fn count(plan: &Plan) -> Result<CountResult, String> {
    let start = abi::seconds();
    let total = plan.run(&Inline, &Page).map_err(line)?;
    Ok(CountResult::new(plan, &total, abi::seconds() - start))
}

/// All parts of a position, under the keys of its JSON form.
#[derive(Serialize)]
pub(crate) struct Parts {
    size: usize,
    rules: &'static str,
    /// The number of queens in each row, column and region.
    stars: usize,
    given: Vec<Square>,
    closed: Vec<Square>,
    /// The top row first.
    regions: Option<Vec<String>>,
}

impl From<&Position> for Parts {
    fn from(position: &Position) -> Self {
        let size = position.size() as u32;
        let regions = position.regions().map(|regions| {
            let row = |row| (0..size).map(move |col| regions.name(Square::new(col, row)));
            (0..size).rev().map(|r| row(r).collect()).collect()
        });
        Self {
            size: position.size(),
            rules: position.rules().name(),
            stars: position.stars(),
            given: position.given().to_vec(),
            closed: position.closed().to_vec(),
            regions,
        }
    }
}

/// The squares that the reason of a step refers to.
pub(crate) fn because(step: &SolveStep, position: &Position) -> Vec<Square> {
    let of = |units: &[Unit]| {
        let within = |square: &Square| units.iter().any(|unit| holds(unit, *square, position));
        Square::all(position.size()).filter(within).collect::<Vec<_>>()
    };
    match &step.reason {
        Reason::Only { unit, .. } | Reason::Guess { unit, .. } => of(&[*unit]),
        Reason::AllAttack { open, .. } | Reason::NoRoom { open, .. } => open.clone(),
        Reason::Within { open, .. } => open.clone(),
        Reason::Sets { units, .. } => of(units),
        Reason::Suppose { chain, unit, .. } => {
            let mut squares = of(&[*unit]);
            squares.extend(chain.iter().filter_map(|step| step.queen));
            squares
        }
    }
}

fn holds(unit: &Unit, square: Square, position: &Position) -> bool {
    let size = position.size() as u32;
    match *unit {
        Unit::Column(col) => square.col == col,
        Unit::Row(row) => square.row == row,
        Unit::Region(number) => position
            .regions()
            .is_some_and(|regions| regions.number(regions.region(square)) == number),
        Unit::Rising(row) => (square.row + size - square.col) % size == row,
        Unit::Falling(row) => (square.row + square.col) % size == row,
    }
}
