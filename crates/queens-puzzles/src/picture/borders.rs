//! The width of the line between each two adjacent squares.
//!
//! The colours across a line are averaged along it. What is neither the colour of one square nor of the other, nor a mixture of both,
//! belongs to the line; its amount divided by the contrast of the thickest lines is the width. The widths are divided into thin and
//! thick ones if they form two clearly separate groups.

use super::colours::Cell;
use super::fit::across;
use super::grid::Lattice;
use super::image::{Colour, Image, distance};

/// The lines between adjacent squares.
pub(super) struct Borders {
    size: usize,
    /// The lines to the right of each square and below it, in pixels.
    widths: [Vec<f32>; 2],
    /// The means of thin and thick lines, if there are both.
    groups: Option<(f32, f32)>,
}

impl Borders {
    /// How thick the line to the right of a square (0) or below it (1) is: from 0 for thin to 1 for thick. `None` if all lines are
    /// alike.
    pub(super) fn thick(&self, direction: usize, cell: usize) -> Option<f32> {
        let (thin, thick) = self.groups?;
        let place = (self.widths[direction][cell] - thin) / (thick - thin);
        Some(((place - 0.35) / 0.3).clamp(0.0, 1.0))
    }

    /// The part of a square on each side that its lines may cover, relative to its side.
    pub(super) fn inset(&self, lattice: &Lattice) -> f64 {
        let size = self.size;
        let mut widths = inner(&self.widths, size);
        widths.sort_by(f32::total_cmp);
        let widest = widths.get(widths.len() * 9 / 10).map_or(0.0, |&width| f64::from(width));
        ((widest / 2.0 + 1.0) / lattice.pitch()).clamp(0.05, 0.16)
    }
}

/// Whether a square has a line to its right (0) or below it (1).
fn has_line(direction: usize, cell: usize, size: usize) -> bool {
    [cell % size, cell / size][direction] + 1 < size
}

/// The values of all lines.
fn inner<T: Copy>(values: &[Vec<T>; 2], size: usize) -> Vec<T> {
    let of = |direction: usize| {
        let cells = (0..size * size).filter(move |&cell| has_line(direction, cell, size));
        cells.map(move |cell| values[direction][cell])
    };
    of(0).chain(of(1)).collect()
}

/// Measures the lines between all squares.
pub(super) fn measure(
    image: &Image,
    transposed: &Image,
    lattice: &Lattice,
    cells: &[Cell],
) -> Borders {
    let size = lattice.size;
    let flipped = lattice.transposed();
    let reach = (0.13 * lattice.pitch()).max(2.0);
    let next = [1, size];
    // The amount of each line, and its colour where it differs most from the squares.
    let amount_at = |direction: usize, cell: usize| {
        if !has_line(direction, cell, size) {
            return (0.0, [0.0; 3]);
        }
        let (image, lattice, line, row) = match direction {
            0 => (image, lattice, cell % size + 1, cell / size),
            _ => (transposed, &flipped, cell / size + 1, cell % size),
        };
        let (left, profile) = across(image, lattice, line, row, reach);
        let middle = lattice.x.at(line as f64) - left as f64;
        amount(&profile, middle, cells[cell].colour, cells[cell + next[direction]].colour)
    };
    let amounts: [Vec<(f32, Colour)>; 2] =
        [0, 1].map(|direction| (0..size * size).map(|cell| amount_at(direction, cell)).collect());
    let mut strongest = inner(&amounts, size);
    strongest.sort_by(|one, other| one.0.total_cmp(&other.0));
    let ink = strongest[strongest.len() * 9 / 10].1;
    let widths: [Vec<f32>; 2] = [0, 1].map(|direction| {
        let width = |cell: usize| {
            if !has_line(direction, cell, size) {
                return 0.0;
            }
            let other = cells[cell + next[direction]].colour;
            let contrast = from_mixture(ink, cells[cell].colour, other);
            amounts[direction][cell].0 / contrast.max(60.0)
        };
        (0..size * size).map(width).collect()
    });
    let mut sorted = inner(&widths, size);
    sorted.sort_by(f32::total_cmp);
    Borders { size, widths, groups: groups(&sorted) }
}

/// How much of a profile around its middle is neither of the two colours nor a mixture, and the colour that differs most from them.
fn amount(profile: &[Colour], middle: f64, one: Colour, other: Colour) -> (f32, Colour) {
    /// Smaller deviations are noise.
    const NOISE: f32 = 7.0;
    let deviations: Vec<f32> =
        profile.iter().map(|&pixel| from_mixture(pixel, one, other)).collect();
    // The line is the part around the middle without interruption, so that a mark near the line does not count.
    let middle = (middle as usize).min(profile.len() - 1);
    let near = middle.saturating_sub(2)..(middle + 3).min(profile.len());
    let Some(start) = near.max_by(|&one, &other| deviations[one].total_cmp(&deviations[other]))
    else {
        return (0.0, one);
    };
    let noisy = |&(_, deviation): &(usize, &f32)| *deviation > NOISE;
    let after = deviations.iter().enumerate().skip(start).take_while(noisy);
    let before = deviations.iter().enumerate().take(start).rev().take_while(noisy);
    let line = || after.clone().chain(before.clone());
    let sum = line().map(|(_, deviation)| deviation - NOISE).sum();
    let most = line().max_by(|one, other| one.1.total_cmp(other.1));
    (sum, most.map_or(one, |(at, _)| profile[at]))
}

/// The distance of a colour from the nearest mixture of two others.
fn from_mixture(pixel: Colour, one: Colour, other: Colour) -> f32 {
    let minus = |a: Colour, b: Colour| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let times = |a: Colour, b: Colour| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let direction = minus(other, one);
    let length = times(direction, direction);
    if length < 1.0 {
        return distance(pixel, one);
    }
    let share = (times(minus(pixel, one), direction) / length).clamp(0.0, 1.0);
    let mixture = [0, 1, 2].map(|channel| one[channel] + share * direction[channel]);
    distance(pixel, mixture)
}

/// The means of the two groups that sorted widths form, if they are clearly separate.
fn groups(sorted: &[f32]) -> Option<(f32, f32)> {
    let sum = |widths: &[f32]| widths.iter().sum::<f32>();
    let mean = |widths: &[f32]| sum(widths) / widths.len() as f32;
    let spread = |widths: &[f32]| {
        let mean = mean(widths);
        (widths.iter().map(|width| (width - mean).powi(2)).sum::<f32>() / widths.len() as f32)
            .sqrt()
    };
    // The cut with the largest variance between the groups. A board has at least N - 1 lines between regions.
    let count = sorted.len();
    let total = sum(sorted);
    let mut below = 0.0;
    let mut best = (0.0, 0);
    for cut in 1..count {
        below += sorted[cut - 1];
        let (thin, thick) = (below / cut as f32, (total - below) / (count - cut) as f32);
        let between = (thick - thin).powi(2) * cut as f32 * (count - cut) as f32;
        if between > best.0 {
            best = (between, cut);
        }
    }
    let (thin, thick) = sorted.split_at(best.1);
    if thin.is_empty() || thick.len() < 3 {
        return None;
    }
    let (low, high) = (mean(thin), mean(thick));
    let step = high - low;
    let is_clear = step >= 0.4
        && step >= 0.5 * low
        && spread(thin) <= 0.22 * step
        && spread(thick) <= 0.3 * step;
    is_clear.then_some((low, high))
}
