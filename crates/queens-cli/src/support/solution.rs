//! Prints solutions in the requested format.

use super::output::Output;
use super::writer::json_line;
use crate::args::SolveFormat;
use queens::{Solution, Square};
use queens_draw::{Drawing, palette};
use queens_puzzles::Position;
use queens_results::SolutionRows;
use std::io::{self, Write};

/// Prints a solution of a position.
pub(crate) fn print(
    out: &mut Output,
    format: SolveFormat,
    position: &Position,
    solution: &Solution,
) -> io::Result<()> {
    match format {
        SolveFormat::Grid => {
            let regions = position.regions().filter(|_| out.takes_colour());
            let colours = regions.map(palette::assigned);
            for row in (0..solution.size() as u32).rev() {
                for square in (0..solution.size() as u32).map(|col| Square::new(col, row)) {
                    let mark = match solution.has_queen(square) {
                        true => "Q",
                        false if position.is_closed(square) => "#",
                        false => ".",
                    };
                    match regions.zip(colours.as_ref()) {
                        Some((regions, colours)) => {
                            let colour = colours[regions.region(square)];
                            write!(out, "{}", palette::on_terminal(mark, colour))?;
                        }
                        None => write!(out, "{mark}")?,
                    }
                }
                writeln!(out)?;
            }
            Ok(())
        }
        SolveFormat::Rows => writeln!(out, "{solution}"),
        SolveFormat::Squares => writeln!(out, "{}", solution.square_names()),
        SolveFormat::Board => board(out, &Drawing::from(&position.filled(solution))),
        SolveFormat::Json => json_line(out, &SolutionRows::from(solution)),
        SolveFormat::Leetcode => json_line(out, &solution.leetcode()),
    }
}

/// Prints a board, in the colours of its regions on a terminal that shows them.
pub(crate) fn board(out: &mut Output, drawing: &Drawing) -> io::Result<()> {
    let text = if out.takes_colour() { drawing.coloured_text() } else { drawing.text() };
    write!(out, "{text}")
}
