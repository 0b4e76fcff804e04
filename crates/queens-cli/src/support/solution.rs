//! Solutions as the user wants to see them.

use super::output::Output;
use crate::args::SolveFormat;
use queens::{Position, Solution};
use serde_json::Value;
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
                let mark = |square: queens::Square| match solution.rows()[square.col as usize] {
                    queen if queen == square.row => 'Q',
                    _ if position.is_closed(square) => '#',
                    _ => '.',
                };
                let columns = 0..solution.size() as u32;
                let line: String = columns.map(|col| mark(queens::Square::new(col, row))).collect();
                writeln!(out, "{line}")?;
            }
            Ok(())
        }
        SolveFormat::Rows => writeln!(out, "{solution}"),
        SolveFormat::Squares => writeln!(out, "{}", solution.square_names()),
        SolveFormat::Board => write!(out, "{}", solution.board()),
        SolveFormat::Json => writeln!(out, "{}", rows(solution)),
        SolveFormat::Leetcode => writeln!(out, "{}", Value::from(solution.leetcode())),
    }
}

/// The row in each column, counted from 1.
pub(crate) fn rows(solution: &Solution) -> Value {
    solution.rows().iter().map(|row| row + 1).collect::<Vec<u32>>().into()
}
