//! Finds the lattice of squares in a picture.
//!
//! Vertical and horizontal edges that continue for several pixels are collected. Pairs of strong vertical lines are tried as the left
//! and right side of a board of each size: there must be an edge at each multiple of the width of a square. The top side is found by
//! sliding the same lattice down. Candidates are rated by the edges inside the board only. The best ones are fitted to the lines between
//! the squares and compared square by square (`fit`): the lines must be there, no other line may cross the squares, the outer rows must
//! have lines, and the lattice must not continue outside. The lines must be parallel to the sides of the picture (`skew`).
//!
//! Work: O(pixels); up to 6,000 candidates of O(width) each. For each size, candidates are compared with the lines in 32 squares and
//! fitted in O(N^2) profiles until 40 are rejected or 12 different lattices have been compared square by square.

use super::fit::{ALONG, Fit, INNER, INNER_EDGE, MAX_CROSSED, continues, fitted, has_inner_line};
use super::image::Image;
use super::skew::Skew;
use super::{CERTAIN, SIZES};
use crate::{Error, PictureError};

/// The smallest difference between two pixels at an edge, in one channel.
const EDGE: u8 = 11;
/// Shorter edges are letters or noise.
const SHORTEST_EDGE: u32 = 6;
/// The smallest width of a square in pixels.
const MIN_PITCH: f64 = 11.5;
/// How many lines are tried as the left or right side.
const MAX_SIDES: usize = 96;
/// How many pairs of sides are compared with the rows, for each size.
const MAX_PAIRS: usize = 30;
/// How many places of the top side are tried for each pair of sides.
const MAX_TOPS: usize = 12;
/// How many candidates are compared square by square, for each size.
const MAX_CANDIDATES: usize = 12;
/// How many candidates are rejected by a few squares, for each size.
const MAX_REJECTED: usize = 40;
/// How many lattices are returned.
const MAX_FOUND: usize = 8;
/// The part of a line that is an edge. The other lines interrupt it.
const MIN_EDGE_SHARE: f64 = 0.75;
/// Lattices whose score is a smaller part of the best score are not returned.
const MIN_SCORE: f64 = 0.3;
/// How far a line may be from its place, in squares. Gaps and thick frames move lines.
const TOLERANCE: f64 = 0.085;
/// How much of the outer squares may be cut off, in squares.
pub(super) const CUT: f64 = 0.12;

/// Equally spaced lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lines {
    pub(super) start: f64,
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

    /// The area in pixels.
    pub(super) fn area(&self) -> f64 {
        (self.size * self.size) as f64 * self.x.pitch * self.y.pitch
    }

    /// Whether the lines of the other lattice are lines of this one, too.
    fn contains(&self, other: &Self) -> bool {
        [(self.x, other.x), (self.y, other.y)].into_iter().all(|(lines, inner)| {
            let first = (inner.start - lines.start) / lines.pitch;
            let last = (inner.at(other.size as f64) - lines.start) / lines.pitch;
            let near = |line: f64| (line - line.round()).abs() < 0.1;
            near(first)
                && near(last)
                && first > -0.5
                && last < self.size as f64 + 0.5
                && (last - first).round() == other.size as f64
        })
    }

    /// Whether the lattice touches a side of the picture, and there is a margin at the opposite side.
    pub(super) fn is_at_one_side(&self, image: &Image) -> bool {
        /// The smallest width of a margin, in squares. Labels and frames are margins, too.
        const MARGIN: f64 = 0.25;
        [(self.x, image.width), (self.y, image.height)].into_iter().any(|(lines, length)| {
            let before = lines.start / lines.pitch;
            let after = (length as f64 - lines.at(self.size as f64)) / lines.pitch;
            before.min(after) < CUT && before.max(after) > MARGIN
        })
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
    let least = *SIZES.start() as f64 * MIN_PITCH;
    if (image.width.min(image.height) as f64) < least {
        return Err(PictureError::NoGrid.into());
    }
    let (vertical, horizontal) = (Edges::of(image), Edges::of(transposed));
    let whole = vertical.lengths(0, image.height);
    let mut candidates = Vec::new();
    for side in sides(&whole, image.height) {
        let (left, right) = (side.x.at(0.0), side.x.at(side.size as f64));
        let lengths = horizontal.lengths(left as usize, right as usize);
        candidates.extend(side.tops(&lengths, &vertical));
    }
    candidates.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut found: Vec<Found> = Vec::new();
    // The scores of lattices that are refused, and why.
    let mut refused: Vec<(f64, PictureError)> = Vec::new();
    let mut tried: Vec<Lattice> = Vec::new();
    let mut rejected = [0; *SIZES.end() + 1];
    for candidate in candidates {
        let size = candidate.lattice.size;
        let tried_of_size = tried.iter().filter(|other| other.size == size).count();
        if tried_of_size >= MAX_CANDIDATES || rejected[size] >= MAX_REJECTED {
            continue;
        }
        // Neither a lattice that is too small to be returned nor a part of one that was found.
        let best = found.iter().map(|found: &Found| found.score).fold(0.0, f64::max);
        if 1.25 * candidate.lattice.area() < MIN_SCORE * best
            || found.iter().any(|found| {
                found.confidence >= CERTAIN && found.lattice.contains(&candidate.lattice)
            })
        {
            continue;
        }
        if is_crossed((image, transposed), (&vertical, &horizontal), &candidate.lattice) {
            rejected[size] += 1;
            continue;
        }
        // If the lattice is at one side of wide gaps, the other side is far away. But far from the lines there are marks.
        for steps in [&[2.0, 1.2, 1.2][..], &[1.2, 1.2]] {
            let (lattice, off) = fitted(image, transposed, candidate.lattice, steps);
            if tried.iter().any(|other| other.is_near(&lattice)) {
                continue;
            }
            tried.push(lattice);
            let images = (image, transposed);
            let Some(fit) = Fit::of(images, (&vertical, &horizontal), &lattice, off) else {
                continue;
            };
            let skew = Skew::of(image, transposed, &lattice);
            let cut =
                || continues(image, transposed, &lattice, &fit).then_some(PictureError::CutOff);
            match skew.error().or_else(cut) {
                Some(error) => refused.push((fit.score, error)),
                None => found.push(Found { lattice, confidence: fit.confidence, score: fit.score }),
            }
            if fit.confidence >= CERTAIN {
                break;
            }
        }
    }
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    let best = found.first().map_or(0.0, |found| found.score);
    // Where lines are few, a wrong lattice may score higher; its regions are then wrong. But a part of a board that is refused must
    // not be taken for a board.
    let worst = refused.into_iter().max_by(|one, other| one.0.total_cmp(&other.0));
    let largest_refused = worst.as_ref().map_or(0.0, |(score, _)| *score);
    found.retain(|found| found.score >= (MIN_SCORE * best).max(0.6 * largest_refused));
    found.truncate(MAX_FOUND);
    if found.is_empty() {
        return Err(worst.map_or(PictureError::NoGrid, |(_, error)| error).into());
    }
    Ok(found)
}

/// Whether strong lines cross many squares of a lattice that is not fitted yet. Most wrong lattices are recognised so, by a few squares.
fn is_crossed(
    (image, transposed): (&Image, &Image),
    (vertical, horizontal): (&Edges, &Edges),
    lattice: &Lattice,
) -> bool {
    const MAX_SQUARES: usize = 32;
    let (size, flipped) = (lattice.size, lattice.transposed());
    let squares = (size * size).min(MAX_SQUARES);
    let is_crossed = |square: usize| {
        let cell = square * size * size / squares;
        let (col, row) = (cell % size, cell / size);
        vertical.cross_square(lattice, col, row)
            && has_inner_line(image, lattice, col, row, 2.0 * INNER_EDGE)
            || horizontal.cross_square(&flipped, row, col)
                && has_inner_line(transposed, &flipped, row, col, 2.0 * INNER_EDGE)
    };
    // Thick lines may still be inside the squares.
    let most = (2.0 * MAX_CROSSED * squares as f64) as usize;
    (0..squares).filter(|&square| is_crossed(square)).nth(most).is_some()
}

/// The vertical edges of a picture that continue for several pixels.
pub(super) struct Edges {
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

    /// Whether an edge in one of the columns runs along most of the way between two rows.
    fn cross(&self, (left, right): (f64, f64), (top, bottom): (f64, f64)) -> bool {
        let last = (self.above.len() / self.width - 1) as f64;
        let (top, bottom) = (top.clamp(0.0, last) as usize, bottom.clamp(0.0, last) as usize);
        let width = self.width as f64;
        let (left, right) = (left.clamp(0.0, width) as usize, right.clamp(0.0, width) as usize);
        let row = |y: usize| &self.above[y * self.width..][left..right.max(left)];
        let least = (MIN_EDGE_SHARE * (bottom - top) as f64) as u32;
        row(bottom).iter().zip(row(top)).any(|(below, above)| below - above >= least.max(1))
    }

    /// Whether a vertical edge may run through a square.
    pub(super) fn cross_square(&self, lattice: &Lattice, col: usize, row: usize) -> bool {
        let (col, row) = (col as f64, row as f64);
        let columns = (lattice.x.at(col + INNER.0), lattice.x.at(col + INNER.1));
        self.cross(columns, (lattice.y.at(row + ALONG.0), lattice.y.at(row + ALONG.1)))
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

pub(super) fn tolerance(pitch: f64) -> f64 {
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
        .filter(|&(length, _)| length >= 2.0 * MIN_PITCH as f32)
        .collect();
    lines.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut places: Vec<f64> = vec![0.0, width as f64];
    for (_, x) in lines {
        // Coordinates are those of the edges of pixels, so the middle of a pixel is at a half.
        let place = x as f64 + 0.5;
        if places.len() < MAX_SIDES && places.iter().all(|other| (other - place).abs() > 1.6) {
            places.push(place);
        }
    }
    places.sort_by(f64::total_cmp);
    let mut found = Vec::new();
    for (at, &left) in places.iter().enumerate() {
        for &right in &places[at + 1..] {
            for size in SIZES {
                let pitch = (right - left) / size as f64;
                if pitch < MIN_PITCH || right - left > height as f64 * 1.05 + 4.0 {
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
        if others().count() < MAX_PAIRS && is_new {
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
    fn tops(&self, lengths: &[f32], vertical: &Edges) -> Vec<Candidate> {
        let (size, pitch) = (self.size, self.x.pitch);
        let (side, height) = (size as f64 * pitch, lengths.len() as f64);
        let slack = CUT * pitch;
        let outer = |place: f64| {
            place < slack
                || place > height - slack
                || f64::from(near(lengths, place, tolerance(pitch))) > 0.4 * side
        };
        // The picture may be cut a little inside the frame.
        let mut found: Vec<(f64, Lines)> = Vec::new();
        let mut top = -slack;
        while top + side <= height + slack {
            let y = Lines { start: top, pitch };
            if outer(top)
                && outer(top + side)
                && let Some(share) = share(lengths, y, size)
            {
                found.push((share, y));
            }
            top += 1.0;
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut best: Vec<(f64, Lines)> = Vec::new();
        for (share, y) in found {
            if best.iter().all(|(_, other)| (other.start - y.start).abs() > 0.2 * pitch) {
                best.push((share, y));
            }
            if best.len() == MAX_TOPS {
                break;
            }
        }
        // The page has lines above and below the board. Only those between the top and the bottom count.
        let candidate = |(down, y): (f64, Lines)| {
            let (top, bottom) = (y.at(0.0).max(0.0), y.at(size as f64));
            let across = share(&vertical.lengths(top as usize, bottom as usize), self.x, size)?;
            let lattice = Lattice { size, x: self.x, y };
            Some(Candidate { lattice, score: (across * down).powi(2) * side.powi(4) })
        };
        best.into_iter().filter_map(candidate).collect()
    }
}

/// How much of the lines of a board can be seen, relative to its side. `None` if an inner line is missing.
fn share(lengths: &[f32], lines: Lines, size: usize) -> Option<f64> {
    let side = size as f64 * lines.pitch;
    let length = mean_length(lengths, lines, size)?;
    // Wrong lattices touch lines only at the border of the tolerance.
    let exact: f64 =
        (1..size).map(|line| f64::from(near(lengths, lines.at(line as f64), 1.0)) / side).sum();
    Some(length / side + 0.2 * exact / (size - 1) as f64)
}
