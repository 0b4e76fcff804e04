//! Boards in SVG, and the common parts of all SVG drawings.
//!
//! The dark squares are one path with a dashed line per row, and all queens refer to one drawing of a
//! queen. So the size of a file grows with the number of queens, not with the number of squares.
//!
//! Checked by parsing the drawings, and square by square against `Square::attacks`.

use crate::palette;
use crate::picture::{BitSet, Mark, Picture, bit_sets, free_line};
use queens::engines::bitset::BitBoard;
use queens::{Regions, Square};

pub(crate) const LIGHT: &str = "#eef2f6";
pub(crate) const DARK: &str = "#b3c4d6";
/// The colour of queens and letters.
pub(crate) const INK: &str = "#1e2a38";
/// The colour of less important letters.
pub(crate) const GREY: &str = "#5c6b7a";
pub(crate) const RED: &str = "#c8402f";
pub(crate) const GREEN: &str = "#1f8a4c";

/// The side length of a square.
pub(crate) const CELL: f64 = 48.0;
/// The width of a digit of DejaVu Sans relative to the font size. Words are narrower.
const DIGIT: f64 = 0.64;
const LETTER: f64 = 0.58;

/// A queen in a square of side 48: a crown with five points, a band, a base.
pub(crate) const QUEEN: &str = "M11.5 34 8 18.4a2.9 2.9 0 1 1 2-.9l6 9.3.6-13.3a2.9 2.9 0 1 1 2.4-.3L22.6 26\
    L23 11.7a2.9 2.9 0 1 1 2 0L25.4 26 29 13.2a2.9 2.9 0 1 1 2.4.3L32 26.8l6-9.3a2.9 2.9 0 1 1 2 .9\
    L36.5 34Q24 30.4 11.5 34ZM11.9 35.6Q24 32.1 36.1 35.6L35.5 38.4Q24 35.2 12.5 38.4Z\
    M11 40.2Q24 36.6 37 40.2L37.8 43.4H10.2Z";

/// On larger boards a crown would be a few pixels. There a queen is a disc larger than its square, and
/// the squares are paler.
const LARGEST_WITH_CROWNS: u32 = 64;

/// The picture of a board.
pub(super) fn picture(picture: &Picture) -> String {
    let size = picture.size as u32;
    let side = f64::from(size) * CELL;
    let (left, top, font) = board_origin(size);
    let corner = move |square: Square| {
        (left + f64::from(square.col) * CELL, top + f64::from(size - 1 - square.row) * CELL)
    };

    let mut body = definitions();
    body += &match picture.regions() {
        Some(regions) => region_squares(regions, size, corner),
        None => squares(left, top, size),
    };
    let marks = picture.marks();
    for row in (0..size).rev() {
        for col in 0..size {
            let square = Square::new(col, row);
            let (x, y) = corner(square);
            let (name, symbol) = match marks(square) {
                Mark::Queen if size > LARGEST_WITH_CROWNS => ("queen", "disc"),
                Mark::Queen => ("queen", "queen"),
                Mark::Closed => ("closed", "closed"),
                Mark::Free => ("free", "free"),
                Mark::Attacked => ("attacked", "attacked"),
                Mark::Empty => continue,
            };
            body += &format!(
                "<use class=\"{name}\" data-square=\"{square}\" href=\"#{symbol}\" \
                 x=\"{}\" y=\"{}\"/>\n",
                short(x),
                short(y)
            );
            if name == "free" {
                let centre = (x + CELL / 2.0, y + CELL / 2.0 + 6.0);
                body += &Text::new(centre, 17.0, GREEN).middle().of(&col.to_string());
            }
        }
    }
    if let Some(regions) = picture.regions() {
        body += &borders(regions, size, corner);
    }
    body += &labels(left, top, size, font);

    let (mut width, mut height) = (left + side + top, top + side + font * 1.9);
    if let Some(board) = &picture.bits {
        let (panel, right, bottom) = bit_panel(picture, board, left, height, font);
        body += &panel;
        (width, height) = (width.max(right), bottom);
    }
    document(&picture.title(), width, height, &body)
}

/// The left and the top edge of the squares, and the font size of the labels around them.
pub(crate) fn board_origin(size: u32) -> (f64, f64, f64) {
    let side = f64::from(size) * CELL;
    // Letters grow with the board, so that they are readable when it is scaled down to a page.
    let font = (side / 64.0).max(17.0);
    let left = font * (0.9 + DIGIT * size.to_string().len() as f64);
    (left, font * 0.7, font)
}

/// The marks of a board, to be referred to.
pub(crate) fn definitions() -> String {
    let half = CELL / 2.0;
    format!(
        "<defs>\n\
         <path id=\"queen\" fill=\"{INK}\" d=\"{QUEEN}\"/>\n\
         <circle id=\"disc\" cx=\"{half}\" cy=\"{half}\" r=\"32\" fill=\"{INK}\"/>\n\
         <circle id=\"attacked\" cx=\"{half}\" cy=\"{half}\" r=\"6\" fill=\"{RED}\" \
         fill-opacity=\".6\"/>\n\
         <circle id=\"free\" cx=\"{half}\" cy=\"{half}\" r=\"16\" fill=\"#fff\" stroke=\"{GREEN}\" \
         stroke-width=\"3\"/>\n\
         <g id=\"closed\"><path fill=\"#8d99a6\" d=\"M0 0h48v48H0z\"/><path stroke=\"#6b7885\" \
         stroke-width=\"2.5\" d=\"M0 12 12 0M0 24 24 0M0 36 36 0M0 48 48 0\
         M12 48 48 12M24 48 48 24M36 48 48 36\"/></g>\n\
         </defs>\n"
    )
}

/// The light and the dark squares of a board, A1 dark, and its frame.
pub(crate) fn squares(left: f64, top: f64, size: u32) -> String {
    let side = f64::from(size) * CELL;
    let mut rows = String::new();
    for line in 0..size {
        let first = if (size - 1 - line).is_multiple_of(2) { 0.0 } else { CELL };
        let y = top + (f64::from(line) + 0.5) * CELL;
        rows += &format!("M{} {}H{}", short(left + first), short(y), short(left + side));
    }
    let dark = if size > LARGEST_WITH_CROWNS { "#dbe4ed" } else { DARK };
    let frame = short((side / 600.0).max(1.5));
    let (x, y, side) = (short(left), short(top), short(side));
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{LIGHT}\"/>\n\
         <path stroke=\"{dark}\" stroke-width=\"{CELL}\" stroke-dasharray=\"{CELL}\" \
         d=\"{rows}\"/>\n\
         <rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"none\" \
         stroke=\"{GREY}\" stroke-width=\"{frame}\"/>\n"
    )
}

/// The squares in the colours of their regions.
fn region_squares(regions: &Regions, size: u32, corner: impl Fn(Square) -> (f64, f64)) -> String {
    let mut squares = String::new();
    let colours = palette::assigned(regions);
    for square in Square::all(size as usize) {
        let (x, y) = corner(square);
        let colour = palette::hex(palette::light(colours[regions.region(square)]));
        squares += &format!(
            "<rect class=\"region\" data-region=\"{}\" x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" \
             fill=\"{colour}\" stroke=\"#fff\" stroke-width=\".8\"/>\n",
            escape(&regions.name(square).to_string()),
            short(x),
            short(y)
        );
    }
    squares
}

/// The lines between regions, and around the board.
fn borders(regions: &Regions, size: u32, corner: impl Fn(Square) -> (f64, f64)) -> String {
    let mut path = String::new();
    for square in Square::all(size as usize) {
        let (x, y) = corner(square);
        let Square { col, row } = square;
        let other = |col: u32, row: u32| {
            col >= size
                || row >= size
                || regions.region(square) != regions.region(Square::new(col, row))
        };
        let mut line = |from: (f64, f64), direction: char| {
            path += &format!("M{} {}{direction}{CELL}", short(from.0), short(from.1));
        };
        if other(col + 1, row) {
            line((x + CELL, y), 'v');
        }
        if other(col, row + 1) {
            line((x, y), 'h');
        }
        if col == 0 {
            line((x, y), 'v');
        }
        if row == 0 {
            line((x, y + CELL), 'h');
        }
    }
    format!(
        "<path fill=\"none\" stroke=\"{INK}\" stroke-width=\"3\" stroke-linecap=\"square\" d=\"{path}\"/>\n"
    )
}

/// The names of rows and columns: all of them, or every second, fifth, tenth and so on if they would
/// touch each other.
pub(crate) fn labels(left: f64, top: f64, size: u32, font: f64) -> String {
    let side = f64::from(size) * CELL;
    let letters = Square::column_name(size.saturating_sub(1)).len() as f64;
    let room = font * (0.75 * letters + 0.3);
    let step = steps().find(|step| step * CELL >= room).unwrap_or(1.0) as u32;
    let mut labels = String::new();
    for line in (0..size).filter(|line| (line + 1) % step == 0) {
        let middle = (f64::from(line) + 0.5) * CELL;
        let row = (left - font * 0.45, top + side - middle + font * 0.36);
        labels += &Text::new(row, font, GREY).end().of(&(line + 1).to_string());
        let col = (left + middle, top + side + font * 1.2);
        labels += &Text::new(col, font, GREY).middle().of(&Square::column_name(line));
    }
    labels
}

/// Round steps of an axis: 1, 2, 5, 10, 20, 50 and so on.
pub(crate) fn steps() -> impl Iterator<Item = f64> {
    (0..10).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10f64.powi(power)))
}

/// The bit sets below the board, and the right and lower end of the space that they take.
fn bit_panel(
    picture: &Picture,
    board: &BitBoard,
    left: f64,
    top: f64,
    font: f64,
) -> (String, f64, f64) {
    let side = picture.size as f64 * CELL;
    let mut panel = String::new();
    let (mut right, mut y) = (0.0f64, top + font);
    for set in bit_sets(board) {
        panel += &Text::new((left, y), font * 0.95, INK).class(set.name).of_markup(&sum(&set));
        right = right.max(left + text_width(&set.to_string(), font * 0.8));
        y += font * 0.55;
        let bit_width = side / set.length.max(1) as f64;
        for bit in 0..set.length {
            let x = left + bit as f64 * bit_width;
            let member = set.members.contains(&bit);
            let (fill, ink) = if member { (INK, "#fff") } else { (LIGHT, GREY) };
            panel += &format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" \
                 stroke=\"#fff\"/>\n",
                short(x),
                short(y),
                short(bit_width),
                short(font * 1.4)
            );
            let middle = x + bit_width / 2.0;
            let digit = if member { "1" } else { "0" };
            panel += &Text::new((middle, y + font), font * 0.8, ink).middle().of(digit);
            let number = (middle, y + font * 2.1);
            panel += &Text::new(number, font * 0.6, GREY).middle().of(&bit.to_string());
        }
        y += font * 3.6;
    }
    let free = free_line(picture, board);
    right = right.max(left + text_width(&free, font * 0.95));
    panel += &Text::new((left, y), font * 0.95, GREEN).class("free-columns").of(&free);
    (panel, right, y + font)
}

/// A set as the sum of its powers of two.
fn sum(set: &BitSet) -> String {
    let Some(last) = set.members.len().checked_sub(1) else {
        return format!("{} = 0", set.name);
    };
    let mut markup = format!("{} = 2", set.name);
    for (place, bit) in set.members.iter().enumerate() {
        let next = if place == last { format!(" = {}", set.value) } else { " + 2".to_string() };
        // The exponent is raised, and the text after it lowered again.
        markup += &format!("<tspan dy=\"-.5em\" font-size=\"70%\">{bit}</tspan>");
        markup += &format!("<tspan dy=\".35em\">{next}</tspan>");
    }
    markup
}

/// A complete SVG file on a white background. Screen readers read the title.
pub(crate) fn document(title: &str, width: f64, height: f64, body: &str) -> String {
    let (width, height) = (short(width.ceil()), short(height.ceil()));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\">\n\
         <title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         {body}</svg>\n",
        escape(title)
    )
}

/// Builds an SVG element for a line of text.
pub(crate) struct Text {
    attributes: String,
}

impl Text {
    /// A line whose baseline starts at `(x, y)`.
    pub(crate) fn new((x, y): (f64, f64), size: f64, colour: &str) -> Self {
        let (x, y, size) = (short(x), short(y), short(size));
        let attributes = format!("x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"");
        Self { attributes }
    }

    /// Centred at its position.
    pub(crate) fn middle(self) -> Self {
        self.with("text-anchor=\"middle\"")
    }

    /// Ending at its position.
    pub(crate) fn end(self) -> Self {
        self.with("text-anchor=\"end\"")
    }

    /// With a class, for styles and tests.
    pub(crate) fn class(self, class: &str) -> Self {
        self.with(&format!("class=\"{class}\""))
    }

    pub(crate) fn with(mut self, attribute: &str) -> Self {
        self.attributes += " ";
        self.attributes += attribute;
        self
    }

    /// The element with this text.
    pub(crate) fn of(self, text: &str) -> String {
        self.of_markup(&escape(text))
    }

    fn of_markup(self, markup: &str) -> String {
        format!("<text {}>{markup}</text>\n", self.attributes)
    }
}

/// An upper estimate of the width of a line of text.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * LETTER
}

/// A coordinate rounded to a hundredth.
pub(crate) fn short(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// Escapes text for an element or a quoted attribute. Characters that XML does not allow become the
/// replacement character.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
