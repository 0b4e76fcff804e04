//! The unchanging part of an explanation: units, the squares that they hold, and the squares that queens attack, as sets of bits.

use super::Unit;
use crate::{Position, Rules, Square};

/// The number of words of a [`Set`] for boards up to [`SMALL`], and for all boards up to 64.
pub(crate) const SMALL_WORDS: usize = 7;
pub(crate) const LARGE_WORDS: usize = 64;

/// The largest board whose squares fit into [`SMALL_WORDS`] words.
pub(crate) const SMALL: usize = 21;

/// The most kinds of units: columns, rows and the diagonals of the torus.
const MOST_KINDS: usize = 4;

/// A set of squares, numbered column by column from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Set<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Set<WORDS> {
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    pub(crate) fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    pub(crate) fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    pub(crate) fn has(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.minus(other).is_empty()
    }

    /// The number of squares that both sets have.
    pub(crate) fn common(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(one, two)| (one & two).count_ones() as usize).sum()
    }

    /// The squares in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + use<WORDS> {
        let words = self.0;
        (0..WORDS).flat_map(move |word| {
            let mut left = words[word];
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                // Clears the lowest bit; there is none if `bit` is 64.
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(64 * word + bit)
            })
        })
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
    through: Vec<[u16; MOST_KINDS]>,
    /// For each square the squares that a queen there attacks, apart from those of its units.
    pub(crate) touched: Vec<Set<WORDS>>,
    /// For each square the other squares that a queen there attacks if every unit has one queen.
    pub(crate) attacked: Vec<Set<WORDS>>,
}

impl<const WORDS: usize> Layout<WORDS> {
    pub(crate) fn new(position: &Position) -> Self {
        let (size, rules) = (position.size(), position.rules());
        let lines = size as u32;
        let mut layout = Self {
            size,
            stars: position.stars() as u8,
            kinds: 0,
            names: Vec::new(),
            units: Vec::new(),
            through: vec![[0; MOST_KINDS]; size * size],
            touched: Vec::new(),
            attacked: Vec::new(),
        };
        if let Some(regions) = position.regions().filter(|_| rules == Rules::Regions) {
            let names = regions.names().iter().map(|&name| Unit::Region(name));
            layout.add(names.collect(), |square| regions.region(square));
        }
        layout.add((0..lines).map(Unit::Row).collect(), |square| square.row as usize);
        layout.add((0..lines).map(Unit::Column).collect(), |square| square.col as usize);
        if rules == Rules::Torus {
            let rising = |square: Square| ((square.row + lines - square.col) % lines) as usize;
            layout.add((0..lines).map(Unit::Rising).collect(), rising);
            let falling = |square: Square| ((square.row + square.col) % lines) as usize;
            layout.add((0..lines).map(Unit::Falling).collect(), falling);
        }
        layout.touched =
            Square::all(size).map(|square| layout.touched_from(rules, square)).collect();
        let attacked = layout.touched.iter().enumerate().map(|(square, touched)| {
            let units = layout.through(square).map(|unit| &layout.units[unit]);
            let mut attacked = units.fold(*touched, |attacked, unit| attacked.or(unit));
            attacked.remove(square);
            attacked
        });
        layout.attacked = attacked.collect();
        layout
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
    pub(crate) fn through(&self, square: usize) -> impl Iterator<Item = usize> + use<WORDS> {
        self.through[square].into_iter().take(self.kinds).map(usize::from)
    }

    pub(crate) fn kind(&self, unit: usize) -> usize {
        unit / self.size
    }
}
