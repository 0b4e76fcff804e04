//! Prints solutions in the requested format.

use super::output::Output;
use super::writer::json_line;
use crate::args::SolveFormat;
use queens::results::SolutionRows;
use queens::{Position, Solution, Square};
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
            for row in (0..solution.size() as u32).rev() {
                let mark = |square: Square| match solution.has_queen(square) {
                    true => 'Q',
                    false if position.is_closed(square) => '#',
                    false => '.',
                };
                let columns = 0..solution.size() as u32;
                let line: String = columns.map(|col| mark(Square::new(col, row))).collect();
                writeln!(out, "{line}")?;
            }
            Ok(())
        }
        SolveFormat::Rows => writeln!(out, "{solution}"),
        SolveFormat::Squares => writeln!(out, "{}", solution.square_names()),
        SolveFormat::Board => write!(out, "{}", solution.board()),
        SolveFormat::Json => json_line(out, &SolutionRows::from(solution)),
        SolveFormat::Leetcode => json_line(out, &solution.leetcode()),
    }
}
