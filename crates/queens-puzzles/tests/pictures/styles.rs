//! Pages of other programs, written as SVG by hand: a title, a clock, rules, buttons, and a board in one of several styles. They share
//! neither code nor colours with the painter and with the drawings of the library.

use crate::painter::Canvas;
use crate::read_canvas;
use queens::Square;
use queens_puzzles::Position;
use queens_puzzles::picture::decode;
use std::fmt::Write;

const PUZZLE: &str = "AAAAABBA
AAACAAAA
DDDCCEEE
DDDFCEEE
DDDFFFFE
DDDDFFFF
DGHFFFFF
GGHFFFFF";

/// How a page looks. Lengths are in hundredths of a square.
struct Style {
    name: &'static str,
    page: &'static str,
    text: &'static str,
    /// The colours of the regions, or one for all.
    colours: &'static [&'static str],
    /// The colours and widths of lines inside regions and between them.
    thin: (&'static str, u32),
    thick: (&'static str, u32),
    /// Squares are lighter at the top than at the bottom.
    gradient: bool,
    /// A shadow below the board, and the radius of its corners.
    shadow: bool,
    radius: u32,
    labels: bool,
    /// The colour and character of queens, and of crosses.
    queen: (&'static str, char),
    cross: (&'static str, char),
}

const PASTEL: [&str; 8] =
    ["#f7c6c7", "#c9daf8", "#d9ead3", "#fff2b3", "#d9c9ec", "#f9d5b0", "#bfe6e3", "#d8d8d8"];
const MUTED: [&str; 8] =
    ["#6d2f3a", "#2f456d", "#3a6030", "#75682a", "#553070", "#80502a", "#2a6666", "#4c4c52"];
const BRIGHT: [&str; 8] =
    ["#ef476f", "#118ab2", "#06d6a0", "#ffd166", "#8338ec", "#fb8500", "#8ecae6", "#b5b5b5"];

/// Colours on white, without any ornament.
const PLAIN: Style = Style {
    name: "",
    page: "#ffffff",
    text: "#222222",
    colours: &BRIGHT,
    thin: ("#999999", 2),
    thick: ("#000000", 8),
    gradient: false,
    shadow: false,
    radius: 0,
    labels: false,
    queen: ("#000000", '♛'),
    cross: ("#333333", '×'),
};

const STYLES: [Style; 6] = [
    Style {
        name: "black and white",
        colours: &["#ffffff"],
        queen: ("#000000", '★'),
        cross: ("#555555", '•'),
        ..PLAIN
    },
    Style {
        name: "pastel",
        page: "#f4f2ee",
        colours: &PASTEL,
        thin: ("#555555", 2),
        thick: ("#000000", 4),
        radius: 8,
        ..PLAIN
    },
    Style {
        name: "gradients and a shadow",
        page: "#e8edf3",
        thin: ("#ffffff", 2),
        thick: ("#203040", 6),
        gradient: true,
        shadow: true,
        radius: 12,
        ..PLAIN
    },
    Style {
        name: "dark",
        page: "#15171c",
        text: "#dddddd",
        colours: &MUTED,
        thin: ("#15171c", 2),
        thick: ("#e8e8e8", 5),
        radius: 6,
        queen: ("#ffffff", '♛'),
        cross: ("#dddddd", '×'),
        ..PLAIN
    },
    Style {
        name: "dark, black and white",
        page: "#000000",
        text: "#cccccc",
        colours: &["#1b1b1b"],
        thin: ("#555555", 2),
        thick: ("#f0f0f0", 8),
        labels: true,
        queen: ("#ffd700", '★'),
        cross: ("#bbbbbb", '•'),
        ..PLAIN
    },
    Style {
        name: "colours without lines between regions, with labels",
        thin: ("#ffffff", 4),
        thick: ("#ffffff", 4),
        gradient: true,
        labels: true,
        ..PLAIN
    },
];

/// The puzzle with given queens, and the squares with crosses.
fn puzzle(with_marks: bool) -> (Position, Vec<Square>) {
    let position: Position = PUZZLE.parse().unwrap();
    if !with_marks {
        return (position, Vec::new());
    }
    let squares =
        |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect::<Vec<_>>();
    let given = position.with_given(squares(&["B7", "E3"])).unwrap();
    let mut crosses = squares(&["A8", "C6", "B1", "E8", "H3", "F5"]);
    crosses.sort_unstable();
    (given, crosses)
}

/// The page as SVG, 720 wide.
fn page(style: &Style, position: &Position, crosses: &[Square]) -> String {
    const CELL: usize = 64;
    const SIZE: usize = 8;
    const LEFT: usize = 100;
    const TOP: usize = 230;
    let side = CELL * SIZE;
    let rows: Vec<Vec<char>> = PUZZLE.lines().map(|line| line.chars().collect()).collect();
    let mut svg = String::new();
    let mut add = |text: String| svg.push_str(&text);
    add(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 1000">"#.into());
    add(format!(r#"<rect width="720" height="1000" fill="{}"/>"#, style.page));
    let text = |x: usize, y: usize, size: usize, words: &str| {
        format!(
            r#"<text x="{x}" y="{y}" font-family="DejaVu Sans" font-size="{size}" fill="{}">{words}</text>"#,
            style.text
        )
    };
    add(text(40, 64, 36, "Queens of the day"));
    add(text(40, 110, 18, "One queen in each row, column and colour. Queens do not touch."));
    add(text(590, 64, 22, "02:47"));
    add(r##"<rect x="40" y="135" width="640" height="2" fill="#888888"/>"##.into());
    for (at, words) in ["Undo", "Hint", "New"].into_iter().enumerate() {
        let x = 100 + 180 * at;
        add(format!(r##"<rect x="{x}" y="800" width="152" height="48" rx="24" fill="#3366cc"/>"##));
        add(text(x + 46, 831, 20, words));
    }
    add(text(40, 920, 16, "Settings   Statistics   Share with friends   Help"));
    add("<defs>".into());
    add(format!(
        r#"<clipPath id="board"><rect x="{LEFT}" y="{TOP}" width="{side}" height="{side}" rx="{}"/></clipPath>"#,
        style.radius * CELL as u32 / 100
    ));
    add(r##"<linearGradient id="light" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffffff" stop-opacity="0.16"/><stop offset="1" stop-color="#000000" stop-opacity="0.08"/></linearGradient></defs>"##.into());
    if style.shadow {
        for blur in 1..=8 {
            let (x, y, side) = (LEFT - blur + 4, TOP - blur + 8, side + 2 * blur);
            add(format!(
                r##"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="12" fill="#000000" fill-opacity="0.03"/>"##
            ));
        }
    }
    add(r#"<g clip-path="url(#board)">"#.into());
    for (row, names) in rows.iter().enumerate() {
        for (col, &name) in names.iter().enumerate() {
            let colour = style.colours[(name as usize - 'A' as usize) % style.colours.len()];
            let (x, y) = (LEFT + col * CELL, TOP + row * CELL);
            let square = format!(r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}""#);
            add(format!(r#"{square} fill="{colour}"/>"#));
            if style.gradient {
                add(format!(r#"{square} fill="url(#light)"/>"#));
            }
        }
    }
    // First the thin lines, so that the thick ones cover them.
    for pass in [false, true] {
        let (colour, width) = if pass { style.thick } else { style.thin };
        let width = f64::from(width) * CELL as f64 / 100.0;
        let mut path = String::new();
        for at in 0..SIZE * SIZE {
            let (col, row) = (at % SIZE, at / SIZE);
            let (x, y) = (LEFT + col * CELL, TOP + row * CELL);
            if col > 0 && (rows[row][col] != rows[row][col - 1]) == pass {
                write!(path, "M{x} {y}v{CELL}").unwrap();
            }
            if row > 0 && (rows[row][col] != rows[row - 1][col]) == pass {
                write!(path, "M{x} {y}h{CELL}").unwrap();
            }
        }
        add(format!(
            r#"<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linecap="square" fill="none"/>"#
        ));
    }
    add("</g>".into());
    add(format!(
        r#"<rect x="{LEFT}" y="{TOP}" width="{side}" height="{side}" rx="{}" fill="none" stroke="{}" stroke-width="{}"/>"#,
        style.radius * CELL as u32 / 100,
        style.thick.0,
        f64::from(style.thick.1) * CELL as f64 / 100.0
    ));
    let mut mark = |square: Square, (colour, character): (&str, char), size: usize| {
        let x = LEFT + square.col as usize * CELL + CELL / 2;
        let y = TOP + (SIZE - 1 - square.row as usize) * CELL + CELL / 2 + size * 36 / 100;
        add(format!(
            r#"<text x="{x}" y="{y}" font-family="DejaVu Sans" font-size="{size}" text-anchor="middle" fill="{colour}">{character}</text>"#
        ));
    };
    position.given().iter().for_each(|&square| mark(square, style.queen, 48));
    crosses.iter().for_each(|&square| mark(square, style.cross, 32));
    if style.labels {
        for at in 0..SIZE {
            let name = char::from(b'A' + at as u8).to_string();
            add(text(LEFT + at * CELL + 26, TOP + side + 30, 16, &name));
            add(text(LEFT - 34, TOP + at * CELL + 38, 16, &(SIZE - at).to_string()));
        }
    }
    svg + "</svg>"
}

#[test]
fn pages_in_other_styles_are_read() {
    let mut wrong = Vec::new();
    for style in &STYLES {
        for (width, with_marks) in [(360, false), (720, true), (1130, true)] {
            let (position, crosses) = puzzle(with_marks);
            let page = Canvas::drawn(&page(style, &position, &crosses), width);
            let decoded = decode(&page.jpeg(75)).unwrap();
            let compressed = Canvas { rgb: decoded.into_bytes(), ..page.clone() };
            for (kind, canvas) in [("PNG", page), ("JPEG", compressed)] {
                let name = format!("{}, {width} wide, {kind}", style.name);
                match read_canvas(&canvas) {
                    Ok(reading) if reading.position == position && reading.crosses == crosses => {
                        println!("{name}: {} {:?}", reading.confidence, reading.warnings);
                    }
                    other => wrong.push(format!("{name}: {other:?}")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
