//! `queens list`: lists solutions.

use crate::support::failure::{Failure, interrupted_list};
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use crate::support::values::{MethodName, size, whole};
use crate::support::writer::json_line;
use clap::{Args, ValueEnum};
use queens::observe::Flow;
use queens::{Board, Error, Method, Request, Solution};
use queens_draw::Drawing;
use queens_results::{SolutionPair, SolutionRows};
use std::io::{self, Write};
use std::path::PathBuf;

/// List solutions
///
/// Prints each solution as it is found, in constant memory; 'tiles' and 'dancing-links' collect and sort all solutions first.
/// A line has the row of the queen in each column, counted from 1: 1 5 8 6 3 7 2 4 stands for A1 B5 C8 D6 E3 F7 G2 H4.
/// If there is no solution, the list is empty and the exit code is 0.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  queens list 8                          # 92 lines in lexicographic order
  queens list 8 --fundamental            # 12 lines
  queens list 6 --format board --mirror  # each board next to its mirror image
  queens list 12 --limit 10 --format json
  queens list 14 --output all.txt")]
pub(crate) struct Options {
    /// Board size
    #[arg(value_name = "N", allow_negative_numbers = true, value_parser = size)]
    size: usize,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,

    /// Stop after this many solutions
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = whole::<u64>)]
    limit: Option<u64>,

    /// List only one of the solutions that are rotations or reflections of each other
    #[arg(long)]
    fundamental: bool,

    /// List each solution next to its mirror image, each pair once
    #[arg(long)]
    mirror: bool,

    /// Print only a dot per solution, 100 per line
    #[arg(long, conflicts_with_all = ["mirror", "format"])]
    dots: bool,

    /// Search method, which determines the order; 'queens methods' lists them [default: bitmask-iterative]
    #[arg(short, long, value_name = "METHOD", value_parser = MethodName, hide_possible_values = true)]
    method: Option<Method>,

    /// Write to this file instead of stdout (-)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a solution is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// The row in each column: 1 5 8 6 3 7 2 4
    #[default]
    Rows,
    /// The same with a number in front
    Numbered,
    /// The names of the squares: A1 B5 C8 ...
    Squares,
    /// Rows of 0 and 1, numbered, with a total
    Grid,
    /// A drawn board, numbered, with a total
    Board,
    /// One JSON array of rows per line
    Json,
    /// One JSON array of strings per line, as in LeetCode's problem 51
    Leetcode,
}

/// The number of dots per line.
const DOTS_PER_LINE: u64 = 100;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let board = Board::new(options.size)?;
    let mut request = Request::on(board.clone());
    if let Some(method) = options.method {
        method.check_lists(&board)?;
        request = request.method(method);
    }
    let mut printer =
        Printer { options, out: Output::open(options.output.as_deref())?, printed: 0 };
    if options.limit == Some(0) {
        printer.end()?;
        return Ok(());
    }
    let mut broken = None;
    let end = request.list(&STOP, |solution| match printer.take(&solution) {
        Ok(flow) => flow,
        Err(error) => {
            broken = Some(error);
            Flow::Break(())
        }
    });
    if let Some(error) = broken {
        return Err(error.into());
    }
    let printed = printer.printed;
    if end == Err(Error::Stopped) {
        // The solutions found until now are kept.
        printer.out.finish()?;
        return Err(interrupted_list(options.output.as_deref(), printed));
    }
    end?;
    printer.end()
}

struct Printer<'a> {
    options: &'a Options,
    out: Output,
    printed: u64,
}

impl Printer<'_> {
    /// Prints a solution unless an option excludes it. Breaks at the limit.
    fn take(&mut self, solution: &Solution) -> io::Result<Flow> {
        if self.options.fundamental && !solution.is_canonical() {
            return Ok(Flow::Continue(()));
        }
        let mirror = self.options.mirror.then(|| solution.mirror());
        if mirror.as_ref().is_some_and(|mirror| mirror < solution && !self.options.fundamental) {
            return Ok(Flow::Continue(()));
        }
        self.printed += 1;
        if self.options.dots {
            let end = if self.printed.is_multiple_of(DOTS_PER_LINE) { ".\n" } else { "." };
            write!(self.out, "{end}")?;
        } else {
            self.print(solution, mirror.as_ref())?;
        }
        let full = self.options.limit.is_some_and(|limit| self.printed >= limit);
        Ok(if full { Flow::Break(()) } else { Flow::Continue(()) })
    }

    fn print(&mut self, solution: &Solution, mirror: Option<&Solution>) -> io::Result<()> {
        let (out, number) = (&mut self.out, self.printed);
        let with_mirror = |form: fn(&Solution) -> String| {
            let mirror = mirror.map(form);
            side_by_side(&form(solution), mirror.as_deref())
        };
        match self.options.format {
            ListFormat::Rows => write!(out, "{}", with_mirror(Solution::to_string)),
            ListFormat::Numbered => write!(out, "{number}: {}", with_mirror(Solution::to_string)),
            ListFormat::Squares => write!(out, "{}", with_mirror(Solution::square_names)),
            ListFormat::Grid => writeln!(out, "{number}:\n{}", with_mirror(Solution::grid)),
            ListFormat::Board => writeln!(
                out,
                "{number}:\n{}",
                with_mirror(|solution| Drawing::from(solution).text())
            ),
            ListFormat::Json => match mirror {
                Some(mirror) => json_line(out, &SolutionPair(solution.into(), mirror.into())),
                None => json_line(out, &SolutionRows::from(solution)),
            },
            ListFormat::Leetcode => match mirror {
                Some(mirror) => json_line(out, &[solution.leetcode(), mirror.leetcode()]),
                None => json_line(out, &solution.leetcode()),
            },
        }
    }

    /// Ends the last line of dots, or prints the total.
    fn end(mut self) -> Result<(), Failure> {
        let printed = self.printed;
        if self.options.dots && !printed.is_multiple_of(DOTS_PER_LINE) {
            writeln!(self.out)?;
        } else if matches!(self.options.format, ListFormat::Grid | ListFormat::Board) {
            let of = if self.options.mirror { "pair" } else { "solution" };
            let s = if printed == 1 { "" } else { "s" };
            writeln!(self.out, "total: {printed} {of}{s}")?;
        }
        self.out.finish()
    }
}

/// Each line of one text next to that of the other.
fn side_by_side(left: &str, right: Option<&str>) -> String {
    let left = left.trim_end_matches('\n');
    let Some(right) = right else {
        return format!("{left}\n");
    };
    let width = left.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    // `split` instead of `lines`, because the board of size 0 is one empty line.
    let pairs = left.split('\n').zip(right.trim_end_matches('\n').split('\n'));
    pairs.map(|(left, right)| format!("{left:<width$}  |  {right}\n")).collect()
}
