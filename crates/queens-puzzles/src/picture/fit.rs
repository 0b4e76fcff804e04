//! Fits a lattice to the lines of a picture and compares it with them, square by square.
//!
//! Lines are profiles of mean colours across them. A line of the board changes the colour in the same way along a whole square; marks,
//! letters and the noise of compression do not.

use super::grid::{CUT, Edges, Lattice, Lines, tolerance};
use super::image::{Colour, Image, contrast, distance};

/// The smallest difference in a mean of many pixels, which has less noise.
pub(super) const MEAN_EDGE: f32 = 6.0;
/// The smallest difference at a line through a square. Compression causes fainter lines.
pub(super) const INNER_EDGE: f32 = 14.0;
/// The part of a square, across it, that no line may cross.
pub(super) const INNER: (f64, f64) = (0.22, 0.78);
/// The part of a square along which a line that crosses it can be seen.
pub(super) const ALONG: (f64, f64) = (0.06, 0.94);
/// Lattices with more squares that are crossed by lines are wrong.
pub(super) const MAX_CROSSED: f64 = 0.25;

/// The mean colours across one line of the lattice along one square: `reach` pixels to both sides.
pub(super) fn across(
    image: &Image,
    lattice: &Lattice,
    line: usize,
    row: usize,
    reach: f64,
) -> (usize, Vec<Colour>) {
    let place = lattice.x.at(line as f64);
    let row = row as f64;
    stretch(image, place, reach, lattice.y.at(row + 0.2), lattice.y.at(row + 0.8))
}

/// The mean colours across a vertical line between two heights, and the pixel column of the first.
pub(super) fn stretch(
    image: &Image,
    place: f64,
    reach: f64,
    top: f64,
    bottom: f64,
) -> (usize, Vec<Colour>) {
    let left = ((place - reach).floor().max(0.0) as usize).min(image.width - 1);
    let right = ((place + reach).ceil().max(1.0) as usize).clamp(left + 1, image.width);
    (left, image.profile(left, right - left, top, bottom))
}

/// Whether the colours of a profile differ.
fn has_edge(profile: &[Colour]) -> bool {
    let reach = |channel: usize| {
        let values = profile.iter().map(|colour| colour[channel]);
        let (least, most) = values.fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)));
        most - least
    };
    (0..3).any(|channel| reach(channel) >= MEAN_EDGE)
}

/// The lattice moved and scaled so that its inner lines are in the middle of the lines of the picture, and how far they are from there,
/// in squares. The steps say how far from its lines the picture is compared, relative to the tolerance.
pub(super) fn fitted(
    image: &Image,
    transposed: &Image,
    lattice: Lattice,
    steps: &[f64],
) -> (Lattice, f64) {
    steps.iter().fold((lattice, 0.0), |(lattice, _), step| {
        let reach = |lines: Lines| step * tolerance(lines.pitch) + 0.5;
        let (x, x_off) = fitted_lines(image, &lattice, reach(lattice.x));
        let (y, y_off) = fitted_lines(transposed, &lattice.transposed(), reach(lattice.y));
        (Lattice { x, y, ..lattice }, f64::max(x_off, y_off))
    })
}

/// The lines fitted to those of the picture, and their mean distance from these (root mean square), in squares.
fn fitted_lines(image: &Image, lattice: &Lattice, reach: f64) -> (Lines, f64) {
    let mut points: Vec<(f64, f64)> = Vec::new();
    for line in 1..lattice.size {
        let profiles: Vec<_> =
            (0..lattice.size).map(|row| across(image, lattice, line, row, reach)).collect();
        let strongest =
            profiles.iter().map(|(_, profile)| largest_step(profile)).fold(0.0, f32::max);
        // Weak changes are noise, or parts of marks.
        let mut middles: Vec<f64> = profiles
            .iter()
            .filter(|(_, profile)| largest_step(profile) >= (0.3 * strongest).max(0.5 * MEAN_EDGE))
            .filter_map(|(left, profile)| Some(*left as f64 + middle_of_edges(profile)?))
            .collect();
        if middles.is_empty() {
            continue;
        }
        middles.sort_by(f64::total_cmp);
        let middle = (middles[(middles.len() - 1) / 2] + middles[middles.len() / 2]) / 2.0;
        points.push((line as f64, middle));
    }
    // Least squares.
    let count = points.len() as f64;
    if count < 2.0 {
        return (lattice.x, 0.0);
    }
    let mean = |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / count;
    let (line, place) = (mean(|point| point.0), mean(|point| point.1));
    let slope = |point: &(f64, f64)| (point.0 - line) * (point.1 - place);
    let squares: f64 = points.iter().map(|point| (point.0 - line).powi(2)).sum();
    let pitch = points.iter().map(slope).sum::<f64>() / squares;
    if !(pitch / lattice.x.pitch - 1.0).abs().le(&0.1) {
        return (lattice.x, 0.5);
    }
    let lines = Lines { start: place - line * pitch, pitch };
    let off: f64 = points.iter().map(|&(line, place)| (lines.at(line) - place).powi(2)).sum();
    (lines, (off / count).sqrt() / pitch)
}

/// The largest change of a profile from one pixel to the next.
pub(super) fn largest_step(profile: &[Colour]) -> f32 {
    profile.windows(2).map(|pair| contrast(pair[0], pair[1])).fold(0.0, f32::max)
}

/// The middle between the first and the last strong change of a profile, in pixels from its left end.
pub(super) fn middle_of_edges(profile: &[Colour]) -> Option<f64> {
    let steps: Vec<f32> = profile.windows(2).map(|pair| contrast(pair[0], pair[1])).collect();
    let least = 0.35 * largest_step(profile);
    let strong = |&step: &f32| step >= least;
    let (first, last) = (steps.iter().position(strong)?, steps.iter().rposition(strong)?);
    // A change may be spread over several pixels: take its centre of mass.
    let centre = |range: std::ops::Range<usize>| {
        let mass: f32 = steps[range.clone()].iter().sum();
        let moment: f32 = range.map(|at| (at as f32 + 1.0) * steps[at]).sum();
        f64::from(moment / mass)
    };
    let first_end = first + steps[first..].iter().take_while(|&step| strong(step)).count();
    let last_start =
        last + 1 - steps[..=last].iter().rev().take_while(|&step| strong(step)).count();
    Some((centre(first..first_end) + centre(last_start..last + 1)) / 2.0)
}

/// How well a lattice fits.
pub(super) struct Fit {
    pub(super) score: f64,
    /// The part of the inner lines that can be seen.
    present: f64,
    /// The smallest difference of colours at a line that continues outside.
    outside: f32,
    pub(super) confidence: f64,
}

impl Fit {
    /// `None` if it does not fit at all.
    pub(super) fn of(
        (image, transposed): (&Image, &Image),
        (vertical, horizontal): (&Edges, &Edges),
        lattice: &Lattice,
        off: f64,
    ) -> Option<Self> {
        let flipped = lattice.transposed();
        let size = lattice.size;
        let inside = |image: &Image, lines: &Lines| {
            let slack = CUT * lines.pitch + 1.0;
            lines.at(0.0) > -slack && lines.at(size as f64) < image.width as f64 + slack
        };
        if !inside(image, &lattice.x) || !inside(transposed, &lattice.y) {
            return None;
        }
        let ratio = lattice.x.pitch / lattice.y.pitch;
        if !(0.93..1.075).contains(&ratio) {
            return None;
        }
        let mut present = 0;
        let mut strengths = Vec::new();
        let mut outer = f64::MAX;
        // How strong the inner lines are in the first and in the last row and column.
        let mut ends: [Vec<f32>; 4] = Default::default();
        for (direction, (image, lattice)) in
            [(image, lattice), (transposed, &flipped)].into_iter().enumerate()
        {
            for line in 0..=size {
                let count = (0..size).filter(|&row| is_there(image, lattice, line, row)).count();
                if line == 0 || line == size {
                    outer = outer.min(count as f64 / size as f64);
                } else if count == 0 {
                    return None;
                } else {
                    present += count;
                    let reach = tolerance(lattice.x.pitch);
                    let strength = |row| largest_step(&across(image, lattice, line, row, reach).1);
                    let strength: Vec<f32> = (0..size).map(strength).collect();
                    ends[2 * direction].push(strength[0]);
                    ends[2 * direction + 1].push(strength[size - 1]);
                    strengths.extend(strength.into_iter().filter(|&step| step >= MEAN_EDGE));
                }
            }
        }
        if outer < 0.5 {
            return None;
        }
        // A line through a square is about as strong as the other lines.
        strengths.sort_by(f32::total_cmp);
        let weak = strengths.get(strengths.len() / 4).copied().unwrap_or_default();
        let present = present as f64 / (2 * size * (size - 1)) as f64;
        // A row or column without lines is a part of the page, or all of it is in one region.
        let seen = |least: f32| {
            let share = |end: &Vec<f32>| {
                end.iter().filter(|&&step| step >= least).count() as f64 / (size - 1) as f64
            };
            ends.iter().map(share).fold(1.0, f64::min)
        };
        if present > 0.9 && seen(MEAN_EDGE) < 0.5 {
            return None;
        }
        let seen = seen(MEAN_EDGE.max(0.3 * weak));
        let whole = 0.6 + 0.4 * (seen / (0.4 * present)).min(1.0);
        let least = INNER_EDGE.max(0.5 * weak);
        let mut crossed = 0;
        for cell in 0..size * size {
            let (col, row) = (cell % size, cell / size);
            let is_crossed = vertical.cross_square(lattice, col, row)
                && has_inner_line(image, lattice, col, row, least)
                || horizontal.cross_square(&flipped, row, col)
                    && has_inner_line(transposed, &flipped, row, col, least);
            crossed += usize::from(is_crossed);
            if crossed as f64 > MAX_CROSSED * (size * size) as f64 {
                return None;
            }
        }
        let (cells, crossed) = ((size * size) as f64, crossed as f64);
        // A part of the board would fit as well as the whole, so the largest one is taken.
        let clear = 1.0 - 3.0 * (crossed / cells - 0.03).max(0.0);
        // Lines that are drawn are in their places to about a pixel.
        let off = (off - 1.0 / lattice.pitch()).max(0.0);
        let regular = (1.0 - (ratio - 1.0).abs() * 3.0) * (1.0 - 4.0 * off).max(0.0);
        let score = lattice.area() * (0.2 + present) * (outer * regular).powi(2) * clear * whole;
        let confidence = clear * (outer + 0.15).min(1.0) * regular * whole;
        Some(Self { score, present, outside: MEAN_EDGE.max(0.2 * weak), confidence })
    }
}

/// Whether a line of the lattice can be seen along a square. The border of the picture counts as a line.
fn is_there(image: &Image, lattice: &Lattice, line: usize, row: usize) -> bool {
    let place = lattice.x.at(line as f64);
    let slack = CUT * lattice.x.pitch + 1.0;
    if line == 0 && place < slack || line == lattice.size && place > image.width as f64 - slack {
        return true;
    }
    // The border of a square is half a gap away from the line.
    let reach = 1.5 * tolerance(lattice.x.pitch);
    has_edge(&across(image, lattice, line, row, reach).1)
}

/// Whether a vertical line runs through a square.
pub(super) fn has_inner_line(
    image: &Image,
    lattice: &Lattice,
    col: usize,
    row: usize,
    least: f32,
) -> bool {
    let (col, row) = (col as f64, row as f64);
    let (left, right) = (lattice.x.at(col + INNER.0), lattice.x.at(col + INNER.1));
    let heights = (lattice.y.at(row + ALONG.0), lattice.y.at(row + ALONG.1));
    has_line(image, (left + right) / 2.0, (right - left) / 2.0, heights, least)
}

/// Whether a vertical line near a place runs from one height to another. It changes the colour in the same way everywhere; marks,
/// letters and the noise of compression do not. Half way, the colours of the squares may change.
fn has_line(image: &Image, place: f64, reach: f64, (top, bottom): (f64, f64), least: f32) -> bool {
    const BANDS: usize = 10;
    let band = (bottom - top) / BANDS as f64;
    let steps = |at: usize| {
        let top = top + at as f64 * band;
        let (_, profile) = stretch(image, place, reach, top, top + band);
        let step = |pair: &[Colour]| [0, 1, 2].map(|channel| pair[2][channel] - pair[0][channel]);
        profile.windows(3).map(step).collect::<Vec<Colour>>()
    };
    let bands: Vec<Vec<Colour>> = (0..BANDS).map(steps).collect();
    let size = |step: Colour| contrast(step, [0.0; 3]);
    (0..bands[0].len()).any(|at| {
        bands.chunks(BANDS / 2).all(|half| {
            let strongest = half.iter().map(|steps| steps[at]);
            let strongest = strongest.max_by(|&one, &other| size(one).total_cmp(&size(other)));
            let strongest = strongest.unwrap_or_default();
            let least = least.max(0.5 * size(strongest));
            half.iter().all(|steps| {
                let along: f32 = steps[at].iter().zip(strongest).map(|(a, b)| a * b).sum();
                along > 0.0 && size(steps[at]) >= least
            })
        })
    })
}

/// Whether the lattice continues outside: the board is cut off, not square or too large.
pub(super) fn continues(image: &Image, transposed: &Image, lattice: &Lattice, fit: &Fit) -> bool {
    let flipped = lattice.transposed();
    [(image, lattice), (transposed, &flipped)].into_iter().any(|(image, lattice)| {
        let size = lattice.size as f64;
        let (height, pitch) = (image.height as f64, lattice.y.pitch);
        // What is visible above the first row and below the last one, at most one square.
        let above = ((lattice.y.at(0.0) / pitch).min(1.0), 0, -1.0);
        let below = (((height - lattice.y.at(size)) / pitch).min(1.0), lattice.size, 1.0);
        [above, below].into_iter().any(|(visible, line, direction)| {
            if visible < CUT {
                return false;
            }
            let from = lattice.y.at(line as f64);
            // The corners of squares may be rounded.
            let (near, far) = if visible > 0.8 { (0.3, 0.7) } else { (0.55, 0.95) };
            let [near, far] = [near, far].map(|part| from + direction * part * visible * pitch);
            let heights = (near.min(far), near.max(far));
            let next_to_it = from + direction * (0.17 * pitch).min(0.6 * visible * pitch);
            let reach = tolerance(lattice.x.pitch);
            let lines = (1..lattice.size).filter(|&line| {
                has_line(image, lattice.x.at(line as f64), reach, heights, fit.outside)
            });
            // Letters above the board, or a button below it, may have edges at some of the lines.
            lines.count() as f64 > 0.6 * fit.present * (size - 1.0) + 1.0
                || [next_to_it, (near + far) / 2.0]
                    .into_iter()
                    .any(|height| colours_continue(image, lattice, line, direction, height))
        })
    })
}

/// Whether the colours at a height above or below the lattice are those of the squares in its first or last row: at least half of them,
/// in several colours. A page has only one of these colours.
fn colours_continue(
    image: &Image,
    lattice: &Lattice,
    line: usize,
    direction: f64,
    height: f64,
) -> bool {
    /// Colours that are nearer are the same.
    const SAME: f32 = 20.0;
    /// Colours that are farther apart are certainly different.
    const DIFFERENT: f32 = 45.0;
    let inside = lattice.y.at(line as f64) - direction * 0.2 * lattice.y.pitch;
    let mut same = Vec::new();
    for col in 0..lattice.size {
        // Away from a mark in the middle.
        let colour = |y: f64| image.at(lattice.x.at(col as f64 + 0.25), y);
        let (one, other) = (colour(inside), colour(height));
        if distance(one, other) < SAME {
            same.push(one);
        }
    }
    2 * same.len() >= lattice.size
        && same.iter().any(|&colour| distance(colour, same[0]) > DIFFERENT)
}
