//! The colour of each square, without the lines around it and without its mark.
//!
//! The most frequent colour near the sides is refined to the mean of the pixels near it. So marks, rounded corners and
//! the noise of compression change it little.

use super::grid::Lattice;
use super::image::{Colour, Image, distance};

/// Pixels this near to the colour of a square belong to it.
const NEAR: f32 = 30.0;

/// Samples per side of a square.
const SAMPLES: usize = 20;

/// A square of the lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) colour: Colour,
    /// The part near the sides that has the colour, from 0 to 1.
    pub(super) flat: f32,
    /// Whether its colour is that of hatching.
    pub(super) hatched: bool,
}

/// Whether most squares have no even colour. Noise may look like hatching or marks.
pub(super) fn are_noisy(cells: &[Cell]) -> bool {
    /// The part of a square with rounded corners and a mark that has its colour is larger.
    const EVEN: f32 = 0.6;
    let plain = || cells.iter().filter(|cell| !cell.hatched);
    2 * plain().filter(|cell| cell.flat < EVEN).count() > plain().count()
}

/// The squares of the lattice, row by row, the top row first.
pub(super) fn cells(image: &Image, lattice: &Lattice) -> Vec<Cell> {
    let size = lattice.size;
    (0..size * size).map(|cell| read(image, lattice, cell % size, cell / size)).collect()
}

/// The colours of a square near its corners and sides, but not as near as its lines. An X covers a part of the corners, a large disc a
/// part of the middles of the sides.
pub(super) fn near_sides(image: &Image, lattice: &Lattice, col: usize, row: usize) -> Vec<Colour> {
    let place = |at: usize| 0.12 + 0.76 * (at as f64 + 0.5) / SAMPLES as f64;
    let within = |place: f64, reach: f64| place < reach || place > 1.0 - reach;
    let is_near = |&(x, y): &(f64, f64)| {
        within(x, 0.26) && within(y, 0.26) || within(x, 0.15) || within(y, 0.15)
    };
    (0..SAMPLES * SAMPLES)
        .map(|at| (place(at % SAMPLES), place(at / SAMPLES)))
        .filter(is_near)
        .map(|(x, y)| image.at(lattice.x.at(col as f64 + x), lattice.y.at(row as f64 + y)))
        .collect()
}

fn read(image: &Image, lattice: &Lattice, col: usize, row: usize) -> Cell {
    let samples = near_sides(image, lattice, col, row);
    let mut colour = most_frequent(&samples);
    let mut flat = 0;
    for _ in 0..3 {
        let near = samples.iter().filter(|&&sample| distance(sample, colour) < NEAR);
        let (mut sum, mut count) = ([0.0_f32; 3], 0);
        for sample in near {
            sum = [sum[0] + sample[0], sum[1] + sample[1], sum[2] + sample[2]];
            count += 1;
        }
        if count > 0 {
            colour = sum.map(|sum| sum / count as f32);
        }
        flat = count;
    }
    Cell { colour, flat: flat as f32 / samples.len() as f32, hatched: false }
}

/// The sample with the most others near it.
fn most_frequent(samples: &[Colour]) -> Colour {
    let near = |one: Colour| samples.iter().filter(|&&other| distance(one, other) < NEAR).count();
    samples.iter().step_by(3).copied().max_by_key(|&one| near(one)).unwrap_or_default()
}
