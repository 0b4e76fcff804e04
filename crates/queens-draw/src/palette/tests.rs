//! Distances and contrasts, computed independently of web/palette.mjs, which chose the colours.

use super::*;
use queens::Never;
use queens_puzzles::Position;
use queens_puzzles::puzzle::PuzzleRequest;

/// How people see a colour: normal vision, and the matrices of Machado, Oliveira and Fernandes (2009) for the three kinds of
/// dichromacy, applied to linear light.
const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

fn linear(colour: Colour) -> [f64; 3] {
    colour.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

fn product(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum())
}

/// A colour in OKLab, as someone with this vision sees it.
fn seen(colour: Colour, vision: &[[f64; 3]; 3]) -> [f64; 3] {
    const CONES: [[f64; 3]; 3] = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ];
    const LAB: [[f64; 3]; 3] = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ];
    let light = product(vision, linear(colour)).map(|part| part.clamp(0.0, 1.0));
    product(&LAB, product(&CONES, light).map(f64::cbrt))
}

fn apart(one: Colour, other: Colour, vision: &[[f64; 3]; 3]) -> f64 {
    let (one, other) = (seen(one, vision), seen(other, vision));
    one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
}

fn luminance(colour: Colour) -> f64 {
    let [red, green, blue] = linear(colour);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast of two colours by the Web Content Accessibility Guidelines, 1 to 21.
fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn parsed(hex: &str) -> Colour {
    let part = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    [part(1), part(3), part(5)]
}

#[test]
fn colours_differ_in_both_themes_for_every_kind_of_vision() {
    // A distance of 0.02 is just visible. The first colours, which small boards have, differ more.
    for (theme, table) in [("light", table::LIGHT), ("dark", table::DARK)] {
        for (vision, matrix) in VISIONS {
            for (first, least) in [(6, 0.078), (8, 0.07), (12, 0.06), (20, 0.049)] {
                for one in 0..first {
                    for other in 0..one {
                        let apart = apart(table[one], table[other], &matrix);
                        assert!(
                            apart >= least,
                            "{theme}, {vision}: colours {one} and {other}: {apart}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_table_of_distances_is_right() {
    for one in 0..COLOURS {
        for other in 0..one {
            let tables = [table::LIGHT, table::DARK];
            let all = tables.iter().flat_map(|table| {
                VISIONS.iter().map(move |(vision, matrix)| {
                    let weight = if *vision == "normal" { 1.25 } else { 1.0 };
                    apart(table[one], table[other], matrix) / weight
                })
            });
            let least = (1000.0 * all.fold(f64::INFINITY, f64::min)).min(255.0);
            let kept = f64::from(distance(one, other));
            assert!((least - kept).abs() <= 1.001, "{one} {other}: {least} {kept}");
        }
    }
}

/// The colours of queens and marks are those of the style sheet, so that a change there is tested.
#[test]
fn queens_and_marks_have_contrast_on_every_colour() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/style");
    let Ok(css) = std::fs::read_to_string(format!("{folder}/board.css")) else {
        // The packaged library has no page.
        return;
    };
    let value = |name: &str, theme: usize| {
        let all: Vec<&str> = css.split(&format!("--{name}: ")).skip(1).collect();
        assert_eq!(all.len(), 2, "{name}: one value per theme");
        parsed(&all[theme][..7])
    };
    for (theme, table) in [table::LIGHT, table::DARK].into_iter().enumerate() {
        // A mark has two colours that differ strongly, so that one of them is visible on every colour.
        for (mark, least) in [("mark-queen", 5.0), ("mark-cross", 4.0), ("mark-halo", 1.0)] {
            for (place, &ground) in table.iter().enumerate() {
                let found = contrast(value(mark, theme), ground);
                assert!(found >= least, "theme {theme}: {mark} on colour {place}: {found}");
            }
        }
        for mark in ["mark-conflict", "mark-hint", "mark-because"] {
            let (colour, halo) = (value(mark, theme), value("mark-halo", theme));
            assert!(contrast(colour, halo) >= 4.5, "theme {theme}: {mark} and its halo");
            for (place, &ground) in table.iter().enumerate() {
                let found = contrast(colour, ground);
                assert!(found >= 3.0, "theme {theme}: {mark} on colour {place}: {found}");
            }
        }
    }
}

#[test]
fn the_style_sheet_has_the_same_colours() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/style/palette.css");
    let Ok(css) = std::fs::read_to_string(path) else { return };
    for colour in 0..COLOURS {
        let rule = format!(
            ".colour-{colour} {{\n  --light: {};\n  --dark: {};\n}}",
            hex(light(colour)),
            hex(dark(colour))
        );
        assert!(css.contains(&rule), "{rule}");
    }
}

#[test]
fn adjacent_regions_differ_more_than_others() {
    let mut sizes = 0;
    for (size, least) in [(8, 75), (12, 66), (16, 60), (20, 58)] {
        for seed in 0..4 {
            let puzzle = PuzzleRequest::new(size).seed(seed).make(&Never).unwrap();
            let regions = puzzle.position.regions().unwrap();
            let colours = assigned(regions);
            let mut all = colours.clone();
            all.sort_unstable();
            assert_eq!(all, (0..size).collect::<Vec<_>>());
            for (region, others) in neighbours(regions).iter().enumerate() {
                for &other in others {
                    let apart = distance(colours[region], colours[other]);
                    assert!(apart >= least, "size {size}, seed {seed}: {apart}");
                }
            }
            sizes += 1;
        }
    }
    assert_eq!(sizes, 16);
}

#[test]
fn colours_repeat_on_many_regions_but_not_side_by_side() {
    let names: Vec<char> = ('A'..='Z').chain('a'..='n').collect();
    let rows: Vec<String> =
        (0..40).map(|row| (0..40).map(|col| names[row / 2 * 2 + col / 20]).collect()).collect();
    let position: Position = rows.join("\n").parse().unwrap();
    let regions = position.regions().unwrap();
    let colours = assigned(regions);
    for (region, others) in neighbours(regions).iter().enumerate() {
        assert!(others.iter().all(|&other| colours[region] != colours[other]));
    }
}
