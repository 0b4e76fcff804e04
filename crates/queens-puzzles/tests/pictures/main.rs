//! Puzzles are read back from pictures: drawn by the library, and painted in other styles.

mod distorted;
mod files;
mod painter;
mod styles;
mod variants;

use painter::{Canvas, CrossShape, Mark, Painting, QueenShape, Rgb};
use queens::Never;
use queens_draw::Drawing;
use queens_puzzles::picture::{CERTAIN, Pixels, Reading, Warning, decode, read};
use queens_puzzles::puzzle::PuzzleRequest;
use queens_puzzles::{Error, PictureError, Position};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::ops::Range;
use variants::{Variant, regions, variant};

fn read_canvas(canvas: &Canvas) -> Result<Reading, Error> {
    read(&Pixels::rgb(canvas.width as u32, canvas.height as u32, &canvas.rgb)?)
}

/// How a picture was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Exact,
    /// Wrong, with a confidence that says so.
    Doubtful,
    Refused,
    Wrong,
}

fn outcome(variant: &Variant) -> (Outcome, String) {
    match read_canvas(&variant.canvas) {
        Err(error) => (Outcome::Refused, error.to_string()),
        Ok(reading) => {
            // Few of these regions are puzzles. Some have exactly one solution with two stars by chance.
            let expected = variant.position.clone().with_stars(reading.position.stars()).unwrap();
            let exact = reading.position == expected && reading.crosses == variant.crosses;
            let doubtful = reading.confidence < CERTAIN;
            assert!(!doubtful || !reading.warnings.is_empty(), "no warning: {}", variant.about);
            let text = format!(
                "confidence {}, {:?}\n{}\n{:?} expected\n{}\n{:?}",
                reading.confidence,
                reading.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
                reading.position.to_text(),
                reading.crosses,
                variant.position.to_text(),
                variant.crosses,
            );
            let outcome = match (exact, doubtful) {
                (true, _) => Outcome::Exact,
                (false, true) => Outcome::Doubtful,
                (false, false) => Outcome::Wrong,
            };
            (outcome, text)
        }
    }
}

/// The numbers of the pictures that are tried.
fn numbers(long: u64, quick: u64) -> Range<u64> {
    let number = |name: &str| std::env::var(name).ok().map(|number| number.parse::<u64>().unwrap());
    let usual = if std::env::var_os("QUEENS_LONG").is_some() { long } else { quick };
    let first = number("QUEENS_FIRST").unwrap_or(0);
    first..first + number("QUEENS_PICTURES").unwrap_or(usual)
}

/// Reads pictures of a kind and returns how many have each outcome. Prints those that are not read exactly.
fn outcomes(
    kind: &str,
    numbers: impl Iterator<Item = u64>,
    variant: impl Fn(u64) -> Variant,
) -> [usize; 4] {
    let mut counts = [0; 4];
    for number in numbers {
        let variant = variant(number);
        let (outcome, text) = outcome(&variant);
        if outcome != Outcome::Exact {
            println!("{kind} {number}: {outcome:?}: {}\n{text}", variant.about);
        }
        counts[outcome as usize] += 1;
    }
    println!("{kind}: {counts:?} exact, wrong with low confidence, refused, wrong");
    counts
}

/// The picture of a position, drawn by the library in this width and read back.
fn read_drawn(position: &Position, width: u32) -> Reading {
    read_canvas(&Canvas::of_png(&Drawing::from(position).canvas().png(width).unwrap())).unwrap()
}

/// At least 99 of 100 pictures are read exactly, and none wrongly without a low confidence. `QUEENS_FIRST` is the number of the first
/// picture, for pictures that the code was not tuned with, and `QUEENS_PICTURES` the number of pictures.
#[test]
fn pictures_are_read_back() {
    let numbers = numbers(1200, 60);
    let [exact, _, _, wrong] = outcomes("painted and drawn", numbers.clone(), variant);
    assert_eq!(wrong, 0);
    assert!(exact as f64 >= 0.99 * numbers.count() as f64);
}

/// A board in colours with thin lines and a thick frame.
fn painting(size: usize, regions: Vec<usize>, cell: f64) -> Painting {
    let side = (size as f64 * cell) as usize;
    let colour = |region: usize| {
        let step = |factor: usize| 60 + (region * factor % 190) as u8;
        [step(67), step(113), step(29)]
    };
    Painting {
        size,
        marks: vec![Mark::Nothing; size * size],
        cell,
        left: 20.0,
        top: 20.0,
        width: side + 40,
        height: side + 40,
        palette: (0..regions.len()).map(colour).collect(),
        regions,
        page: [255, 255, 255],
        mark: [0, 0, 0],
        thin_colour: [0, 0, 0],
        thick_colour: [0, 0, 0],
        thin: 1.0,
        thick: 1.0,
        frame: 2.0,
        gap: 0.0,
        radius: 0.0,
        board_radius: 0.0,
        queen: QueenShape::Crown,
        queen_size: 0.6,
        cross: CrossShape::SmallX,
        page_parts: Vec::new(),
    }
}

fn rows(size: usize) -> Vec<usize> {
    (0..size * size).map(|at| at / size).collect()
}

#[test]
fn boards_of_all_sizes_are_read() {
    for size in 4..=20 {
        let mut random = Pcg64::seed_from_u64(size as u64);
        let regions = regions(&mut random, size);
        let reading = read_canvas(&painting(size, regions.clone(), 24.0).paint()).unwrap();
        assert_eq!(reading.position, variants::position(size, &regions, &[]), "{size}");
        assert!(reading.confidence >= CERTAIN, "{size}: {:?}", reading.warnings);
    }
}

/// Two regions of the same colour are kept apart by a thick line, and the reading says so.
#[test]
fn a_thick_line_separates_similar_colours() {
    let mut painting = painting(5, rows(5), 40.0);
    (painting.thick, painting.palette[1]) = (4.0, painting.palette[0]);
    let reading = read_canvas(&painting.paint()).unwrap();
    assert_eq!(reading.position, variants::position(5, &rows(5), &[]));
    let similar = |warning: &Warning| matches!(warning, Warning::SimilarColours(..));
    assert!(reading.warnings.iter().any(similar), "{:?}", reading.warnings);
    // Without the thick line there are only four regions.
    painting.thick = 1.0;
    let error = read_canvas(&painting.paint()).unwrap_err();
    assert_eq!(error, PictureError::WrongRegions { size: 5, regions: 4 }.into());
}

/// A highlighted square looks like a region. If two regions with similar colours are joined instead, the reading is not certain.
#[test]
fn a_highlighted_square_is_not_certainly_a_region() {
    let drawn = "AAAAABBA AAACAAAA DDDCCEEE DDDFCEEE DDDFFFFE DDDDFFFF DGHFFFFF GGHFFFFF";
    let regions: Vec<usize> =
        drawn.replace(' ', "").bytes().map(|name| (name - b'A') as usize).collect();
    let palette: [Rgb; 8] = [
        [247, 198, 199],
        [160, 200, 120],
        [217, 234, 211],
        [255, 242, 140],
        [190, 160, 236],
        [249, 180, 110],
        [90, 200, 210],
        [120, 120, 120],
    ];
    for blue in [9, 12, 15] {
        let mut painting = painting(8, regions.clone(), 40.0);
        painting.palette = palette.to_vec();
        painting.palette[1] = [247 - blue, 198, 199 + blue + blue / 3];
        let plain = read_canvas(&painting.paint()).unwrap();
        assert_eq!(plain.position.without_given(), variants::position(8, &regions, &[]), "{blue}");
        painting.palette.push([200, 120, 60]);
        painting.regions[63] = 8;
        let highlighted = read_canvas(&painting.paint()).unwrap();
        assert!(!highlighted.is_certain(), "{blue}: {highlighted:?}");
    }
}

#[test]
fn hatched_squares_are_closed() {
    let position: Position =
        "size:5 closed:B2,D5 regions:AABBB/ACCBB/DDCBB/DDCCE/DDEEE".parse().unwrap();
    let reading = read_drawn(&position, 400);
    assert_eq!(reading.position, position);
    let hatched = |square: &str| Warning::Hatched(square.parse().unwrap());
    let expected = [hatched("D5"), hatched("B2"), Warning::SeveralSolutions];
    assert_eq!(reading.warnings, expected);
    assert!(reading.is_certain());
}

/// Puzzles have one solution, so a reading with none or several has a warning.
#[test]
fn readings_without_exactly_one_solution_have_a_warning() {
    for (position, warnings) in [
        ("size:4 regions:AAAB/ACCB/ACCB/DDDB", vec![Warning::NoSolution]),
        ("size:4 regions:AABB/AABB/CCDD/CCDD", vec![Warning::SeveralSolutions]),
        ("size:4 regions:ABBB/ABBB/ACCC/ADDD", vec![]),
    ] {
        let position: Position = position.parse().unwrap();
        let reading = read_drawn(&position, 400);
        assert_eq!((reading.position, reading.warnings), (position, warnings));
    }
}

/// The number of stars is that of the only solution. Queens in the picture do not count, so they may be wrong or too few.
#[test]
fn the_number_of_stars_is_read() {
    for seed in 1..=4 {
        let request = PuzzleRequest::new(8 + seed as usize % 3).stars(2).seed(seed);
        let puzzle = request.make(&Never).unwrap();
        for queens in [0, 3] {
            let given = puzzle.solution.squares().take(queens);
            let position = puzzle.position.clone().with_given(given).unwrap();
            let reading = read_drawn(&position, 600);
            assert_eq!(
                (&reading.position, &reading.warnings[..]),
                (&position, &[Warning::Stars(2)][..])
            );
            assert!(reading.is_certain());
        }
    }
}

#[test]
fn grids_that_are_no_puzzle_are_refused() {
    let error = |painting: &Painting| match read_canvas(&painting.paint()).unwrap_err() {
        Error::Picture(error) => error,
        other => panic!("{other}"),
    };
    // A chess board, a table without colours, and five regions of which one has two parts.
    let chess = (0..64).map(|at| (at % 8 + at / 8) % 2).collect();
    let found = error(&painting(8, chess, 30.0));
    assert_eq!(found, PictureError::WrongRegions { size: 8, regions: 64 });
    let found = error(&painting(6, vec![0; 36], 30.0));
    assert_eq!(found, PictureError::WrongRegions { size: 6, regions: 1 });
    let mut parts = rows(5);
    parts[24] = 0;
    let found = error(&painting(5, parts, 30.0));
    assert_eq!(found, PictureError::NotConnected { size: 5, regions: 6 });
    // A board that is cut off, one with more columns than rows, and one that is too large.
    let whole = painting(9, rows(9), 30.0).paint();
    let cut = whole.cropped(0, 0, whole.width, whole.height - 70);
    assert_eq!(read_canvas(&cut).unwrap_err(), PictureError::CutOff.into());
    let mut wide = painting(9, rows(9), 30.0);
    wide.page_parts = vec![([0.0, 229.0, 310.0, 81.0], [255, 255, 255])];
    assert_eq!(error(&wide), PictureError::CutOff);
    assert_eq!(error(&painting(23, rows(23), 20.0)), PictureError::CutOff);
    // Letters in all squares.
    let mut letters = painting(5, rows(5), 30.0);
    letters.marks = vec![Mark::Queen; 25];
    assert_eq!(error(&letters), PictureError::EverySquareMarked { size: 5 });
}

#[test]
fn pictures_without_a_grid_are_refused() {
    let (width, height) = (320, 240);
    let mut random = Pcg64::seed_from_u64(1);
    let mut noise = vec![0; width * height * 3];
    random.fill_bytes(&mut noise);
    let picture = |colour: &dyn Fn(usize, usize) -> Rgb| Canvas {
        width,
        height,
        rgb: (0..width * height).flat_map(|at| colour(at % width, at / width)).collect(),
    };
    let mut text = painting(4, rows(4), 60.0);
    (text.left, text.top) = (-1000.0, -1000.0);
    for line in 0..10 {
        let line = [10.0, 10.0 + f64::from(line) * 24.0, 250.0, 14.0];
        painter::letters(&mut random, line, [0, 0, 0], &mut text.page_parts);
    }
    let pictures = [
        Canvas { width, height, rgb: noise },
        picture(&|_, _| [255, 255, 255]),
        picture(&|x, y| [(x / 2) as u8, y as u8, (x + y) as u8 / 2]),
        picture(&|x, _| if x % 20 < 10 { [0, 0, 0] } else { [255, 255, 255] }),
        picture(&|x, y| {
            if (x as i32 - 160).pow(2) + (y as i32 - 120).pow(2) < 8000 {
                [9, 9, 9]
            } else {
                [200, 30, 30]
            }
        }),
        text.paint(),
    ];
    for (number, picture) in pictures.iter().enumerate() {
        let reading = read_canvas(picture);
        assert!(matches!(reading, Err(Error::Picture(_))), "{number}: {reading:?}");
    }
}

/// A PNG file that claims to have a size, without pixels.
fn png_of_size(width: u32, height: u32) -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    file.extend(with_sum(header));
    file
}

/// A part of a PNG file with its checksum.
fn with_sum(mut part: Vec<u8>) -> Vec<u8> {
    let sum = part.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 * (sum & 1)))
    });
    part.extend((!sum).to_be_bytes());
    part
}

#[test]
fn hostile_files_are_errors() {
    let position: Position = "AABB\nACBB\nACDD\nCCDD".parse().unwrap();
    let png = Drawing::from(&position).canvas().png(160).unwrap();
    let jpeg = painting(4, rows(4), 24.0).paint().jpeg(80);
    let mut random = Pcg64::seed_from_u64(7);
    for _ in 0..300 {
        let mut file = if random.random_bool(0.5) { png.clone() } else { jpeg.clone() };
        if random.random_bool(0.3) {
            file.truncate(random.random_range(0..file.len()));
        }
        for _ in 0..random.random_range(0..8) {
            if !file.is_empty() {
                let at = random.random_range(0..file.len());
                file[at] = random.random();
            }
        }
        // Whatever happens, it is a reading or an error.
        if let Ok(decoded) = decode(&file) {
            let _ = read(&decoded.pixels().unwrap());
        }
    }
    for start in
        [&b"\x89PNG\r\n\x1a\n"[..], b"\xff\xd8\xff\xe0", b"RIFF\x20\0\0\0WEBP", b"GIF89a", b""]
    {
        for length in [0, 1, 20, 500] {
            let mut file = start.to_vec();
            let mut rest = vec![0; length];
            random.fill_bytes(&mut rest);
            file.extend(rest);
            assert!(matches!(decode(&file), Err(Error::Picture(_))), "{file:x?}");
        }
    }
    for (width, height) in [(100_000, 100_000), (u32::MAX >> 1, u32::MAX >> 1), (1 << 26, 2)] {
        let error = decode(&png_of_size(width, height)).unwrap_err();
        assert!(matches!(error, Error::Picture(_)), "{error}");
    }
    assert!(Pixels::rgb(0, 0, &[]).is_err());
    assert!(Pixels::rgba(u32::MAX, u32::MAX, &[]).is_err());
    for (width, height) in [(1, 1), (1, 1000), (1000, 1), (47, 47), (2, 70_000)] {
        let bytes = vec![128; width * height * 3];
        let error = read(&Pixels::rgb(width as u32, height as u32, &bytes).unwrap()).unwrap_err();
        assert_eq!(error, PictureError::NoGrid.into());
    }
}
