//! `queens check`: checks that no queens attack each other, or that they solve a position.

use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::position::{self, Boards, is_standard};
use crate::support::values::{rules, whole};
use clap::Args;
use queens::{BoardError, Rules, Square};
use queens_puzzles::position::{Entry, Written};
use queens_puzzles::{Error, Position};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Check that no queens attack each other, or that they solve a position
///
/// Reads the row of the queen in each column (2 4 1 3), squares (A2 B4 C1 D3), or any form of a position with all its
/// queens: everything that 'queens find', 'list', 'solve' and 'draw' print, also many solutions one after the other. The first
/// wrong one is named. With --position, the queens must solve the position of another file. Takes time linear in the number of queens: a few
/// seconds for 10^8. If a list of queens is not a solution, prints one pair that attacks each other; for a position, prints all
/// violated rules. The exit code is then 1.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens find 1000000 | queens check
  queens list 8 | queens check              # 92 solutions, all valid
  queens check solution.txt
  queens solve size:8 | queens check
  queens check solution.txt --position puzzle.txt --stars 2
  echo 1 3 5 2 4 | queens check --rules torus")]
pub(crate) struct Options {
    /// File to check, or - for stdin
    #[arg(value_name = "FILE|-", default_value = "-")]
    file: PathBuf,

    /// Check that the queens solve this position: a file that 'queens solve' can read, or - for stdin
    #[arg(long, value_name = "FILE|-")]
    position: Option<String>,

    /// Attack rules [default: those of the position, otherwise queens]
    #[arg(long, value_name = "RULES", value_parser = rules())]
    rules: Option<Rules>,

    /// Queens per row, column and region [default: those of the position, otherwise 1]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<usize>)]
    stars: Option<usize>,
}

/// The most violated rules that are printed.
const MAX_VIOLATIONS: usize = 20;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
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
    let mut boards = Boards::open(&options.file)?;
    let first = boards.next().ok_or_else(|| boards.none())??;
    let mut next = boards.next();
    let name = boards.name.clone();
    if next.is_none() {
        let Checked { queens, rules, stars } =
            check(options, position.as_ref(), first).map_err(|wrong| wrong.of(&name))?;
        let s = if queens == 1 { "" } else { "s" };
        let by = by(rules, stars);
        return say(&match options.position {
            Some(_) => format!("{queens} queen{s} solve the position{by}"),
            None => format!("{queens} queen{s}, none attacks another{by}"),
        });
    }
    let mut number = 0_u64;
    let mut checked: Option<Checked> = None;
    let mut entry = Some(Ok(first));
    while let Some(this) = entry {
        number += 1;
        let this = this?;
        let line = this.line;
        let found = check(options, position.as_ref(), this);
        let found =
            found.map_err(|wrong| wrong.of(&format!("{name}: solution {number}, line {line}")))?;
        // What is the same for all of them is printed.
        checked = Some(match checked {
            Some(Checked { rules, stars, .. }) if (rules, stars) != (found.rules, found.stars) => {
                Checked { queens: found.queens, ..Checked::default() }
            }
            _ => found,
        });
        entry = next.take().or_else(|| boards.next());
    }
    let Checked { rules, stars, .. } = checked.unwrap_or_default();
    let by = by(rules, stars);
    say(&match options.position {
        Some(_) => format!("{number} solutions, all solve the position{by}"),
        None => format!("{number} solutions, all valid{by}"),
    })
}

fn say(line: &str) -> Result<(), Failure> {
    let mut out = Output::standard();
    writeln!(out, "{line}")?;
    out.finish()
}

/// The rules and the number of stars, if they are not the default.
fn by(rules: Rules, stars: usize) -> String {
    match (rules, stars) {
        (Rules::Queens, _) => String::new(),
        (rules, 1) => format!(" by the rules '{rules}'"),
        (rules, stars) => format!(" by the rules '{rules}' with {stars} stars"),
    }
}

/// Queens that violate no rule.
#[derive(Default)]
struct Checked {
    queens: usize,
    rules: Rules,
    stars: usize,
}

/// Why queens are not a solution, or cannot be checked.
enum Wrong {
    Failed(String),
    Bad(String),
}

impl Wrong {
    /// The failure of the queens of this name.
    fn of(self, name: &str) -> Failure {
        match self {
            Self::Failed(reason) => Failure::Failed(format!("{name}: {reason}")),
            Self::Bad(reason) => Failure::bad(format!("{name}: {reason}")),
        }
    }
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        match error {
            Error::Queens(queens::Error::Board(
                BoardError::Attack { .. } | BoardError::WrongSize { .. },
            )) => Self::Failed(error.to_string()),
            error => Self::Bad(error.to_string()),
        }
    }
}

/// Checks the queens of a board: that they solve a position, or by themselves.
fn check(options: &Options, position: Option<&Position>, entry: Entry) -> Result<Checked, Wrong> {
    let Some(position) = position else { return alone(options, entry.queens) };
    let (size, stars) = (position.size(), position.stars());
    let (queens, expected) = (entry.queens.len(), size * stars);
    match &entry.queens {
        Written::Rows(_) if queens != expected => {
            Err(Error::from(BoardError::WrongSize { queens, size, expected }).into())
        }
        Written::Position(drawn) if drawn.size() != size => Err(Wrong::Bad(format!(
            "a board of size {}, expected {size}, the size of the position",
            drawn.size()
        ))),
        queens => violations(position, &queens.squares(stars)),
    }
}

/// Checks queens by themselves: a position with its own queens, or a list by rules that need no position.
fn alone(options: &Options, queens: Written) -> Result<Checked, Wrong> {
    let rules = options.rules.unwrap_or_default();
    let needs_regions = rules == Rules::Regions || options.stars.is_some_and(|stars| stars != 1);
    match queens {
        Written::Position(drawn) => {
            let position = position::with(*drawn, options.rules, options.stars)?;
            violations(&position, position.given())
        }
        _ if needs_regions => Err(Wrong::Bad(
            "--rules regions and --stars need a position with regions, not a list of queens; \
             use --position FILE"
                .to_string(),
        )),
        list => {
            let queens = list.solution(rules)?.size();
            Ok(Checked { queens, rules, stars: 1 })
        }
    }
}

/// Checks that queens violate no rule of a position.
fn violations(position: &Position, queens: &[Square]) -> Result<Checked, Wrong> {
    let found = position.violations(queens, MAX_VIOLATIONS + 1)?;
    if found.is_empty() {
        let (rules, stars) = (position.rules(), position.stars());
        return Ok(Checked { queens: queens.len(), rules, stars });
    }
    let mut reasons: Vec<String> =
        found.iter().take(MAX_VIOLATIONS).map(ToString::to_string).collect();
    if found.len() > MAX_VIOLATIONS {
        reasons.push("and more".to_string());
    }
    Err(Wrong::Failed(reasons.join("; ")))
}
