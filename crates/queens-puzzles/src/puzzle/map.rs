//! The regions of a puzzle while it is made: how they grow, and how squares move from one to another.

use super::Theme;
use super::regions::Moved;
use super::shape::Shape;
use crate::solve::explain::{Layout, SMALL_WORDS, Set};
use crate::{Error, Position};
use queens::{Regions, Square};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64;

pub(super) type Squares = Set<SMALL_WORDS>;

/// The number of attempts to join the areas of queens to regions.
const JOIN_TRIES: usize = 100;

/// Regions that each contain the queens of a solution.
pub(super) struct Map {
    pub(super) layout: Layout<SMALL_WORDS>,
    /// The queens of the solution.
    pub(super) queens: Squares,
    shape: Shape,
}

impl Map {
    /// Regions that grow from queens at random, or `None` if they cannot have the requested shape.
    ///
    /// An area grows from each queen. With several stars, areas that touch each other are joined to regions.
    pub(super) fn grown(columns: &[Vec<u32>], shape: Shape, random: &mut Pcg64) -> Option<Self> {
        let (size, stars) = (columns.len(), columns.first().map_or(1, Vec::len));
        let of_column = |(col, rows): (usize, &Vec<u32>)| {
            rows.iter().map(move |&row| col * size + row as usize).collect::<Vec<_>>()
        };
        let seeds: Vec<usize> = columns.iter().enumerate().flat_map(of_column).collect();
        let areas = areas(size, &seeds, &shape, random);
        let region_of_area = match stars {
            1 => (0..seeds.len()).collect(),
            _ => joined(size, stars, &areas, random)?,
        };
        let index = |square: Square| square.col as usize * size + square.row as usize;
        let layout =
            Layout::with_regions(size, stars, |square| region_of_area[areas[index(square)]]);
        let mut queens = Squares::EMPTY;
        seeds.iter().for_each(|&queen| queens.insert(queen));
        let mut map = Self { layout, queens, shape };
        map.enlarge(random).then_some(map)
    }

    fn size(&self) -> usize {
        self.layout.size
    }

    fn count_singles(&self) -> usize {
        self.layout.units[..self.size()].iter().filter(|region| region.len() == 1).count()
    }

    /// The blocks of two by two squares that lie in one region.
    fn count_blocks(&self) -> usize {
        let regions = &self.layout.units[..self.size()];
        regions.iter().map(|region| blocks(self.size(), region)).sum()
    }

    /// Whether the regions are within the limits that every puzzle of the theme keeps.
    pub(super) fn has_shape(&self) -> bool {
        self.shape.theme != Theme::Snakes || self.count_blocks() <= self.shape.most_blocks
    }

    /// Moves squares to regions that are too small. Returns whether no such region is left.
    fn enlarge(&mut self, random: &mut Pcg64) -> bool {
        let size = self.size();
        let mut order: Vec<usize> = (0..size).collect();
        order.shuffle(random);
        for region in order {
            let is_single = |map: &Self| {
                map.layout.units[region].len() == 1 && map.count_singles() > map.shape.singles
            };
            while self.layout.units[region].len() < *self.shape.squares.start() || is_single(self) {
                let mut border: Vec<usize> = self.layout.units[region]
                    .iter()
                    .flat_map(|square| neighbours(size, square))
                    .filter(|&square| self.layout.region(square) != region)
                    .collect();
                border.shuffle(random);
                if border.into_iter().all(|square| self.hand_over(square, region).is_empty()) {
                    return false;
                }
            }
        }
        let regions = &self.layout.units[..size];
        regions.iter().all(|region| self.shape.squares.contains(&region.len()))
            && self.count_singles() <= self.shape.singles
    }

    /// Moves a square to a neighbouring region, with the part of its own region that it would cut off from the queens there. Returns
    /// the squares that moved; none if the regions would not keep their queens and their shape.
    pub(super) fn hand_over(&mut self, square: usize, region: usize) -> Vec<Moved> {
        let own = self.layout.region(square);
        if own == region || self.queens.has(square) {
            return Vec::new();
        }
        let Some(kept) = self.kept_without(own, square) else {
            return Vec::new();
        };
        let part = self.layout.units[own].minus(&kept);
        let joined = self.layout.units[region].or(&part);
        if self.shape.theme == Theme::Snakes {
            let count = |squares: &Squares| blocks(self.size(), squares);
            let before = count(&self.layout.units[own]) + count(&self.layout.units[region]);
            let after = count(&kept) + count(&joined);
            // Regions may have more blocks from the start. Then no change adds others.
            if after > before && self.count_blocks() + after > self.shape.blocks + before {
                return Vec::new();
            }
        }
        let (from, grown) = (kept.len(), self.layout.units[region].len());
        let limits = &self.shape.squares;
        let singles = self.count_singles() + usize::from(from == 1);
        let was_small = grown < *limits.start();
        if from < *limits.start()
            || (grown + part.len() > *limits.end() && !was_small)
            || (from == 1 && singles > self.shape.singles)
        {
            return Vec::new();
        }
        part.iter().for_each(|square| self.layout.set_region(square, region));
        part.iter().map(|square| (square, own)).collect()
    }

    /// The part of a region that is connected with its queens if one of its squares is removed; `None` if the queens are not connected
    /// then.
    fn kept_without(&self, region: usize, square: usize) -> Option<Squares> {
        let mut rest = self.layout.units[region];
        rest.remove(square);
        let queens = rest.and(&self.queens);
        let first = queens.iter().next()?;
        let mut kept = Squares::EMPTY;
        kept.insert(first);
        let mut reached = vec![first];
        while let Some(square) = reached.pop() {
            for near in neighbours(self.size(), square) {
                if rest.has(near) && !kept.has(near) {
                    kept.insert(near);
                    reached.push(near);
                }
            }
        }
        queens.is_within(&kept).then_some(kept)
    }

    /// The squares of the region of a square, the nearest first.
    pub(super) fn region_around(&self, square: usize) -> Vec<usize> {
        let region = &self.layout.units[self.layout.region(square)];
        let mut reached = vec![square];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            for near in neighbours(self.size(), from) {
                if region.has(near) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
        }
        reached
    }

    /// Takes back moves of squares.
    pub(super) fn undo(&mut self, moved: &[Moved]) {
        for &(square, region) in moved.iter().rev() {
            self.layout.set_region(square, region);
        }
    }

    /// The regions next to a square, other than its own, in random order.
    pub(super) fn regions_near(&self, square: usize, random: &mut Pcg64) -> Vec<usize> {
        let own = self.layout.region(square);
        let near = neighbours(self.size(), square).map(|near| self.layout.region(near));
        let mut regions: Vec<usize> = near.filter(|&region| region != own).collect();
        regions.sort_unstable();
        regions.dedup();
        regions.shuffle(random);
        regions
    }

    /// The position. Regions are named in the order in which they appear from the top left.
    pub(super) fn position(&self) -> Result<Position, Error> {
        let size = self.size() as u32;
        let mut seen: Vec<usize> = Vec::new();
        let mut lines = Vec::new();
        for row in (0..size).rev() {
            let mut line = Vec::new();
            for col in 0..size {
                let region = self.layout.region(self.layout.index(Square::new(col, row)));
                let place = seen.iter().position(|&known| known == region).unwrap_or(seen.len());
                if place == seen.len() {
                    seen.push(region);
                }
                line.push(char::from(b'A' + place as u8));
            }
            lines.push(line);
        }
        let position = Position::new(self.size())?.with_regions(Regions::new(&lines)?)?;
        position.with_stars(usize::from(self.layout.stars))
    }
}

/// The squares that share a side with a square.
fn neighbours(size: usize, square: usize) -> impl Iterator<Item = usize> {
    let (col, row) = (square / size, square % size);
    let left = (col > 0).then(|| square - size);
    let right = (col + 1 < size).then(|| square + size);
    let below = (row > 0).then(|| square - 1);
    let above = (row + 1 < size).then(|| square + 1);
    [left, right, below, above].into_iter().flatten()
}

/// Whether a square would complete a block of two by two squares that have a property.
fn fills_block(size: usize, square: usize, has: impl Fn(usize) -> bool) -> bool {
    let (col, row) = (square / size, square % size);
    let steps = |place: usize| {
        [place.checked_sub(1), Some(place + 1)].into_iter().flatten().filter(move |&p| p < size)
    };
    steps(col).any(|other_col| {
        steps(row).any(|other_row| {
            has(other_col * size + row)
                && has(col * size + other_row)
                && has(other_col * size + other_row)
        })
    })
}

/// The blocks of two by two squares in a set.
fn blocks(size: usize, squares: &Squares) -> usize {
    let is_block = |&square: &usize| {
        square % size + 1 < size
            && [square + 1, square + size, square + size + 1]
                .iter()
                .all(|&other| other < size * size && squares.has(other))
    };
    squares.iter().filter(is_block).count()
}

/// The area of each square: areas grow from their first squares until the board is full.
fn areas(size: usize, seeds: &[usize], shape: &Shape, random: &mut Pcg64) -> Vec<usize> {
    let theme = shape.theme;
    let mut area: Vec<Option<usize>> = vec![None; size * size];
    for (place, &seed) in seeds.iter().enumerate() {
        area[seed] = Some(place);
    }
    // Regions that are not even grow at different speeds, so that some are small and some are large.
    let speeds: Vec<u32> = seeds.iter().map(|_| random.random_range(1..=8)).collect();
    let mut sizes = vec![1_usize; seeds.len()];
    let mut left = size * size - seeds.len();
    // The free squares next to each area.
    let border = |area: &[Option<usize>], place: usize| -> Vec<usize> {
        let own = (0..area.len()).filter(|&square| area[square] == Some(place));
        let mut free: Vec<usize> = own.flat_map(|square| neighbours(size, square)).collect();
        free.retain(|&square| area[square].is_none());
        free.sort_unstable();
        free.dedup();
        free
    };
    let mut borders: Vec<Vec<usize>> = (0..seeds.len()).map(|place| border(&area, place)).collect();
    let mut thin = theme == Theme::Snakes;
    while left > 0 {
        let growing: Vec<usize> =
            (0..seeds.len()).filter(|&place| !borders[place].is_empty()).collect();
        // Squares that keep a snake thin: they touch its end, and no other part of it.
        let thin_squares = |place: usize| -> Vec<usize> {
            let is_own = |&square: &usize| area[square] == Some(place);
            let keeps_thin = |&square: &usize| {
                let own: Vec<usize> = neighbours(size, square).filter(is_own).collect();
                own.len() == 1 && neighbours(size, own[0]).filter(is_own).count() <= 1
            };
            borders[place].iter().copied().filter(keeps_thin).collect()
        };
        // Squares that complete no block of two by two squares.
        let loose_squares = |place: usize| -> Vec<usize> {
            let fills =
                |square: usize| fills_block(size, square, |other| area[other] == Some(place));
            borders[place].iter().copied().filter(|&square| !fills(square)).collect()
        };
        // One of these areas, with a probability that grows with its speed and its border.
        let fastest = |places: &[usize], random: &mut Pcg64| -> Option<usize> {
            let share = |place: usize| speeds[place] * borders[place].len() as u32;
            let total: u32 = places.iter().map(|&place| share(place)).sum();
            let mut at = random.random_range(0..total.max(1));
            places.iter().copied().find(|&place| {
                let here = at < share(place);
                at = at.saturating_sub(share(place));
                here
            })
        };
        let chosen = match theme {
            Theme::Mixed => fastest(&growing, random),
            Theme::Balanced if !shape.is_even => {
                let most = *shape.squares.end();
                let small: Vec<usize> =
                    growing.iter().copied().filter(|&place| sizes[place] < most).collect();
                fastest(if small.is_empty() { &growing } else { &small }, random)
            }
            Theme::Balanced => {
                let least = growing.iter().map(|&place| sizes[place]).min();
                let small: Vec<usize> =
                    growing.iter().copied().filter(|&place| Some(sizes[place]) == least).collect();
                small.choose(random).copied()
            }
            Theme::Snakes if thin => {
                let long = |&place: &usize| !thin_squares(place).is_empty();
                let long: Vec<usize> = growing.iter().copied().filter(long).collect();
                if shape.is_even { long.choose(random).copied() } else { fastest(&long, random) }
            }
            Theme::Snakes => {
                let without: Vec<usize> = growing
                    .iter()
                    .copied()
                    .filter(|&place| !loose_squares(place).is_empty())
                    .collect();
                without.choose(random).or_else(|| growing.choose(random)).copied()
            }
        };
        let Some(place) = chosen else {
            // No snake can grow thin any more: the rest of the squares go to any neighbour.
            thin = false;
            continue;
        };
        let mut squares = match theme {
            Theme::Snakes if thin => thin_squares(place),
            Theme::Snakes => loose_squares(place),
            _ => Vec::new(),
        };
        if squares.is_empty() {
            squares.clone_from(&borders[place]);
        }
        let Some(&square) = squares.choose(random) else {
            continue;
        };
        area[square] = Some(place);
        sizes[place] += 1;
        left -= 1;
        for other in &mut borders {
            other.retain(|&free| free != square);
        }
        for near in neighbours(size, square) {
            if area[near].is_none() && !borders[place].contains(&near) {
                borders[place].push(near);
            }
        }
    }
    area.into_iter().map(|area| area.unwrap_or(0)).collect()
}

/// Joins areas that touch each other to regions of as many areas as there are stars. The result is the region of each area, or `None`
/// if no way was found.
fn joined(size: usize, stars: usize, area: &[usize], random: &mut Pcg64) -> Option<Vec<usize>> {
    let areas = size * stars;
    let mut touching = vec![Vec::new(); areas];
    for square in 0..area.len() {
        for near in neighbours(size, square) {
            let (one, other) = (area[square], area[near]);
            if one != other && !touching[one].contains(&other) {
                touching[one].push(other);
            }
        }
    }
    for _ in 0..JOIN_TRIES {
        let mut region: Vec<Option<usize>> = vec![None; areas];
        let mut order: Vec<usize> = (0..areas).collect();
        order.shuffle(random);
        let free = |region: &[Option<usize>], area: usize| -> Vec<usize> {
            touching[area].iter().copied().filter(|&other| region[other].is_none()).collect()
        };
        'regions: for number in 0..size {
            // The area with the fewest partners first.
            let single = order.iter().copied().filter(|&area| region[area].is_none());
            let Some(first) = single.min_by_key(|&area| free(&region, area).len()) else {
                break;
            };
            region[first] = Some(number);
            let mut near = free(&region, first);
            for _ in 1..stars {
                let Some(&next) = near.choose(random) else {
                    break 'regions;
                };
                region[next] = Some(number);
                near.extend(free(&region, next));
                near.retain(|&area| region[area].is_none());
                near.sort_unstable();
                near.dedup();
            }
        }
        if let Some(region) = region.into_iter().collect() {
            return Some(region);
        }
    }
    None
}
