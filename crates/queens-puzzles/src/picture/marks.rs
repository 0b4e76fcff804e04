//! The marks on the squares.
//!
//! The pixels of a square that differ from its colour are grouped into connected parts. Parts that reach the middle are the mark; the
//! others are lines or rounded corners. Where the middle differs little, it is compared with the colour of the other marks: noise has
//! another colour. A large mark is a queen. A small one, or an X of any size, is a cross. A square that is covered
//! with stripes up to its border is hatched.

use super::colours::{self, Cell};
use super::grid::Lattice;
use super::image::{Colour, Image, brightness, contrast};

/// Pixels that differ less from the colour of the square do not belong to a mark.
const DIFFERS: f32 = 34.0;
/// Pixels that differ less than this part of the strongest contrast are blurred borders of the mark, or noise around it.
const BLURRED: f32 = 0.4;
/// Marks with less contrast are compared with those of other squares.
const STRONG: f32 = 60.0;
/// Colours of marks that are nearer are the same.
const SAME_INK: f32 = 40.0;
/// How many colours of marks are compared.
const MAX_INKS: usize = 4;
/// Stripes differ at least this much from the colour between them.
const STRIPES: f32 = 26.0;
/// Larger marks are queens, smaller ones crosses, relative to the side of the square.
const QUEEN: f64 = 0.44;
/// Sizes within this distance of [`QUEEN`] are unclear.
const UNCLEAR: f64 = 0.035;
/// The confidence of marks that are not clear.
const UNCLEAR_MARK: f64 = 0.6;
/// The largest side of the drawing of a square, in points.
const MAX_POINTS: usize = 48;

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    None,
    Queen,
    Cross,
    Hatched,
}

/// The mark of a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) kind: Kind,
    is_x: bool,
    pub(super) confidence: f64,
}

/// Reads the marks of all squares, and notes which are hatched. Lines cover at most the part `inset` of a square on each side.
pub(super) fn read(image: &Image, lattice: &Lattice, cells: &mut [Cell], inset: f64) -> Vec<Mark> {
    let size = lattice.size;
    let middles: Vec<Middle> = cells
        .iter()
        .enumerate()
        .map(|(at, cell)| Middle::of(image, lattice, (at % size, at / size), cell.colour))
        .collect();
    let inks = inks(&middles);
    let marks = cells.iter_mut().zip(&middles).enumerate().map(|(at, (cell, middle))| {
        let place = (at % size, at / size);
        let shape =
            |is_mark: &dyn Fn(Colour) -> bool| Shape::of(image, lattice, place, inset, is_mark);
        let stripes = |pixel| differs(pixel, cell.colour) > STRIPES;
        let mark = if cell.flat < 0.85 && shape(&stripes).is_everywhere() {
            Mark { kind: Kind::Hatched, is_x: false, confidence: 1.0 }
        } else if middle.strongest >= STRONG {
            let with_border = |border: f32| {
                let least = border * middle.strongest;
                shape(&|pixel| differs(pixel, cell.colour) > least).mark()
            };
            let mark = with_border(BLURRED);
            // A queen that is blurred looks smaller than it is.
            let may_be_queen = mark.kind == Kind::Cross && !mark.is_x;
            match may_be_queen && with_border(0.6 * BLURRED).kind == Kind::Queen {
                true => Mark { confidence: UNCLEAR_MARK, ..mark },
                false => mark,
            }
        } else {
            let sides = colours::near_sides(image, lattice, place.0, place.1);
            faint(shape, cell.colour, middle.strongest, &sides, &inks)
        };
        cell.hatched = mark.kind == Kind::Hatched;
        mark
    });
    marks.collect()
}

/// What differs most from the colour of a square, in its middle.
struct Middle {
    strongest: f32,
    colour: Colour,
}

impl Middle {
    fn of(image: &Image, lattice: &Lattice, (col, row): (usize, usize), colour: Colour) -> Self {
        const POINTS: usize = 24;
        let place = |point: usize| 0.25 + 0.5 * (point as f64 + 0.5) / POINTS as f64;
        let points = (0..POINTS * POINTS).map(|at| {
            let x = lattice.x.at(col as f64 + place(at % POINTS));
            let y = lattice.y.at(row as f64 + place(at / POINTS));
            let pixel = image.at(x, y);
            (differs(pixel, colour), pixel)
        });
        let most = points.max_by(|one, other| one.0.total_cmp(&other.0));
        most.map_or(Self { strongest: 0.0, colour }, |(strongest, colour)| Self {
            strongest,
            colour,
        })
    }
}

/// The colours of the strong marks.
fn inks(middles: &[Middle]) -> Vec<Colour> {
    let mut inks: Vec<Colour> = Vec::new();
    let mut strong: Vec<&Middle> =
        middles.iter().filter(|middle| middle.strongest >= STRONG).collect();
    strong.sort_by(|one, other| other.strongest.total_cmp(&one.strongest));
    for middle in strong {
        if inks.iter().all(|&ink| contrast(ink, middle.colour) > SAME_INK) && inks.len() < MAX_INKS
        {
            inks.push(middle.colour);
        }
    }
    inks
}

/// The mark of a square whose middle differs little from its colour: noise, a small mark, or one whose colour is similar. Marks have
/// the colour of other marks on the board, noise does not.
fn faint(
    shape: impl Fn(&dyn Fn(Colour) -> bool) -> Shape,
    colour: Colour,
    strongest: f32,
    sides: &[Colour],
    inks: &[Colour],
) -> Mark {
    let none = Mark { kind: Kind::None, is_x: false, confidence: 1.0 };
    for &ink in inks.iter().filter(|&&ink| contrast(ink, colour) >= DIFFERS) {
        let share = |pixel: Colour| share(pixel, colour, ink);
        let mark = shape(&|pixel| share(pixel) > BLURRED).mark();
        if mark.kind != Kind::None {
            let noise = common(sides.iter().map(|&side| share(side).abs()));
            let clear = noise < 0.5 * BLURRED;
            return if clear { mark } else { Mark { confidence: UNCLEAR_MARK, ..mark } };
        }
    }
    let noise = common(sides.iter().map(|&side| differs(side, colour)));
    if strongest < DIFFERS.max(3.0 * noise) {
        return none;
    }
    let mark = shape(&|pixel| differs(pixel, colour) > DIFFERS.max(BLURRED * strongest)).mark();
    Mark { confidence: if mark.kind == Kind::None { 1.0 } else { UNCLEAR_MARK }, ..mark }
}

/// The 70th percentile: rounded corners, which are fewer than 30% of the samples, do not change it.
fn common(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() * 7 / 10).copied().unwrap_or_default()
}

/// How far a pixel is on the way from the colour of its square to that of a mark: 0 for the square, 1 for the mark.
fn share(pixel: Colour, colour: Colour, ink: Colour) -> f32 {
    let towards = [0, 1, 2].map(|channel| ink[channel] - colour[channel]);
    let length: f32 = towards.iter().map(|part| part * part).sum();
    let along: f32 =
        (0..3).map(|channel| (pixel[channel] - colour[channel]) * towards[channel]).sum();
    along / length.max(1.0)
}

/// How much a pixel differs from the colour of its square. Marks differ in brightness. JPEG files store the other components in blocks
/// of 2 x 2 pixels, so in small squares they are less reliable.
fn differs(pixel: Colour, colour: Colour) -> f32 {
    const COLOUR: f32 = 0.6;
    (brightness(pixel) - brightness(colour)).abs().max(COLOUR * contrast(pixel, colour))
}

/// The pixels of a square that differ from its colour.
struct Shape {
    side: usize,
    /// The connected part of each point, from 1 on; 0 for the colour of the square.
    parts: Vec<u16>,
    /// Whether each part reaches the middle of the square.
    in_middle: Vec<bool>,
}

impl Shape {
    fn of(
        image: &Image,
        lattice: &Lattice,
        (col, row): (usize, usize),
        inset: f64,
        is_mark: &dyn Fn(Colour) -> bool,
    ) -> Self {
        let side = (lattice.pitch().round() as usize).clamp(12, MAX_POINTS);
        let place = |point: usize| (point as f64 + 0.5) / side as f64;
        let inside = |point: usize| (inset..1.0 - inset).contains(&place(point));
        let mut parts = vec![0_u16; side * side];
        for (at, part) in parts.iter_mut().enumerate() {
            let (x, y) = (at % side, at / side);
            if inside(x) && inside(y) {
                let (x, y) =
                    (lattice.x.at(col as f64 + place(x)), lattice.y.at(row as f64 + place(y)));
                *part = u16::from(is_mark(image.at(x, y))) * u16::MAX;
            }
        }
        let mut shape = Self { side, parts, in_middle: vec![false] };
        for at in 0..side * side {
            if shape.parts[at] == u16::MAX {
                let part = shape.in_middle.len() as u16;
                let reaches = shape.fill(at, part);
                shape.in_middle.push(reaches);
            }
        }
        shape
    }

    /// Gives a number to a connected part. Returns whether the part reaches the middle.
    fn fill(&mut self, start: usize, part: u16) -> bool {
        let side = self.side;
        let middle = side * 3 / 10..side - side * 3 / 10;
        let mut reaches = false;
        let mut open = vec![start];
        self.parts[start] = part;
        while let Some(at) = open.pop() {
            let (x, y) = (at % side, at / side);
            reaches |= middle.contains(&x) && middle.contains(&y);
            for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (0, 0), (0, 2), (2, 0), (2, 2)]
            {
                let (x, y) = (x + dx, y + dy);
                if x >= 1 && y >= 1 && x <= side && y <= side {
                    let next = (y - 1) * side + x - 1;
                    if self.parts[next] == u16::MAX {
                        self.parts[next] = part;
                        open.push(next);
                    }
                }
            }
        }
        reaches
    }

    /// What the shape is.
    fn mark(&self) -> Mark {
        let side = self.side;
        let points = || {
            let in_mark = |&at: &usize| self.in_middle[usize::from(self.parts[at])];
            (0..side * side).filter(in_mark).map(|at| (at % side, at / side))
        };
        let count = points().count();
        let area = count as f64 / (side * side) as f64;
        if count < 3 || area < 0.004 {
            return Mark { kind: Kind::None, is_x: false, confidence: 1.0 };
        }
        let reach = |value: fn((usize, usize)) -> usize| {
            let (least, most) = (points().map(value).min(), points().map(value).max());
            (least.unwrap_or_default(), most.unwrap_or_default())
        };
        let (xs, ys) = (reach(|point| point.0), reach(|point| point.1));
        let length = (xs.1 - xs.0 + 1).max(ys.1 - ys.0 + 1) as f64 / side as f64;
        // How much of the mark, apart from its middle, is near the diagonals: an X may be damaged by compression.
        let on_diagonals = {
            let from_middle = |at: usize| ((at as f64 + 0.5) / side as f64 - 0.5).abs();
            let places = || points().map(|(x, y)| (from_middle(x), from_middle(y)));
            let outer = places().filter(|(x, y)| x.hypot(*y) > 0.16);
            let near = outer.clone().filter(|(x, y)| (x - y).abs() < 0.1);
            near.count() as f64 / outer.count().max(1) as f64
        };
        let is_x = self.is_x(xs, ys) || on_diagonals >= 0.8;
        let is_queen = length >= QUEEN && !is_x;
        let kind = if is_queen { Kind::Queen } else { Kind::Cross };
        let unclear = !is_x && (length - QUEEN).abs() < UNCLEAR || is_queen && on_diagonals >= 0.65;
        // A faint trace in a square may be noise, and a thin ring or line is no queen.
        let faint = !is_queen && area < 0.008 || is_queen && area < 0.05;
        let confidence = if unclear || faint { UNCLEAR_MARK } else { 1.0 };
        Mark { kind, is_x, confidence }
    }

    /// Whether the corners, the middles of the sides and the middle are all partly covered. Queens leave some corners empty.
    fn is_everywhere(&self) -> bool {
        let side = self.side;
        let fields = [
            side / 7..side * 2 / 7,
            side * 3 / 7..side * 4 / 7,
            side - side * 2 / 7..side - side / 7,
        ];
        fields.iter().all(|rows| {
            fields.iter().all(|columns| {
                let in_row =
                    |y: usize| columns.clone().filter(|x| self.parts[y * side + x] != 0).count();
                let covered: usize = rows.clone().map(in_row).sum();
                let share = covered as f64 / (rows.len() * columns.len()) as f64;
                (0.08..0.75).contains(&share)
            })
        })
    }

    /// Whether the mark is an X: its corners are covered, and the middles of its sides are not.
    fn is_x(&self, (left, right): (usize, usize), (top, bottom): (usize, usize)) -> bool {
        let (width, height) = (right - left + 1, bottom - top + 1);
        if width.max(height) * 2 > width.min(height) * 3 {
            return false;
        }
        // Whether the part of the bounding box around a place is covered.
        let covered = |x: f64, y: f64, reach: f64| {
            let range = |from: usize, length: usize, place: f64| {
                let first = from as f64 + (place - reach).max(0.0) * length as f64;
                let last = from as f64 + (place + reach).min(1.0) * length as f64;
                first.round() as usize..(last.round() as usize).max(first.round() as usize + 1)
            };
            let columns = range(left, width, x);
            let points = range(top, height, y).flat_map(|y| columns.clone().map(move |x| (x, y)));
            let points: Vec<_> = points.filter(|&(x, y)| x < self.side && y < self.side).collect();
            let is_mark = |&&(x, y): &&(usize, usize)| {
                self.in_middle[usize::from(self.parts[y * self.side + x])]
            };
            points.iter().filter(is_mark).count() as f64 / points.len().max(1) as f64
        };
        let corners = [(0.12, 0.12), (0.88, 0.12), (0.12, 0.88), (0.88, 0.88)];
        let middles = [(0.5, 0.08), (0.5, 0.92), (0.08, 0.5), (0.92, 0.5)];
        corners.iter().all(|&(x, y)| covered(x, y, 0.12) > 0.2)
            && middles.iter().all(|&(x, y)| covered(x, y, 0.08) < 0.3)
            && covered(0.5, 0.5, 0.1) > 0.4
    }
}
