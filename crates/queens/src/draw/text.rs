//! Boards as Unicode text.

use super::{Mark, Picture, bit_sets, free_line};
use crate::{Solution, Square};

impl Solution {
    /// The board as Unicode text with the names of its rows and columns, the top row first.
    pub fn board(&self) -> String {
        picture(&Picture::from(self))
    }
}

/// The board of a picture, followed by the bit sets if they are shown.
pub(super) fn picture(picture: &Picture) -> String {
    let size = picture.size as u32;
    let row_width = size.to_string().len();
    // Beyond column Z, and with ten or more regions, the squares are wider, so that they stay above their names.
    let widest = picture.regions().map_or(1, |regions| regions.names().len().to_string().len());
    let width = Square::column_name(size.saturating_sub(1)).len().max(widest);
    let marks = picture.marks();
    let mut text = String::new();
    for row in (0..size).rev() {
        text += &format!("{:>row_width$}", row + 1);
        for col in 0..size {
            let square = Square::new(col, row);
            let mark = match marks(square) {
                Mark::Queen => "♛".to_string(),
                Mark::Closed => "#".to_string(),
                Mark::Free => "○".to_string(),
                Mark::Attacked => "×".to_string(),
                Mark::Empty => match picture.regions() {
                    Some(regions) => regions.number(regions.region(square)).to_string(),
                    None => "·".to_string(),
                },
            };
            text += &format!(" {mark:>width$}");
        }
        text.push('\n');
    }
    text += &" ".repeat(row_width);
    for col in 0..size {
        text += &format!(" {:>width$}", Square::column_name(col));
    }
    text.push('\n');
    if let Some(board) = &picture.bits {
        text.push('\n');
        for set in bit_sets(board) {
            text += &format!("{set}\n");
        }
        text += &free_line(picture, board);
        text.push('\n');
    }
    text
}
