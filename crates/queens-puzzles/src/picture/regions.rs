//! Joins squares to regions by their colours and by the lines between them.
//!
//! Two adjacent squares are apart by the distance of their colours. The nearest squares are joined first, until N regions are left
//! (Kruskal's algorithm). The regions are certain if everything that was joined was much nearer than everything that was not. If they
//! are not certain, a constant is added to the distance of squares with a thick line between them, and the squares are joined again,
//! then by the lines alone. If none of these is certain, compression may have changed the colours of small squares: each colour is
//! replaced by the mean of the colours of the board that are near it, and everything is tried again. If that does not help either, the
//! picture is refused.

use super::borders::Borders;
use super::colours::Cell;
use super::image::{Colour, distance};
use super::{CERTAIN, CLEAR, Warning};
use crate::{Error, PictureError};
use queens::{Regions, Square};

/// What a thick line adds to the distance of two squares.
const THICK: f32 = 45.0;
/// Squares that are farther apart are in different regions.
const APART: f32 = 11.0;
/// Colours that are nearer are called similar.
const SIMILAR: f32 = 22.0;
/// Colours that are nearer are called the same.
const SAME: f32 = 7.0;

/// The regions of a picture.
pub(super) struct Joined {
    size: usize,
    /// The region of each square, row by row, the top row first; numbered as they appear.
    of: Vec<usize>,
    colours: Vec<Colour>,
    /// Adjacent regions.
    adjacent: Vec<(usize, usize)>,
    /// The number of lines that contradict the regions.
    contradictions: usize,
    /// Whether all squares have about the same colour.
    plain: bool,
    /// Whether the regions are exactly those that are clearly apart.
    pub(super) natural: bool,
    pub(super) confidence: f64,
}

/// Two adjacent squares.
struct Pair {
    one: usize,
    other: usize,
    distance: f32,
    /// How thick the line between them is, if there are thin and thick ones.
    thick: Option<f32>,
}

/// The factor of the confidence of regions that were found with smoothed colours only.
const SMOOTHED: f64 = 0.85;

/// The most confidence of regions by colours alone if many adjacent ones have similar colours.
const BLURRED: f64 = 0.8;

/// Joins the squares to as many regions as the board has rows.
pub(super) fn join(size: usize, cells: &[Cell], borders: &Borders) -> Result<Joined, Error> {
    join_once(size, cells, borders).or_else(|error| {
        let mut joined = join_once(size, &smoothed(cells), borders).map_err(|_| error)?;
        joined.confidence *= SMOOTHED;
        if joined.confidence < super::MIN_CONFIDENCE {
            return Err(PictureError::Unclear { size }.into());
        }
        Ok(joined)
    })
}

/// The squares with the noise of compression removed from their colours: each colour moves to the mean of those near it (mean shift).
fn smoothed(cells: &[Cell]) -> Vec<Cell> {
    let original: Vec<Colour> = cells.iter().map(|cell| cell.colour).collect();
    let mut cells = cells.to_vec();
    for cell in &mut cells {
        for _ in 0..5 {
            let near = original.iter().filter(|&&other| distance(other, cell.colour) < APART);
            let (sum, count) = near.fold(([0.0_f32; 3], 0.0_f32), |(sum, count), colour| {
                ([sum[0] + colour[0], sum[1] + colour[1], sum[2] + colour[2]], count + 1.0)
            });
            if count > 0.0 {
                cell.colour = sum.map(|sum| sum / count);
            }
        }
    }
    cells
}

fn join_once(size: usize, cells: &[Cell], borders: &Borders) -> Result<Joined, Error> {
    let of =
        |colours: f32, lines: f32| Partition::of(size, pairs(size, cells, borders, colours, lines));
    // Clear colours are enough: lines of one width may look different next to different colours. Otherwise clear lines are enough.
    let by_colours = of(1.0, 0.0);
    let hatched = cells.iter().any(|cell| cell.hatched);
    let use_colours = by_colours.confidence >= CLEAR && !hatched;
    let (by_both, by_lines) = (of(1.0, THICK), of(0.0, THICK));
    let (partition, other) = match use_colours {
        true => (by_colours, by_both),
        false if by_both.confidence < CLEAR && by_lines.confidence >= CLEAR => (by_lines, by_both),
        false => (by_both, by_lines),
    };
    let mut confidence = partition.confidence;
    if confidence < super::MIN_CONFIDENCE {
        let regions = partition.natural;
        if regions == size {
            return Err(PictureError::Unclear { size }.into());
        }
        return Err(match regions > size && colours_of(cells) == size {
            true => PictureError::NotConnected { size, regions }.into(),
            false => PictureError::WrongRegions { size, regions }.into(),
        });
    }
    let (of, colours) = partition.sets.numbered(cells);
    let pairs = &partition.pairs;
    let mut adjacent: Vec<(usize, usize)> = pairs
        .iter()
        .map(|pair| (of[pair.one].min(of[pair.other]), of[pair.one].max(of[pair.other])))
        .filter(|(one, other)| one != other)
        .collect();
    adjacent.sort_unstable();
    adjacent.dedup();
    // Clear colours and clear lines must not lead to different regions.
    let differs = other.confidence >= super::MIN_CONFIDENCE && other.sets.numbered(cells).0 != of;
    let contradicts = |pair: &&Pair| {
        let together = of[pair.one] == of[pair.other];
        let line = pair.thick.map(|thick| thick > 0.5);
        together && pair.distance > partition.middle || !use_colours && line == Some(together)
    };
    let mut contradictions = pairs.iter().filter(contradicts).count();
    // A few lines are hidden by marks or compression; many mean that thick lines are something else than borders.
    let share = contradictions as f64 / pairs.len() as f64;
    confidence *= (1.0 - 6.0 * share).clamp(0.2, 1.0);
    if differs {
        contradictions = contradictions.max(1);
        confidence *= 0.6;
    }
    // Lines that are blurred change the colours of the squares next to them.
    let similar =
        adjacent.iter().filter(|&&(one, other)| distance(colours[one], colours[other]) < SIMILAR);
    if use_colours && 3 * similar.count() >= size {
        confidence = confidence.min(BLURRED);
    }
    let first = cells[0].colour;
    let plain = cells.iter().all(|cell| cell.hatched || distance(cell.colour, first) < SIMILAR);
    let natural = partition.natural == size;
    Ok(Joined { size, of, colours, adjacent, contradictions, plain, natural, confidence })
}

/// The squares joined to N regions.
struct Partition {
    /// The nearest first.
    pairs: Vec<Pair>,
    sets: Sets,
    /// Between the distances that were joined and those that were not.
    middle: f32,
    /// The number of regions that are clearly apart.
    natural: usize,
    confidence: f64,
}

impl Partition {
    fn of(size: usize, mut pairs: Vec<Pair>) -> Self {
        pairs.sort_by(|one, other| one.distance.total_cmp(&other.distance));
        let mut natural = Sets::new(size * size);
        for pair in pairs.iter().take_while(|pair| pair.distance < APART) {
            natural.join(pair.one, pair.other);
        }
        let mut sets = Sets::new(size * size);
        let mut farthest: f32 = 0.0;
        for pair in &pairs {
            if sets.count == size {
                break;
            }
            if sets.join(pair.one, pair.other) {
                farthest = pair.distance;
            }
        }
        let apart = pairs.iter().find(|pair| sets.root(pair.one) != sets.root(pair.other));
        let nearest = apart.map_or(0.0, |pair| pair.distance);
        // Certain if what was joined differs by noise only, and what was not joined by much more: compression changes the colours of
        // small squares a lot, but then those of different regions differ even more.
        let limit = |value: f32| f64::from(value).clamp(0.0, 1.0);
        let noise = 1.0 - limit((farthest - 25.0) / 25.0);
        let gap = limit((nearest - farthest - 1.0) / 9.0);
        let ratio = limit((nearest / farthest.max(4.0) - 1.2) / 1.2);
        let middle = (farthest + nearest) / 2.0;
        Self { pairs, sets, middle, natural: natural.count, confidence: noise * gap.min(ratio) }
    }
}

/// All adjacent squares. Their distance is that of their colours times a factor; a thick line adds `thick_line`.
fn pairs(
    size: usize,
    cells: &[Cell],
    borders: &Borders,
    factor: f32,
    thick_line: f32,
) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(2 * size * size);
    for one in 0..size * size {
        let right = (one % size + 1 < size).then_some((0, one + 1));
        let below = (one / size + 1 < size).then_some((1, one + size));
        for (direction, other) in [right, below].into_iter().flatten() {
            let thick = borders.thick(direction, one);
            let line = thick_line * thick.unwrap_or(0.0);
            // Hatching hides the colour, so only the line can tell.
            let colours = match cells[one].hatched || cells[other].hatched {
                true => thick.map_or(0.5 * APART, |_| 0.0),
                false => distance(cells[one].colour, cells[other].colour),
            };
            pairs.push(Pair { one, other, distance: factor * colours + line, thick });
        }
    }
    pairs
}

/// The number of different colours on the board.
fn colours_of(cells: &[Cell]) -> usize {
    let mut colours: Vec<Colour> = Vec::new();
    for cell in cells.iter().filter(|cell| !cell.hatched) {
        if colours.iter().all(|&other| distance(cell.colour, other) >= APART) {
            colours.push(cell.colour);
        }
    }
    colours.len()
}

impl Joined {
    /// The regions with letters as names, in the order in which they appear.
    pub(super) fn named(&self) -> Result<Regions, Error> {
        let name = |&region: &usize| char::from(b'A' + region as u8);
        let rows: Vec<Vec<char>> =
            self.of.chunks(self.size).map(|row| row.iter().map(name).collect()).collect();
        Ok(Regions::new(&rows)?)
    }

    /// What may be wrong. `square` is the square of a cell.
    pub(super) fn warnings(&self, square: impl Fn(usize) -> Square) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let first = |region: usize| {
            square(self.of.iter().position(|&other| other == region).unwrap_or_default())
        };
        if !self.plain {
            for one in 0..self.colours.len() {
                for other in one + 1..self.colours.len() {
                    let apart = distance(self.colours[one], self.colours[other]);
                    let adjacent = self.adjacent.contains(&(one, other));
                    if adjacent && apart < SIMILAR {
                        warnings.push(Warning::SimilarColours(first(one), first(other)));
                    } else if apart < SAME {
                        warnings.push(Warning::SameColour(first(one), first(other)));
                    }
                }
            }
        }
        if self.contradictions > 0 {
            warnings.push(Warning::UnclearBorders(self.contradictions));
        }
        if self.confidence < CERTAIN {
            warnings.push(Warning::UnclearRegions);
        }
        warnings
    }
}

/// Disjoint sets of squares.
struct Sets {
    parent: Vec<usize>,
    count: usize,
}

impl Sets {
    fn new(squares: usize) -> Self {
        Self { parent: (0..squares).collect(), count: squares }
    }

    fn root(&self, mut square: usize) -> usize {
        while self.parent[square] != square {
            square = self.parent[square];
        }
        square
    }

    /// Whether the squares were in different sets.
    fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        self.parent[one.max(other)] = one.min(other);
        self.count -= usize::from(one != other);
        one != other
    }

    /// The number of the set of each square, in the order in which they appear, and the mean colour of each set.
    fn numbered(&self, cells: &[Cell]) -> (Vec<usize>, Vec<Colour>) {
        let mut roots = Vec::new();
        let mut of = Vec::with_capacity(cells.len());
        for square in 0..cells.len() {
            let root = self.root(square);
            let known = roots.iter().position(|&other| other == root);
            of.push(known.unwrap_or(roots.len()));
            if known.is_none() {
                roots.push(root);
            }
        }
        let mean = |region: usize| {
            let of_region = |hatched: bool| {
                let cells = of.iter().zip(cells);
                cells.filter(move |&(&other, cell)| other == region && cell.hatched <= hatched)
            };
            let hatched = of_region(false).next().is_none();
            let count = of_region(hatched).count() as f32;
            [0, 1, 2].map(|channel| {
                of_region(hatched).map(|(_, cell)| cell.colour[channel]).sum::<f32>() / count
            })
        };
        let colours = (0..roots.len()).map(mean).collect();
        (of, colours)
    }
}
