//! Seeded pictures of puzzles, with what is in them.

use crate::painter::{Canvas, CrossShape, Mark, Painting, QueenShape, Rgb, letters};
use queens::{Never, Regions, Square};
use queens_draw as draw;
use queens_puzzles::Position;
use queens_puzzles::picture::decode;
use queens_puzzles::puzzle::PuzzleRequest;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// A picture, and the position and the crosses in it.
pub struct Variant {
    pub canvas: Canvas,
    pub position: Position,
    pub crosses: Vec<Square>,
    /// Where the board is.
    pub board: Place,
    /// How it was made, for messages.
    pub about: String,
}

/// Where a board is in a picture: its left and top sides, and the side of a square, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub left: f64,
    pub top: f64,
    pub cell: f64,
}

/// Colours of popular games on a light page.
const GAME: [&str; 16] = [
    "bba3e2", "ffc992", "96beff", "b3dfa0", "dfdfdf", "ff7b60", "e6f388", "b9b29e", "dfa0bf",
    "a3d2d8", "62efea", "ff93f3", "8acc6d", "729aec", "c387e0", "ffe04b",
];
/// Strong colours.
const STRONG: [&str; 16] = [
    "e6194b", "3cb44b", "ffe119", "4363d8", "f58231", "911eb4", "46f0f0", "f032e6", "bcf60c",
    "fabebe", "008080", "e6beff", "9a6324", "fffac8", "800000", "aaffc3",
];
/// Dim colours for a dark page.
const DIM: [&str; 16] = [
    "5b3a6b", "7a5a2e", "2d4f7c", "3f6b3a", "5a5a5a", "8a3b2e", "6b7030", "54503f", "7a3a58",
    "2f6b70", "1f8a86", "8a3f88", "4f8a3a", "30489a", "6b2f9a", "9a862f",
];

fn colour(text: &str) -> Rgb {
    let part = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    [part(0), part(2), part(4)]
}

/// Connected regions that grow from random squares, numbered as they appear from the top left.
pub fn regions(random: &mut Pcg64, size: usize) -> Vec<usize> {
    let mut of = vec![usize::MAX; size * size];
    let mut squares: Vec<usize> = (0..size * size).collect();
    squares.shuffle(random);
    for (region, &square) in squares[..size].iter().enumerate() {
        of[square] = region;
    }
    // Some regions grow faster, so that sizes differ.
    let speeds: Vec<f64> = (0..size).map(|_| random.random_range(0.1..1.0)).collect();
    while of.contains(&usize::MAX) {
        let square = random.random_range(0..size * size);
        if of[square] != usize::MAX {
            continue;
        }
        let (x, y) = (square % size, square / size);
        let mut near = Vec::new();
        near.extend((x > 0).then(|| of[square - 1]));
        near.extend((x + 1 < size).then(|| of[square + 1]));
        near.extend((y > 0).then(|| of[square - size]));
        near.extend((y + 1 < size).then(|| of[square + size]));
        near.retain(|&region| region != usize::MAX);
        if let Some(&region) = near.choose(random)
            && random.random_bool(speeds[region])
        {
            of[square] = region;
        }
    }
    let mut names = Vec::new();
    for region in &mut of {
        let known = names.iter().position(|name| name == region);
        if known.is_none() {
            names.push(*region);
        }
        *region = known.unwrap_or(names.len() - 1);
    }
    of
}

/// Whether each line of the grid is a border of two regions somewhere.
fn every_line_is_a_border(regions: &[usize], size: usize) -> bool {
    (1..size).all(|line| {
        let at = |col: usize, row: usize| regions[row * size + col];
        (0..size).any(|row| at(line - 1, row) != at(line, row))
            && (0..size).any(|col| at(col, line - 1) != at(col, line))
    })
}

fn square(size: usize, at: usize) -> Square {
    Square::new((at % size) as u32, (size - 1 - at / size) as u32)
}

/// The position with these regions and queens.
pub fn position(size: usize, regions: &[usize], queens: &[Square]) -> Position {
    let name = |&region: &usize| char::from(b'A' + region as u8);
    let rows: Vec<Vec<char>> =
        regions.chunks(size).map(|row| row.iter().map(name).collect()).collect();
    let regions = Regions::new(&rows).unwrap();
    let position = Position::new(size).unwrap().with_regions(regions).unwrap();
    position.with_given(queens.iter().copied()).unwrap()
}

/// The picture with this number. One of four is drawn by the library, the others by the painter.
pub fn variant(number: u64) -> Variant {
    let mut random = Pcg64::seed_from_u64(number);
    let size = random.random_range(4..=16);
    let regions = regions(&mut random, size);
    let variant = picture(&mut random, number, size, &regions);
    compressed(&mut random, variant)
}

fn picture(random: &mut Pcg64, number: u64, size: usize, regions: &[usize]) -> Variant {
    match number % 4 {
        0 => drawn(random, size, regions),
        _ => painted(random, size, regions),
    }
}

/// The picture with this number of a puzzle, which has exactly one solution. It is not compressed.
pub fn puzzle(number: u64) -> Variant {
    let mut random = Pcg64::seed_from_u64(number);
    let size = random.random_range(5..=10);
    let puzzle = PuzzleRequest::new(size).seed(number).make(&Never).unwrap();
    let of = puzzle.position.regions().unwrap();
    let region = |at: usize| of.number(of.region(square(size, at))) - 1;
    let regions: Vec<usize> = (0..size * size).map(region).collect();
    picture(&mut random, number, size, &regions)
}

/// Half of the pictures are compressed as JPEG.
fn compressed(random: &mut Pcg64, mut variant: Variant) -> Variant {
    if random.random_bool(0.5) {
        let quality = random.random_range(60..=95);
        let decoded = decode(&variant.canvas.jpeg(quality)).unwrap();
        let Canvas { width, height, .. } = variant.canvas;
        assert_eq!((decoded.width(), decoded.height()), (width as u32, height as u32));
        variant.canvas.rgb = decoded.into_bytes();
        variant.about += &format!(", JPEG {quality}");
    }
    variant
}

/// A picture drawn by the library.
fn drawn(random: &mut Pcg64, size: usize, regions: &[usize]) -> Variant {
    let queens = random.random_range(0..=size);
    let mut squares: Vec<Square> = (0..size * size).map(|at| square(size, at)).collect();
    squares.shuffle(random);
    let position = position(size, regions, &squares[..queens]);
    let attacks = random.random_bool(0.4) && queens <= 2;
    let attacked = |square: &Square| {
        let queens = position.given();
        !queens.contains(square) && queens.iter().any(|&queen| position.attacks(queen, *square))
    };
    let mut crosses: Vec<Square> =
        squares.into_iter().filter(attacked).filter(|_| attacks).collect();
    crosses.sort_unstable();
    let drawing = draw::Drawing::from(&position).attacks(attacks).canvas();
    // A square has 48 units; the labels around the board are about 50 wide.
    let cell: f64 = random.random_range(16.0..=120.0);
    let cell = cell.min(720.0 / size as f64).max(16.0);
    let width = ((size as f64 + 1.0) * cell) as u32;
    let canvas = Canvas::of_png(&drawing.png(width).unwrap());
    let about = format!("drawn, {size} x {size}, {cell:.1} pixels, attacks {attacks}");
    let board = place_in(&drawing.svg(), canvas.width);
    Variant { canvas, position, crosses, board, about }
}

/// Where the board is in a drawing of the library that is this many pixels wide.
fn place_in(svg: &str, width: usize) -> Place {
    let number = |start: &str, end: char| -> f64 {
        let rest = svg.split_once(start).unwrap().1;
        rest.split(end).next().unwrap().parse().unwrap()
    };
    let scale = width as f64 / number(" width=\"", '"');
    // The borders begin at the top left corner: `M27.54 11.9H...`.
    let borders = " stroke-linecap=\"square\" d=\"M";
    let left = number(borders, ' ');
    let top = number(&format!("{borders}{left} "), 'H');
    Place { left: left * scale, top: top * scale, cell: 48.0 * scale }
}

/// A picture in another style.
fn painted(random: &mut Pcg64, size: usize, regions: &[usize]) -> Variant {
    let cell: f64 = random.random_range(16.0..=120.0);
    let cell = cell.min(720.0 / size as f64).max(16.0);
    let whole = random.random_bool(0.4);
    let cell = if whole { cell.round() } else { cell };

    let style = random.random_range(0..6);
    let dark = match style {
        1 | 4 => random.random_bool(0.5),
        2 => true,
        _ => false,
    };
    let mut names: Vec<&str> = match style {
        2 => DIM.to_vec(),
        3 => STRONG.to_vec(),
        _ => GAME.to_vec(),
    };
    names.shuffle(random);
    let mut palette: Vec<Rgb> = names.into_iter().map(colour).collect();
    let page = match dark {
        true => *[[18, 18, 18], [30, 30, 46], [0, 0, 0]].choose(random).unwrap(),
        false => *[[255, 255, 255], [243, 242, 239], [250, 248, 240]].choose(random).unwrap(),
    };
    let ink = if dark { [240, 240, 240] } else { [20, 20, 20] };
    // Marks differ from the squares: dark ones on light squares.
    let mark = if style == 4 { [20, 20, 20] } else { ink };
    let line = |width: f64| (width * cell).max(1.0);
    let (mut thin, mut thick) = match random.random_range(0..4) {
        0 => (0.0, 0.0),
        1 => (line(0.015), line(0.015)),
        2 => (line(0.015), line(0.06).max(3.0)),
        _ => (line(0.02), line(0.1).max(3.5)),
    };
    let mut thin_colour = *[ink, page, [128, 128, 128]].choose(random).unwrap();
    let mut frame = *[0.0, thick, line(0.08)].choose(random).unwrap();
    let (mut gap, mut radius) = (0.0, 0.0);
    match style {
        // White or black squares with thin and thick lines: Star Battle.
        1 => {
            palette = vec![if dark { [24, 24, 24] } else { [255, 255, 255] }; size];
            (thin, thick) = (line(0.02), line(0.08).max(3.0));
            thin_colour = if random.random_bool(0.5) { ink } else { [150, 150, 150] };
            frame = thick;
        }
        // Gaps and rounded corners.
        4 => {
            (thin, thick, frame) = (0.0, 0.0, 0.0);
            gap = random.random_range(0.04..0.16);
            radius = random.random_range(0.0..0.25);
        }
        // Few colours, and thick lines between the regions.
        5 => {
            palette = (0..size).map(|at| palette[at % 5]).collect();
            (thin, thick) = (line(0.015), line(0.07).max(3.0));
            frame = thick;
        }
        _ => {}
    }
    // Without lines, two equal columns or rows look like one that is twice as wide.
    if thin == 0.0 && gap == 0.0 && !every_line_is_a_border(regions, size) {
        thin = 1.0;
    }
    if frame == 0.0 && style != 4 {
        // A region in the colour of the page needs a frame.
        palette
            .iter_mut()
            .filter(|c| c.iter().zip(page).all(|(&a, b)| a.abs_diff(b) < 24))
            .for_each(|c| {
                *c = [120, 60, 40];
            });
    }

    let mut marks = vec![Mark::Nothing; size * size];
    let mut squares: Vec<usize> = (0..size * size).collect();
    squares.shuffle(random);
    let queens = *[0, random.random_range(0..=size)].choose(random).unwrap();
    let crosses = *[0, random.random_range(0..size * size / 2)].choose(random).unwrap();
    squares[..queens].iter().for_each(|&at| marks[at] = Mark::Queen);
    squares[queens..queens + crosses].iter().for_each(|&at| marks[at] = Mark::Cross);
    let mut cross_squares: Vec<Square> =
        squares[queens..queens + crosses].iter().map(|&at| square(size, at)).collect();
    cross_squares.sort_unstable();
    let queen_squares: Vec<Square> = squares[..queens].iter().map(|&at| square(size, at)).collect();

    let side = size as f64 * cell;
    let surroundings = random.random_range(0..4);
    let margin = |random: &mut Pcg64, most: f64| random.random_range(0.1..most) * side;
    let (left, top, right, below) = match surroundings {
        // Cut at the frame, or a little inside.
        0 => (frame, frame, frame, frame),
        1 => {
            let margin = frame + random.random_range(1.0..0.5 * cell);
            (margin, margin, margin, margin)
        }
        _ => (margin(random, 0.5), margin(random, 0.5), margin(random, 0.5), margin(random, 0.7)),
    };
    let (width, height) =
        ((left + side + right).ceil() as usize, (top + side + below).ceil() as usize);
    let mut page_parts = Vec::new();
    if surroundings == 3 {
        let (w, h) = (width as f64, height as f64);
        let mut y = 4.0;
        while y + 30.0 < top - frame {
            let height = random.random_range(9.0..26.0);
            letters(random, [left * 0.4, y, w * 0.7, height], ink, &mut page_parts);
            y += height + 12.0;
        }
        let mut y = top + side + frame + 0.2 * cell + 6.0;
        while y + 44.0 < h {
            let button = if dark { [60, 60, 80] } else { [10, 102, 194] };
            page_parts.push(([left, y, side * 0.4, 36.0], button));
            letters(random, [left + 10.0, y + 11.0, side * 0.3, 14.0], page, &mut page_parts);
            page_parts.push(([left + side * 0.5, y, side * 0.5, 36.0], [200, 200, 200]));
            y += 50.0;
        }
    }
    let queen = *[QueenShape::Crown, QueenShape::Star, QueenShape::Disc].choose(random).unwrap();
    let cross = *[CrossShape::SmallX, CrossShape::LargeX, CrossShape::Dot].choose(random).unwrap();
    let painting = Painting {
        size,
        regions: regions.to_vec(),
        marks,
        cell,
        left,
        top,
        width,
        height,
        palette,
        page,
        mark,
        thin_colour,
        thick_colour: ink,
        thin,
        thick,
        frame,
        gap,
        radius,
        board_radius: *[0.0, 0.0, 0.02].choose(random).unwrap(),
        queen,
        queen_size: random.random_range(0.55..0.78),
        cross,
        page_parts,
    };
    let mut canvas = painting.paint();
    let mut board = Place { left, top, cell };
    let mut about = format!(
        "painted, style {style}, {size} x {size}, {cell:.1} pixels, dark {dark}, lines {thin:.1} {thick:.1} {frame:.1}, gap {gap:.2}, \
         radius {radius:.2}, surroundings {surroundings}, {queen:?} {:.2}, {cross:?}, {queens} queens, {crosses} crosses",
        painting.queen_size
    );
    if surroundings == 0 && random.random_bool(0.5) {
        let inside = (frame + random.random_range(0.0..0.06) * cell) as usize;
        canvas = canvas.cropped(inside, inside, width - 2 * inside, height - 2 * inside);
        (board.left, board.top) = (board.left - inside as f64, board.top - inside as f64);
        about += &format!(", {inside} pixels cut off");
    }
    let least = 16.0 / cell;
    if least < 1.2 && random.random_bool(0.3) {
        let factor = random.random_range(least.max(0.6)..1.5_f64.max(least + 0.1));
        canvas = canvas.scaled(factor);
        board =
            Place { left: board.left * factor, top: board.top * factor, cell: board.cell * factor };
        about += &format!(", scaled by {factor:.2}");
    }
    let position = position(size, regions, &queen_squares);
    Variant { canvas, position, crosses: cross_squares, board, about }
}
