//! The colour of each square, without the lines around it and without its mark.
//!
//! The most frequent colour near the corners is refined to the mean of the pixels near it. So marks, rounded corners and
//! the noise of compression change it little.

use super::grid::Lattice;
use super::image::{Colour, Image, distance};

/// Pixels this near to the colour of a square belong to it.
const NEAR: f32 = 30.0;

/// Samples per side of a square.
const SAMPLES: usize = 16;

/// A square of the lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) colour: Colour,
    /// The part of the corners that has the colour, from 0 to 1.
    pub(super) flat: f32,
    /// Whether its colour is that of hatching.
    pub(super) hatched: bool,
}

/// The squares of the lattice, row by row, the top row first.
pub(super) fn cells(image: &Image, lattice: &Lattice) -> Vec<Cell> {
    let size = lattice.size;
    (0..size * size).map(|cell| read(image, lattice, cell % size, cell / size)).collect()
}

fn read(image: &Image, lattice: &Lattice, col: usize, row: usize) -> Cell {
    let mut samples: Vec<Colour> = Vec::with_capacity(SAMPLES * SAMPLES);
    // Places near the corners, between 12 and 28 hundredths of the side from it: between the lines and the mark.
    let places: Vec<f64> = (0..SAMPLES / 2)
        .map(|at| 0.12 + 0.16 * (at as f64 + 0.5) / (SAMPLES / 2) as f64)
        .flat_map(|place| [place, 1.0 - place])
        .collect();
    for &y in &places {
        for &x in &places {
            samples.push(image.at(lattice.x.at(col as f64 + x), lattice.y.at(row as f64 + y)));
        }
    }
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

/// The middle of the fullest of 16 x 16 x 16 boxes of colours.
fn most_frequent(samples: &[Colour]) -> Colour {
    let key = |sample: &Colour| sample.map(|value| value as u8 >> 4);
    let mut keys: Vec<[u8; 3]> = samples.iter().map(key).collect();
    keys.sort_unstable();
    let groups = keys.chunk_by(|one, other| one == other);
    let fullest = groups.max_by_key(|group| group.len()).map_or([0; 3], |group| group[0]);
    fullest.map(|value| f32::from(value) * 16.0 + 8.0)
}
