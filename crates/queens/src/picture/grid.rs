//! Finds the lattice of squares in a picture.
//!
//! Vertical and horizontal edges that continue for several pixels are collected. Pairs of strong vertical lines are tried as the left
//! and right side of a board of each size: there must be an edge at each multiple of the width of a square. The top side is found by
//! sliding the same lattice down. The best candidates are fitted to the lines between the squares and compared square by square: the
//! lines must be there, no other line may cross the squares, and the lattice must not continue outside.
//!
//! Work: O(pixels), and a few hundred candidates of O(height + N^2) each.

use super::SIZES;
use super::image::{Colour, Image, contrast};
use crate::{Error, PictureError};

/// The smallest difference between two pixels at an edge, in one channel.
const EDGE: u8 = 11;
/// The smallest difference in a mean of many pixels, which has less noise.
const MEAN_EDGE: f32 = 6.0;
/// The smallest difference at a line through a square. Compression causes fainter lines.
const INNER_EDGE: f32 = 14.0;
/// Shorter edges are letters or noise.
const SHORTEST_EDGE: u32 = 6;
/// The smallest width of a square in pixels.
const LEAST_PITCH: f64 = 11.5;
/// How many lines are tried as the left or right side.
const MOST_SIDES: usize = 96;
/// How many pairs of sides are compared with the rows, for each size.
const MOST_PAIRS: usize = 30;
/// How many candidates are compared square by square, for each size.
const MOST_CANDIDATES: usize = 8;
/// How many lattices are returned.
const MOST_FOUND: usize = 8;
/// How far a line may be from its place, in squares. Gaps and thick frames move lines.
const TOLERANCE: f64 = 0.085;
/// How much of the outer squares may be cut off, in squares.
const CUT: f64 = 0.12;

/// Equally spaced lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lines {
    start: f64,
    pub(super) pitch: f64,
}

impl Lines {
    /// Whether the first and the last line of both are at about the same places.
    fn is_near(self, other: Self, last: usize) -> bool {
        let apart = |line: usize| (self.at(line as f64) - other.at(line as f64)).abs();
        apart(0).max(apart(last)) < 0.1 * self.pitch
    }

    /// The place of a line; fractions are between lines.
    pub(super) fn at(&self, line: f64) -> f64 {
        self.start + line * self.pitch
    }
}

/// A lattice of `size` x `size` squares, the first square at the top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lattice {
    pub(super) size: usize,
    pub(super) x: Lines,
    pub(super) y: Lines,
}

impl Lattice {
    /// The same lattice in the transposed picture.
    pub(super) fn transposed(&self) -> Self {
        Self { size: self.size, x: self.y, y: self.x }
    }

    /// Whether the corners of both are at about the same places.
    fn is_near(&self, other: &Self) -> bool {
        let near = |one: Lines, other: Lines| one.is_near(other, self.size);
        self.size == other.size && near(self.x, other.x) && near(self.y, other.y)
    }

    /// The smaller side of a square, in pixels.
    pub(super) fn pitch(&self) -> f64 {
        self.x.pitch.min(self.y.pitch)
    }
}

/// A lattice in a picture.
pub(super) struct Found {
    pub(super) lattice: Lattice,
    pub(super) confidence: f64,
    score: f64,
}

/// The best lattices of a picture, the best one first. `transposed` is the picture with rows and columns exchanged.
pub(super) fn find(image: &Image, transposed: &Image) -> Result<Vec<Found>, Error> {
    let least = *SIZES.start() as f64 * LEAST_PITCH;
    if (image.width.min(image.height) as f64) < least {
        return Err(PictureError::NoGrid.into());
    }
    let (vertical, horizontal) = (Edges::of(image), Edges::of(transposed));
    let whole = vertical.lengths(0, image.height);
    let mut candidates = Vec::new();
    for side in sides(&whole, image.height) {
        let (left, right) = (side.x.at(0.0), side.x.at(side.size as f64));
        let lengths = horizontal.lengths(left as usize, right as usize);
        candidates.extend(side.tops(&lengths));
    }
    candidates.sort_by(|one, other| other.score.total_cmp(&one.score));
    let (mut found, mut cut): (Vec<Found>, Vec<Found>) = (Vec::new(), Vec::new());
    let mut tried: Vec<Lattice> = Vec::new();
    for candidate in candidates {
        let size = candidate.lattice.size;
        if tried.iter().filter(|other| other.size == size).count() == MOST_CANDIDATES {
            continue;
        }
        let lattice = fitted(image, transposed, candidate.lattice);
        if tried.iter().any(|other| other.is_near(&lattice)) {
            continue;
        }
        tried.push(lattice);
        let Some(fit) = Fit::of(image, transposed, &lattice) else { continue };
        let list = match continues(image, transposed, &lattice, fit.present) {
            true => &mut cut,
            false => &mut found,
        };
        list.push(Found { lattice, confidence: fit.confidence, score: fit.score });
    }
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    let best = found.first().map_or(0.0, |found| found.score);
    // Where lines are few, a wrong lattice may score higher; its regions are then wrong. But a part of a board that is cut off must
    // not be taken for a board.
    let largest_cut = cut.iter().map(|cut| cut.score).fold(0.0, f64::max);
    found.retain(|found| found.score >= (0.3 * best).max(0.6 * largest_cut));
    found.truncate(MOST_FOUND);
    match found.is_empty() {
        false => Ok(found),
        true if !cut.is_empty() => Err(PictureError::CutOff.into()),
        true => Err(PictureError::NoGrid.into()),
    }
}

/// The vertical edges of a picture that continue for several pixels.
struct Edges {
    width: usize,
    /// For each row and column, the number of edge pixels above.
    above: Vec<u32>,
}

impl Edges {
    fn of(image: &Image) -> Self {
        let (width, height) = (image.width, image.height);
        let mut above = vec![0_u32; width * (height + 1)];
        let mut run = vec![0_u32; width];
        for y in 0..=height {
            for x in 1..width - 1 {
                let is_edge = y < height && {
                    let row = image.row(y);
                    let (left, right) = (row[x - 1], row[x + 1]);
                    (0..3).any(|channel| left[channel].abs_diff(right[channel]) >= EDGE)
                };
                if is_edge {
                    run[x] += 1;
                    continue;
                }
                if run[x] >= SHORTEST_EDGE {
                    for back in 1..=run[x] as usize {
                        above[(y - back + 1) * width + x] = 1;
                    }
                }
                run[x] = 0;
            }
        }
        for at in width..above.len() {
            above[at] += above[at - width];
        }
        Self { width, above }
    }

    /// The length of the edges in each column, between two rows.
    fn lengths(&self, top: usize, bottom: usize) -> Vec<f32> {
        let last = self.above.len() / self.width - 1;
        let row = |y: usize| &self.above[y.min(last) * self.width..][..self.width];
        row(bottom).iter().zip(row(top)).map(|(below, above)| (below - above) as f32).collect()
    }
}

/// The largest length within the tolerance of a place.
fn near(lengths: &[f32], place: f64, tolerance: f64) -> f32 {
    let first = (place - tolerance).floor().max(0.0) as usize;
    let last = ((place + tolerance).ceil().max(0.0) as usize).min(lengths.len());
    lengths[first.min(last)..last].iter().copied().fold(0.0, f32::max)
}

fn tolerance(pitch: f64) -> f64 {
    (TOLERANCE * pitch).max(1.5)
}

/// A left and a right side with lines between them.
struct Sides {
    size: usize,
    x: Lines,
    score: f64,
}

/// The best pairs of sides.
fn sides(lengths: &[f32], height: usize) -> Vec<Sides> {
    let width = lengths.len();
    let smooth = |x: usize| lengths[x - 1] + lengths[x] + lengths[x + 1];
    let mut lines: Vec<(f32, usize)> = (1..width - 1)
        .map(|x| (smooth(x), x))
        .filter(|&(length, _)| length >= 2.0 * LEAST_PITCH as f32)
        .collect();
    lines.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut places: Vec<f64> = vec![0.0, width as f64];
    for (_, x) in lines {
        // Coordinates are those of the edges of pixels, so the middle of a pixel is at a half.
        let place = x as f64 + 0.5;
        if places.len() < MOST_SIDES && places.iter().all(|other| (other - place).abs() > 1.6) {
            places.push(place);
        }
    }
    places.sort_by(f64::total_cmp);
    let mut found = Vec::new();
    for (at, &left) in places.iter().enumerate() {
        for &right in &places[at + 1..] {
            for size in SIZES {
                let pitch = (right - left) / size as f64;
                if pitch < LEAST_PITCH || right - left > height as f64 * 1.05 + 4.0 {
                    continue;
                }
                let x = Lines { start: left, pitch };
                if let Some(length) = mean_length(lengths, x, size) {
                    found.push(Sides { size, x, score: length * length * (right - left) });
                }
            }
        }
    }
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut best: Vec<Sides> = Vec::new();
    for sides in found {
        let others = || best.iter().filter(|other| other.size == sides.size);
        // A thick line has several edges; one of them is enough.
        let is_new = !others().any(|other| sides.x.is_near(other.x, sides.size));
        if others().count() < MOST_PAIRS && is_new {
            best.push(sides);
        }
    }
    best
}

/// The mean length of the lines, in pixels. `None` if an inner one is missing.
fn mean_length(lengths: &[f32], lines: Lines, size: usize) -> Option<f64> {
    let side = size as f64 * lines.pitch;
    let mut sum = 0.0;
    for line in 0..=size {
        let place = lines.at(line as f64);
        let mut length = f64::from(near(lengths, place, tolerance(lines.pitch)));
        if line == 0 || line == size {
            // The border of the picture may be a line. The outer lines are longer than those between regions.
            let is_border =
                place < CUT * lines.pitch || place > lengths.len() as f64 - CUT * lines.pitch;
            length = 2.0 * if is_border { length.max(0.6 * side) } else { length };
        } else if length < 0.45 * lines.pitch {
            return None;
        }
        // The lines of the page may be longer than those of the board.
        sum += length.min(1.3 * side);
    }
    Some(sum / (size + 1) as f64)
}

/// A lattice to be compared square by square.
struct Candidate {
    lattice: Lattice,
    score: f64,
}

impl Sides {
    /// The best places of the top side. `lengths` are the lengths of horizontal edges between the sides.
    fn tops(&self, lengths: &[f32]) -> Vec<Candidate> {
        let (size, pitch) = (self.size, self.x.pitch);
        let (side, height) = (size as f64 * pitch, lengths.len() as f64);
        let slack = CUT * pitch;
        let outer = |place: f64| {
            place < slack
                || place > height - slack
                || f64::from(near(lengths, place, tolerance(pitch))) > 0.4 * side
        };
        let mut found: Vec<Candidate> = Vec::new();
        // The picture may be cut a little inside the frame.
        let mut top = -slack;
        while top + side <= height + slack {
            let y = Lines { start: top, pitch };
            if outer(top)
                && outer(top + side)
                && let Some(length) = mean_length(lengths, y, size)
            {
                // Wrong lattices touch lines only at the border of the tolerance.
                let exact: f64 = (1..size)
                    .map(|line| f64::from(near(lengths, y.at(line as f64), 1.0)) / side)
                    .sum();
                let lattice = Lattice { size, x: self.x, y };
                let exact = exact / (size - 1) as f64;
                let score = self.score * (length / side + 0.2 * exact).powi(2) * side;
                found.push(Candidate { lattice, score });
            }
            top += 1.0;
        }
        found.sort_by(|one, other| other.score.total_cmp(&one.score));
        let mut best: Vec<Candidate> = Vec::new();
        for candidate in found {
            let start = candidate.lattice.y.start;
            if best.iter().all(|other| (other.lattice.y.start - start).abs() > 0.2 * pitch) {
                best.push(candidate);
            }
            if best.len() == 4 {
                break;
            }
        }
        best
    }
}

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
fn stretch(image: &Image, place: f64, reach: f64, top: f64, bottom: f64) -> (usize, Vec<Colour>) {
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

/// The lattice moved and scaled so that its inner lines are in the middle of the lines of the picture.
fn fitted(image: &Image, transposed: &Image, mut lattice: Lattice) -> Lattice {
    // First farther than the lines may be from their places, because both sides of a gap are needed; then near, without marks.
    for factor in [2.0, 1.2, 1.2] {
        let reach = |lines: Lines| factor * tolerance(lines.pitch) + 0.5;
        let x = fitted_lines(image, &lattice, reach(lattice.x));
        let y = fitted_lines(transposed, &lattice.transposed(), reach(lattice.y));
        lattice = Lattice { x, y, ..lattice };
    }
    lattice
}

fn fitted_lines(image: &Image, lattice: &Lattice, reach: f64) -> Lines {
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
        return lattice.x;
    }
    let mean = |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / count;
    let (line, place) = (mean(|point| point.0), mean(|point| point.1));
    let slope = |point: &(f64, f64)| (point.0 - line) * (point.1 - place);
    let squares: f64 = points.iter().map(|point| (point.0 - line).powi(2)).sum();
    let pitch = points.iter().map(slope).sum::<f64>() / squares;
    if !(pitch / lattice.x.pitch - 1.0).abs().le(&0.1) {
        return lattice.x;
    }
    Lines { start: place - line * pitch, pitch }
}

/// The largest change of a profile from one pixel to the next.
fn largest_step(profile: &[Colour]) -> f32 {
    profile.windows(2).map(|pair| contrast(pair[0], pair[1])).fold(0.0, f32::max)
}

/// The middle between the first and the last strong change of a profile, in pixels from its left end.
fn middle_of_edges(profile: &[Colour]) -> Option<f64> {
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
struct Fit {
    score: f64,
    /// The part of the inner lines that can be seen.
    present: f64,
    confidence: f64,
}

impl Fit {
    /// `None` if it does not fit at all.
    fn of(image: &Image, transposed: &Image, lattice: &Lattice) -> Option<Self> {
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
        for (image, lattice) in [(image, lattice), (transposed, &flipped)] {
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
                    strengths.extend((0..size).map(strength).filter(|&step| step >= MEAN_EDGE));
                }
            }
        }
        if outer < 0.5 {
            return None;
        }
        // A line through a square is about as strong as the other lines.
        strengths.sort_by(f32::total_cmp);
        let weak = strengths.get(strengths.len() / 4).copied().unwrap_or_default();
        let least = INNER_EDGE.max(0.3 * weak);
        let mut crossed = 0;
        for cell in 0..size * size {
            let (col, row) = (cell % size, cell / size);
            let is_crossed = has_inner_line(image, lattice, col, row, least)
                || has_inner_line(transposed, &flipped, row, col, least);
            crossed += usize::from(is_crossed);
        }
        let inner = 2 * size * (size - 1);
        let (cells, crossed) = ((size * size) as f64, crossed as f64);
        if crossed > 0.25 * cells {
            return None;
        }
        // A part of the board would fit as well as the whole, so the largest one is taken.
        let area = cells * lattice.x.pitch * lattice.y.pitch;
        let present = present as f64 / inner as f64;
        let clear = 1.0 - 2.0 * (crossed / cells - 0.04).max(0.0);
        let score = area * (0.2 + present) * outer.powi(2) * clear;
        let regular = 1.0 - (ratio - 1.0).abs() * 3.0;
        let confidence = clear * (outer + 0.15).min(1.0) * regular;
        Some(Self { score, present, confidence })
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
fn has_inner_line(image: &Image, lattice: &Lattice, col: usize, row: usize, least: f32) -> bool {
    let (col, row) = (col as f64, row as f64);
    let (left, right) = (lattice.x.at(col + 0.22), lattice.x.at(col + 0.78));
    let heights = (lattice.y.at(row + 0.1), lattice.y.at(row + 0.9));
    has_line(image, (left + right) / 2.0, (right - left) / 2.0, heights, least)
}

/// Whether a vertical line near a place runs from one height to another. It crosses all of several bands at the same place; marks
/// and letters do not.
fn has_line(image: &Image, place: f64, reach: f64, (top, bottom): (f64, f64), least: f32) -> bool {
    const BANDS: usize = 8;
    let band = (bottom - top) / BANDS as f64;
    let steps = |at: usize| {
        let top = top + at as f64 * band;
        let (_, profile) = stretch(image, place, reach, top, top + band);
        let step = |pair: &[Colour]| contrast(pair[0], pair[2]);
        profile.windows(3).map(step).collect::<Vec<f32>>()
    };
    let bands: Vec<Vec<f32>> = (0..BANDS).map(steps).collect();
    (0..bands[0].len()).any(|at| bands.iter().all(|steps| steps[at] >= least))
}

/// Whether the lattice continues outside: the board is cut off, not square or too large.
fn continues(image: &Image, transposed: &Image, lattice: &Lattice, present: f64) -> bool {
    let flipped = lattice.transposed();
    [(image, lattice), (transposed, &flipped)].into_iter().any(|(image, lattice)| {
        let size = lattice.size as f64;
        let (height, pitch) = (image.height as f64, lattice.y.pitch);
        // What is visible above the first row and below the last one, at most one square.
        let above = ((lattice.y.at(0.0) / pitch).min(1.0), lattice.y.at(0.0), -1.0);
        let below = (((height - lattice.y.at(size)) / pitch).min(1.0), lattice.y.at(size), 1.0);
        [above, below].into_iter().any(|(visible, from, direction)| {
            if visible < 0.2 {
                return false;
            }
            let near = from + direction * 0.2 * visible * pitch;
            let far = from + direction * 0.9 * visible * pitch;
            let heights = (near.min(far), near.max(far));
            let reach = tolerance(lattice.x.pitch);
            let lines = (1..lattice.size).filter(|&line| {
                has_line(image, lattice.x.at(line as f64), reach, heights, MEAN_EDGE)
            });
            lines.count() as f64 > 0.6 * present * (size - 1.0)
        })
    })
}
