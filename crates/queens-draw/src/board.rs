//! Boards as shapes.
//!
//! The dark squares are one path with a dashed line per row, and all queens refer to one symbol. So the size of a drawing grows
//! with the number of queens, not with the number of squares.
//!
//! Checked by parsing the drawings as SVG, and square by square against `Square::attacks`.

use crate::canvas::{Canvas, Element, Path, Point, Rect, Text, text_width};
use crate::drawing::{Drawing, Mark, bit_sets, free_line};
use crate::palette::{self, Colour};
use queens::engines::bitset::BitBoard;
use queens::{Regions, Square};

pub(crate) const WHITE: Colour = [255; 3];
pub(crate) const LIGHT: Colour = [0xee, 0xf2, 0xf6];
pub(crate) const DARK: Colour = [0xb3, 0xc4, 0xd6];
/// The colour of queens and letters.
pub(crate) const INK: Colour = [0x1e, 0x2a, 0x38];
/// The colour of less important letters.
pub(crate) const GREY: Colour = [0x5c, 0x6b, 0x7a];
pub(crate) const RED: Colour = [0xc8, 0x40, 0x2f];
pub(crate) const GREEN: Colour = [0x1f, 0x8a, 0x4c];

/// The side length of a square on a screen, and of the symbols.
pub(crate) const CELL: f64 = 48.0;
/// The width of a digit of DejaVu Sans relative to the font size.
const DIGIT: f64 = 0.64;

/// A queen in a square of side 48: a crown with five points, a band, a base.
const QUEEN: &str = "M11.5 34 L8 18.4 C6.61 18.45 5.39 17.51 5.07 16.16 C4.76 14.81 5.44 13.43 6.71 12.86 \
    C7.97 12.29 9.46 12.69 10.26 13.82 C11.07 14.96 10.96 16.5 10 17.5 L16 26.8 L16.6 13.5 \
    C15.3 13.09 14.46 11.83 14.58 10.47 C14.71 9.11 15.76 8.03 17.11 7.86 C18.47 7.69 19.75 8.48 20.21 9.77 \
    C20.66 11.05 20.16 12.48 19 13.2 L22.6 26 L23 11.7 C21.68 11.22 20.9 9.85 21.14 8.47 \
    C21.39 7.09 22.59 6.08 24 6.08 C25.41 6.08 26.61 7.09 26.86 8.47 C27.1 9.85 26.32 11.22 25 11.7 \
    L25.4 26 L29 13.2 C27.84 12.48 27.34 11.05 27.79 9.77 C28.25 8.48 29.53 7.69 30.89 7.86 \
    C32.24 8.03 33.29 9.11 33.42 10.47 C33.54 11.83 32.7 13.09 31.4 13.5 L32 26.8 L38 17.5 \
    C37.04 16.5 36.93 14.96 37.74 13.82 C38.54 12.69 40.03 12.29 41.29 12.86 \
    C42.56 13.43 43.24 14.81 42.93 16.16 C42.61 17.51 41.39 18.45 40 18.4 L36.5 34 \
    C28.17 31.6 19.83 31.6 11.5 34 Z M11.9 35.6 C19.97 33.27 28.03 33.27 36.1 35.6 L35.5 38.4 \
    C27.83 36.27 20.17 36.27 12.5 38.4 Z M11 40.2 C19.67 37.8 28.33 37.8 37 40.2 L37.8 43.4 L10.2 43.4 Z";

/// On larger boards a crown would be a few pixels. There a queen is a disc larger than its square, and
/// the squares are paler.
const LARGEST_WITH_CROWNS: usize = 64;

/// A queen in a square of side 48.
pub fn queen(colour: Colour) -> Path {
    Path::parsed(QUEEN).filled(colour)
}

/// Defines marks of squares as symbols of a canvas, in a square of side [`CELL`].
pub(crate) fn define(canvas: &mut Canvas, marks: &[&str]) {
    for &name in marks {
        canvas.define(name, || mark(name));
    }
}

fn mark(name: &str) -> Vec<Element> {
    let middle = (CELL / 2.0, CELL / 2.0);
    let square = || Path::rects([Rect { x: 0.0, y: 0.0, width: CELL, height: CELL }]);
    let cross = |near, far| Path::lines([[(near, near), (far, far)], [(far, near), (near, far)]]);
    match name {
        "queen" => vec![queen(INK).into()],
        "disc" => vec![Path::circle(middle, 32.0).filled(INK).into()],
        "attacked" => vec![Path::circle(middle, 6.0).filled(RED).opacity(0.6).into()],
        "free" => vec![Path::circle(middle, 16.0).filled(WHITE).drawn(GREEN, 3.0).into()],
        "tried" => vec![cross(14.0, 34.0).drawn(RED, 5.0).into()],
        "found" => vec![square().filled(GREEN).opacity(0.45).into()],
        // Closed to queens, in a puzzle on paper.
        "crossed" => {
            let ground = square().filled([0xb4, 0xbc, 0xc4]);
            vec![ground.into(), cross(12.0, 36.0).drawn(GREY, 2.9).square_ends().into()]
        }
        _ => {
            let near = [12.0, 24.0, 36.0, 48.0].map(|at| [(0.0, at), (at, 0.0)]);
            let far = [12.0, 24.0, 36.0].map(|at| [(at, CELL), (CELL, at)]);
            let lines = Path::lines(near.into_iter().chain(far)).drawn([0x6b, 0x78, 0x85], 2.5);
            vec![square().filled([0x8d, 0x99, 0xa6]).into(), lines.into()]
        }
    }
}

/// Where the squares of a board are.
pub(crate) struct Grid {
    pub(crate) left: f64,
    pub(crate) top: f64,
    /// The side length of a square.
    pub(crate) cell: f64,
    pub(crate) size: usize,
}

impl Grid {
    /// A board on a screen, with room for the names of its rows and columns.
    pub(crate) fn labelled(size: usize) -> Self {
        let mut grid = Self { left: 0.0, top: 0.0, cell: CELL, size };
        grid.left = grid.font() * (0.9 + DIGIT * size.to_string().len() as f64);
        grid.top = grid.font() * 0.7;
        grid
    }

    /// The font size of the names of rows and columns. Letters grow with the board, so that they are readable when it is scaled
    /// down to a page.
    pub(crate) fn font(&self) -> f64 {
        (self.side() / 64.0).max(17.0)
    }

    pub(crate) fn side(&self) -> f64 {
        self.size as f64 * self.cell
    }

    pub(crate) fn right(&self) -> f64 {
        self.left + self.side()
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.side()
    }

    /// The lower end of the space that the names of columns take.
    pub(crate) fn end(&self) -> f64 {
        self.bottom() + self.font() * 1.9
    }

    /// The top left corner of a square.
    pub(crate) fn corner(&self, square: Square) -> Point {
        let below = self.size as f64 - 1.0 - f64::from(square.row);
        (self.left + f64::from(square.col) * self.cell, self.top + below * self.cell)
    }

    /// A rectangle that begins with a square and is this many squares wide.
    fn run(&self, square: Square, cols: u32) -> Rect {
        let (x, y) = self.corner(square);
        Rect { x, y, width: f64::from(cols) * self.cell, height: self.cell }
    }

    /// The light and the dark squares, A1 dark.
    pub(crate) fn squares(&self, light: Colour, dark: Colour) -> [Element; 2] {
        let &Self { left, top, cell, size } = self;
        let side = self.side();
        let all = Path::rects([Rect { x: left, y: top, width: side, height: side }]);
        let rows = (0..size).map(|line| {
            let first = if (size - 1 - line).is_multiple_of(2) { 0.0 } else { cell };
            let y = top + (line as f64 + 0.5) * cell;
            [(left + first, y), (self.right(), y)]
        });
        let dark = Path::lines(rows).drawn(dark, cell).dashed(cell, cell);
        [all.filled(light).into(), dark.into()]
    }

    /// The squares of each region in its colour. Squares next to each other in a row are one rectangle.
    fn regions(&self, regions: &Regions) -> impl Iterator<Item = Element> {
        let size = self.size as u32;
        let mut areas: Vec<Vec<Rect>> = vec![Vec::new(); self.size];
        for row in 0..size {
            let mut start = 0;
            while start < size {
                let region = regions.region(Square::new(start, row));
                let is_other = |&col: &u32| regions.region(Square::new(col, row)) != region;
                let end = (start..size).find(is_other).unwrap_or(size);
                areas[region].push(self.run(Square::new(start, row), end - start));
                start = end;
            }
        }
        let colours = palette::assigned(regions);
        areas.into_iter().enumerate().map(move |(region, rects)| {
            let area: Element = Path::rects(rects).filled(palette::light(colours[region])).into();
            area.with("class", "region").with("data-region", regions.names()[region])
        })
    }

    /// The lines between squares.
    fn lines(&self) -> Path {
        let lines = (1..self.size).flat_map(|line| {
            let at = line as f64 * self.cell;
            let (x, y) = (self.left + at, self.top + at);
            [[(x, self.top), (x, self.bottom())], [(self.left, y), (self.right(), y)]]
        });
        Path::lines(lines)
    }

    /// The lines around the board and between regions.
    fn borders(&self, regions: Option<&Regions>) -> Path {
        let (left, top, right, bottom) = (self.left, self.top, self.right(), self.bottom());
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        let mut lines = vec![corners.to_vec()];
        let size = self.size as u32;
        let differ = |one: Square, other: Square| {
            regions.is_some_and(|regions| regions.region(one) != regions.region(other))
        };
        for square in Square::all(self.size) {
            let Square { col, row } = square;
            let (x, y) = self.corner(square);
            if col + 1 < size && differ(square, Square::new(col + 1, row)) {
                lines.push(vec![(x + self.cell, y), (x + self.cell, y + self.cell)]);
            }
            if row + 1 < size && differ(square, Square::new(col, row + 1)) {
                lines.push(vec![(x, y), (x + self.cell, y)]);
            }
        }
        Path::lines(lines)
    }

    /// The names of rows and columns: all of them, or every second, fifth, tenth and so on if they would
    /// touch each other.
    pub(crate) fn labels(&self) -> Vec<Element> {
        let font = self.font();
        let letters = Square::column_name(self.size.saturating_sub(1) as u32).len() as f64;
        let room = font * (0.75 * letters + 0.3);
        let step = steps().find(|step| step * CELL >= room).unwrap_or(1.0) as u32;
        let lines = (0..self.size as u32).filter(|line| (line + 1) % step == 0);
        let label = |line: u32| {
            let middle = (f64::from(line) + 0.5) * CELL;
            let row = (self.left - font * 0.45, self.bottom() - middle + font * 0.36);
            let col = (self.left + middle, self.bottom() + font * 1.2);
            [
                Text::new((line + 1).to_string(), row, font, GREY).end().into(),
                Text::new(Square::column_name(line), col, font, GREY).middle().into(),
            ]
        };
        lines.flat_map(label).collect()
    }
}

/// How a board looks on a screen or on paper.
pub(crate) struct Style {
    light: Colour,
    dark: Colour,
    has_coloured_regions: bool,
    /// The colour and the width of the lines between squares, and of those between regions and around the board.
    lines: Option<(Colour, f64)>,
    borders: (Colour, f64),
    closed: &'static str,
}

impl Style {
    fn on_screen(drawing: &Drawing, grid: &Grid) -> Self {
        let dark = if grid.size > LARGEST_WITH_CROWNS { [0xdb, 0xe4, 0xed] } else { DARK };
        let (lines, borders) = match drawing.regions() {
            Some(_) => (Some((WHITE, 0.8)), (INK, 3.0)),
            None => (None, (GREY, (grid.side() / 600.0).max(1.5))),
        };
        Self { light: LIGHT, dark, has_coloured_regions: true, lines, borders, closed: "closed" }
    }

    /// Regions have thick borders, and everything else is pale.
    pub(crate) fn on_paper(border: f64, is_monochrome: bool) -> Self {
        Self {
            light: WHITE,
            dark: if is_monochrome { [0xe6, 0xe6, 0xe6] } else { [0xd5, 0xe0, 0xeb] },
            has_coloured_regions: !is_monochrome,
            lines: Some(([0x9a, 0xa5, 0xb1], 0.4)),
            borders: (INK, border),
            closed: "crossed",
        }
    }
}

/// The squares of a board, its marks and its lines.
pub(crate) fn elements(drawing: &Drawing, grid: &Grid, style: &Style) -> Vec<Element> {
    let mut elements = Vec::new();
    match drawing.regions() {
        Some(regions) if style.has_coloured_regions => elements.extend(grid.regions(regions)),
        Some(_) => {}
        None => elements.extend(grid.squares(style.light, style.dark)),
    }
    if let Some((colour, width)) = style.lines.filter(|_| grid.size > 1) {
        elements.push(grid.lines().drawn(colour, width).into());
    }
    let marks = drawing.marks();
    for square in Square::all(grid.size) {
        let (name, symbol) = match marks(square) {
            Mark::Queen if grid.size > LARGEST_WITH_CROWNS => ("queen", "disc"),
            Mark::Queen => ("queen", "queen"),
            Mark::Closed => ("closed", style.closed),
            Mark::Free => ("free", "free"),
            Mark::Attacked => ("attacked", "attacked"),
            Mark::Empty => continue,
        };
        let (x, y) = grid.corner(square);
        let mark = Element::symbol(symbol, (x, y), grid.cell / CELL);
        elements.push(mark.with("class", name).with("data-square", square));
        if name == "free" {
            let centre = (x + CELL / 2.0, y + CELL / 2.0 + 6.0);
            elements.push(Text::new(square.col.to_string(), centre, 17.0, GREEN).middle().into());
        }
    }
    let (colour, width) = style.borders;
    let borders = grid.borders(drawing.regions()).drawn(colour, width).square_ends();
    elements.push(borders.into());
    elements
}

/// The drawing of a board.
pub(crate) fn canvas(drawing: &Drawing) -> Canvas {
    let grid = Grid::labelled(drawing.size);
    let mut elements = elements(drawing, &grid, &Style::on_screen(drawing, &grid));
    elements.extend(grid.labels());
    let (mut width, mut height) = (grid.right() + grid.top, grid.end());
    if let Some(board) = &drawing.bits {
        let (panel, right, bottom) = bit_panel(drawing, board, &grid);
        elements.extend(panel);
        (width, height) = (width.max(right), bottom);
    }
    let mut canvas = Canvas::new(drawing.title(), width.ceil(), height.ceil());
    let queen = if grid.size > LARGEST_WITH_CROWNS { "disc" } else { "queen" };
    define(&mut canvas, &[queen, "attacked", "free", "closed"]);
    canvas.elements = elements;
    canvas
}

/// Round steps of an axis: 1, 2, 5, 10, 20, 50 and so on.
pub(crate) fn steps() -> impl Iterator<Item = f64> {
    (0..10).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10f64.powi(power)))
}

/// The bit sets below the board, and the right and lower end of the space that they take.
fn bit_panel(drawing: &Drawing, board: &BitBoard, grid: &Grid) -> (Vec<Element>, f64, f64) {
    let (left, font) = (grid.left, grid.font());
    let mut panel: Vec<Element> = Vec::new();
    let (mut right, mut y) = (0.0f64, grid.end() + font);
    for set in bit_sets(board) {
        let sum = set.to_string();
        right = right.max(left + text_width(&sum, font * 0.8));
        let line = Text::new(with_exponents(&sum), (left, y), font * 0.95, INK);
        panel.push(Element::from(line).with("class", set.name));
        y += font * 0.55;
        let width = grid.side() / set.length.max(1) as f64;
        for bit in 0..set.length {
            let x = left + bit as f64 * width;
            let member = set.members.contains(&bit);
            let (fill, ink) = if member { (INK, WHITE) } else { (LIGHT, GREY) };
            let field = Path::rects([Rect { x, y, width, height: font * 1.4 }]);
            panel.push(field.filled(fill).drawn(WHITE, 1.0).into());
            let middle = x + width / 2.0;
            let digit = if member { "1" } else { "0" };
            panel.push(Text::new(digit, (middle, y + font), font * 0.8, ink).middle().into());
            let number = (middle, y + font * 2.1);
            panel.push(Text::new(bit.to_string(), number, font * 0.6, GREY).middle().into());
        }
        y += font * 3.6;
    }
    let free = free_line(drawing, board);
    right = right.max(left + text_width(&free, font * 0.95));
    let line = Text::new(free, (left, y), font * 0.95, GREEN);
    panel.push(Element::from(line).with("class", "free-columns"));
    (panel, right, y + font)
}

/// A sum with its exponents as raised digits: `2^5` becomes `2⁵`.
fn with_exponents(sum: &str) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let words = sum.split_whitespace().map(|word| match word.split_once('^') {
        Some((base, exponent)) => {
            let digits = exponent.bytes().map(|digit| RAISED[usize::from(digit - b'0')]);
            base.chars().chain(digits).collect()
        }
        None => word.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
