//! Boards as Unicode text.

use crate::drawing::{Drawing, Mark, bit_sets, free_line};
use crate::palette;
use queens::Square;
use queens_puzzles::Position;

/// The board of a drawing, followed by the bit sets if they are shown. The squares of regions have their numbers, and in colour the
/// colours of their regions.
pub(crate) fn board(drawing: &Drawing, colour: bool) -> String {
    let size = drawing.size as u32;
    let row_width = size.to_string().len();
    // Also regions that do not matter, by other rules, so that the text can be read back.
    let regions = drawing.position.as_ref().and_then(Position::regions);
    let colours = regions.filter(|_| colour).map(palette::assigned).unwrap_or_default();
    // Beyond column Z, and with regions, the squares are wider, so that they stay above their names.
    let widest = regions.map_or(1, |regions| regions.names().len().to_string().len() + 1);
    let width = Square::column_name(size.saturating_sub(1)).len().max(widest);
    let marks = drawing.marks();
    let mut text = String::new();
    if let Some(position) = &drawing.position {
        text += &position.header();
    }
    for row in (0..size).rev() {
        text += &format!("{:>row_width$}", row + 1);
        for col in 0..size {
            let square = Square::new(col, row);
            let mark = match marks(square) {
                Mark::Queen => "♛",
                Mark::Closed => "#",
                Mark::Free => "○",
                Mark::Attacked => "×",
                Mark::Empty if regions.is_some() => "",
                Mark::Empty => "·",
            };
            let number = regions.map_or(String::new(), |regions| {
                regions.number(regions.region(square)).to_string()
            });
            let cell = format!(" {:>width$}", format!("{mark}{number}"));
            match regions.map(|regions| colours.get(regions.region(square))) {
                Some(Some(&colour)) => text += &palette::on_terminal(&cell, colour),
                _ => text += &cell,
            }
        }
        text.push('\n');
    }
    text += &" ".repeat(row_width);
    for col in 0..size {
        text += &format!(" {:>width$}", Square::column_name(col));
    }
    text.push('\n');
    if let Some(board) = &drawing.bits {
        text.push('\n');
        for set in bit_sets(board) {
            text += &format!("{set}\n");
        }
        text += &free_line(drawing, board);
        text.push('\n');
    }
    text
}
