//! `queens solve`: completes a position.
//!
//! The options determine one [`Task`].

mod count;
mod explain;
mod list;
mod unique;

use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::picture::{PictureFile, WIDTH, check_size, output_option};
use crate::support::position::{self, Boards};
use crate::support::progress::Waiting;
use crate::support::report::duration;
use crate::support::solution::{SolveFormat, print};
use crate::support::values::{Named, rules, whole};
use clap::Args;
use queens::{Method, Rules, Solution};
use queens_draw::Drawing;
use queens_puzzles::solve::{Refutation, Solve, Solver};
use queens_puzzles::{Position, solve};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Complete a position, count its solutions or explain it
///
/// Places the missing queens on a board with given queens and closed squares. If there is no solution, says why and exits
/// with code 1. The position is read from a file, from stdin or from the command line, in one of these forms:
///
/// - a drawn board, the top row first: Q is a given queen, . an open square, # a closed square; optionally an empty line and
///   a second grid with one letter per region
///
/// - the short form: size:8 given:a1,c2 closed:d4
///
/// - JSON with the same keys, an array of rows as in LeetCode, or the JavaScript file of a level with its regions
///
/// - a link to the section Play of the web page
///
/// - instances of CSPLib problems 79 (n-queens completion) and 80 (blocked n-queens)
///
/// - the output of 'queens find', 'list', 'solve', 'draw' and 'puzzle new'
///
/// Several boards are solved one after the other.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens solve size:8 given:a1,b5             # one solution
  queens solve board.txt --all --format rows  # all solutions
  queens solve size:20 given:c1 --count       # number of solutions
  queens solve size:8 --count --by-square     # and on each square
  queens solve puzzle.txt --unique            # exactly one solution?
  queens solve puzzle.txt --explain           # logical steps and difficulty
  queens solve puzzle.txt --hint              # the first of these steps
  queens solve size:7 given:a1 --rules torus
  queens solve regions.txt --stars 2          # Star Battle: two queens per row, column and region
  queens solve hard.param --method sat        # with a SAT solver")]
#[command(group(clap::ArgGroup::new("what")))]
pub(crate) struct Options {
    /// File with positions, - for stdin, a position in short form, a list of queens, or a link to the page
    #[arg(value_name = "FILE|-|POSITION", default_value = "-")]
    position: Vec<String>,

    /// List all solutions
    ///
    /// With the rules 'queens' up to N = 32 they are in lexicographic order, otherwise in the order of the search.
    #[arg(long, group = "what")]
    all: bool,

    /// Count the solutions
    #[arg(long, group = "what")]
    count: bool,

    /// With --count, also count the solutions with a queen on each square
    #[arg(long, requires = "count", conflicts_with = "limit")]
    by_square: bool,

    /// Check that there is exactly one solution; exit code 1 if not
    #[arg(long, group = "what")]
    unique: bool,

    /// Explain the solution step by step, as a person would find it, and rate its difficulty
    #[arg(long, group = "what")]
    explain: bool,

    /// Give the first step of --explain only
    #[arg(long, group = "what")]
    hint: bool,

    /// List at most this many solutions; with --count, stop counting there
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<u64>)]
    #[arg(conflicts_with_all = ["unique", "explain", "hint"])]
    limit: Option<u64>,

    /// Attack rules [default: those of the position, otherwise queens]
    #[arg(long, value_name = "RULES", value_parser = rules())]
    rules: Option<Rules>,

    /// Queens per row, column and region [default: those of the position, otherwise 1]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole::<usize>)]
    stars: Option<usize>,

    /// Solver: auto, domains or sat; with --count also a method of 'queens methods'
    #[arg(short, long, value_name = "METHOD", value_parser = solve_method(), default_value = "auto")]
    #[arg(hide_possible_values = true)]
    method: SolveMethod,

    /// Output format; --count prints a number, or a JSON object with json
    #[arg(long, value_enum, default_value_t)]
    format: SolveFormat,

    /// Write to this file instead of stdout (-); FILE.svg and FILE.png are pictures of one solution
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The solvers, the methods, and auto.
fn solve_method() -> Named<SolveMethod> {
    let solvers = Solver::ALL.iter().map(|&solver| (solver.name(), SolveMethod::Solver(solver)));
    let methods = Method::all().map(|method| (method.name(), SolveMethod::Count(method)));
    let values = [("auto", SolveMethod::Auto)].into_iter().chain(solvers).chain(methods);
    Named { what: "method", values: values.collect() }
}

/// What finishes a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SolveMethod {
    Auto,
    Solver(Solver),
    Count(Method),
}

/// What to do with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    /// Find one solution.
    One,
    /// List all solutions, or at most this many.
    All { limit: u64 },
    /// Count the solutions.
    Count,
    /// Check that there is exactly one solution.
    Unique,
    /// Explain the position step by step.
    Explain,
    /// Give the first step of the explanation.
    Hint,
}

impl Task {
    /// The task of the options, or an error if their method cannot do it.
    fn of(options: &Options) -> Result<Self, Failure> {
        let task = match options {
            Options { explain: true, .. } => Self::Explain,
            Options { hint: true, .. } => Self::Hint,
            Options { count: true, .. } => Self::Count,
            Options { unique: true, .. } => Self::Unique,
            Options { limit: Some(limit), .. } => Self::All { limit: *limit },
            Options { all: true, .. } => Self::All { limit: u64::MAX },
            _ => Self::One,
        };
        match (options.method, task) {
            (SolveMethod::Auto, _) => Ok(task),
            (SolveMethod::Count(_), Self::Count) => Ok(task),
            (SolveMethod::Count(method), _) => Err(Failure::bad(format!(
                "method '{method}' needs --count; to find solutions use domains or sat"
            ))),
            (SolveMethod::Solver(Solver::Sat), Self::Count | Self::All { .. }) => {
                Err(Failure::bad(
                    "method 'sat' finds only one solution; to count or list solutions use domains",
                ))
            }
            (SolveMethod::Solver(_), Self::Unique | Self::Explain | Self::Hint) => {
                Err(Failure::bad("--method cannot be used with --unique, --explain or --hint"))
            }
            (SolveMethod::Solver(_), _) => Ok(task),
        }
    }
}

/// The label of the progress line.
const SEARCHING: &str = "searching";

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let task = Task::of(options)?;
    let mut boards = Boards::of(&options.position)?;
    let none = boards.none();
    let (line, first) = boards.next_position()?.ok_or(none)?;
    let mut next = boards.next_position()?;
    let is_one = next.is_none();
    let position = position::with(first, options.rules, options.stars)?;
    if let Some(file) = picture(task, options)? {
        if !is_one {
            return Err(Failure::bad("a picture shows one solution; the input has several boards"));
        }
        return draw(task, options, &position, file);
    }
    let mut out = Output::open(options.output.as_deref())?;
    let mut solved = solve_one(task, options, &position, &mut out);
    let mut line = line;
    while solved.is_ok()
        && let Some((number, position)) = next
    {
        line = number;
        if matches!(options.format, SolveFormat::Grid | SolveFormat::Board) && task != Task::Count {
            writeln!(out)?;
        }
        let position = position::with(position, options.rules, options.stars)?;
        solved = solve_one(task, options, &position, &mut out);
        next = boards.next_position()?;
    }
    // What was found is kept. Without it, an existing file is not changed.
    if solved.is_ok() || out.has_text() {
        out.finish()?;
    }
    match solved {
        Ok(()) => Ok(()),
        Err(Failure::Failed(message)) if !is_one => {
            Err(Failure::Failed(format!("{}: line {line}: {message}", boards.name)))
        }
        Err(failure) => Err(failure),
    }
}

fn solve_one(
    task: Task,
    options: &Options,
    position: &Position,
    out: &mut Output,
) -> Result<(), Failure> {
    match task {
        Task::One => one(options, position, out),
        Task::All { limit } => list::run(options, position, limit, out),
        Task::Count => count::run(options, position, out),
        Task::Unique => unique::run(options, position, out),
        Task::Explain => explain::run(options, position, out),
        Task::Hint => explain::hint(options, position, out),
    }
}

/// Prints a solution. If there is none, an existing file is not changed.
fn one(options: &Options, position: &Position, out: &mut Output) -> Result<(), Failure> {
    let found = find(options, position)?;
    if let Some(solution) = &found {
        print(out, options.format, position, solution)?;
    }
    end(found.is_some(), position)
}

/// Finds one solution with the requested solver.
fn find(options: &Options, position: &Position) -> Result<Option<Solution>, Failure> {
    let solver = match options.method {
        SolveMethod::Solver(solver) => solver,
        _ => Solver::Domains,
    };
    Ok(Solve::of(position).by(solver).find(&Waiting::new(SEARCHING))?)
}

/// Success if there is a solution, otherwise the reason why there is none.
fn end(found: bool, position: &Position) -> Result<(), Failure> {
    if found { Ok(()) } else { Err(none(position)?) }
}

/// The failure of a position without a solution, with a short reason if one is found quickly.
fn none(position: &Position) -> Result<Failure, Failure> {
    let waiting = Waiting::new("finding the reason");
    if let Some(other) = solve::other_stars(position, &waiting)? {
        let own = match position.stars() {
            1 => "one queen".to_string(),
            stars => format!("{stars} queens"),
        };
        return Ok(Failure::Failed(format!(
            "no solution with {own} per row, column and region; with stars:{other} there is one"
        )));
    }
    let start = Instant::now();
    Ok(Failure::Failed(match solve::refute(position, &waiting)? {
        Some(reason @ Refutation::Explained(..)) => {
            format!("no solution: {reason}; --explain lists them")
        }
        Some(reason) => format!("no solution: {reason}"),
        None => {
            let time = duration(start.elapsed().as_secs_f64());
            format!("no solution; no short reason was found in {time}")
        }
    }))
}

/// The picture file for the solution, if one is requested.
fn picture(task: Task, options: &Options) -> Result<Option<PictureFile>, Failure> {
    let file = PictureFile::if_picture(options.output.as_deref())?;
    match (file, task) {
        (Some(_), Task::All { .. } | Task::Count | Task::Explain | Task::Hint) => {
            Err(Failure::bad(
                "a picture shows one solution; it cannot be used with --all, --count, --explain, --hint or --limit",
            ))
        }
        (file, _) => Ok(file),
    }
}

/// Draws a solution; with `--unique`, only if it is the only one.
fn draw(
    task: Task,
    options: &Options,
    position: &Position,
    file: PictureFile,
) -> Result<(), Failure> {
    check_size(&output_option(options.output.as_deref()), position.size())?;
    let found = match task {
        Task::Unique => match unique::find(position)? {
            Some((solution, Some(other))) => return Err(unique::refuted(&solution, &other)),
            found => found.map(|(solution, _)| solution),
        },
        _ => find(options, position)?,
    };
    if let Some(solution) = &found {
        file.write(&Drawing::from(&position.filled(solution)).canvas(), WIDTH)?;
    }
    end(found.is_some(), position)
}
