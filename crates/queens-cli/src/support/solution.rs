//! Prints solutions in the requested format.

use super::output::Output;
use super::writer::json_line;
use clap::ValueEnum;
use queens::{Solution, Square};
use queens_draw::{Drawing, palette};
use queens_puzzles::Position;
use queens_results::SolutionRows;
use std::io::{self, Write};

/// How a solution of a position is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    /// A drawn board of Q, . and #, the top row first
    #[default]
    Grid,
    /// The row in each column: 1 5 8 6 3 7 2 4
    Rows,
    /// The names of the squares: A1 B5 C8 ...
    Squares,
    /// A drawn board with coordinates
    Board,
    /// One JSON value per line
    Json,
    /// One JSON array of strings per line, as in LeetCode's problem 51
    Leetcode,
}

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
