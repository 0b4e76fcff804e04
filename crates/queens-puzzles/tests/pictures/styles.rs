//! Pages of other programs: a title, a clock, rules, buttons, and a board in one of several styles. They share neither code nor
//! colours with the painter and with the drawings of the library. They were written as SVG by hand, and resvg 0.49 rendered them.

use crate::painter::Canvas;
use crate::read_canvas;
use queens::Square;
use queens_puzzles::Position;
use queens_puzzles::picture::decode;
use std::fs;

const PUZZLE: &str = "AAAAABBA
AAACAAAA
DDDCCEEE
DDDFCEEE
DDDFFFFE
DDDDFFFF
DGHFFFFF
GGHFFFFF";

/// Stars and dots on white or black squares; queens and crosses on pale, dim and bright colours; light from above and a shadow
/// below the board; no lines between regions.
const STYLES: [&str; 6] =
    ["black-and-white", "dark-black-and-white", "pastel", "dark", "gradients", "no-lines"];

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

fn page(style: &str, width: u32) -> Canvas {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/pages");
    Canvas::of_png(&fs::read(format!("{folder}/{style}-{width}.png")).unwrap())
}

#[test]
fn pages_in_other_styles_are_read() {
    let mut wrong = Vec::new();
    for style in STYLES {
        for (width, with_marks) in [(360, false), (720, true), (1130, true)] {
            let (position, crosses) = puzzle(with_marks);
            let page = page(style, width);
            let decoded = decode(&page.jpeg(75)).unwrap();
            let compressed = Canvas { rgb: decoded.into_bytes(), ..page.clone() };
            for (kind, canvas) in [("PNG", page), ("JPEG", compressed)] {
                let name = format!("{style}, {width} wide, {kind}");
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
