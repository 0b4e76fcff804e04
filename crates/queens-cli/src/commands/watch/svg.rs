//! Pictures of the screen as SVG.
//!
//! Words are texts of a given length, so that columns line up in any font. Queens, blocks and lines are drawn as shapes,
//! because many fonts lack them or leave gaps between cells.

use queens_draw::{Canvas, Element, Path, Point, Rect, Text, palette::Colour, queen};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// The size of a cell and of its text, in user units.
const WIDTH: f64 = 9.6;
const HEIGHT: f64 = 20.0;
const FONT: f64 = 16.0;
/// The margin around the screen.
const MARGIN: f64 = 10.0;
/// From the top of a cell to the baseline of its text.
const BASELINE: f64 = 15.0;

const PAPER: u32 = 0x1c1e24;
const INK: u32 = 0xd6d8de;

/// The sixteen named colours, dark and bright.
const NAMED: [u32; 16] = [
    0x1c1e24, 0xe06c6c, 0x7fc97f, 0xe5c06c, 0x6ca0e0, 0xc08ad8, 0x6cc5c9, 0xc8cad0, 0x6b6f7a,
    0xff8a8a, 0xa0e8a0, 0xffe08a, 0x8ac0ff, 0xe0a8f8, 0x8ae8ec, 0xffffff,
];

/// The screen as SVG.
pub fn picture(buffer: &Buffer) -> String {
    let area = buffer.area;
    let (width, height) = (f64::from(area.width) * WIDTH, f64::from(area.height) * HEIGHT);
    let canvas = Canvas::new("A search", width + 2.0 * MARGIN, height + 2.0 * MARGIN);
    let mut canvas = canvas.ground(rgb(PAPER));
    let mut screen = Vec::new();
    for y in 0..area.height {
        let line: Vec<&Cell> = (0..area.width).map(|x| &buffer[(area.x + x, area.y + y)]).collect();
        screen.extend(grounds(&line, f64::from(y) * HEIGHT));
        screen.extend(symbols(&mut canvas, &line, f64::from(y) * HEIGHT));
    }
    let font = "'DejaVu Sans Mono', Menlo, Consolas, monospace";
    canvas.add(Element::group((MARGIN, MARGIN), screen).with("font-family", font));
    canvas.svg()
}

/// The backgrounds of a line: one rectangle per run of cells with the same colour.
fn grounds(line: &[&Cell], top: f64) -> Vec<Element> {
    let mut x = 0.0;
    let mut grounds = Vec::new();
    for run in line.chunk_by(|a, b| colors(a).1 == colors(b).1) {
        let width = run.len() as f64 * WIDTH;
        grounds.extend(colors(run[0]).1.map(|ground| rect((x, top), width, HEIGHT, ground)));
        x += width;
    }
    grounds
}

/// The symbols of a line: runs of letters with the same style as text, everything else as shapes.
fn symbols(canvas: &mut Canvas, line: &[&Cell], top: f64) -> Vec<Element> {
    let is_letter =
        |cell: &Cell| !cell.symbol().trim().is_empty() && shape(cell.symbol()).is_none();
    let same = |a: &Cell, b: &Cell| {
        is_letter(a) && is_letter(b) && (a.fg, a.bg, a.modifier) == (b.fg, b.bg, b.modifier)
    };
    let mut x = 0.0;
    let mut symbols = Vec::new();
    for run in line.chunk_by(|a, b| same(a, b)) {
        let width = run.len() as f64 * WIDTH;
        let ink = colors(run[0]).0;
        if let Some(shape) = shape(run[0].symbol()) {
            symbols.extend(drawn(canvas, &shape, (x, top), ink));
        } else if is_letter(run[0]) {
            let text: String = run.iter().map(|cell| cell.symbol()).collect();
            let text = Text::new(text, (x, top + BASELINE), FONT, ink);
            let is_bold = run[0].modifier.contains(Modifier::BOLD);
            // The length makes columns line up in any font.
            let width = (width * 10.0).round() / 10.0;
            symbols.push(Element::from(text.bold(is_bold)).with("textLength", width));
        }
        x += width;
    }
    symbols
}

/// A symbol that is drawn as a shape.
enum Shape {
    Queen,
    Dot,
    /// The quarters of a cell: upper left, upper right, lower left, lower right.
    Quarters([bool; 4]),
    /// Lines from the centre to the left, right, top and bottom; and their width.
    Lines([bool; 4], f64),
    /// A diagonal line through the cell, from the left down or up to the right.
    Diagonal {
        down: bool,
    },
}

fn shape(symbol: &str) -> Option<Shape> {
    const NO: bool = false;
    const YES: bool = true;
    let (thin, thick) = (1.4, 3.0);
    Some(match symbol {
        "♛" => Shape::Queen,
        "●" => Shape::Dot,
        "▘" => Shape::Quarters([YES, NO, NO, NO]),
        "▝" => Shape::Quarters([NO, YES, NO, NO]),
        "▖" => Shape::Quarters([NO, NO, YES, NO]),
        "▗" => Shape::Quarters([NO, NO, NO, YES]),
        "▀" => Shape::Quarters([YES, YES, NO, NO]),
        "▄" => Shape::Quarters([NO, NO, YES, YES]),
        "▌" => Shape::Quarters([YES, NO, YES, NO]),
        "▐" => Shape::Quarters([NO, YES, NO, YES]),
        "▙" => Shape::Quarters([YES, NO, YES, YES]),
        "▟" => Shape::Quarters([NO, YES, YES, YES]),
        "█" => Shape::Quarters([YES; 4]),
        "─" => Shape::Lines([YES, YES, NO, NO], thin),
        "━" => Shape::Lines([YES, YES, NO, NO], thick),
        "┼" => Shape::Lines([YES; 4], thin),
        "╋" => Shape::Lines([YES; 4], thick),
        "│" => Shape::Lines([NO, NO, YES, YES], thin),
        "╭" => Shape::Lines([NO, YES, NO, YES], thin),
        "╮" => Shape::Lines([YES, NO, NO, YES], thin),
        "╰" => Shape::Lines([NO, YES, YES, NO], thin),
        "╯" => Shape::Lines([YES, NO, YES, NO], thin),
        "╲" => Shape::Diagonal { down: true },
        "╱" => Shape::Diagonal { down: false },
        _ => return None,
    })
}

fn drawn(canvas: &mut Canvas, shape: &Shape, (left, top): Point, ink: Colour) -> Vec<Element> {
    let (middle, center) = (top + HEIGHT / 2.0, left + WIDTH / 2.0);
    match shape {
        Shape::Queen => {
            let [red, green, blue] = ink;
            let name = format!("queen-{red}-{green}-{blue}");
            canvas.define(&name, || vec![queen(ink).into()]);
            // Almost two cells wide: the cell to the right of a queen is empty.
            let side = 1.8 * WIDTH;
            vec![Element::symbol(name, (left + 0.1 * WIDTH, middle - side / 2.0), side / 48.0)]
        }
        Shape::Dot => vec![Path::circle((center, middle), 5.0).filled(ink).into()],
        Shape::Quarters(quarters) => {
            let (width, height) = (WIDTH / 2.0, HEIGHT / 2.0);
            let places = (0..4).filter(|&place| quarters[place]);
            let at = |place| (left + (place % 2) as f64 * width, top + (place / 2) as f64 * height);
            places.map(|place| rect(at(place), width, height, ink)).collect()
        }
        &Shape::Lines([to_left, to_right, up, down], thick) => {
            let half = thick / 2.0;
            let mut lines = Vec::new();
            let from = if to_left { left } else { center - half };
            let to = if to_right { left + WIDTH } else { center + half };
            if to_left || to_right {
                lines.push(rect((from, middle - half), to - from, thick, ink));
            }
            // Crossings on the timeline do not reach the lines above and below.
            let crossing = up && down && to_left;
            let reach = if crossing { 5.0 } else { HEIGHT / 2.0 };
            let from = if up { middle - reach } else { middle - half };
            let to = if down { middle + reach } else { middle + half };
            if up || down {
                lines.push(rect((center - half, from), thick, to - from, ink));
            }
            lines
        }
        Shape::Diagonal { down } => {
            let (from, to) = if *down { (top, top + HEIGHT) } else { (top + HEIGHT, top) };
            vec![Path::lines([[(left, from), (left + WIDTH, to)]]).drawn(ink, 2.5).into()]
        }
    }
}

fn rect((x, y): Point, width: f64, height: f64, fill: Colour) -> Element {
    let rect = Path::rects([Rect { x, y, width, height }]).filled(fill);
    Element::from(rect).with("shape-rendering", "crispEdges")
}

fn rgb(colour: u32) -> Colour {
    let [_, parts @ ..] = colour.to_be_bytes();
    parts
}

/// The colours of a cell: foreground, and background unless it is the default.
fn colors(cell: &Cell) -> (Colour, Option<Colour>) {
    let mut ink = color(cell.fg);
    let mut ground = color(cell.bg);
    if cell.modifier.contains(Modifier::REVERSED) {
        (ink, ground) = (ground.or(Some(rgb(PAPER))), ink.or(Some(rgb(INK))));
    }
    let plain = if cell.modifier.contains(Modifier::DIM) { 0x8b8f9a } else { INK };
    (ink.unwrap_or(rgb(plain)), ground)
}

fn color(color: Color) -> Option<Colour> {
    let index = match color {
        Color::Reset => return None,
        Color::Rgb(red, green, blue) => return Some([red, green, blue]),
        Color::Indexed(index) => index,
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
    };
    Some(indexed(index))
}

/// The xterm palette of 256 colours: 16 named ones, a 6 x 6 x 6 cube, 24 greys.
fn indexed(index: u8) -> Colour {
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match index {
        0..16 => rgb(NAMED[usize::from(index)]),
        16..232 => {
            let place = index - 16;
            [level(place / 36), level(place / 6 % 6), level(place % 6)]
        }
        232.. => [8 + 10 * (index - 232); 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout;
    use ratatui::style::Style;

    fn drawn(text: &str, style: Style) -> String {
        let mut buffer = Buffer::empty(layout::Rect::new(0, 0, 8, 1));
        buffer.set_string(0, 0, text, style);
        picture(&buffer)
    }

    #[test]
    fn every_word_has_its_place_and_length() {
        let svg = drawn("ab cde", Style::new());
        assert!(svg.contains("x=\"0\"") && svg.contains("textLength=\"19.2\">ab</text>"), "{svg}");
        assert!(svg.contains("x=\"28.8\"") && svg.contains("textLength=\"28.8\">cde<"), "{svg}");
    }

    #[test]
    fn styles_are_kept() {
        let style = Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(180));
        let svg = drawn("a", style.add_modifier(Modifier::BOLD));
        assert!(svg.contains("fill=\"#000000\" font-weight=\"bold\""), "{svg}");
        assert!(svg.contains("fill=\"#d7af87\""), "{svg}");
        let svg = drawn("a", Style::new().add_modifier(Modifier::REVERSED));
        assert!(svg.contains(&format!("font-size=\"16\" fill=\"#{PAPER:x}\"")), "{svg}");
    }

    #[test]
    fn text_is_escaped_and_queens_need_no_font() {
        let svg = drawn("<&>♛", Style::new());
        assert!(svg.contains("&lt;&amp;&gt;") && svg.contains("<use href=\"#queen"), "{svg}");
        assert!(!svg.contains('♛'), "{svg}");
    }

    #[test]
    fn the_256_colours_are_those_of_xterm() {
        for (index, color) in [(16, 0x000000), (137, 0xaf875f), (231, 0xffffff), (244, 0x808080)] {
            assert_eq!(indexed(index), rgb(color));
        }
    }
}
