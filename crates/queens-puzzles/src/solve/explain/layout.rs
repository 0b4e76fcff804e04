//! The unchanging part of an explanation: units, the squares that they hold, and the squares that queens attack, as sets of bits.

use super::Unit;
use crate::Position;
use queens::{Rules, Square};

/// The number of words of a [`Set`] for boards up to [`SMALL`], and for all boards up to 64.
pub(crate) const SMALL_WORDS: usize = 7;
pub(crate) const LARGE_WORDS: usize = 64;

/// The largest board whose squares fit into [`SMALL_WORDS`] words.
pub(crate) const SMALL: usize = 21;

/// The most kinds of units: columns, rows and the diagonals of the torus.
const MAX_KINDS: usize = 4;

/// A set of squares, numbered column by column from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Set<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Set<WORDS> {
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    #[inline]
    pub(crate) fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    #[inline]
    pub(crate) fn has(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    #[inline]
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.minus(other).is_empty()
    }

    /// The number of squares that both sets have.
    #[inline]
    pub(crate) fn common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(one, two)| (one & two).count_ones() as usize).sum()
    }

    /// The squares in ascending order.
    #[inline]
    pub(crate) fn iter(&self) -> Members<WORDS> {
        Members { words: self.0, word: 0 }
    }
}

/// The squares of a set that are left.
pub(crate) struct Members<const WORDS: usize> {
    words: [u64; WORDS],
    word: usize,
}

impl<const WORDS: usize> Iterator for Members<WORDS> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while let Some(word) = self.words.get_mut(self.word) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

/// The units of a position and what queens attack.
///
/// All kinds of units cover the board, so each square lies in one unit of each kind. Unit `u` is of kind `u / size`.
#[derive(Clone, Debug)]
pub(crate) struct Layout<const WORDS: usize> {
    pub(crate) size: usize,
    /// The number of queens in each unit.
    pub(crate) stars: u8,
    pub(crate) kinds: usize,
    pub(crate) names: Vec<Unit>,
    pub(crate) units: Vec<Set<WORDS>>,
    /// The unit of each kind that a square lies in.
    through: Vec<[u16; MAX_KINDS]>,
    /// For each square the squares that a queen there attacks, apart from those of its units.
    pub(crate) touched: Vec<Set<WORDS>>,
    /// For each square the other squares that a queen there attacks if every unit has one queen.
    pub(crate) attacked: Vec<Set<WORDS>>,
}

impl<const WORDS: usize> Layout<WORDS> {
    pub(crate) fn new(position: &Position) -> Self {
        let (rules, stars) = (position.rules(), position.stars());
        let mut layout = Self::without_units(position.size(), stars);
        if let Some(regions) = position.regions().filter(|_| rules == Rules::Regions) {
            let names = (0..regions.names().len()).map(|r| Unit::Region(regions.number(r)));
            layout.add(names.collect(), |square| regions.region(square));
        }
        layout.complete(rules);
        layout
    }

    /// The layout of a board with regions: `region` tells the region of a square, from 0.
    pub(crate) fn with_regions(
        size: usize,
        stars: usize,
        region: impl Fn(Square) -> usize,
    ) -> Self {
        let mut layout = Self::without_units(size, stars);
        let names = (1..=size).map(Unit::Region);
        layout.add(names.collect(), region);
        layout.complete(Rules::Regions);
        layout
    }

    fn without_units(size: usize, stars: usize) -> Self {
        Self {
            size,
            stars: stars as u8,
            kinds: 0,
            names: Vec::new(),
            units: Vec::new(),
            through: vec![[0; MAX_KINDS]; size * size],
            touched: Vec::new(),
            attacked: Vec::new(),
        }
    }

    /// Adds the units after the regions, and what queens attack.
    fn complete(&mut self, rules: Rules) {
        let lines = self.size as u32;
        self.add((0..lines).map(Unit::Row).collect(), |square| square.row as usize);
        self.add((0..lines).map(Unit::Column).collect(), |square| square.col as usize);
        if rules == Rules::Torus {
            let rising = |square: Square| ((square.row + lines - square.col) % lines) as usize;
            self.add((0..lines).map(Unit::Rising).collect(), rising);
            let falling = |square: Square| ((square.row + square.col) % lines) as usize;
            self.add((0..lines).map(Unit::Falling).collect(), falling);
        }
        let touched = Square::all(self.size).map(|square| self.touched_from(rules, square));
        self.touched = touched.collect();
        self.attacked = (0..self.touched.len()).map(|square| self.attacked_from(square)).collect();
    }

    fn attacked_from(&self, square: usize) -> Set<WORDS> {
        let units = self.through(square).map(|unit| &self.units[unit]);
        let mut attacked = units.fold(self.touched[square], |attacked, unit| attacked.or(unit));
        attacked.remove(square);
        attacked
    }

    /// The region of a square. The regions are the first units of a layout that has them.
    pub(crate) fn region(&self, square: usize) -> usize {
        usize::from(self.through[square][0])
    }

    /// Moves a square to another region.
    pub(crate) fn set_region(&mut self, square: usize, region: usize) {
        let own = self.region(square);
        self.units[own].remove(square);
        self.units[region].insert(square);
        self.through[square][0] = region as u16;
        for changed in self.units[own].or(&self.units[region]).iter() {
            self.attacked[changed] = self.attacked_from(changed);
        }
    }

    /// Adds a kind of units, one for each name; `line` tells the unit of a square.
    fn add(&mut self, names: Vec<Unit>, line: impl Fn(Square) -> usize) {
        let first = self.units.len();
        self.units.resize(first + names.len(), Set::EMPTY);
        for (place, square) in Square::all(self.size).enumerate() {
            let unit = first + line(square);
            self.units[unit].insert(place);
            self.through[place][self.kinds] = unit as u16;
        }
        self.names.extend(names);
        self.kinds += 1;
    }

    fn touched_from(&self, rules: Rules, queen: Square) -> Set<WORDS> {
        let near = |square: &Square| {
            let (across, along) = (square.col.abs_diff(queen.col), square.row.abs_diff(queen.row));
            match rules {
                Rules::Regions => across <= 1 && along <= 1,
                _ => across > 0 && along > 0 && rules.attacks(*square, queen, self.size),
            }
        };
        let mut touched = Set::EMPTY;
        let columns = match rules {
            Rules::Regions => queen.col.saturating_sub(1)..(queen.col + 2).min(self.size as u32),
            _ => 0..self.size as u32,
        };
        let squares =
            columns.flat_map(|col| (0..self.size as u32).map(move |row| Square::new(col, row)));
        squares
            .filter(near)
            .filter(|&square| square != queen)
            .for_each(|square| touched.insert(self.index(square)));
        touched
    }

    pub(crate) fn index(&self, square: Square) -> usize {
        square.col as usize * self.size + square.row as usize
    }

    pub(crate) fn square(&self, index: usize) -> Square {
        Square::new((index / self.size) as u32, (index % self.size) as u32)
    }

    pub(crate) fn squares(&self, set: &Set<WORDS>) -> Vec<Square> {
        set.iter().map(|index| self.square(index)).collect()
    }

    /// The units of a square.
    #[inline]
    pub(crate) fn through(&self, square: usize) -> impl Iterator<Item = usize> + use<WORDS> {
        self.through[square].into_iter().take(self.kinds).map(usize::from)
    }

    pub(crate) fn kind(&self, unit: usize) -> usize {
        unit / self.size
    }
}
