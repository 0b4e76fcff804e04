//! Pictures that are tilted, stretched, cropped, covered or otherwise not what is expected: they are read exactly, with a warning, or
//! refused.

use crate::painter::{Canvas, Rgb};
use crate::variants::{self, Place, Variant};
use crate::{Outcome, numbers, outcomes, read_canvas};
use queens_puzzles::Error;
use queens_puzzles::PictureError;
use queens_puzzles::picture::Warning;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::ops::Range;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/// The colour in a corner of a picture, black, or white.
fn fill(random: &mut Pcg64, canvas: &Canvas) -> Rgb {
    let corner = [canvas.rgb[0], canvas.rgb[1], canvas.rgb[2]];
    *[corner, BLACK, WHITE].choose(random).unwrap()
}

/// Rotated clockwise around its middle.
fn rotated(canvas: &Canvas, degrees: f64, whole: bool, fill: Rgb) -> Canvas {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (width, height) = (canvas.width as f64, canvas.height as f64);
    let (new_width, new_height) = match whole {
        true => (width * cos + height * sin.abs(), width * sin.abs() + height * cos),
        false => (width, height),
    };
    canvas.warped((new_width.ceil() as usize, new_height.ceil() as usize), fill, |x, y| {
        let (x, y) = (x - new_width / 2.0, y - new_height / 2.0);
        (x * cos + y * sin + width / 2.0, y * cos - x * sin + height / 2.0)
    })
}

fn tilted(random: &mut Pcg64, variant: &mut Variant) {
    tilted_by(random, variant, 8.0);
}

fn slightly_tilted(random: &mut Pcg64, variant: &mut Variant) {
    tilted_by(random, variant, 4.0);
}

fn tilted_by(random: &mut Pcg64, variant: &mut Variant, most: f64) {
    let degrees = random.random_range(0.3..most) * if random.random_bool(0.5) { 1.0 } else { -1.0 };
    let fill = fill(random, &variant.canvas);
    variant.canvas = rotated(&variant.canvas, degrees, random.random_bool(0.5), fill);
    variant.about += &format!(", rotated by {degrees:.2} degrees");
}

fn sheared(random: &mut Pcg64, variant: &mut Variant) {
    let shear: f64 =
        random.random_range(0.005..0.05) * if random.random_bool(0.5) { 1.0 } else { -1.0 };
    let canvas = &variant.canvas;
    let fill = fill(random, canvas);
    let across = random.random_bool(0.5);
    let middle = (canvas.width as f64 / 2.0, canvas.height as f64 / 2.0);
    let size = (canvas.width, canvas.height);
    variant.canvas = canvas.warped(size, fill, |x, y| match across {
        true => (x + shear * (y - middle.1), y),
        false => (x, y + shear * (x - middle.0)),
    });
    variant.about += &format!(", sheared by {shear:.3}");
}

fn in_perspective(random: &mut Pcg64, variant: &mut Variant) {
    let canvas = &variant.canvas;
    let fill = fill(random, canvas);
    let (width, height) = (canvas.width as f64, canvas.height as f64);
    let lean = (random.random_range(-0.05..0.05), random.random_range(-0.05..0.05));
    variant.canvas = canvas.warped((canvas.width, canvas.height), fill, |x, y| {
        let (x, y) = (x / width - 0.5, y / height - 0.5);
        let scale = 1.0 + lean.0 * x + lean.1 * y;
        ((x / scale + 0.5) * width, (y / scale + 0.5) * height)
    });
    variant.about += &format!(", perspective {:.3} {:.3}", lean.0, lean.1);
}

fn resized(canvas: &Canvas, x_factor: f64, y_factor: f64) -> Canvas {
    let (width, height) = (canvas.width as f64 * x_factor, canvas.height as f64 * y_factor);
    let place = |x, y| (x / x_factor, y / y_factor);
    canvas.warped((width as usize, height as usize), WHITE, place)
}

fn stretched(random: &mut Pcg64, variant: &mut Variant) {
    let canvas = &variant.canvas;
    let factor = random.random_range(1.02..1.25);
    let across = random.random_bool(0.5);
    let (x_factor, y_factor) = if across { (factor, 1.0) } else { (1.0, factor) };
    variant.canvas = resized(canvas, x_factor, y_factor);
    variant.about += &format!(", stretched by {factor:.2}");
}

fn blurred(random: &mut Pcg64, variant: &mut Variant) {
    let reach = random.random_range(1..=4);
    variant.canvas = variant.canvas.blurred(reach);
    variant.about += &format!(", blurred by {reach}");
}

fn noisy(random: &mut Pcg64, variant: &mut Variant) {
    let most = random.random_range(5..60);
    for value in &mut variant.canvas.rgb {
        *value = (i32::from(*value) + random.random_range(-most..=most)).clamp(0, 255) as u8;
    }
    variant.about += &format!(", noise {most}");
}

/// What is left after a part of the board was cut off at one side or at two.
fn cropped(random: &mut Pcg64, variant: &mut Variant) {
    let Place { left, top, cell } = variant.board;
    let side = cell * variant.position.size() as f64;
    let (width, height) = (variant.canvas.width as f64, variant.canvas.height as f64);
    let (mut from, mut to) = ((0.0, 0.0), (width, height));
    for _ in 0..random.random_range(1..=2) {
        let lost = match random.random_bool(0.4) {
            true => f64::from(random.random_range(1..=2)),
            false => random.random_range(0.15..2.0),
        };
        match random.random_range(0..4) {
            0 => from.0 = left + lost * cell,
            1 => from.1 = top + lost * cell,
            2 => to.0 = left + side - lost * cell,
            _ => to.1 = top + side - lost * cell,
        }
        variant.about += &format!(", {lost:.2} squares cut off");
    }
    let size = ((to.0 - from.0) as usize, (to.1 - from.1) as usize);
    variant.canvas =
        variant.canvas.cropped(from.0.max(0.0) as usize, from.1.max(0.0) as usize, size.0, size.1);
}

/// A part of the board is covered with one colour: whole rows or columns at one side, or a rectangle.
fn covered(random: &mut Pcg64, variant: &mut Variant) {
    let Place { left, top, cell } = variant.board;
    let side = cell * variant.position.size() as f64;
    let colour = fill(random, &variant.canvas);
    let far = 10.0 * side;
    let part = match random.random_range(0..5) {
        0 => [left - far, top - far, far + cell * random.random_range(0.2..3.0), 2.0 * far],
        1 => [left - far, top - far, 2.0 * far, far + cell * random.random_range(0.2..3.0)],
        2 => [left + side - cell * random.random_range(0.2..3.0), top - far, far, 2.0 * far],
        3 => [left - far, top + side - cell * random.random_range(0.2..3.0), 2.0 * far, far],
        _ => {
            let mut place = || random.random_range(0.0..0.6) * side;
            let (x, y) = (left + place(), top + place());
            [x, y, random.random_range(0.2..0.9) * side, random.random_range(0.2..0.9) * side]
        }
    };
    variant.canvas = variant.canvas.covered(part, colour);
    variant.about += &format!(", covered {part:.0?}");
}

/// Brightness changes across the picture.
fn shaded(random: &mut Pcg64, variant: &mut Variant) {
    let (dx, dy) = (random.random_range(-0.5..0.5), random.random_range(-0.5..0.5));
    let (width, height) = (variant.canvas.width, variant.canvas.height);
    for (at, value) in variant.canvas.rgb.iter_mut().enumerate() {
        let (x, y) =
            ((at / 3 % width) as f64 / width as f64, (at / 3 / width) as f64 / height as f64);
        *value =
            (f64::from(*value) * (1.0 + dx * (x - 0.5) + dy * (y - 0.5))).clamp(0.0, 255.0) as u8;
    }
    variant.about += &format!(", shaded {dx:.2} {dy:.2}");
}

/// Squares of 6 to 15 pixels.
fn tiny(random: &mut Pcg64, variant: &mut Variant) {
    let cell = random.random_range(6.0..15.0);
    let factor = cell / variant.board.cell;
    let blurred = variant.canvas.blurred((0.5 / factor) as usize);
    variant.canvas = resized(&blurred, factor, factor);
    variant.about += &format!(", squares of {cell:.1} pixels");
}

fn huge(random: &mut Pcg64, variant: &mut Variant) {
    let factor = 4000.0 / variant.canvas.width.max(variant.canvas.height) as f64
        * random.random_range(0.8..1.2);
    variant.canvas = resized(&variant.canvas, factor, factor);
    variant.about += &format!(", scaled by {factor:.2}");
}

/// A thick frame.
fn framed(random: &mut Pcg64, variant: &mut Variant) {
    let Place { left, top, cell } = variant.board;
    let side = cell * variant.position.size() as f64;
    let width = random.random_range(0.2..1.5) * cell;
    let colour = *[BLACK, WHITE, [120, 60, 40], [30, 90, 200]].choose(random).unwrap();
    let margin = (2.0 * width) as usize;
    let canvas = &variant.canvas;
    let size = (canvas.width + 2 * margin, canvas.height + 2 * margin);
    let margin = margin as f64;
    let page = fill(random, canvas);
    let mut framed = canvas.warped(size, page, |x, y| (x - margin, y - margin));
    let (left, top) = (left + margin, top + margin);
    let whole = side + 2.0 * width;
    framed = framed.covered([left - width, top - width, whole, width], colour);
    framed = framed.covered([left - width, top + side, whole, width], colour);
    framed = framed.covered([left - width, top - width, width, whole], colour);
    framed = framed.covered([left + side, top - width, width, whole], colour);
    variant.canvas = framed;
    variant.about += &format!(", frame of {width:.1} pixels");
}

/// One region has the colour of the page.
fn on_its_page(random: &mut Pcg64, variant: &mut Variant) {
    let Place { left, top, cell } = variant.board;
    let canvas = &variant.canvas;
    let last = variant.position.size() - 1;
    let at = |random: &mut Pcg64| random.random_range(0..=last) as f64 + 0.2;
    let (x, y) = (left + cell * at(random), top + cell * at(random));
    let pixel = (y as usize * canvas.width + x as usize) * 3;
    let colour: Rgb = canvas.rgb[pixel..pixel + 3].try_into().unwrap();
    let margin = 0.6 * cell;
    let size = (
        (canvas.width as f64 + 2.0 * margin) as usize,
        (canvas.height as f64 + 2.0 * margin) as usize,
    );
    let side = cell * (last + 1) as f64;
    // The lines of the frame remain or not.
    let frame = if random.random_bool(0.5) { 2.0 } else { 0.0 };
    variant.canvas = canvas.warped(size, colour, |x, y| {
        let (x, y) = (x - margin, y - margin);
        let inside = |value: f64, from: f64| (from - frame..from + side + frame).contains(&value);
        if inside(x, left) && inside(y, top) { (x, y) } else { (-9.0, -9.0) }
    });
    variant.about += &format!(", page {colour:?}, frame {frame}");
}

/// The board of a picture with a margin of a quarter of a square, on a plain page.
fn board_alone(variant: &Variant, page: Rgb) -> Canvas {
    let Place { left, top, cell } = variant.board;
    let margin = 0.25 * cell;
    let side = cell * variant.position.size() as f64 + 2.0 * margin;
    let canvas = &variant.canvas;
    let size = (side.round() as usize, side.round() as usize);
    let frame = 0.12 * cell;
    let range = frame..side - frame;
    canvas.warped(size, page, |x, y| match range.contains(&x) && range.contains(&y) {
        true => (x + left - margin, y + top - margin),
        false => (-9.0, -9.0),
    })
}

/// How many pictures of each kind are tried. `QUEENS_FIRST` and `QUEENS_PICTURES` select others.
fn pictures() -> Range<u64> {
    numbers(50, 2)
}

type Distortion = fn(&mut Pcg64, &mut Variant);

/// Each with numbers of pictures that were once read wrongly.
const KINDS: [(&str, Distortion, &[u64]); 14] = [
    ("tilted", tilted, &[6, 15]),
    ("slightly tilted", slightly_tilted, &[11, 15, 17, 19, 21, 24, 25]),
    ("sheared", sheared, &[11]),
    ("in perspective", in_perspective, &[]),
    ("stretched", stretched, &[]),
    ("blurred", blurred, &[28, 219]),
    ("noisy", noisy, &[3, 117]),
    ("cropped", cropped, &[2, 11, 434, 476, 511, 546]),
    ("covered", covered, &[11, 25, 472, 496]),
    ("shaded", shaded, &[]),
    ("tiny", tiny, &[]),
    ("huge", huge, &[]),
    ("framed", framed, &[]),
    ("on its page", on_its_page, &[]),
];

/// Nothing is read wrongly with a high confidence.
#[test]
fn distorted_pictures_are_not_certainly_read_wrongly() {
    let mut wrong = 0;
    for (name, distort, known) in KINDS {
        let numbers = pictures().chain(known.iter().copied());
        let distorted = |number: u64| {
            let mut variant = match number % 2 {
                0 => variants::puzzle(number / 2),
                _ => variants::variant(number / 2),
            };
            distort(&mut Pcg64::seed_from_u64(number), &mut variant);
            variant
        };
        wrong += outcomes(name, numbers, distorted)[Outcome::Wrong as usize];
    }
    assert_eq!(wrong, 0);
}

/// A tilted picture is refused with its angle, unless the lines drift by less than about a tenth of a square.
#[test]
fn the_angle_of_a_tilted_picture_is_measured() {
    for number in [0, 2, 5, 8] {
        let variant = variants::puzzle(number);
        for degrees in [-7.0, -3.5, -2.5, -1.5, 1.5, 2.5, 3.5, 7.0] {
            let canvas = rotated(&variant.canvas, degrees, number % 2 == 0, WHITE);
            let about = || format!("{number}: {}, {degrees} degrees", variant.about);
            match read_canvas(&canvas) {
                Err(Error::Picture(PictureError::Tilted { tenths })) => {
                    assert!(
                        (f64::from(tenths) - 10.0 * degrees).abs() <= 3.0,
                        "{}: {tenths}",
                        about()
                    );
                }
                other => panic!("{}: {other:?}", about()),
            }
        }
        for degrees in [-0.3, 0.3] {
            let reading = read_canvas(&rotated(&variant.canvas, degrees, true, WHITE)).unwrap();
            assert_eq!(reading.position, variant.position, "{number}: {}", variant.about);
        }
    }
    let message = |tenths| PictureError::Tilted { tenths }.to_string();
    let expected = "the picture is tilted by about 2.5 degrees clockwise: expected lines parallel to its sides";
    assert_eq!(message(25), expected);
    assert_eq!(message(-25), expected.replace("clockwise", "counterclockwise"));
}

#[test]
fn a_slanted_grid_is_refused() {
    let canvas = variants::puzzle(0).canvas;
    let size = (canvas.width, canvas.height);
    let slanted = canvas.warped(size, WHITE, |x, y| (x + 0.04 * (y - size.1 as f64 / 2.0), y));
    assert_eq!(read_canvas(&slanted).unwrap_err(), PictureError::Distorted.into());
}

/// Of two boards next to each other, one is read, with a warning.
#[test]
fn one_of_two_boards_is_not_read_silently() {
    let mut refused = 0;
    let numbers = 4 * pictures().start..4 * pictures().end;
    for number in numbers.clone() {
        let mut random = Pcg64::seed_from_u64(number);
        let first = variants::puzzle(number / 4);
        // The same board twice, two boards with equal squares, or any two.
        let second = match number % 4 {
            0 => variants::puzzle(number / 4),
            _ => variants::puzzle(random.random_range(0..200)),
        };
        let scale = if number % 4 == 1 { first.board.cell / second.board.cell } else { 1.0 };
        let (one, other) = (board_alone(&first, WHITE), board_alone(&second, WHITE).scaled(scale));
        let (gap, is_below) = (random.random_range(0.5..3.0), random.random_bool(0.5));
        // Each board has a margin of a quarter of a square.
        let margins = 0.25 * (first.board.cell + second.board.cell * scale);
        let length = (gap * first.board.cell - margins).max(1.0) as usize;
        let (width, height) = if is_below { (1, length) } else { (length, 1) };
        let between = Canvas { width, height, rgb: WHITE.repeat(length) };
        let canvas = one.joined(&between, is_below, WHITE).joined(&other, is_below, WHITE);
        let about = format!("{number}: gap {gap:.2}, {}, and {}", first.about, second.about);
        match read_canvas(&canvas) {
            Ok(reading) => {
                assert!(reading.warnings.contains(&Warning::AnotherBoard), "{about}: {reading:?}");
                assert!(!reading.is_certain(), "{about}: {reading:?}");
            }
            Err(error) => {
                println!("{about}: {error}");
                refused += 1;
            }
        }
    }
    assert!(20 * refused <= numbers.end - numbers.start, "{refused} refused");
}

/// A board at one side of the picture has a warning, as a row or column may be cut off.
#[test]
fn a_board_at_one_side_of_the_picture_has_a_warning() {
    let variant = variants::puzzle(0);
    let certain = read_canvas(&variant.canvas).unwrap();
    assert!(certain.is_certain() && !certain.warnings.contains(&Warning::AtOneSide), "{certain:?}");
    let left = variant.board.left as usize;
    let (width, height) = (variant.canvas.width - left, variant.canvas.height);
    let reading = read_canvas(&variant.canvas.cropped(left, 0, width, height)).unwrap();
    assert_eq!(reading.position, certain.position);
    assert!(reading.warnings.contains(&Warning::AtOneSide), "{reading:?}");
    assert!(!reading.is_certain(), "{reading:?}");
}
