//! The marks on the squares.
//!
//! The pixels of a square that differ from its colour are grouped into connected parts. Parts that reach the middle are the mark; the
//! others are lines or rounded corners. A large mark is a queen. A small one, or an X of any size, is a cross. A square that is covered
//! with stripes up to its border is hatched.

use super::colours::Cell;
use super::grid::Lattice;
use super::image::{Image, contrast};

/// Pixels that differ less from the colour of the square do not belong to a mark.
const DIFFERS: f32 = 34.0;
/// Pixels that differ less than this part of the strongest contrast are blurred borders of the mark, or noise around it.
const BLURRED: f32 = 0.4;
/// Marks with less contrast are unclear.
const FAINT: f32 = 60.0;
/// Stripes differ at least this much from the colour between them.
const STRIPES: f32 = 26.0;
/// Larger marks are queens, smaller ones crosses, relative to the side of the square.
const QUEEN: f64 = 0.44;
/// Sizes within this distance of [`QUEEN`] are unclear.
const UNCLEAR: f64 = 0.035;
/// The largest side of the drawing of a square, in points.
const MOST_POINTS: usize = 48;

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
    pub(super) confidence: f64,
}

/// Reads the marks of all squares, and notes which are hatched. Lines cover at most the part `inset` of a square on each side.
pub(super) fn read(image: &Image, lattice: &Lattice, cells: &mut [Cell], inset: f64) -> Vec<Mark> {
    let size = lattice.size;
    let marks = cells.iter_mut().enumerate().map(|(at, cell)| {
        let place = (at % size, at / size);
        let shape = |least| Shape::of(image, lattice, place, cell, inset, least);
        let mark = if cell.flat < 0.85 && shape(STRIPES).is_everywhere() {
            Mark { kind: Kind::Hatched, confidence: 1.0 }
        } else {
            let strongest = strongest(image, lattice, place, cell);
            let mark = shape(DIFFERS.max(BLURRED * strongest)).mark();
            let faint = mark.kind != Kind::None && strongest < FAINT;
            Mark { confidence: if faint { 0.6 } else { mark.confidence }, ..mark }
        };
        cell.hatched = mark.kind == Kind::Hatched;
        mark
    });
    marks.collect()
}

/// The strongest contrast to the colour of a square, in its middle.
fn strongest(image: &Image, lattice: &Lattice, (col, row): (usize, usize), cell: &Cell) -> f32 {
    const POINTS: usize = 24;
    let place = |point: usize| 0.25 + 0.5 * (point as f64 + 0.5) / POINTS as f64;
    let contrasts = (0..POINTS * POINTS).map(|at| {
        let x = lattice.x.at(col as f64 + place(at % POINTS));
        let y = lattice.y.at(row as f64 + place(at / POINTS));
        contrast(image.at(x, y), cell.colour)
    });
    contrasts.fold(0.0, f32::max)
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
        cell: &Cell,
        inset: f64,
        least: f32,
    ) -> Self {
        let side = (lattice.pitch().round() as usize).clamp(12, MOST_POINTS);
        let place = |point: usize| (point as f64 + 0.5) / side as f64;
        let inside = |point: usize| (inset..1.0 - inset).contains(&place(point));
        let mut parts = vec![0_u16; side * side];
        for (at, part) in parts.iter_mut().enumerate() {
            let (x, y) = (at % side, at / side);
            if inside(x) && inside(y) {
                let (x, y) =
                    (lattice.x.at(col as f64 + place(x)), lattice.y.at(row as f64 + place(y)));
                *part = u16::from(contrast(image.at(x, y), cell.colour) > least) * u16::MAX;
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
            return Mark { kind: Kind::None, confidence: 1.0 };
        }
        let reach = |value: fn((usize, usize)) -> usize| {
            let (least, most) = (points().map(value).min(), points().map(value).max());
            (least.unwrap_or_default(), most.unwrap_or_default())
        };
        let (xs, ys) = (reach(|point| point.0), reach(|point| point.1));
        let length = (xs.1 - xs.0 + 1).max(ys.1 - ys.0 + 1) as f64 / side as f64;
        let kind = match length >= QUEEN && !self.is_x(xs, ys) {
            true => Kind::Queen,
            false => Kind::Cross,
        };
        let unclear = !self.is_x(xs, ys) && (length - QUEEN).abs() < UNCLEAR;
        // A faint trace in a square may be noise, and a thin ring or line is no queen.
        let faint = kind == Kind::Cross && area < 0.008 || kind == Kind::Queen && area < 0.05;
        let confidence = if unclear || faint { 0.6 } else { 1.0 };
        Mark { kind, confidence }
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
        let sides = [(0.5, 0.08), (0.5, 0.92), (0.08, 0.5), (0.92, 0.5)];
        corners.iter().all(|&(x, y)| covered(x, y, 0.12) > 0.2)
            && sides.iter().all(|&(x, y)| covered(x, y, 0.08) < 0.3)
            && covered(0.5, 0.5, 0.1) > 0.4
    }
}
