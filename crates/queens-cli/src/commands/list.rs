//! `queens list`: lists solutions.

use crate::args::{List, ListFormat};
use crate::support::failure::{Failure, interrupted_list};
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use crate::support::writer::json_line;
use queens::observe::Flow;
use queens::{Board, Error, Request, Solution};
use queens_draw::Drawing;
use queens_results::{SolutionPair, SolutionRows};
use std::io::{self, Write};
use std::process::ExitCode;

/// The number of dots per line.
const DOTS_PER_LINE: u64 = 100;

pub(crate) fn run(options: &List) -> Result<ExitCode, Failure> {
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
        return Ok(ExitCode::SUCCESS);
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
    printer.end()?;
    Ok(ExitCode::SUCCESS)
}

struct Printer<'a> {
    options: &'a List,
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
