//! Pictures of the screen as SVG.
//!
//! Letters are text, each with its own x coordinate, so that columns line up in any font. Queens, blocks and lines
//! are drawn as shapes, because many fonts lack them or leave gaps between cells.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::fmt::Write;

/// The size of a cell and of its text, in user units.
const WIDTH: f32 = 9.6;
const HEIGHT: f32 = 20.0;
const FONT: f32 = 16.0;
/// The margin around the screen.
const MARGIN: f32 = 10.0;
/// From the top of a cell to the baseline of its text.
const BASELINE: f32 = 15.0;

const PAPER: &str = "#1c1e24";
const INK: &str = "#d6d8de";

/// The sixteen named colours, dark and bright.
const NAMED: [&str; 16] = [
    "#1c1e24", "#e06c6c", "#7fc97f", "#e5c06c", "#6ca0e0", "#c08ad8", "#6cc5c9", "#c8cad0",
    "#6b6f7a", "#ff8a8a", "#a0e8a0", "#ffe08a", "#8ac0ff", "#e0a8f8", "#8ae8ec", "#ffffff",
];

/// A queen in a unit square: five points, a body and a foot.
const QUEEN: &str = "M.04 .3 L.26 .62 L.28 .2 L.42 .6 L.5 .14 L.58 .6 L.72 .2 L.74 .62 L.96 .3 \
                     L.8 .8 H.2 Z M.18 .86 H.82 V.95 H.18 Z";

/// The screen as SVG.
pub fn picture(buffer: &Buffer) -> String {
    let area = buffer.area;
    let (width, height) = (
        f32::from(area.width) * WIDTH + 2.0 * MARGIN,
        f32::from(area.height) * HEIGHT + 2.0 * MARGIN,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{PAPER}\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\" font-size=\"{FONT}\" \
         font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\">\n"
    );
    for y in 0..area.height {
        let line: Vec<&Cell> = (0..area.width).map(|x| &buffer[(area.x + x, area.y + y)]).collect();
        draw_grounds(&mut svg, &line, f32::from(y) * HEIGHT);
        draw_line(&mut svg, &line, f32::from(y) * HEIGHT);
    }
    svg + "</g>\n</svg>\n"
}

/// The backgrounds of a line: one rectangle per run of cells with the same colour.
fn draw_grounds(svg: &mut String, line: &[&Cell], top: f32) {
    let mut x = 0;
    for run in line.chunk_by(|a, b| colors(a).1 == colors(b).1) {
        if let Some(ground) = colors(run[0]).1 {
            rect(svg, x as f32 * WIDTH, top, run.len() as f32 * WIDTH, HEIGHT, &ground);
        }
        x += run.len();
    }
}

/// The symbols of a line: runs of letters with the same style as text, everything else as shapes.
fn draw_line(svg: &mut String, line: &[&Cell], top: f32) {
    let is_letter =
        |cell: &Cell| !cell.symbol().trim().is_empty() && shape(cell.symbol()).is_none();
    let same = |a: &Cell, b: &Cell| {
        is_letter(a) && is_letter(b) && (a.fg, a.bg, a.modifier) == (b.fg, b.bg, b.modifier)
    };
    let mut x = 0;
    for run in line.chunk_by(|a, b| same(a, b)) {
        let left = x as f32 * WIDTH;
        let ink = colors(run[0]).0;
        if let Some(shape) = shape(run[0].symbol()) {
            draw_shape(svg, &shape, left, top, &ink);
        } else if is_letter(run[0]) {
            let weight =
                if run[0].modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
            let places: Vec<String> =
                (x..x + run.len()).map(|x| number(x as f32 * WIDTH)).collect();
            let text: String = run.iter().map(|cell| escaped(cell.symbol())).collect();
            let (places, base) = (places.join(" "), number(top + BASELINE));
            let _ = writeln!(
                svg,
                "<text x=\"{places}\" y=\"{base}\" fill=\"{ink}\"{weight}>{text}</text>"
            );
        }
        x += run.len();
    }
}

/// A symbol that is drawn as a shape.
enum Shape {
    Queen,
    Dot,
    /// The quarters of a cell: upper left, upper right, lower left, lower right.
    Quarters([bool; 4]),
    /// Lines from the centre to the left, right, top and bottom; and their width.
    Lines([bool; 4], f32),
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

fn draw_shape(svg: &mut String, shape: &Shape, left: f32, top: f32, ink: &str) {
    let (middle, center) = (top + HEIGHT / 2.0, left + WIDTH / 2.0);
    match shape {
        Shape::Queen => {
            // Almost two cells wide: the cell to the right of a queen is empty.
            let side = 1.8 * WIDTH;
            let (x, y) = (number(left + 0.1 * WIDTH), number(middle - side / 2.0));
            let _ = writeln!(
                svg,
                "<path transform=\"translate({x} {y}) scale({side})\" fill=\"{ink}\" d=\"{QUEEN}\"/>"
            );
        }
        Shape::Dot => {
            let (x, y) = (number(center), number(middle));
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{ink}\"/>");
        }
        Shape::Quarters(quarters) => {
            let (width, height) = (WIDTH / 2.0, HEIGHT / 2.0);
            for (place, _) in quarters.iter().enumerate().filter(|(_, filled)| **filled) {
                let x = left + (place % 2) as f32 * width;
                rect(svg, x, top + (place / 2) as f32 * height, width, height, ink);
            }
        }
        Shape::Lines([to_left, to_right, up, down], thick) => {
            let half = thick / 2.0;
            let from = if *to_left { left } else { center - half };
            let to = if *to_right { left + WIDTH } else { center + half };
            if *to_left || *to_right {
                rect(svg, from, middle - half, to - from, *thick, ink);
            }
            // Crossings on the timeline do not reach the lines above and below.
            let crossing = *up && *down && *to_left;
            let reach = if crossing { 5.0 } else { HEIGHT / 2.0 };
            let from = if *up { middle - reach } else { middle - half };
            let to = if *down { middle + reach } else { middle + half };
            if *up || *down {
                rect(svg, center - half, from, *thick, to - from, ink);
            }
        }
        Shape::Diagonal { down } => {
            let (from, to) = if *down { (top, top + HEIGHT) } else { (top + HEIGHT, top) };
            let (x, right) = (number(left), number(left + WIDTH));
            let (from, to) = (number(from), number(to));
            let _ = writeln!(
                svg,
                "<path d=\"M{x} {from} L{right} {to}\" stroke=\"{ink}\" stroke-width=\"2.5\"/>"
            );
        }
    }
}

fn rect(svg: &mut String, x: f32, y: f32, width: f32, height: f32, fill: &str) {
    let [x, y, width, height] = [x, y, width, height].map(number);
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" \
         shape-rendering=\"crispEdges\"/>"
    );
}

/// A number with at most two decimals, so that rounding errors of sums do not show.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn escaped(symbol: &str) -> String {
    symbol.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The colours of a cell: foreground, and background unless it is the default.
fn colors(cell: &Cell) -> (String, Option<String>) {
    let mut ink = color(cell.fg);
    let mut ground = color(cell.bg);
    if cell.modifier.contains(Modifier::REVERSED) {
        (ink, ground) = (ground.or(Some(PAPER.to_string())), ink.or(Some(INK.to_string())));
    }
    let plain = if cell.modifier.contains(Modifier::DIM) { "#8b8f9a" } else { INK };
    (ink.unwrap_or_else(|| plain.to_string()), ground)
}

fn color(color: Color) -> Option<String> {
    let named = |place: usize| Some(NAMED[place].to_string());
    match color {
        Color::Reset => None,
        Color::Black => named(0),
        Color::Red => named(1),
        Color::Green => named(2),
        Color::Yellow => named(3),
        Color::Blue => named(4),
        Color::Magenta => named(5),
        Color::Cyan => named(6),
        Color::Gray => named(7),
        Color::DarkGray => named(8),
        Color::LightRed => named(9),
        Color::LightGreen => named(10),
        Color::LightYellow => named(11),
        Color::LightBlue => named(12),
        Color::LightMagenta => named(13),
        Color::LightCyan => named(14),
        Color::White => named(15),
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Indexed(index) => indexed(index),
    }
}

/// The xterm palette of 256 colours: 16 named ones, a 6 x 6 x 6 cube, 24 greys.
fn indexed(index: u8) -> Option<String> {
    let index = usize::from(index);
    if index < 16 {
        return Some(NAMED[index].to_string());
    }
    let level = |step: usize| if step == 0 { 0 } else { 55 + 40 * step };
    let (red, green, blue) = match index {
        16..232 => {
            let place = index - 16;
            (level(place / 36), level(place / 6 % 6), level(place % 6))
        }
        _ => {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        }
    };
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    fn drawn(text: &str, style: Style) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 8, 1));
        buffer.set_string(0, 0, text, style);
        picture(&buffer)
    }

    #[test]
    fn every_letter_has_its_coordinate() {
        let svg = drawn("ab cd", Style::new());
        assert!(svg.contains(">ab</text>") && svg.contains(">cd</text>"), "{svg}");
        assert!(svg.contains("x=\"0 9.6\"") && svg.contains("x=\"28.8 38.4\""), "{svg}");
    }

    #[test]
    fn styles_are_kept() {
        let style = Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(180));
        let svg = drawn("a", style.add_modifier(Modifier::BOLD));
        assert!(svg.contains("fill=\"#000000\" font-weight=\"bold\">a<"), "{svg}");
        assert!(svg.contains("fill=\"#d7af87\""), "{svg}");
        let svg = drawn("a", Style::new().add_modifier(Modifier::REVERSED));
        assert!(svg.contains(&format!("fill=\"{PAPER}\">a<")), "{svg}");
    }

    #[test]
    fn text_is_escaped_and_queens_need_no_font() {
        let svg = drawn("<&>♛", Style::new());
        assert!(svg.contains("&lt;&amp;&gt;") && svg.contains(QUEEN), "{svg}");
        assert!(!svg.contains('♛'), "{svg}");
    }

    #[test]
    fn the_256_colours_are_those_of_xterm() {
        for (index, color) in
            [(16, "#000000"), (137, "#af875f"), (231, "#ffffff"), (244, "#808080")]
        {
            assert_eq!(indexed(index).as_deref(), Some(color));
        }
    }
}
