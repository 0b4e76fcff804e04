//! How far the lines of a picture are from being parallel to its sides.
//!
//! [`Skew::of`] follows the lines of a lattice from square to square. The median of the slopes between squares that are far apart is not
//! changed by single squares, whose marks or gaps may be mistaken for lines. A rotation moves vertical and horizontal lines in opposite
//! directions; what remains is a distortion.
//!
//! [`tilt`] needs no lattice: the lines are sharp in a projection along them, so the angle with the sharpest projections is the tilt.

use super::fit::{MEAN_EDGE, largest_step, middle_of_edges, stretch};
use super::grid::{Lattice, tolerance};
use super::image::{Image, contrast};
use crate::PictureError;

/// How far the lines of a board that is read may drift from one side to the other, in squares. Lattices fit boards with a larger
/// drift badly, and parts of them well.
const MAX_DRIFT: f64 = 0.12;

/// The slopes of the lines of a lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skew {
    /// How far vertical lines go to the right per pixel down.
    right: f64,
    /// How far horizontal lines go down per pixel to the right.
    down: f64,
    /// How far the lines drift from one side of the board to the other, in squares.
    drift: f64,
}

impl Skew {
    pub(super) fn of(image: &Image, transposed: &Image, lattice: &Lattice) -> Self {
        let (right, down) = (slope(image, lattice), slope(transposed, &lattice.transposed()));
        let ratio = lattice.y.pitch / lattice.x.pitch;
        let drift = lattice.size as f64 * (right * ratio).abs().max((down / ratio).abs());
        Self { right, down, drift }
    }

    /// Why the picture is refused, if the lines are too far from being parallel to its sides.
    pub(super) fn error(self) -> Option<PictureError> {
        if self.drift < MAX_DRIFT {
            return None;
        }
        let (rotation, shear) = ((self.down - self.right) / 2.0, (self.down + self.right) / 2.0);
        Some(match rotation.abs() > 2.0 * shear.abs() {
            true => tilted(rotation.atan().to_degrees()),
            false => PictureError::Distorted,
        })
    }
}

fn tilted(degrees: f64) -> PictureError {
    PictureError::Tilted { tenths: (degrees * 10.0).round() as i32 }
}

/// How far the vertical lines of a lattice go to the right per pixel down.
fn slope(image: &Image, lattice: &Lattice) -> f64 {
    let size = lattice.size;
    let least = (size / 3).max(2);
    let mut slopes = Vec::new();
    for line in 0..=size {
        let places = followed(image, lattice, line);
        for (at, &(row, place)) in places.iter().enumerate() {
            let far = places[at + 1..].iter().filter(|(other, _)| other - row >= least);
            slopes.extend(far.map(|&(other, there)| (there - place) / (other - row) as f64));
        }
    }
    slopes.sort_by(f64::total_cmp);
    slopes.get(slopes.len() / 2).map_or(0.0, |slope| slope / lattice.y.pitch)
}

/// The rows in which a vertical line can be seen, and its places there. Each row is searched near the place in the row before.
fn followed(image: &Image, lattice: &Lattice, line: usize) -> Vec<(usize, f64)> {
    let reach = 1.2 * tolerance(lattice.x.pitch) + 0.5;
    let follow = |rows: &mut dyn Iterator<Item = usize>| {
        let mut place = lattice.x.at(line as f64);
        let mut places = Vec::new();
        for row in rows {
            let heights = (lattice.y.at(row as f64 + 0.2), lattice.y.at(row as f64 + 0.8));
            let (left, profile) = stretch(image, place, reach, heights.0, heights.1);
            if largest_step(&profile) >= MEAN_EDGE
                && let Some(middle) = middle_of_edges(&profile)
            {
                place = left as f64 + middle;
                places.push((row, place));
            }
        }
        places
    };
    let middle = lattice.size / 2;
    let mut places = follow(&mut (0..middle).rev());
    places.reverse();
    places.extend(follow(&mut (middle..lattice.size)));
    places
}

/// The tilt of a picture without a readable board, if both vertical and horizontal lines are sharper along a tilted direction.
pub(super) fn tilt(image: &Image, transposed: &Image) -> Option<PictureError> {
    /// Tenths of a degree.
    const MAX_TENTHS: i32 = 150;
    /// How much sharper the lines must be than in the upright picture.
    const SHARPER: f64 = 1.3;
    let (vertical, horizontal) = (edge_points(image), edge_points(transposed));
    let sharpness = |tenths: i32| {
        let slope = (f64::from(tenths) / 10.0).to_radians().tan();
        // A clockwise rotation moves the lower end of vertical lines to the left.
        (projected(&vertical, -slope), projected(&horizontal, slope))
    };
    let sharpest = |range: &mut dyn Iterator<Item = i32>| {
        range
            .map(|tenths| (tenths, sharpness(tenths)))
            .max_by(|(_, one), (_, other)| (one.0 + one.1).total_cmp(&(other.0 + other.1)))
    };
    let (coarse, _) = sharpest(&mut (-MAX_TENTHS..=MAX_TENTHS).step_by(3))?;
    let (tenths, best) = sharpest(&mut (coarse - 3..=coarse + 3))?;
    let upright = sharpness(0);
    let is_sharper = best.0 > SHARPER * upright.0 && best.1 > SHARPER * upright.1;
    is_sharper.then_some(PictureError::Tilted { tenths })
}

/// Points at which the colour changes from left to right: some of them, if there are many.
fn edge_points(image: &Image) -> Vec<(f64, f64)> {
    const MAX_POINTS: usize = 20_000;
    const EDGE: f32 = 24.0;
    let mut points = Vec::new();
    for y in 0..image.height {
        let row = image.row(y);
        for x in 1..image.width.saturating_sub(1) {
            let (left, right) = (row[x - 1].map(f32::from), row[x + 1].map(f32::from));
            if contrast(left, right) >= EDGE {
                points.push((x as f64, y as f64));
            }
        }
    }
    let step = points.len().div_ceil(MAX_POINTS).max(1);
    points.into_iter().step_by(step).collect()
}

/// How sharp the points are if they are projected along a direction: the sum of the squares of the numbers in each column of pixels.
fn projected(points: &[(f64, f64)], slope: f64) -> f64 {
    let place = |&(x, y): &(f64, f64)| x - slope * y;
    let least = points.iter().map(place).fold(f64::MAX, f64::min);
    let mut columns: Vec<u32> = Vec::new();
    for point in points {
        let column = (place(point) - least) as usize;
        if columns.len() <= column {
            columns.resize(column + 1, 0);
        }
        columns[column] += 1;
    }
    columns.iter().map(|&count| f64::from(count).powi(2)).sum()
}
