//! Boards in Unicode text.

use crate::{Solution, Square};

/// A solution with the names of its rows and columns, the top row first.
pub fn board(solution: &Solution) -> String {
    let size = solution.size();
    let width = size.to_string().len();
    let mut text = String::new();
    for row in (0..size as u32).rev() {
        text += &format!("{:>width$}", row + 1);
        for &queen in solution.rows() {
            text += if queen == row { " ♛" } else { " ·" };
        }
        text.push('\n');
    }
    text += &" ".repeat(width);
    for col in 0..size as u32 {
        text += &format!(" {}", Square::column_name(col));
    }
    text.push('\n');
    text
}
